package cluster_test

import (
	"context"
	"fmt"

	"github.com/chaffinch-search/chaffinch/internal/collection/cluster"
)

// Three versions of one file and two of another, and a header that connects them: single linkage
// joins all of them, average linkage tells them apart.
func ExampleAverage() {
	edges := []cluster.Edge{
		{A: 0, B: 1, Score: 0.9}, {A: 0, B: 2, Score: 0.8}, {A: 1, B: 2, Score: 0.9},
		{A: 2, B: 3, Score: 0.6},
		{A: 3, B: 4, Score: 0.8},
	}
	fmt.Println(cluster.Single(5, edges, 0.6))
	fmt.Println(cluster.Average(context.Background(), 5, edges, 0.6, nil))
	// Output:
	// [[0 1 2 3 4]]
	// [[0 1 2] [3 4]] <nil>
}
