package powercut

import "testing"

// strace may attach to a thread that ends at once, and prints a call that never was.
func TestLine_IgnoresCallsThatNeverWere(t *testing.T) {
	p := process{pending: map[int]*call{}}
	if err := p.line([]byte("16814 ???( <detached ...>")); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"16814 write(3, NULL <detached ...>", "write(3, \"\", 0) = 0", "16814 <... write resumed>) = 1"} {
		if p.line([]byte(bad)) == nil {
			t.Errorf("no error for %s", bad)
		}
	}
}
