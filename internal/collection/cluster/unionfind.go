package cluster

import (
	"cmp"

	"github.com/chaffinch-search/chaffinch/internal/order"
)

// disjointSets partitions the numbers from 0 to n-1 into sets, which can only be joined. It is
// union by size with path halving (Tarjan and van Leeuwen, "Worst-case analysis of set union
// algorithms", 1984). An operation takes almost constant time.
type disjointSets struct {
	parent []int
	size   []int // of the set, if the number is its own parent
}

// newSets returns n sets of one number each; none if n is less than 1.
func newSets(n int) *disjointSets {
	s := &disjointSets{make([]int, max(n, 0)), make([]int, max(n, 0))}
	for i := range s.parent {
		s.parent[i], s.size[i] = i, 1
	}
	return s
}

// find returns the representative of the set of x. The number is the same for all members of the
// set until the set is joined.
func (s *disjointSets) find(x int) int {
	for s.parent[x] != x {
		s.parent[x] = s.parent[s.parent[x]]
		x = s.parent[x]
	}
	return x
}

// join merges the sets of a and b.
func (s *disjointSets) join(a, b int) {
	a, b = s.find(a), s.find(b)
	if a == b {
		return
	}
	if s.size[a] < s.size[b] {
		a, b = b, a
	}
	s.parent[b] = a
	s.size[a] += s.size[b]
}

// groups returns the sets of two or more numbers, in the package's order.
func (s *disjointSets) groups() [][]int {
	members := make(map[int][]int)
	for x := range s.parent {
		if root := s.find(x); s.size[root] > 1 {
			members[root] = append(members[root], x)
		}
	}
	groups := make([][]int, 0, len(members))
	for _, group := range members {
		groups = append(groups, group)
	}
	order.Short(groups, func(a, b []int) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a[0], b[0]))
	})
	return groups
}
