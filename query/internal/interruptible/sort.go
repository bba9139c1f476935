// Package interruptible goes on, and sorts, as long as somebody waits for it.
package interruptible

import (
	"context"
	"slices"
)

// Looks is how many small steps, each some tens of nanoseconds, are done before a context is looked at again.
const Looks = 1 << 14

// Look returns ctx's error if it is done. It looks at the first of so many steps only, which i counts from 0.
func Look(ctx context.Context, i int) error {
	if i%Looks != 0 {
		return nil
	}
	return ctx.Err()
}

// Sort sorts s, or returns ctx's error when it is done before; then s is in any order.
func Sort[T any](ctx context.Context, s []T, compare func(a, b T) int) error {
	var err error
	left := 0
	slices.SortFunc(s, func(a, b T) int {
		if left--; left < 0 && err == nil {
			left, err = Looks, ctx.Err()
		}
		if err != nil {
			return 0 // of equal ones, a sort makes short work
		}
		return compare(a, b)
	})
	return err
}
