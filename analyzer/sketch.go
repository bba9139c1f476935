package analyzer

import (
	"container/heap"
	"slices"
)

// appendSmallest appends the positions of the s smallest distinct hashes to dst, each at its
// first position, in rising order of position. It takes O(n log s) time and O(s) memory.
func appendSmallest(dst []int, hashes []uint64, s int) []int {
	kept := largestFirst{hashes: hashes}
	seen := make(map[uint64]struct{}, min(s, len(hashes)))
	for i, h := range hashes {
		if len(kept.at) == s && h >= hashes[kept.at[0]] {
			continue
		}
		if _, ok := seen[h]; ok {
			continue
		}
		seen[h] = struct{}{}
		heap.Push(&kept, i)
		if len(kept.at) > s {
			delete(seen, hashes[heap.Pop(&kept).(int)])
		}
	}
	slices.Sort(kept.at)
	return append(dst, kept.at...)
}

// largestFirst is a heap of positions with the largest hash on top.
type largestFirst struct {
	hashes []uint64
	at     []int
}

func (l largestFirst) Len() int           { return len(l.at) }
func (l largestFirst) Less(i, j int) bool { return l.hashes[l.at[i]] > l.hashes[l.at[j]] }
func (l largestFirst) Swap(i, j int)      { l.at[i], l.at[j] = l.at[j], l.at[i] }
func (l *largestFirst) Push(x any)        { l.at = append(l.at, x.(int)) }
func (l *largestFirst) Pop() any {
	x := l.at[len(l.at)-1]
	l.at = l.at[:len(l.at)-1]
	return x
}
