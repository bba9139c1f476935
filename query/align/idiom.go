package align

// Idioms, such as methods that an interface demands, are alike in any two programs. They have other names each time,
// agree in short runs, and several documents have them. A copy that was edited mostly keeps its names, or renames all of
// them alike. So renamed names in an edited match count if enough of it agrees: less is enough if hardly another document
// has it. Agreement is counted over all tiles: an inserted line ends a tile, but the
// mapping of names goes on after it. docs/decisions/idioms.md has the measurements.

// Renamed names count if so many tokens agree: in runs of any length from agreeingRun on, or in one run.
const (
	agreeingRun = 10

	agreeingAny, agreeingTwo, agreeingOne = 150, 100, 80 // if any number of documents has the match; at most two; one
	oneRun                                = 100          // one run, in any number of documents
	oneRunShare                           = 0.75         // of the match, in one run, in one document
)

// Names says how far the names and literals of a match agree.
type Names struct {
	// Kept is the share of the weight of the match, from 0 to 1, that is left if renamed names count as different, as
	// though all tokens were equally rare.
	Kept float64
	// Agreeing is the number of tokens in runs of at least 10 in which all names and literals are equal, or renamed alike
	// in the whole match. Longest is the number in the longest such run, and Tokens the number in the match. Discounted tokens do not count.
	Agreeing, Longest, Tokens int
}

// Names returns how far the names of the match agree.
func (m Match) Names(a, b *Document) (n Names) {
	n.Tokens = m.Tokens - m.Discounted(a, b)
	agreed, _ := m.agreed(nil, a, b)
	damping := a.dampingAt(m.A.From, dampingOrigin)
	weigh := func(run int) float64 { return float64(run) * damped(run, damping) }
	var all, kept float64
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
			default:
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

// Evident returns how much weight of an edited match is evidence of a copy: all of it, or without
// renamed names if it may be an idiom. df is the number of documents that have the match.
func (n Names) Evident(weight float64, df int) float64 {
	switch {
	case n.Agreeing >= agreeingAny, n.Longest >= oneRun, df <= 2 && n.Agreeing >= agreeingTwo,
		df <= 1 && (n.Agreeing >= agreeingOne || float64(n.Longest) >= oneRunShare*float64(n.Tokens)):
		return weight
	}
	return weight * n.Kept
}

// EvidentOfRenamed returns how much weight of a renamed match is evidence of a copy: all of it, or without names that
// differ if it may be an idiom. alike is the number of documents that have most of its structure.
func (n Names) EvidentOfRenamed(weight float64, alike int) float64 {
	if n.MayBeIdiom() && alike >= IdiomDocuments {
		return weight * n.Kept
	}
	return weight
}

// MayBeIdiom reports whether a renamed match is short enough for an idiom.
func (n Names) MayBeIdiom() bool { return n.Longest < oneRun && n.Kept < 1 }
