package pairing

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/collection/candidates"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// A translation into another language has other tokens, so its score means little. It keeps the
// letters and digits of names and texts. But units of one task share many of these, too. So a pair
// counts by its lead over all other pairs of either unit with units in the language of the other.

const (
	// triedInLanguage is the number of units in another language that are compared with a unit: the
	// best by an estimate.
	triedInLanguage = 4
	// mostSpelledShared bounds the time of that, as mostWeakShared does: most of the pairs are of
	// one language.
	mostSpelledShared = 1 << 24
)

// dialects are languages with much the same tokens as another one. Pairs in both are found by
// tokens.
var dialects = map[string]string{"C++": "C", "Cuda": "C", "Objective-C": "C", "Objective-C++": "C", "TypeScript": "JavaScript"}

// inOther reports whether two languages differ in their tokens. Either may be unknown.
func inOther(a, b string) bool {
	return a != "" && b != "" && cmp.Or(dialects[a], a) != cmp.Or(dialects[b], b)
}

// languagesOf returns the programming language of most tokens of each unit, empty if there is none.
// in returns the language of a file, which may be nil.
func languagesOf(all []*units.Unit, in func(*units.File) *lex.Language) []string {
	of := make([]string, len(all))
	for n, u := range all {
		tokens := map[string]int{}
		for _, f := range u.Files {
			if l := in(f); l != nil && detect.IsProgramming(l) {
				tokens[l.Name] += f.Tokens
			}
		}
		for _, name := range slices.Sorted(maps.Keys(tokens)) {
			if tokens[name] > tokens[of[n]] {
				of[n] = name
			}
		}
	}
	return of
}

func languageOf(f *units.File) *lex.Language { return f.Language }

// translations finds pairs of units in two languages.
type translations struct {
	*pairing
	table    *candidates.Table         // names and literals by their letters and digits
	language []string                  // by unit
	best     []map[string][]*likeUnits // by unit and other language, the most likely first
}

// likeUnits are two units in two languages.
type likeUnits struct {
	a, b               int
	estimate, material float64
}

// otherLanguage returns the pairs in two languages that stand out, with the scores of those that
// are proved. spelled is nil if they are not looked for.
func (p *pairing) otherLanguage(ctx context.Context, spelled *candidates.Set, proved ...[]candidate) ([]pairs.LanguagePair, error) {
	if len(p.units) > mostWeakUnits || spelled == nil {
		return nil, nil
	}
	t := &translations{pairing: p, language: languagesOf(p.units, languageOf), best: make([]map[string][]*likeUnits, len(p.units))}
	first := slices.IndexFunc(t.language, func(l string) bool { return l != "" })
	if first < 0 || !slices.ContainsFunc(t.language, func(l string) bool { return inOther(t.language[first], l) }) {
		return nil, nil
	}
	if err := t.find(ctx, spelled); err != nil {
		return nil, err
	}
	scores := map[[2]int32]float64{}
	for _, k := range slices.Concat(proved...) {
		scores[k.units()] = k.score
	}
	var found []pairs.LanguagePair
	side := func(n int) pairs.LanguageSide {
		return pairs.LanguageSide{Unit: p.number[n], Name: p.units[n].Name, Language: t.language[n]}
	}
	for n := range t.best {
		for _, list := range t.best[n] {
			k := list[0]
			lead := k.material - max(t.second(k.a, k), t.second(k.b, k))
			if k.a != n || lead < threshold.ListedTranslation {
				continue
			}
			if rare, all := p.sharedNames(p.units[k.a], p.units[k.b], spellings(t.table)); all >= threshold.SharedNames {
				found = append(found, pairs.LanguagePair{
					A: side(k.a), B: side(k.b), Score: scores[[2]int32{int32(k.a), int32(k.b)}], Material: k.material, Lead: lead, Rarest: rare,
				})
			}
		}
	}
	order.Short(found, func(x, y pairs.LanguagePair) int {
		return cmp.Or(cmp.Compare(y.Lead, x.Lead), x.A.Unit-y.A.Unit, x.B.Unit-y.B.Unit)
	})
	return found, ctx.Err()
}

// find fills in the best pairs of each unit.
func (t *translations) find(ctx context.Context, spelled *candidates.Set) (err error) {
	skip := t.represent()
	t.table, err = candidates.NewTable(ctx, spelled, candidates.Options{
		Documents: len(t.units), MaxDF: t.common,
		Skip: func(n int) bool { return skip[n] }, Counts: t.counts,
	})
	if err != nil {
		return err
	}
	err = t.table.Sharing(ctx, 0, t.table.Affordable(mostSpelledShared), func(c candidates.Candidate) error {
		if !inOther(t.language[c.A], t.language[c.B]) || !t.comparable(c.A, c.B) || t.made[c.A] && t.made[c.B] {
			return nil
		}
		k := &likeUnits{a: c.A, b: c.B, estimate: c.Shared / math.Sqrt(t.table.Weight(c.A)*t.table.Weight(c.B))}
		t.add(c.A, t.language[c.B], k)
		t.add(c.B, t.language[c.A], k)
		return nil
	})
	for _, lists := range t.best {
		for _, list := range lists {
			for _, k := range list {
				if k.material == 0 {
					k.material = t.table.Measures(k.a, k.b).Cosine
				}
			}
			slices.SortStableFunc(list, func(x, y *likeUnits) int { return cmp.Compare(y.material, x.material) })
		}
	}
	return err
}

// add adds a pair to the best of a unit.
func (t *translations) add(unit int, language string, k *likeUnits) {
	list := t.best[unit][language]
	at, _ := slices.BinarySearchFunc(list, k, func(x, y *likeUnits) int {
		return cmp.Or(cmp.Compare(y.estimate, x.estimate), x.a-y.a, x.b-y.b)
	})
	if at == triedInLanguage {
		return
	}
	if t.best[unit] == nil {
		t.best[unit] = map[string][]*likeUnits{}
	}
	t.best[unit][language] = slices.Insert(list[:min(len(list), triedInLanguage-1)], at, k)
}

// second returns the best material of other pairs that a unit of a pair has in that language.
func (t *translations) second(unit int, k *likeUnits) float64 {
	for _, x := range t.best[unit][t.language[k.a+k.b-unit]] {
		if x != k {
			return x.material
		}
	}
	return 0
}

// warnOfAlone names submissions that are alone in their language. The scores of their pairs mean
// little.
func (r *comparison) warnOfAlone() {
	language := languagesOf(r.units.All, languageOf)
	var alone []string
	for n, own := range language {
		others := slices.ContainsFunc(language, func(l string) bool { return inOther(own, l) })
		same := slices.IndexFunc(language, func(l string) bool { return l != "" && !inOther(own, l) })
		if own != "" && others && same == n && !slices.ContainsFunc(language[n+1:], func(l string) bool { return l != "" && !inOther(own, l) }) {
			alone = append(alone, r.units.All[n].Name+" ("+own+")")
		}
	}
	if r.Unit == pairs.ByFolder && len(alone) > 0 {
		r.Warnings = append(r.Warnings, warning.Of(option.AloneInLanguage, len(alone), strings.Join(alone, ", ")))
	}
}
