package report

import (
	"strings"
	"testing"
)

func TestColumn_CountsUTF16CodeUnits(t *testing.T) {
	const source = "ab\nä🐦c\xffd\n"
	for text, want := range map[string]int{"ab": 1, "b": 2, "ä": 1, "🐦": 2, "c": 4, "\xff": 5, "d": 6} {
		if got := column([]byte(source), strings.Index(source, text)); got != want {
			t.Errorf("%q is in column %d, not %d", text, got, want)
		}
	}
}
