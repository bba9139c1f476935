// Package ringtest says how much a test tries: some of it for every change, and all in .ci/full.
package ringtest

import (
	"os"
	"testing"
)

// Full reports whether tests try all that they can. .ci/full sets CHAFFINCH_RING to "full". A short
// run never tries all.
func Full() bool { return os.Getenv("CHAFFINCH_RING") == "full" && !testing.Short() }

// Of returns how many cases a test tries: some, or all in the full ring.
func Of(some, all int) int {
	if Full() {
		return all
	}
	return some
}

// Skips reports whether a test leaves out its n-th case. It tries one case of every so many, or all
// in the full ring.
func Skips(n, every int) bool { return !Full() && n%every != 0 }
