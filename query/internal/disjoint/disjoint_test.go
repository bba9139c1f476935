package disjoint

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestSetsAgreeWithLabels keeps a label for every number beside the sets, which a join rewrites in full.
func TestSetsAgreeWithLabels(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 1 + r.IntN(40)
		s, label := New(n), make([]int, n)
		for i := range label {
			label[i] = i
		}
		for range r.IntN(n + 1) {
			a, b := r.IntN(n), r.IntN(n)
			s.Join(a, b)
			from, to := label[a], label[b]
			for i := range label {
				if label[i] == from {
					label[i] = to
				}
			}
			compare(t, s, label)
		}
	}
}

func compare(t *testing.T, s *Sets, label []int) {
	t.Helper()
	for a := range label {
		for b := range label {
			if same := s.Find(a) == s.Find(b); same != (label[a] == label[b]) {
				t.Fatalf("%d and %d belong together: %v, labels %d and %d", a, b, same, label[a], label[b])
			}
		}
	}
}

func TestGroupsAreOrdered(t *testing.T) {
	s := New(10)
	for _, pair := range [][2]int{{9, 8}, {5, 2}, {7, 1}, {7, 3}, {3, 1}} {
		s.Join(pair[0], pair[1])
	}
	if got, want := fmt.Sprint(s.Groups()), "[[1 3 7] [2 5] [8 9]]"; got != want {
		t.Errorf("groups are %s, want %s", got, want)
	}
}

func TestNoNumbersHaveNoGroups(t *testing.T) {
	for _, n := range []int{-1, 0, 3} {
		if groups := New(n).Groups(); len(groups) != 0 {
			t.Errorf("%d numbers that nothing joins have groups %v", n, groups)
		}
	}
}
