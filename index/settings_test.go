package index

import (
	"errors"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

func TestSettings_MatchNamesTheDifference(t *testing.T) {
	have := DefaultSettings()
	if err := have.Match("p", DefaultSettings()); err != nil {
		t.Error(err)
	}
	other := DefaultSettings()
	other.Format, other.Fingerprints = 99, 99
	if err := have.Match("p", other); err != nil {
		t.Errorf("versions are not the caller's: %v", err)
	}
	for what, change := range map[string]func(*Settings){
		"stored contents": func(s *Settings) { s.Store = true },
		"bits of a term":  func(s *Settings) { s.Analyzer.TermBits++ },
		"structure":       func(s *Settings) { s.Analyzer.Structure.K++ },
		"exact":           func(s *Settings) { s.Analyzer.Exact.W++ },
		"text":            func(s *Settings) { s.Analyzer.Text.Selection = "winnowing" },
	} {
		want := DefaultSettings()
		change(&want)
		err := have.Match("p", want)
		var mismatch *MismatchError
		if !errors.As(err, &mismatch) || !strings.Contains(mismatch.what, what) || mismatch.have == mismatch.want {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// An index of more documents never gets fewer bits. It is not outgrown by the documents that it was
// made for, but by 16 times as many.
func TestSettings_TermBitsGrowWithDocuments(t *testing.T) {
	last := analyzer.LeastTermBits
	for n := 1; n < 1<<40; n *= 2 {
		b := TermBitsFor(n)
		if b < last || b > winnow.TermBits {
			t.Errorf("%d documents: %d bits after %d", n, b, last)
		}
		last = b
		s := DefaultSettings()
		s.Analyzer.TermBits = b
		if _, err := s.NewAnalyzer(); err != nil {
			t.Error(err)
		}
		if s.Outgrown(n) || b > analyzer.LeastTermBits && b < 35 && !s.Outgrown(16*n) {
			t.Errorf("%d documents: outgrown %v, by 16 times as many %v", n, s.Outgrown(n), s.Outgrown(16*n))
		}
	}
	if last != winnow.TermBits {
		t.Errorf("%d bits in the end", last)
	}
	for _, b := range []int{1, analyzer.LeastTermBits - 1, winnow.TermBits + 1} {
		s := DefaultSettings()
		s.Analyzer.TermBits = b
		if _, err := s.NewAnalyzer(); err == nil {
			t.Errorf("%d bits are accepted", b)
		}
	}
}
