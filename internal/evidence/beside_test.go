package evidence

import (
	"testing"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// A second document for one match takes nothing from a match of rare text that has none.
func TestBeside_KeepsRareText(t *testing.T) {
	of := func(rareSpelled, second float64) match {
		return match{Match: answer.Match{Weight: 9, Evident: 9, Rare: .2, DF: 50}, rareSpelled: rareSpelled, second: second}
	}
	plain, rare, both := of(0, 0), of(threshold.RareSpelled, 0), of(threshold.RareSpelled, 1)
	if parts := (&hit{matches: []match{plain, rare}}).beside(10); parts != nil {
		t.Errorf("without a second document: %v", parts)
	}
	h := hit{matches: []match{plain, rare, both}}
	parts := h.beside(10)
	if parts[0].Weight >= parts[1].Weight || parts[2].Weight >= parts[1].Weight || parts[1].Weight != h.matches[1].names.EvidentBeside(9, 0, 0) {
		t.Errorf("the weights are %v, of rare text %g", parts, parts[1].Weight)
	}
}
