package jscpd

import "testing"

func TestRead_TakesBothPlaces(t *testing.T) {
	all, err := read([]byte(`{"duplicates": [{"firstFile": {"name": "x.c", "start": 3, "end": 9},
		"secondFile": {"name": "a b.c", "start": 13, "end": 19}}]}`))
	if err != nil || len(all) != 1 || all[0] != [2]Place{{"x.c", 3, 9}, {"a b.c", 13, 19}} {
		t.Error(all, err)
	}
}
