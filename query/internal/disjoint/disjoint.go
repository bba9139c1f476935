// Package disjoint keeps track of which things belong together.
package disjoint

import (
	"cmp"
	"context"

	"github.com/chaffinch-search/chaffinch/query/internal/interruptible"
)

// Sets parts the numbers from 0 to n-1 into sets, which can only be joined: union by size with path halving (Tarjan
// and van Leeuwen, "Worst-case analysis of set union algorithms", 1984). An operation takes all but constant time.
type Sets struct {
	parent []int
	size   []int // of the set, where the number is its own parent
}

// New returns n sets of one number each; none if n is less than 1.
func New(n int) *Sets {
	s := &Sets{make([]int, max(n, 0)), make([]int, max(n, 0))}
	for i := range s.parent {
		s.parent[i], s.size[i] = i, 1
	}
	return s
}

// Find returns the number that stands for the set of x, the same for all of its members until it is joined.
func (s *Sets) Find(x int) int {
	for s.parent[x] != x {
		s.parent[x] = s.parent[s.parent[x]]
		x = s.parent[x]
	}
	return x
}

// Join makes one set of those of a and b.
func (s *Sets) Join(a, b int) {
	a, b = s.Find(a), s.Find(b)
	if a == b {
		return
	}
	if s.size[a] < s.size[b] {
		a, b = b, a
	}
	s.parent[b] = a
	s.size[a] += s.size[b]
}

// Groups returns the sets of two or more numbers: the largest first, those of one size by their first member, the
// members rising. The slices belong to the caller.
func (s *Sets) Groups() [][]int {
	groups, _ := s.GroupsContext(context.Background())
	return groups
}

// GroupsContext is [Sets.Groups], and returns ctx's error when it is done before.
func (s *Sets) GroupsContext(ctx context.Context) ([][]int, error) {
	members := make(map[int][]int)
	for x := range s.parent {
		if err := interruptible.Look(ctx, x); err != nil {
			return nil, err
		}
		if root := s.Find(x); s.size[root] > 1 {
			members[root] = append(members[root], x)
		}
	}
	groups := make([][]int, 0, len(members))
	for _, group := range members {
		groups = append(groups, group)
	}
	err := interruptible.Sort(ctx, groups, func(a, b []int) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a[0], b[0]))
	})
	if err != nil {
		return nil, err
	}
	return groups, nil
}
