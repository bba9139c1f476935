package align

import (
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// Idioms, such as methods that an interface demands, are alike in any two programs. Their names
// differ, they agree in short runs, and several documents have them. A copy that was edited mostly
// keeps its names, or renames all of them alike. So renamed names in an edited match count if
// enough of it agrees: less is enough if few other documents have it. Agreement is counted over all
// tiles: an inserted line ends a tile, but the mapping of names goes on after it.
// docs/decisions/idioms.md has the measurements.

// Runs of agreeingRun tokens or more agree. A name is counted up to mostOfName times: methods of
// one interface use few names often. [threshold.AgreeingAny] has the limits.
const agreeingRun, mostOfName = 10, 3

// Names says how far the names and literals of a match agree.
type Names struct {
	// Kept is the share of the match's weight left if renamed names count as different. It is from
	// 0 to 1, as though all tokens were equally rare.
	Kept float64
	// Agreeing is the number of tokens in agreeing runs of at least 10. In such a run all names and
	// literals are equal, or renamed alike in the whole match. Longest is the length of the longest
	// such run, and Tokens the length of the match. Confirming is the number of equal literals, and
	// of names that are renamed alike several times, each counted up to three times. Discounted
	// tokens do not count.
	Agreeing, Longest, Tokens, Confirming int
}

// Names returns how far the names of the match agree.
func (m Match) Names(a, b *Document) (n Names) {
	n.Tokens = m.Tokens - m.Discounted(a, b)
	agreed, _ := m.agreed(nil, a, b)
	damping := a.dampingAt(m.A.From, dampingOrigin)
	weigh := func(run int) float64 { return float64(run) * damped(run, damping) }
	var all, kept float64
	var counts nameCounts
	for _, t := range m.Tiles {
		run, same := 0, 0
		end := func() {
			all, kept = all+weigh(run), kept+weigh(same)
			if run >= agreeingRun {
				n.Agreeing += run
			}
			n.Longest = max(n.Longest, run)
			run, same = 0, 0
		}
		for i, s := range agreed[:t.Length] {
			switch {
			case a.Discounts(t.A + i):
			case s.class == 0: // different
				end()
			case s.text == 0: // renamed
				kept += weigh(same)
				run, same = run+1, 0
				if s.class >= renamed && n.Confirming < threshold.ConfirmingAny && counts.add(a.tokens[t.A+i].Hash) <= mostOfName {
					n.Confirming++
				}
			default:
				if k := a.tokens[t.A+i].Kind; k == lex.Number || k == lex.String || k == lex.Char {
					n.Confirming++
				}
				run, same = run+1, same+1
			}
		}
		end()
		agreed = agreed[t.Length:]
	}
	if all > 0 {
		n.Kept = kept / all
	}
	return n
}

// nameCounts counts few names.
type nameCounts []struct {
	name  uint64
	count int
}

// add counts a name, and returns how often it was counted.
func (c *nameCounts) add(name uint64) int {
	for i := range *c {
		if n := &(*c)[i]; n.name == name {
			n.count++
			return n.count
		}
	}
	*c = append(*c, struct {
		name  uint64
		count int
	}{name, 1})
	return 1
}

// agreeingNames returns how far the names of matches agree. The matches are in the order of the
// question. Inserted lines may divide a copy into several, so a confirmation of one heavy match
// confirms its heavy neighbours.
func agreeingNames(matches []Match, weights []float64, a, b *Document) []Names {
	all := make([]Names, len(matches))
	var pieces []int
	end := func() {
		if len(pieces) > 1 && slices.ContainsFunc(pieces, func(i int) bool { return !all[i].agree(mostDocuments) }) {
			joined := Match{A: matches[pieces[0]].A}
			for _, i := range pieces {
				m := &matches[i]
				joined.Tiles, joined.Tokens, joined.Identical = append(joined.Tiles, m.Tiles...), joined.Tokens+m.Tokens, joined.Identical+m.Identical
			}
			n := joined.Names(a, b)
			for _, i := range pieces {
				all[i].Confirming = max(all[i].Confirming, n.Confirming)
			}
		}
		pieces = pieces[:0]
	}
	for i, m := range matches {
		if all[i].Kept = 1; m.Identical < m.Tokens {
			all[i] = m.Names(a, b)
		}
		if m.Duplicate || m.DuplicateB || weights[i] < threshold.HeavyMatch {
			continue
		}
		if n := len(pieces); n > 0 && !matches[pieces[n-1]].beside(m) {
			end()
		}
		pieces = append(pieces, i)
	}
	end()
	return all
}

// beside reports whether fewer tokens are between the matches, in both documents, than in the
// shorter one.
func (m Match) beside(next Match) bool {
	between := func(x, y analyzer.Span) bool {
		return max(x.From, y.From)-min(x.To, y.To) < min(x.Len(), y.Len())
	}
	return between(m.A, next.A) && between(m.B, next.B)
}

// Evident returns how much weight of an edited match is evidence of a copy. It is all of it, or
// without renamed names if it may be an idiom. df is the number of documents that have the match.
func (n Names) Evident(weight float64, df int) float64 {
	if n.agree(df) {
		return weight
	}
	return weight * n.Kept
}

// NeedOne reports whether renamed names count only if no other document has the match. df is the
// median of its fingerprints.
func (n Names) NeedOne(df int) bool { return n.Kept < 1 && n.agree(1) && !n.agree(df) }

// NeedAlone reports whether renamed names count only if the match is [Alone], and would then.
func (n Names) NeedAlone(df int) bool { return n.Kept < 1 && n.agreeAlone() && !n.agree(df) }

// mostDocuments is a document frequency without evidence. From [Several] on, fewer agreeing names
// are no evidence. Alone stands for the document frequency of a match that no other document
// explains half of, as alignment proves.
const mostDocuments, Several, Alone = math.MaxInt, 3, 0

// agree reports whether enough agrees for a match that so many documents have.
func (n Names) agree(df int) bool {
	if n.Confirming >= threshold.ConfirmingAny || n.Agreeing >= threshold.AgreeingAny || n.Longest >= threshold.OneRun {
		return true
	}
	inOne := n.Confirming >= threshold.ConfirmingOne || n.Agreeing >= threshold.AgreeingOne ||
		float64(n.Longest) >= threshold.OneRunShare*float64(n.Tokens)
	return df <= 2 && n.Agreeing >= threshold.AgreeingTwo || df <= 1 && inOne || df <= Alone && n.agreeAlone()
}

func (n Names) agreeAlone() bool {
	return n.Confirming >= threshold.ConfirmingAlone && n.Agreeing >= threshold.AgreeingAlone
}

// EvidentOfIdiom returns how much weight of a match is evidence of a copy. If the match may be an
// idiom, that is the names it keeps, as far as their text is rare; else all of it. alike is the
// number of documents that have most of its structure.
func (n Names) EvidentOfIdiom(weight float64, alike int, rareText float64) float64 {
	if n.MayBeIdiom() && alike >= threshold.IdiomDocuments {
		return weight * n.Kept * rareText
	}
	return weight
}

// EvidentBeside returns how much weight of a match is evidence of a copy if a second document
// explains a share of it. If the match may be an idiom and its names differ, it counts less from
// [threshold.SecondPart] on. From [threshold.SecondWhole] on, only the names that it keeps count,
// as far as their text is rare. No idiom has [threshold.LongIdiom] tokens.
func (n Names) EvidentBeside(weight, second, rareText float64) float64 {
	if !n.MayBeIdiom() || n.Tokens >= threshold.LongIdiom || n.Kept >= threshold.KeptNames || second <= threshold.SecondPart {
		return weight
	}
	less := min(1, (second-threshold.SecondPart)/(threshold.SecondWhole-threshold.SecondPart))
	return weight * (1 - less*(1-n.Kept*rareText))
}

// evidentOf returns how much weight of a match of two units of a run is evidence, if names differ.
// Common units have most of the match, edited or not: then only the names that it keeps count.
func (n Names) evidentOf(weight float64, df int, run Run, edited bool) float64 {
	if edited {
		weight = n.Evident(weight, df)
	}
	if run.IsCommon(df) {
		weight = min(weight, weight*n.Kept)
	}
	return weight
}

// MayBeIdiom reports whether a match is short enough for an idiom, and not verbatim.
func (n Names) MayBeIdiom() bool { return n.Longest < threshold.OneRun && n.Kept < 1 }
