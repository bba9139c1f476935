package pairing

import (
	"cmp"
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/collection/candidates"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
)

// In short programs and methods, a copy with many changes may score too little. Its pair is below
// the minimum, though among the best of its units. So the best pairs of each unit are listed, too,
// marked as weak: see [pairs.Options.BestOfEach]. Candidates for them are the pairs with the best
// estimates of each unit. Most of a small collection's are aligned anyway.

const (
	// mostWeakUnits bounds the units of a collection with weak pairs: of more, nobody reads them.
	// mostWeakShared bounds the time of finding candidates, in pairs of units with a common
	// fingerprint: the most frequent ones are left out.
	mostWeakUnits, mostWeakShared = 5000, 1 << 27
	// mostWeakTokens bounds the time of aligning them: some tenths of a second. The best of each
	// unit come first.
	mostWeakTokens = 1 << 22
	// weakTried is the number of candidates for each weak pair of a unit, because estimates are not
	// scores.
	weakTried = 2
)

// weakPairs are the best pairs of each unit among those that score too little.
type weakPairs struct {
	most   int                    // of each unit; 0 lists none
	tried  map[[2]int32]candidate // candidates that are not aligned yet, with their rank as the score
	proved []candidate
}

// newWeak finds the candidates.
func (p *pairing) newWeak(ctx context.Context) (*weakPairs, error) {
	w := &weakPairs{tried: map[[2]int32]candidate{}}
	if !p.list || p.o.BestOfEach < 1 || p.o.MinScore == 0 || p.o.Only != nil || p.o.Baseline != nil || len(p.units) > mostWeakUnits {
		return w, nil
	}
	w.most = p.o.BestOfEach
	best := make([][]candidate, len(p.units))
	add := func(unit int32, k candidate) {
		list := best[unit]
		at, _ := slices.BinarySearchFunc(list, k, comparePromise)
		if at == weakTried*w.most {
			return
		}
		if len(list) == weakTried*w.most {
			list = list[:len(list)-1]
		}
		best[unit] = slices.Insert(list, at, k)
	}
	estimator := units.NewEstimator(p.table, p.o.Settings)
	folds := p.newFolds(estimator)
	propose := func(t *candidates.Table, e units.Estimator, short bool) error {
		return t.Sharing(ctx, 0, t.Affordable(mostWeakShared), func(found candidates.Candidate) error {
			a, b := found.A, found.B
			if (p.short[a] && p.short[b]) == short && p.comparable(a, b) && !(p.made[a] && p.made[b]) && !folds.has(a, b) {
				k := candidate{a: int32(a), b: int32(b), estimate: e.Estimate(found)}
				add(k.a, k)
				add(k.b, k)
			}
			return nil
		})
	}
	err := propose(p.table, estimator, false)
	if err == nil {
		err = propose(p.grams, units.NewEstimator(p.grams, units.EveryGram(p.o.Settings)), true)
	}
	for _, list := range best {
		for rank, k := range list {
			k.score = float64(rank)
			if known, has := w.tried[k.units()]; !has || known.score > k.score {
				w.tried[k.units()] = k
			}
		}
	}
	return w, err
}

func (k *candidate) units() [2]int32 { return [2]int32{k.a, k.b} }

// add adds an aligned pair that is not listed otherwise.
func (w *weakPairs) add(k candidate) {
	if w.most == 0 || k.made || k.score == 0 {
		return
	}
	k.facts, k.weak = nil, true
	if w.proved = append(w.proved, k); len(w.proved) > 4*mostWeakUnits*w.most {
		w.proved = w.best(nil)
	}
}

// best returns the best pairs of each unit, given those that are listed already.
func (w *weakPairs) best(listed []candidate) (all []candidate) {
	of := map[int32]int{}
	for _, k := range listed {
		of[k.a]++
		of[k.b]++
	}
	slices.SortFunc(w.proved, compareScores)
	for _, k := range w.proved {
		if of[k.a] < w.most || of[k.b] < w.most {
			of[k.a]++
			of[k.b]++
			all = append(all, k)
		}
	}
	return all
}

// rest returns the candidates that are to be aligned: of units that have too few pairs, the best of
// each first.
func (w *weakPairs) rest(listed []candidate, all []*units.Unit) (rest []candidate) {
	of := map[int32]int{}
	for _, k := range listed {
		of[k.a]++
		of[k.b]++
	}
	for _, k := range w.tried {
		if of[k.a] < w.most || of[k.b] < w.most {
			rest = append(rest, k)
		}
	}
	slices.SortFunc(rest, func(x, y candidate) int { return cmp.Or(cmp.Compare(x.score, y.score), comparePromise(x, y)) })
	tokens := 0
	for n := range rest {
		rest[n].score = 0
		for _, u := range rest[n].units() {
			for _, f := range all[u].Files {
				tokens += f.Tokens
			}
		}
		if tokens > mostWeakTokens {
			return rest[:n]
		}
	}
	return rest
}
