package cluster_test

import (
	"fmt"

	"github.com/chaffinch-search/chaffinch/query/cluster"
)

// Three versions of one file and two of another, and a header that connects them: a chain of good pairs joins all of
// them, averages tell them apart.
func ExampleAverage() {
	edges := []cluster.Edge{
		{A: 0, B: 1, Score: 0.9}, {A: 0, B: 2, Score: 0.8}, {A: 1, B: 2, Score: 0.9},
		{A: 2, B: 3, Score: 0.6},
		{A: 3, B: 4, Score: 0.8},
	}
	fmt.Println(cluster.Single(5, edges, 0.6))
	groups := cluster.Average(5, edges, 0.6)
	for i, mean := range cluster.Means(groups, edges) {
		fmt.Printf("%v %.2f\n", groups[i], mean)
	}
	// Output:
	// [[0 1 2 3 4]]
	// [0 1 2] 0.87
	// [3 4] 0.80
}
