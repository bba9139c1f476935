package license

import (
	"strings"
	"testing"
)

// Hostile text has no end of a sentence, or names more licences than a person would. What is read
// is bounded.
func TestReadProse_BoundsHostileText(t *testing.T) {
	const name = "under the terms of the GNU General Public License as published by the Free Software Foundation; either version 2\n"
	r := newReading([]byte(strings.Repeat(name, mostNames+100)), Anywhere)
	if at := len(r.words) - 1; at-r.clause(at) > mostClause {
		t.Errorf("a sentence begins %d words before", at-r.clause(at))
	}
	if from, to := r.sentence(len(r.words) / 2); to-from > 2*mostClause {
		t.Errorf("a sentence has %d words", to-from)
	}
	if r.take(); len(r.parts)+len(r.doubts) != 0 {
		t.Fatal("templates match")
	}
	if r.names(); len(r.parts)+len(r.doubts) != mostNames || r.unclear < 0 {
		t.Errorf("%d and %d names are read, of %d", len(r.parts), len(r.doubts), mostNames+100)
	}
}
