package cluster

import "context"

// Means returns for every group the mean score of its pairs, where a pair without an edge counts 0. No thing stands in
// two of the groups. A group of fewer than two has no pairs, and 0. It takes O(E log E) time. Both arguments are only
// read.
func Means(groups [][]int, edges []Edge) []float64 {
	in, n := make(map[int]int), 0
	for g, group := range groups {
		for _, x := range group {
			in[x], n = g, max(n, x+1)
		}
	}
	means := make([]float64, len(groups))
	said, _ := canonical(context.Background(), n, edges)
	for _, e := range said {
		a, ok := in[e.A]
		b, also := in[e.B]
		if ok && also && a == b {
			means[a] += e.Score
		}
	}
	for g, group := range groups {
		if size := float64(len(group)); size > 1 {
			means[g] /= size * (size - 1) / 2
		}
	}
	return means
}
