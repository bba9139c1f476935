package main

import "testing"

func TestTable_Empty(t *testing.T) {
	for out, want := range map[string]int{"": 0, "a\tb\n": 1, "a\tb\nc\td\n": 2} {
		if got := len(rowsOf(out)); got != want {
			t.Errorf("%q: %d rows, not %d", out, got, want)
		}
	}
}
