package sketch

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/countdown"
	"github.com/chaffinch-search/chaffinch/query/internal/disjoint"
	"github.com/chaffinch-search/chaffinch/query/internal/interruptible"
)

// corpus returns sets of hashes: families of documents that were made of one another, with copies, empty ones, and
// hashes that all of a site have.
func corpus(r *rand.Rand) [][]uint64 {
	var sets [][]uint64
	for range 3 + r.IntN(6) {
		own := uint64(r.IntN(1 << 20))
		for range r.IntN(6) {
			set := []uint64{}
			for i := range uint64(r.IntN(60)) {
				if r.IntN(8) > 0 {
					set = append(set, Mix(own+i, 1))
				}
			}
			for i := range uint64(r.IntN(30)) {
				set = append(set, Mix(i, 2))
			}
			for range 1 + r.IntN(2) {
				sets = append(sets, set)
			}
		}
	}
	r.Shuffle(len(sets), func(i, j int) { sets[i], sets[j] = sets[j], sets[i] })
	return sets
}

// byPairs computes what Cluster promises, from all pairs.
func byPairs[S Sketch[S]](sketches []S, o Options) [][]int {
	holders := map[uint64][]S{} // different sketches that hold the hash
	for _, s := range sketches {
		for _, h := range s.hashes() {
			if !slices.ContainsFunc(holders[h], func(other S) bool { return s.compare(other) == 0 }) {
				holders[h] = append(holders[h], s)
			}
		}
	}
	sets := disjoint.New(len(sketches))
	for d, a := range sketches {
		for e, b := range sketches[:d] {
			leads := a.compare(b) == 0
			for h := range asSet(a.hashes()) {
				leads = leads || slices.Contains(b.hashes(), h) && len(holders[h]) <= o.MaxShared
			}
			if leads && a.Resemblance(b).Value() >= o.Threshold {
				sets.Join(d, e)
			}
		}
	}
	return sets.Groups()
}

func clustered[S Sketch[S]](t *testing.T, sketches []S, o Options) [][]int {
	t.Helper()
	groups, err := Cluster(context.Background(), sketches, o)
	if err != nil {
		t.Fatal(err)
	}
	return groups
}

func sketched[S any](sets [][]uint64, of func([]uint64) S) []S {
	list := make([]S, len(sets))
	for i, set := range sets {
		list[i] = of(set)
	}
	return list
}

func agrees[S Sketch[S]](t *testing.T, seed uint64, sketches []S, o Options) int {
	t.Helper()
	got, want := clustered(t, sketches, o), byPairs(sketches, o)
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("seed %d, %+v: groups are %v, want %v", seed, o, got, want)
	}
	return len(got)
}

func TestClusterAgreesWithAllPairs(t *testing.T) {
	groups := 0
	for seed := range uint64(120) {
		r := rand.New(rand.NewPCG(seed, 1))
		sets, s, m := corpus(r), 1+r.IntN(80), 1+r.Uint64N(4)
		o := Options{Threshold: float64(1+r.IntN(20)) / 20, MaxShared: 1 + r.IntN(12)}
		groups += agrees(t, seed, sketched(sets, func(h []uint64) Min { return NewMin(h, s) }), o)
		groups += agrees(t, seed, sketched(sets, func(h []uint64) Min { return NewMin(h, 1+r.IntN(80)) }), o)
		groups += agrees(t, seed, sketched(sets, func(h []uint64) Mod { return NewMod(h, m) }), o)
		groups += agrees(t, seed, sketched(sets, func(h []uint64) Mod { return NewModOf(h, s) }), o)
	}
	if groups < 600 {
		t.Errorf("only %d groups in all: the corpora test little", groups)
	}
}

// TestClusterKnowsNoOrder: the same documents in another order are grouped alike.
func TestClusterKnowsNoOrder(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 2))
		sets := corpus(r)
		order := r.Perm(len(sets))
		moved := make([][]uint64, len(sets))
		for i, at := range order {
			moved[i] = sets[at]
		}
		of := func(h []uint64) Min { return NewMin(h, 30) }
		o := Options{Threshold: 0.5, MaxShared: 5}
		back := disjoint.New(len(sets))
		for _, group := range clustered(t, sketched(moved, of), o) {
			for _, d := range group {
				back.Join(order[group[0]], order[d])
			}
		}
		if got, want := back.Groups(), clustered(t, sketched(sets, of), o); !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: groups are %v, in another order %v", seed, want, got)
		}
	}
}

