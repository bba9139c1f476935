package cluster

import (
	"context"
	"math"
	"reflect"
	"testing"
)

// shapes are graphs that make one or another part of average linkage slow.
func shapes(n int) map[string][]Edge {
	r := newRandom(1)
	all := map[string][]Edge{"random": r.edges(n, 5*n)}
	for x := 1; x < n; x++ {
		near := 1 - float64(r.IntN(100))/1000
		all["star"] = append(all["star"], Edge{0, x, near})
		all["chain"] = append(all["chain"], Edge{x - 1, x, near})
		all["two hubs"] = append(all["two hubs"], Edge{x % 2, x, near}, Edge{1 - x%2, x, near / 2})
		all["cliques"] = append(all["cliques"], clique(x, min(n, x|31+1), near)...)
	}
	return all
}

func clique(x, end int, score float64) []Edge {
	var edges []Edge
	for y := x + 1; y < end; y++ {
		edges = append(edges, Edge{x, y, score})
	}
	return edges
}

// TestAverage_StepsStayWithinTheBound checks the bound that the essay in average.go derives: edges
// queued at first, links queued because they move (twice log2 E a link is more than log E to the
// base of 1.5), and links queued because their mean was too high.
func TestAverage_StepsStayWithinTheBound(t *testing.T) {
	const n = 1500
	for name, edges := range shapes(n) {
		for _, threshold := range []float64{0.02, 0.3, 0.9} {
			edges := canonical(n, edges)
			a := newAverage(n, edges, threshold)
			steps := 0
			for len(a.queue) > 0 {
				a.step()
				steps++
			}
			e := float64(len(edges))
			bound := e + 2*e*math.Log2(e) + e*(1+2*math.Log(n))/threshold
			if float64(steps) > bound {
				t.Errorf("%s at %v: %d steps for %v edges, more than %.0f", name, threshold, steps, e, bound)
			}
			t.Logf("%-8s at %.2f: %.1f steps an edge, bound %.1f", name, threshold, float64(steps)/e, bound/e)
		}
	}
}

// TestAverage_LinksOfAHubStay checks that things joined to a hub one by one move their own links,
// never those of the hub, whichever of the two a link names first.
func TestAverage_LinksOfAHubStay(t *testing.T) {
	const n, hub = 1000, 20
	var edges []Edge
	for x := range hub { // joined to the hub from the last to the first
		edges = append(edges, clique(x, hub+1, 0.9+float64(x)/1000)...)
	}
	inner := len(edges)
	for x := hub + 1; x < n; x++ {
		edges = append(edges, Edge{hub, x, 0.01})
	}
	a := newAverage(n, edges, 0.5)
	for len(a.queue) > 0 {
		a.step()
	}
	if groups := a.sets.groups(); len(groups) != 1 || len(groups[0]) != hub+1 {
		t.Fatalf("groups are %v, want one of the first %d", groups, hub+1)
	}
	for _, l := range a.links[inner:] {
		if l.queued != 1 {
			t.Fatalf("a link of the hub was moved %d times", l.queued-1)
		}
	}
}

func BenchmarkAverage(b *testing.B) {
	const n = 100_000
	edges := newRandom(2).edges(n, 10*n)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Average(context.Background(), n, edges, 0.1, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// TestAverage_JoinedGroupsAreAsWithAllEdges checks that a group of items with few edges, joined at
// the start, ends up as if all edges had been given.
func TestAverage_JoinedGroupsAreAsWithAllEdges(t *testing.T) {
	r := newRandom(7)
	for range 200 {
		n := 4 + r.IntN(30)
		size := 2 + r.IntN(n-2)
		var few, all []Edge
		group := r.Perm(n)[:size]
		inside := map[int]bool{}
		for i, x := range group {
			inside[x] = true
			for j, y := range group[:i] {
				all = append(all, Edge{x, y, .95})
				if j == 0 {
					few = append(few, Edge{x, y, .95})
				}
			}
		}
		for _, e := range r.edges(n, 4*n) {
			if e.Score = min(e.Score, .9); !inside[e.A] || !inside[e.B] {
				few, all = append(few, e), append(all, e)
			}
		}
		got, err := Average(context.Background(), n, few, .3, [][]int{group})
		want, _ := Average(context.Background(), n, all, .3, nil)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%v (%v), not %v", got, err, want)
		}
	}
}
