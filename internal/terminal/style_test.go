package terminal

import (
	"strings"
	"testing"
)

func TestStyle_ShortensNothingWithoutAWidth(t *testing.T) {
	long := strings.Repeat("long/", 60) + "end"
	text := strings.Repeat("word ", 60)
	var pipe Style
	if pipe.Cut(long, 10) != long || pipe.CutPath(long, 10) != long || pipe.Wrap(text, "  ") != text {
		t.Error("a pipe gets less than the whole text")
	}
	table := NewTable("collection", "/document")
	table.Row(long, long)
	var b strings.Builder
	if err := table.Write(&b, pipe); err != nil || !strings.HasSuffix(b.String(), "\n"+long+"  "+long+"\n") {
		t.Errorf("%v, %s", err, b.String())
	}
}

func TestColumns_TheVariableOverrides(t *testing.T) {
	f := terminal(t)
	for value, want := range map[string]int{"60": 60, "200": 200, "": Width, "0": Width, "-1": Width, "many": Width} {
		t.Setenv("COLUMNS", value)
		if got := StyleFor(f).Width(); got != want {
			t.Errorf("COLUMNS=%q: %d columns, not %d", value, got, want)
		}
	}
}
