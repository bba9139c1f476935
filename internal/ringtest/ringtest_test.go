package ringtest

import "testing"

// The full ring tries all, and any other run some.
func TestRing_TriesAllOnlyIfFull(t *testing.T) {
	for value, full := range map[string]bool{"": false, "full": !testing.Short(), "run": false} {
		t.Setenv("CHAFFINCH_RING", value)
		want := 3
		if full {
			want = 9
		}
		tried := 0
		for n := range 9 {
			if !Skips(n, 3) {
				tried++
			}
		}
		if Full() != full || Of(3, 9) != want || tried != want {
			t.Errorf("%q: full %v, %d of 9, %d cases", value, Full(), Of(3, 9), tried)
		}
	}
}
