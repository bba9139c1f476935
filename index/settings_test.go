package index

import (
	"errors"
	"strings"
	"testing"
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
