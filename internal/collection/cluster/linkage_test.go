package cluster

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// Scores here are multiples of a sixteenth, so sums are exact, many are equal, and the mean of
// pairs is the same number whatever it was computed from.

type random struct{ *rand.Rand }

func newRandom(seed uint64) random { return random{rand.New(rand.NewPCG(seed, 7))} }

func (r random) edges(n, count int) []Edge {
	edges := make([]Edge, count)
	for i := range edges {
		edges[i] = Edge{r.IntN(n), r.IntN(n), float64(r.IntN(17)) / 16}
	}
	return edges
}

// instance is a small input: from hardly any edges to more than there are pairs, some of them
// invalid.
func (r random) instance() (n int, edges []Edge, threshold float64) {
	n = 1 + r.IntN(14)
	edges = r.edges(n, r.IntN(n*n))
	return n, edges, float64(1+r.IntN(32)) / 32
}

func (r random) shuffled(edges []Edge) []Edge {
	edges = slices.Clone(edges)
	r.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
	for i, e := range edges {
		if r.IntN(2) == 0 {
			edges[i].A, edges[i].B = e.B, e.A
		}
	}
	return edges
}

// matrix returns the score of every pair.
func matrix(n int, edges []Edge) [][]float64 {
	m := make([][]float64, n)
	for x := range m {
		m[x] = make([]float64, n)
	}
	for _, e := range edges {
		if e.A != e.B {
			m[e.A][e.B] = max(m[e.A][e.B], e.Score)
			m[e.B][e.A] = m[e.A][e.B]
		}
	}
	return m
}

// between returns the mean score of the pairs between two groups.
func between(m [][]float64, a, b []int) float64 {
	sum := 0.0
	for _, x := range a {
		for _, y := range b {
			sum += m[x][y]
		}
	}
	return sum / float64(len(a)*len(b))
}

func within(m [][]float64, group []int) float64 {
	sum := 0.0
	for i, x := range group {
		for _, y := range group[:i] {
			sum += m[x][y]
		}
	}
	return sum / float64(len(group)*(len(group)-1)/2)
}

// naive joins clusters by looking at all pairs of them. They stay in the order of their first
// members. linkage returns how alike two are.
func naive(n int, threshold float64, linkage func(a, b []int) float64) [][]int {
	clusters := make([][]int, n)
	for x := range clusters {
		clusters[x] = []int{x}
	}
	for {
		best, at, with := 0.0, 0, 0
		for i := range clusters {
			for j := i + 1; j < len(clusters); j++ {
				if s := linkage(clusters[i], clusters[j]); s > best {
					best, at, with = s, i, j
				}
			}
		}
		if best == 0 || best < threshold {
			return ordered(clusters)
		}
		clusters[at] = append(clusters[at], clusters[with]...)
		slices.Sort(clusters[at])
		clusters = slices.Delete(clusters, with, with+1)
	}
}

func ordered(clusters [][]int) [][]int {
	clusters = slices.DeleteFunc(clusters, func(c []int) bool { return len(c) < 2 })
	slices.SortStableFunc(clusters, func(a, b []int) int { return len(b) - len(a) })
	return clusters
}

// averaged is Average with a context that is never done.
func averaged(t *testing.T, n int, edges []Edge, threshold float64) [][]int {
	t.Helper()
	groups, err := Average(context.Background(), n, edges, threshold, nil)
	if err != nil {
		t.Fatal(err)
	}
	return groups
}

func same(t *testing.T, what string, got, want [][]int) {
	t.Helper()
	if len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: groups are %v, want %v", what, got, want)
	}
}

func TestAverage_AgreesWithTheDefinition(t *testing.T) {
	grouped := 0
	for seed := range uint64(3000) {
		n, edges, threshold := newRandom(seed).instance()
		m := matrix(n, edges)
		want := naive(n, threshold, func(a, b []int) float64 { return between(m, a, b) })
		same(t, fmt.Sprint("seed ", seed), averaged(t, n, edges, threshold), want)
		grouped += len(want)
	}
	if grouped < 1000 {
		t.Errorf("only %d groups in all: the inputs test little", grouped)
	}
}

func TestSingle_AgreesWithTheDefinition(t *testing.T) {
	for seed := range uint64(1000) {
		n, edges, threshold := newRandom(seed).instance()
		m := matrix(n, edges)
		want := naive(n, threshold, func(a, b []int) float64 {
			best := 0.0
			for _, x := range a {
				for _, y := range b {
					best = max(best, m[x][y])
				}
			}
			return best
		})
		same(t, fmt.Sprint("seed ", seed), Single(n, edges, threshold), want)
	}
}

