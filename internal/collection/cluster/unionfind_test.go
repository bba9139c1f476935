package cluster

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestDisjointSets_AgreeWithLabels keeps a label for every number in addition to the sets, which a
// join rewrites in full.
func TestDisjointSets_AgreeWithLabels(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 1 + r.IntN(40)
		s, label := newSets(n), make([]int, n)
		for i := range label {
			label[i] = i
		}
		for range r.IntN(n + 1) {
			a, b := r.IntN(n), r.IntN(n)
			s.join(a, b)
			from, to := label[a], label[b]
			for i := range label {
				if label[i] == from {
					label[i] = to
				}
			}
			compareSets(t, s, label)
		}
	}
}

func compareSets(t *testing.T, s *disjointSets, label []int) {
	t.Helper()
	for a := range label {
		for b := range label {
			if same := s.find(a) == s.find(b); same != (label[a] == label[b]) {
				t.Fatalf("%d and %d belong together: %v, labels %d and %d", a, b, same, label[a], label[b])
			}
		}
	}
}

func TestDisjointSets_GroupsAreOrdered(t *testing.T) {
	s := newSets(10)
	for _, pair := range [][2]int{{9, 8}, {5, 2}, {7, 1}, {7, 3}, {3, 1}} {
		s.join(pair[0], pair[1])
	}
	if got, want := fmt.Sprint(s.groups()), "[[1 3 7] [2 5] [8 9]]"; got != want {
		t.Errorf("groups are %s, want %s", got, want)
	}
}

func TestDisjointSets_EmptyHasNoGroups(t *testing.T) {
	for _, n := range []int{-1, 0, 3} {
		if groups := newSets(n).groups(); len(groups) != 0 {
			t.Errorf("%d numbers that nothing joins have groups %v", n, groups)
		}
	}
}
