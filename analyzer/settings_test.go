package analyzer

import (
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

func TestNew_Errors(t *testing.T) {
	good, bad := winnow.Scheme{K: 5, W: 4}, winnow.Scheme{K: 5}
	for _, c := range []struct {
		settings Settings
		want     string // empty: no error
	}{
		{DefaultSettings(), ""},
		{Settings{Structure: good}, ""},
		{Settings{Exact: good}, ""},
		{Settings{}, "neither structure nor exact"},
		{Settings{Text: good}, "neither structure nor exact"},
		{Settings{Structure: bad, Exact: good}, "settings of structure: w is 0"},
		{Settings{Structure: good, Exact: bad}, "settings of exact: w is 0"},
		{Settings{Exact: good, Text: bad}, "settings of text: w is 0"},
	} {
		a, err := New(c.settings)
		if c.want == "" {
			if err != nil || a.Settings() != c.settings {
				t.Errorf("%+v: %v", c.settings, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want one with %q", c.settings, err, c.want)
		}
	}
}

func TestSettings_SchemeOfLanguage(t *testing.T) {
	d := DefaultSettings()
	goLanguage := mustLookup(t, "Go")
	for _, c := range []struct {
		language *lex.Language
		r        Representation
		want     winnow.Scheme // zero: not at all
	}{
		{goLanguage, Structure, d.Structure},
		{goLanguage, Exact, d.Exact},
		{lex.Prose, Structure, winnow.Scheme{}},
		{lex.Prose, Exact, d.Text},
	} {
		got, ok := d.Scheme(c.language, c.r)
		if got != c.want || ok == c.want.Off() {
			t.Errorf("%s, %s: %+v, %v, want %+v", c.language, c.r, got, ok, c.want)
		}
	}
}

func TestAnalyzerGuarantee_IsMaximum(t *testing.T) {
	short, long := winnow.Scheme{K: 5, W: 4}, winnow.Scheme{K: 20, W: 8}
	for _, c := range []struct {
		settings   Settings
		code, text int
	}{
		{DefaultSettings(), 17, 7},
		{Settings{Structure: long, Exact: short, Text: short}, 27, 8},
		{Settings{Structure: short, Exact: long}, 27, 0},
		{Settings{Exact: short}, 8, 0},
	} {
		a, err := New(c.settings)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Guarantee(mustLookup(t, "Go")); got != c.code {
			t.Errorf("%+v guarantees %d tokens of code, want %d", c.settings, got, c.code)
		}
		if got := a.Guarantee(lex.Prose); got != c.text {
			t.Errorf("%+v guarantees %d words, want %d", c.settings, got, c.text)
		}
	}
}

func TestSettings_Guarantee(t *testing.T) {
	s := DefaultSettings()
	if got := s.Guarantee(); got != s.Structure.Guarantee() || got == 0 {
		t.Errorf("the guarantee is %d", got)
	}
	s.Structure = winnow.Scheme{}
	if got := s.Guarantee(); got != s.Exact.Guarantee() || got == 0 {
		t.Errorf("without structure the guarantee is %d", got)
	}
}
