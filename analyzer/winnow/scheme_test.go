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
		{Scheme{K: 50, W: 100, Selection: SelectWinnowing}, winnowing{100}, 149},
		{Scheme{K: 5, W: 4, P: 3, Selection: SelectSafeZeroMod}, safeZeroMod{4, 3}, 8},
		{Scheme{K: 10, W: 4, Selection: SelectOpenClosed}, openClosed{10, 4}, 13},
		{Scheme{K: 5, P: 3, Selection: SelectZeroMod}, zeroMod{3}, 0},
		{Scheme{K: 5, S: 9, Selection: SelectMinS}, minS{9}, 0},
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
		{Scheme{K: 5, Selection: SelectWinnowing}, "w is 0"},
		{Scheme{K: 5, Selection: SelectOpenClosed}, "w is 0"},
		{Scheme{K: 5, P: 3, Selection: SelectSafeZeroMod}, "w is 0"},
		{Scheme{K: 5, W: 3, Selection: SelectSafeZeroMod}, "p is 0: use a modulus of 1 to"},
		{Scheme{K: 5, Selection: SelectZeroMod}, "p is 0"},
		{Scheme{K: 5, P: 1 << 60, Selection: SelectZeroMod}, "p is 1152921504606846976"},
		{Scheme{K: 5, Selection: SelectMinS}, "s is 0: use a sketch of 1 to 65536"},
		{Scheme{K: 5, W: 4, Selection: "winnow"}, `unknown selection "winnow": use winnowing, robust, ` +
			"open-closed, zero-mod, safe-zero-mod or min-s"},
	} {
		if _, err := c.scheme.selection(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want one with %q", c.scheme, err, c.want)
		}
		if got := c.scheme.Guarantee(); got != 0 {
			t.Errorf("%+v is no scheme and guarantees %d tokens", c.scheme, got)
		}
	}
}
