package clones

import (
	"testing"

	"github.com/chaffinch-search/chaffinch/bench/internal/jscpd"
)

func TestReadRows_TakesBothPlaces(t *testing.T) {
	rows, err := readRows([]byte("x.c\t3\t9\ta b.c\t13\t19\t60\t7\tverbatim\n"))
	if want := [2]jscpd.Place{{Name: "x.c", Start: 3, End: 9}, {Name: "a b.c", Start: 13, End: 19}}; err != nil || len(rows) != 1 || rows[0] != want {
		t.Error(rows, err)
	}
}