// TestCommonHashesLeadNowhere but count for those that a rarer one leads to.
func TestCommonHashesLeadNowhere(t *testing.T) {
	header, _ := sets(30, 0, 0, 1)
	var sketches []Min
	for d := range uint64(20) {
		own, _ := sets(10, 0, 0, 10+d/2) // two documents have one in common
		own[0] = Mix(d, 5)
		sketches = append(sketches, NewMin(slices.Concat(header, own), 100))
	}
	all := clustered(t, sketches, Options{Threshold: 0.6})
	if len(all) != 1 || len(all[0]) != 20 {
		t.Errorf("a header of 30 hashes in 40 joins %v, want all", all)
	}
	pairs := clustered(t, sketches, Options{Threshold: 0.9, MaxShared: 19}) // 39 of 41
	if len(pairs) != 10 || !slices.Equal(pairs[3], []int{6, 7}) {
		t.Errorf("groups are %v, want ten of two", pairs)
	}
	if few := clustered(t, sketches, Options{Threshold: 0.6, MaxShared: 19}); len(few) != 10 {
		t.Errorf("groups are %v: the header led from one to another", few)
	}
}

// TestCopiesAreFound although every hash of theirs is common.
func TestCopiesAreFound(t *testing.T) {
	set, _ := sets(50, 0, 0, 1)
	sketches := make([]Mod, 500)
	for i := range sketches {
		sketches[i] = NewMod(set, 1)
	}
	sketches[7] = Mod{}
	groups := clustered(t, sketches, Options{Threshold: 1, MaxShared: 2})
	if len(groups) != 1 || len(groups[0]) != 499 || slices.Contains(groups[0], 7) {
		t.Errorf("groups are %v, want one of all but 7", groups)
	}
}

func TestNothingToCluster(t *testing.T) {
	for _, sketches := range [][]Min{nil, {}, {{}}, {{}, {}}, {NewMin([]uint64{1}, 1), {}}} {
		if groups := clustered(t, sketches, Options{Threshold: 0.5}); len(groups) != 0 {
			t.Errorf("%v has groups %v", sketches, groups)
		}
	}
}

func TestOptionsOutOfRange(t *testing.T) {
	for _, o := range []Options{
		{}, {Threshold: -1}, {Threshold: 1.1}, {Threshold: math.NaN()}, {Threshold: 0.5, MaxShared: -1},
	} {
		if groups, err := Cluster(context.Background(), []Min{}, o); err == nil || groups != nil {
			t.Errorf("%+v: groups %v, error %v", o, groups, err)
		}
	}
}

func TestClusterCanBeCancelled(t *testing.T) {
	hashes, _ := sets(10, 0, 0, 1)
	sketches := make([]Min, 20)
	for d := range sketches {
		sketches[d] = NewMin(append(slices.Clone(hashes), Mix(uint64(d), 2)), 100)
	}
	for _, left := range []int{0, 1, 10} {
		groups, err := Cluster(countdown.After(left), sketches, Options{Threshold: 0.5})
		if !errors.Is(err, context.Canceled) || groups != nil {
			t.Errorf("cancelled after %d: groups %v, error %v", left, groups, err)
		}
	}
}

func BenchmarkCluster(b *testing.B) {
	var sketches []Min
	for d := range uint64(20_000) {
		own, _ := sets(300, 0, 0, d/4) // families of four, with a tenth of their own and a tenth of everybody's
		for i := range own[:30] {
			own[i], own[i+30] = Mix(d<<8+uint64(i), 7), Mix(uint64(i), 8)
		}
		sketches = append(sketches, NewMin(own, 200))
	}
	b.ReportAllocs()
	for b.Loop() {
		groups, err := Cluster(context.Background(), sketches, Options{Threshold: 0.5})
		if err != nil || len(groups) != 5000 {
			b.Fatalf("%d groups, error %v", len(groups), err)
		}
	}
}

// Setting up places looks at the context for every document, and all along while hashes are followed.
func TestSettingUpEndsWithItsContext(t *testing.T) {
	const documents, each = 40, 4096
	var sketches []Min
	all := make([]int, documents)
	for d := range documents {
		own, _ := sets(each, 0, 0, uint64(d))
		sketches, all[d] = append(sketches, NewMin(own, each)), d
	}
	whole := countdown.After(1 << 40)
	want, err := newPlaces(whole, sketches, all, 5)
	if err != nil {
		t.Fatal(err)
	}
	least := documents + 3*len(want.all)/interruptible.Looks // one of them in sorting
	if whole.Looks() < least {
		t.Errorf("%d looks, not %d", whole.Looks(), least)
	}
	for n := range whole.Looks() {
		if p, err := newPlaces(countdown.After(n), sketches, all, 5); p != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("done after %d of %d looks: %v", n, whole.Looks(), err)
		}
	}
}
