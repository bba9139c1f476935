package winnow_test

import (
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// The example of the winnowing paper: hashes with their positions, at a window of 4.
func ExampleWinnowing() {
	hashes := []uint64{77, 74, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 74, 42, 17, 98}
	for _, i := range (winnow.Winnowing{W: 4}).Select(nil, hashes) {
		fmt.Printf("[%d,%d] ", hashes[i], i)
	}
	// Output: [17,3] [17,6] [8,8] [39,11] [17,15]
}
