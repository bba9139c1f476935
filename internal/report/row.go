package report

import (
	"iter"
	"slices"

	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// row is one pair of units. Each copy of identical units has its own row.
type row struct {
	a, b *pairs.Unit
	pair pairs.Pair
	// from are the units of the pair that this one copies. The unit that stands for a comes first.
	// Its matches name their files. mirrored means that a stands for the side B of the matches.
	from      [2]*pairs.Unit
	mirrored  bool
	identical bool // to each other; the pair has no matches
}

// first returns the first top rows; all if top is under 1.
func first(r *pairs.Report, top int) iter.Seq[row] {
	return func(yield func(row) bool) {
		n := 0
		for row := range rows(r) {
			if n++; !yield(row) || n == top {
				return
			}
		}
	}
}

// rows returns all listed pairs of the result, best first. First come identical units, then the
// other pairs, once for each copy; then the same of units that all look generated or minified; then
// weak pairs. Two units of an archive are not a pair, nor are two of the rest.
func rows(r *pairs.Report) iter.Seq[row] {
	return func(yield func(row) bool) {
		more := true
		each := func(x row) bool { more = yield(x); return more }
		rowsOf(r, allOf(r.Pairs))(each)
		if copies := copiesIn(r); more {
			for i := range r.Weak {
				if !withEachCopy(r, &r.Weak[i], copies, each) {
					return
				}
			}
		}
	}
}

func allOf(some []pairs.Pair) iter.Seq[*pairs.Pair] {
	return func(yield func(*pairs.Pair) bool) {
		for i := range some {
			if !yield(&some[i]) {
				return
			}
		}
	}
}

// copiesIn returns the groups of identical units by the unit that represents them.
func copiesIn(r *pairs.Report) map[int][]int {
	copies := map[int][]int{}
	for _, group := range r.Identical {
		copies[group[0]] = group
	}
	return copies
}

// rowsOf returns the rows of the result. allPairs are the result's pairs.
func rowsOf(r *pairs.Report, allPairs iter.Seq[*pairs.Pair]) iter.Seq[row] {
	return func(yield func(row) bool) {
		copies := copiesIn(r)
		passes := []bool{false}
		if slices.ContainsFunc(r.Units, func(u pairs.Unit) bool { return u.Looks != "" }) {
			passes = append(passes, true)
		}
		for _, generated := range passes {
			for i, group := range r.Identical {
				if r.LooksGenerated(group) == generated && !identical(r, i, yield) {
					return
				}
			}
			for p := range allPairs {
				if (p.Looks != "") == generated && !withEachCopy(r, p, copies, yield) {
					return
				}
			}
		}
	}
}

// withEachCopy yields a pair for each copy of its units.
func withEachCopy(r *pairs.Report, p *pairs.Pair, copies map[int][]int, yield func(row) bool) bool {
	from := [2]*pairs.Unit{&r.Units[p.A.Unit], &r.Units[p.B.Unit]}
	for _, a := range withCopies(copies, p.A.Unit) {
		for _, b := range withCopies(copies, p.B.Unit) {
			if !add(r, row{pair: *p, from: from}, a, b, yield) {
				return false
			}
		}
	}
	return true
}

// Rows returns the number of rows of CSV and TSV.
func Rows(r *pairs.Report) (n int) {
	tally := func(group ...int) (t pairs.Tally) {
		for _, unit := range group {
			t.Add(r.Units[unit].Old, r.Units[unit].Rest)
		}
		return t
	}
	copies := map[int]pairs.Tally{} // by the unit that represents them
	for _, group := range r.Identical {
		t := tally(group...)
		copies[group[0]] = t
		n += t.Within()
	}
	of := func(unit int) pairs.Tally {
		if t, several := copies[unit]; several {
			return t
		}
		return tally(unit)
	}
	for _, p := range slices.Concat(r.Pairs, r.Weak) {
		n += of(p.A.Unit).With(of(p.B.Unit))
	}
	return n
}

func withCopies(copies map[int][]int, unit int) []int {
	if all := copies[unit]; all != nil {
		return all
	}
	return []int{unit}
}

// identical yields the pairs in a group of identical units.
func identical(r *pairs.Report, n int, yield func(row) bool) bool {
	group, isNew, percentile := r.Identical[n], isNewGroup(r, n), percentileOfIdentical(r)
	for i, a := range group {
		for _, b := range group[i+1:] {
			own := r.Units[a].Own()
			p := pairs.Pair{
				A: pairs.Side{Containment: 1, Coverage: 1}, B: pairs.Side{Containment: 1, Coverage: 1},
				Shares: wholly, Score: 1, Unusual: 1, Probability: ofIdentical(r, n, own), Resemblance: 1, Cosine: 1, Material: 1,
				Rank: 1, Percentile: percentile, Longest: own, Tokens: own, Kind: "verbatim", New: isNew,
			}
			if !add(r, row{pair: p, from: [2]*pairs.Unit{&r.Units[a], &r.Units[b]}, identical: true}, a, b, yield) {
				return false
			}
		}
	}
	return true
}

// percentileOfIdentical is [pairs.Pair.Percentile] of identical units. Their rank is 1.
func percentileOfIdentical(r *pairs.Report) float64 {
	all := 0
	for _, group := range r.Identical {
		all += r.PairsWithin(group)
	}
	return 100 * (1 - float64(all)/float64(max(int64(all), r.Stats.Comparable, 1)))
}

// ofIdentical returns the probability of a pair in a group of identical units with that many
// tokens.
func ofIdentical(r *pairs.Report, group, own int) float64 {
	if group < len(r.IdenticalProbability) {
		return r.IdenticalProbability[group]
	}
	return align.CertaintyOfPairs().Probability(1, own) // a report of an older version
}

// add yields a and b instead of x's units, the lower index first.
func add(r *pairs.Report, x row, a, b int, yield func(row) bool) bool {
	if u, v := &r.Units[a], &r.Units[b]; u.Old && v.Old || u.Rest && v.Rest {
		return true
	}
	p := &x.pair
	if a > b {
		a, b, p.A, p.B = b, a, p.B, p.A
		x.from[0], x.from[1], x.mirrored = x.from[1], x.from[0], true
	}
	x.a, x.b = &r.Units[a], &r.Units[b]
	if p.Looks = x.a.Looks; x.b.Looks == "" {
		p.Looks = ""
	}
	p.A.Unit, p.A.Name, p.B.Unit, p.B.Name = a, x.a.Name, b, x.b.Name
	return yield(x)
}
