package winnow

import (
	"reflect"
	"strings"
	"testing"
)

func TestScheme_New(t *testing.T) {
	for _, c := range []struct {
		scheme    Scheme
		want      selection
		guarantee int
	}{
		{Scheme{K: 5, W: 4}, robustWinnowing{4}, 8},
		{Scheme{K: 5, W: 4, Selection: SelectRobust}, robustWinnowing{4}, 8},
		{Scheme{K: 50, W: 100, Selection: "winnowing"}, winnowing{100}, 149},
		{Scheme{K: 10, W: 4, Selection: SelectOpenClosed}, openClosed{10, 4}, 13},
		{Scheme{K: 1, W: 1}, robustWinnowing{1}, 1},
		{Scheme{K: MaxK, W: MaxW}, robustWinnowing{MaxW}, MaxK + MaxW - 1},
	} {
		got, err := c.scheme.selection()
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v selects by %#v, %v, want %#v", c.scheme, got, err, c.want)
		}
		if got := c.scheme.Guarantee(); got != c.guarantee {
			t.Errorf("%+v guarantees %d tokens, want %d", c.scheme, got, c.guarantee)
		}
	}
}

func TestScheme_Errors(t *testing.T) {
	for _, c := range []struct {
		scheme Scheme
		want   string
	}{
		{Scheme{W: 4}, "k is 0: use 1 to 1024"},
		{Scheme{K: -1, W: 4}, "k is -1: use 1 to 1024"},
		{Scheme{K: MaxK + 1, W: 4}, "k is 1025: use 1 to 1024"},
		{Scheme{K: 5}, "w is 0: use a window of 1 to 65536"},
		{Scheme{K: 5, W: MaxW + 1}, "w is 65537: use a window of 1 to 65536"},
		{Scheme{K: 5, Selection: "winnowing"}, "w is 0"},
		{Scheme{K: 5, Selection: SelectOpenClosed}, "w is 0"},
		{Scheme{K: 5, W: 4, Selection: "winnow"}, `unknown selection "winnow": use robust, winnowing or open-closed`},
	} {
		if _, err := c.scheme.selection(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want one with %q", c.scheme, err, c.want)
		}
		if got := c.scheme.Guarantee(); got != 0 {
			t.Errorf("%+v is no scheme and guarantees %d tokens", c.scheme, got)
		}
	}
}

// schemes returns a scheme of every selection.
func schemes(k, w int) (all []Scheme) {
	for _, name := range SelectionNames() {
		all = append(all, Scheme{K: k, W: w, Selection: name})
	}
	return all
}

// Every selection has a name of its own and a description.
func TestSelections_AreComplete(t *testing.T) {
	names := map[string]bool{}
	for _, s := range selections {
		if names[s.Name] || s.Text == "" {
			t.Errorf("%+v", s)
		}
		names[s.Name] = true
	}
	for _, s := range schemes(5, 4) {
		if _, err := New(s); err != nil {
			t.Errorf("%+v: %v", s, err)
		}
	}
}

// strided selects every w-th k-gram.
type strided struct{ w int }

func (s strided) window() int { return s.w }

func (s strided) choose(dst []int, hashes []uint64) []int {
	for i := 0; i < len(hashes); i += s.w {
		dst = append(dst, i)
	}
	return dst
}

// A selection needs nothing but its row: it selects, it is checked and listed, and has a guarantee.
func TestSelections_RowAloneSuffices(t *testing.T) {
	before := selections
	defer func() { selections = before }()
	selections = append(Selections(), Selection{Name: "strided", Text: "every w-th",
		new: func(s Scheme) selection { return strided{s.W} }})
	scheme := Scheme{K: 3, W: 2, Selection: "strided"}
	w, err := New(scheme)
	if err != nil {
		t.Fatal(err)
	}
	sums := appendSums(nil, make([]uint64, 8))
	if got := w.AppendFingerprints(nil, sums, new(Memory)); len(got) != 3 || got[2].Token != 4 {
		t.Errorf("the fingerprints are %+v", got)
	}
	if got := scheme.Guarantee(); got != 4 {
		t.Errorf("the guarantee is %d", got)
	}
	for want, wrong := range map[string]Scheme{
		"w is 0: use a window of 1 to": {K: 3, Selection: "strided"},
		" or strided":                  {K: 3, Selection: "all"},
	} {
		if _, err := New(wrong); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want one with %q", wrong, err, want)
		}
	}
}