// TestGroups_OrderOfEdgesDoesNotMatter uses scores that do not add up exactly, and sizes at which
// links move often.
func TestGroups_OrderOfEdgesDoesNotMatter(t *testing.T) {
	for seed := range uint64(40) {
		r := newRandom(seed)
		n := 50 + r.IntN(150)
		edges := r.edges(n, 4*n)
		for i := range edges {
			edges[i].Score = []float64{r.Float64(), 0.1, 0.3}[r.IntN(3)]
		}
		other := r.shuffled(edges)
		same(t, "single", Single(n, other, 0.9), Single(n, edges, 0.9))
		same(t, "average", averaged(t, n, other, 0.1), averaged(t, n, edges, 0.1))
	}
}

// TestAverage_StopsWhereItShould checks that groups reach the threshold on average, and that no two
// groups or things could be joined.
func TestAverage_StopsWhereItShould(t *testing.T) {
	for seed := range uint64(300) {
		n, edges, threshold := newRandom(seed).instance()
		m, groups := matrix(n, edges), averaged(t, n, edges, threshold)
		for _, group := range groups {
			if mean := within(m, group); mean < threshold-1e-12 {
				t.Fatalf("seed %d: %v has a mean of %v at a threshold of %v", seed, group, mean, threshold)
			}
		}
		all := withLone(n, groups)
		for i := range all {
			for j := range i {
				if mean := between(m, all[i], all[j]); mean >= threshold {
					t.Fatalf("seed %d: %v and %v are apart with a mean of %v", seed, all[i], all[j], mean)
				}
			}
		}
	}
}

// withLone adds groups of one for all that is in none.
func withLone(n int, groups [][]int) [][]int {
	all, in := slices.Clone(groups), make([]bool, n)
	for _, group := range groups {
		for _, x := range group {
			in[x] = true
		}
	}
	for x := range n {
		if !in[x] {
			all = append(all, []int{x})
		}
	}
	return all
}

func TestGroups_AreNested(t *testing.T) {
	for seed := range uint64(300) {
		n, edges, threshold := newRandom(seed).instance()
		inside(t, n, averaged(t, n, edges, threshold), averaged(t, n, edges, threshold/2))
		inside(t, n, Single(n, edges, threshold), Single(n, edges, threshold/2))
		inside(t, n, averaged(t, n, edges, threshold), Single(n, edges, threshold))
		same(t, "any edge", averaged(t, n, edges, 0), Single(n, edges, 0))
	}
}

// inside checks that every one of the fine groups lies in one of the coarse.
func inside(t *testing.T, n int, fine, coarse [][]int) {
	t.Helper()
	in := make([]int, n)
	for g, group := range withLone(n, coarse) {
		for _, x := range group {
			in[x] = g
		}
	}
	for _, group := range fine {
		for _, x := range group {
			if in[x] != in[group[0]] {
				t.Fatalf("%d and %d are together in %v but not in %v", x, group[0], fine, coarse)
			}
		}
	}
}

func TestAverage_TiesGoByFirstMembers(t *testing.T) {
	chain := []Edge{{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {3, 4, 1}}
	same(t, "chain", averaged(t, 5, chain, 0.6), [][]int{{0, 1}, {2, 3}})
	same(t, "chain", Single(5, chain, 0.6), [][]int{{0, 1, 2, 3, 4}})
}

func TestGroups_IgnoreBadInput(t *testing.T) {
	nan := math.NaN()
	edges := []Edge{{-1, 0, 1}, {0, 3, 1}, {math.MinInt, math.MaxInt, 1}, {1, 1, 1}, {0, 1, nan}, {0, 2, -1}, {1, 2, 0}}
	for _, n := range []int{-1, 0, 3} {
		for _, threshold := range []float64{-1, 0, 0.5, nan, math.Inf(1)} {
			same(t, "single", Single(n, edges, threshold), nil)
			same(t, "average", averaged(t, n, edges, threshold), nil)
		}
	}
	same(t, "infinite", averaged(t, 3, []Edge{{0, 1, math.Inf(1)}}, 0.5), [][]int{{0, 1}})
	good := []Edge{{0, 1, 1}}
	same(t, "no threshold", append(Single(2, good, nan), averaged(t, 2, good, nan)...), nil)
}

func TestGroups_OnlyReadArguments(t *testing.T) {
	edges := []Edge{{3, 1, 0.5}, {1, 3, 1}, {2, 0, 1}}
	before := slices.Clone(edges)
	averaged(t, 4, edges, 0.5)
	Single(4, edges, 0.5)
	if !slices.Equal(edges, before) {
		t.Errorf("edges are %v now", edges)
	}
}

func TestAverage_EndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	groups, err := Average(ctx, 2, []Edge{{0, 1, 1}}, 0.5, nil)
	if groups != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%d groups, %v", len(groups), err)
	}
}
