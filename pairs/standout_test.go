package pairs

import (
	"slices"
	"testing"
)

// scored returns a report of pairs of two units each, with these scores.
func scored(scores ...float64) *Report {
	r := &Report{MinScore: .25}
	for i, score := range scores {
		r.Units = append(r.Units, Unit{}, Unit{})
		r.Pairs = append(r.Pairs, Pair{A: Side{Unit: 2 * i}, B: Side{Unit: 2*i + 1}, Score: score})
	}
	return r
}

func spread(n int, from, to float64) (all []float64) {
	for i := range n {
		all = append(all, from+(to-from)*float64(i)/float64(n))
	}
	return all
}

func TestFindStandOut_Cases(t *testing.T) {
	withoutPairs := scored(.9, .92, .94)
	withoutPairs.Units = append(withoutPairs.Units, make([]Unit, 20)...)
	identical := scored(spread(20, .4, .5)...)
	identical.Units = append(identical.Units, Unit{}, Unit{}, Unit{}, Unit{Old: true})
	identical.Identical = [][]int{{40, 41, 42, 43}}
	old := scored(spread(20, .4, .5)...)
	old.Units = append(old.Units, Unit{Old: true}, Unit{Old: true})
	old.Identical = [][]int{{40, 41}}
	for name, c := range map[string]struct {
		r    *Report
		want *StandOut
	}{
		"two hills":              {scored(append(spread(20, .31, .45), spread(6, .75, .95)...)...), &StandOut{12, .75, .443}},
		"most are copies":        {scored(append(spread(4, .31, .4), spread(20, .8, .95)...)...), &StandOut{40, .8, .3775}},
		"most are in no pair":    {withoutPairs, &StandOut{6, .9, .25}},
		"three are identical":    {identical, &StandOut{3, 1, .495}},
		"two far above the rest": {scored(append(spread(30, .3, .4), .5)...), &StandOut{2, .5, .39666666666666667}},
		"one hill":               {scored(spread(20, .4, .6)...), nil},
		"all are alike":          {scored(spread(20, .95, .97)...), nil},
		"few":                    {scored(.4, .9), nil},
		"no pairs":               {scored(), nil},
		"earlier ones are alike": {old, nil},
	} {
		c.r.FindStandOut()
		switch got := c.r.StandOut; {
		case (got == nil) != (c.want == nil), got != nil && !near(*got, *c.want):
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

func near(x, y StandOut) bool {
	close := func(x, y float64) bool { return x-y < 1e-9 && y-x < 1e-9 }
	return x.Units == y.Units && close(x.From, y.From) && close(x.Below, y.Below)
}

// Pairs beyond the top are unknown: the least listed score is that of the last listed pair.
func TestFindStandOut_CountsOnlyListedPairs(t *testing.T) {
	all := append(spread(6, .95, .75), spread(20, .45, .31)...)
	r := scored(all...)
	r.Pairs, r.More = r.Pairs[:10], len(all)-10
	slices.Reverse(r.Pairs) // whatever the order
	r.FindStandOut()
	if got := r.StandOut; got == nil || got.Units != 12 || got.Below < .42 {
		t.Errorf("%+v", got)
	}
}
