package cluster

// Single groups n items by single linkage: the connected components of the graph of edges with at
// least the threshold. A threshold of 0 or less accepts any edge. It takes O(n+E) time and 16 bytes
// per item, without the groups. edges is not changed.
func Single(n int, edges []Edge, threshold float64) [][]int {
	sets := newSets(n)
	for _, e := range edges {
		inside := min(e.A, e.B) >= 0 && max(e.A, e.B) < n
		if inside && e.Score > 0 && e.Score >= threshold {
			sets.join(e.A, e.B)
		}
	}
	return sets.groups()
}
