package align

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/countdown"
)

// A context that is done ends the work wherever that is, and what comes next is aligned as if nothing had
// been before.
func TestAlignEndsWithItsContext(t *testing.T) {
	for name, pair := range hostile(4_000) {
		a, b := lexed(t, "C", pair[0]), lexed(t, "C", pair[1])
		counter := countdown.After(1 << 30)
		want, err := AlignContext(counter, a, b)
		if err != nil || !reflect.DeepEqual(want, Align(a, b)) {
			t.Fatalf("%s: with a context that is never done: %v", name, err)
		}
		all := counter.Looks()
		for n := range all {
			a, b := lexed(t, "C", pair[0]), lexed(t, "C", pair[1]) // so that its seeds are looked for anew
			matches, err := AlignContext(countdown.After(n), a, b)
			if matches != nil || !errors.Is(err, context.Canceled) {
				t.Fatalf("%s: done after %d of %d questions: %d matches, error %v", name, n, all, len(matches), err)
			}
			if !reflect.DeepEqual(want, Align(a, b)) {
				t.Fatalf("%s: other matches after it was done after %d questions", name, n)
			}
		}
		if !reflect.DeepEqual(want, Align(a, b)) {
			t.Errorf("%s: other matches after those that were ended", name)
		}
	}
}

// From one question to the next there are no more steps than one run over a document, or one sort of its tiles, takes.
func TestContextIsAskedOften(t *testing.T) {
	const n, most = 60_000, 3 << 16
	for name, pair := range hostile(n) {
		s := new(scanner)
		last, longest := 0, 0
		done := func() error {
			longest = max(longest, s.steps-last)
			last = s.steps
			return nil
		}
		a, b := lexed(t, "C", pair[0]), lexed(t, "C", pair[1])
		s.begin(done, a, b)
		s.matches()
		if longest > most+max(a.Len(), b.Len()) {
			t.Errorf("%s: %d steps without a question, of %d", name, longest, s.steps)
		}
	}
}
