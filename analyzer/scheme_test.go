package analyzer

import (
	"reflect"
	"strings"
	"testing"
)

func TestSchemeNamesItsSelection(t *testing.T) {
	for _, c := range []struct {
		scheme    Scheme
		want      Selection
		guarantee int
	}{
		{Scheme{K: 5, W: 4}, RobustWinnowing{4}, 8},
		{Scheme{K: 5, W: 4, Selection: SelectRobust}, RobustWinnowing{4}, 8},
		{Scheme{K: 50, W: 100, Selection: SelectWinnowing}, Winnowing{100}, 149},
		{Scheme{K: 5, W: 4, P: 3, Selection: SelectSafeZeroMod}, SafeZeroMod{4, 3}, 8},
		{Scheme{K: 10, W: 4, Selection: SelectMod}, ModMinimizer{10, 4}, 13},
		{Scheme{K: 10, W: 4, Selection: SelectOpenClosed}, OpenClosed{10, 4}, 13},
		{Scheme{K: 5, P: 3, Selection: SelectZeroMod}, ZeroMod{3}, 0},
		{Scheme{K: 5, S: 9, Selection: SelectMinS}, MinS{9}, 0},
		{Scheme{K: 1, W: 1}, RobustWinnowing{1}, 1},
		{Scheme{K: MaxK, W: MaxW}, RobustWinnowing{MaxW}, MaxK + MaxW - 1},
	} {
		got, err := c.scheme.New()
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v selects by %#v, %v, want %#v", c.scheme, got, err, c.want)
		}
		if got := c.scheme.Guarantee(); got != c.guarantee {
			t.Errorf("%+v guarantees %d tokens, want %d", c.scheme, got, c.guarantee)
		}
	}
}

func TestSchemeSaysWhatIsOutOfRange(t *testing.T) {
	for _, c := range []struct {
		scheme Scheme
		want   string
	}{
		{Scheme{W: 4}, "k is 0: use 1 to 1024"},
		{Scheme{K: -1, W: 4}, "k is -1: use 1 to 1024"},
		{Scheme{K: MaxK + 1, W: 4}, "k is 1025: use 1 to 1024"},
		{Scheme{K: 5}, "w is 0: use a window of 1 to 65536"},
		{Scheme{K: 5, W: MaxW + 1}, "w is 65537: use a window of 1 to 65536"},
		{Scheme{K: 5, Selection: SelectWinnowing}, "w is 0"},
		{Scheme{K: 5, Selection: SelectMod}, "w is 0"},
		{Scheme{K: 5, Selection: SelectOpenClosed}, "w is 0"},
		{Scheme{K: 5, P: 3, Selection: SelectSafeZeroMod}, "w is 0"},
		{Scheme{K: 5, W: 3, Selection: SelectSafeZeroMod}, "p is 0: use a modulus of 1 to"},
		{Scheme{K: 5, Selection: SelectZeroMod}, "p is 0"},
		{Scheme{K: 5, P: 1 << 60, Selection: SelectZeroMod}, "p is 1152921504606846976"},
		{Scheme{K: 5, Selection: SelectMinS}, "s is 0: use a sketch of 1 to 65536"},
		{Scheme{K: 5, W: 4, Selection: "winnow"}, `unknown selection "winnow": use winnowing, robust, mod-minimizer, ` +
			"open-closed, zero-mod, safe-zero-mod or min-s"},
	} {
		if _, err := c.scheme.New(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want one with %q", c.scheme, err, c.want)
		}
		if got := c.scheme.Guarantee(); got != 0 {
			t.Errorf("%+v is no scheme and guarantees %d tokens", c.scheme, got)
		}
	}
}

func TestNewSaysWhichSettingIsWrong(t *testing.T) {
	good, bad := Scheme{K: 5, W: 4}, Scheme{K: 5}
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

func TestSettingsSayHowALanguageIsFingerprinted(t *testing.T) {
	d := DefaultSettings()
	goLanguage := mustLookup(t, "Go")
	for _, c := range []struct {
		language *Language
		r        Representation
		want     Scheme // zero: not at all
	}{
		{goLanguage, Structure, d.Structure},
		{goLanguage, Exact, d.Exact},
		{Prose, Structure, Scheme{}},
		{Prose, Exact, d.Text},
	} {
		got, ok := d.Scheme(c.language, c.r)
		if got != c.want || ok == c.want.Off() {
			t.Errorf("%s, %s: %+v, %v, want %+v", c.language, c.r, got, ok, c.want)
		}
	}
}

func TestGuaranteeHoldsForEveryRepresentation(t *testing.T) {
	short, long, none := Scheme{K: 5, W: 4}, Scheme{K: 20, W: 8}, Scheme{K: 5, P: 4, Selection: SelectZeroMod}
	for _, c := range []struct {
		settings   Settings
		code, text int
	}{
		{DefaultSettings(), 17, 7},
		{Settings{Structure: long, Exact: short, Text: short}, 27, 8},
		{Settings{Structure: short, Exact: long}, 27, 0},
		{Settings{Exact: short}, 8, 0},
		{Settings{Structure: none, Exact: short}, 0, 0}, // a renamed run may be missed
	} {
		a, err := New(c.settings)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Guarantee(mustLookup(t, "Go")); got != c.code {
			t.Errorf("%+v guarantees %d tokens of code, want %d", c.settings, got, c.code)
		}
		if got := a.Guarantee(Prose); got != c.text {
			t.Errorf("%+v guarantees %d words, want %d", c.settings, got, c.text)
		}
	}
}
