package cluster

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// families returns sets of hashes: documents that were made of one another, with copies, empty
// ones, and hashes that all of them may have.
func families(r *rand.Rand) [][]uint64 {
	var sets [][]uint64
	for range 3 + r.IntN(6) {
		own := uint64(r.IntN(1 << 20))
		for range r.IntN(6) {
			set := []uint64{}
			for i := range uint64(r.IntN(60)) {
				if r.IntN(8) > 0 {
					set = append(set, mix(own+i, 1))
				}
			}
			for i := range uint64(r.IntN(30)) {
				set = append(set, mix(i, 2))
			}
			for range 1 + r.IntN(2) {
				sets = append(sets, set)
			}
		}
	}
	r.Shuffle(len(sets), func(i, j int) { sets[i], sets[j] = sets[j], sets[i] })
	return sets
}

// byPairs computes what bySketch promises, from all pairs.
func byPairs(sketches []Sketch, threshold float64, common int) [][]int {
	holders := map[uint64][]Sketch{} // different sketches that hold the hash
	for _, s := range sketches {
		for _, h := range s.hashes {
			if !slices.ContainsFunc(holders[h], func(other Sketch) bool { return s.compare(other) == 0 }) {
				holders[h] = append(holders[h], s)
			}
		}
	}
	sets := newSets(len(sketches))
	for d, a := range sketches {
		for e, b := range sketches[:d] {
			leads := a.compare(b) == 0
			for h := range asSet(a.hashes) {
				leads = leads || slices.Contains(b.hashes, h) && len(holders[h]) <= common
			}
			if leads && a.Resemblance(b) >= threshold {
				sets.join(d, e)
			}
		}
	}
	return sets.groups()
}

func clustered(t *testing.T, sketches []Sketch, threshold float64, common int) [][]int {
	t.Helper()
	groups, err := bySketch(context.Background(), sketches, threshold, common)
	if err != nil {
		t.Fatal(err)
	}
	return groups
}

func sketched(sets [][]uint64, size func() int) []Sketch {
	list := make([]Sketch, len(sets))
	for i, set := range sets {
		list[i] = NewSketch(size()).With(set)
	}
	return list
}

func TestBySketch_AgreesWithAllPairs(t *testing.T) {
	groups := 0
	for seed := range uint64(120) {
		r := rand.New(rand.NewPCG(seed, 1))
		sets, s := families(r), 1+r.IntN(80)
		threshold, common := float64(r.IntN(21))/20, 1+r.IntN(12)
		for _, sketches := range [][]Sketch{
			sketched(sets, func() int { return s }), sketched(sets, func() int { return 1 + r.IntN(80) }),
		} {
			got, want := clustered(t, sketches, threshold, common), byPairs(sketches, threshold, common)
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("seed %d, %v, %d: groups are %v, want %v", seed, threshold, common, got, want)
			}
			groups += len(got)
		}
	}
	if groups < 300 {
		t.Errorf("only %d groups in all: the corpora test little", groups)
	}
}

func TestBySketch_OrderDoesNotMatter(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 2))
		sets := families(r)
		order := r.Perm(len(sets))
		moved := make([][]uint64, len(sets))
		for i, at := range order {
			moved[i] = sets[at]
		}
		size := func() int { return 30 }
		back := newSets(len(sets))
		for _, group := range clustered(t, sketched(moved, size), 0.5, 5) {
			for _, d := range group {
				back.join(order[group[0]], order[d])
			}
		}
		if got, want := back.groups(), clustered(t, sketched(sets, size), 0.5, 5); !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: groups are %v, in another order %v", seed, want, got)
		}
	}
}

// Common hashes count only for documents that a rarer hash leads to.
func TestBySketch_CommonHashesLeadNowhere(t *testing.T) {
	header, _ := sets(30, 0, 0, 1)
	var sketches []Sketch
	for d := range uint64(20) {
		own, _ := sets(10, 0, 0, 10+d/2) // two documents have one in common
		own[0] = mix(d, 5)
		sketches = append(sketches, NewSketch(100).With(slices.Concat(header, own)))
	}
	all := clustered(t, sketches, 0.6, commonHash)
	if len(all) != 1 || len(all[0]) != 20 {
		t.Errorf("a header of 30 hashes in 40 joins %v, want all", all)
	}
	pairs := clustered(t, sketches, 0.9, 19) // 39 of 41
	if len(pairs) != 10 || !slices.Equal(pairs[3], []int{6, 7}) {
		t.Errorf("groups are %v, want ten of two", pairs)
	}
	if few := clustered(t, sketches, 0.6, 19); len(few) != 10 {
		t.Errorf("groups are %v: the header led from one to another", few)
	}
}

func TestBySketch_FindsCopiesOfCommonHashesOnly(t *testing.T) {
	set, _ := sets(50, 0, 0, 1)
	sketches := make([]Sketch, 500)
	for i := range sketches {
		sketches[i] = NewSketch(50).With(set)
	}
	sketches[7] = Sketch{}
	groups := clustered(t, sketches, 1, 2)
	if len(groups) != 1 || len(groups[0]) != 499 || slices.Contains(groups[0], 7) {
		t.Errorf("groups are %v, want one of all but 7", groups)
	}
}

func TestBySketch_NothingToCluster(t *testing.T) {
	for _, sketches := range [][]Sketch{nil, {}, {{}}, {{}, {}}, {NewSketch(1).With([]uint64{1}), {}}} {
		if groups := clustered(t, sketches, 0.5, commonHash); len(groups) != 0 {
			t.Errorf("%v has groups %v", sketches, groups)
		}
	}
}

func TestBySketch_ThresholdOutOfRange(t *testing.T) {
	for _, threshold := range []float64{-1, 1.1, math.NaN()} {
		if groups, err := BySketch(context.Background(), nil, threshold); err == nil || groups != nil {
			t.Errorf("%v: groups %v, error %v", threshold, groups, err)
		}
	}
}

func TestBySketch_EndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	groups, err := BySketch(ctx, []Sketch{NewSketch(1).With([]uint64{1})}, 0.5)
	if !errors.Is(err, context.Canceled) || groups != nil {
		t.Errorf("groups %v, error %v", groups, err)
	}
}

func BenchmarkBySketch(b *testing.B) {
	var sketches []Sketch
	for d := range uint64(20_000) {
		own, _ := sets(300, 0, 0, d/4) // families of four, with a tenth of their own and a tenth of everybody's
		for i := range own[:30] {
			own[i], own[i+30] = mix(d<<8+uint64(i), 7), mix(uint64(i), 8)
		}
		sketches = append(sketches, NewSketch(200).With(own))
	}
	b.ReportAllocs()
	for b.Loop() {
		groups, err := BySketch(context.Background(), sketches, 0.5)
		if err != nil || len(groups) != 5000 {
			b.Fatalf("%d groups, error %v", len(groups), err)
		}
	}
}
