package query

import (
	"context"
	"slices"
)

// betweenLooks is how many terms, k-grams or comparisons are gone through, each some tens of nanoseconds, before the
// context is looked at again.
const betweenLooks = 1 << 14

// sortContext sorts s, or returns ctx's error when it is done before; then s is in any order.
func sortContext[T any](ctx context.Context, s []T, compare func(a, b T) int) error {
	var err error
	left := 0
	slices.SortFunc(s, func(a, b T) int {
		if left--; left < 0 && err == nil {
			left, err = betweenLooks, ctx.Err()
		}
		if err != nil {
			return 0 // of equal ones, a sort makes short work
		}
		return compare(a, b)
	})
	return err
}
