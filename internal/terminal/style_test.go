package terminal

import (
	"os"
	"path/filepath"
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

func TestLink_FilesThatExist(t *testing.T) {
	f := terminal(t)
	file := filepath.Join(t.TempDir(), "a \x1b;b.go")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		file, noColor, term string
		want                bool
	}{
		{file, "", "xterm", true}, {file + "x", "", "xterm", false}, {"", "", "xterm", false},
		{file, "1", "xterm", false}, {file, "", "dumb", false},
	} {
		t.Setenv("NO_COLOR", c.noColor)
		t.Setenv("TERM", c.term)
		got := StyleFor(f).Link(c.file, "a.go")
		linked := strings.HasPrefix(got, "\x1b]8;;file://") && strings.HasSuffix(got, "/a%20%1B;b.go\x1b\\a.go\x1b]8;;\x1b\\")
		if linked != c.want || !linked && got != "a.go" {
			t.Errorf("%+v: %q", c, got)
		}
	}
	if got := (Style{}).Link(file, "a.go"); got != "a.go" {
		t.Errorf("in a pipe: %q", got)
	}
}
