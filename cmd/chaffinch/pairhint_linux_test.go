package main

import (
	"regexp"
	"strings"
	"testing"
)

// hinted matches the last line of pairs on a terminal.
var hinted = regexp.MustCompile(`\nside by side: (chaffinch .*)\r\n$`)

func TestPairs_NamesTheCommandForTheFirstPair(t *testing.T) {
	c := newCommandLine(t)
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	t.Setenv("COLUMNS", "100")
	c.write("src/it's one.go", source(1)+source(2))
	c.write("src/-two.go", source(1)+source(2)+"var x = 1\n")
	c.write("class/ann/a.go", source(3)+source(4))
	c.write("class/bob/b.go", source(3)+source(4)+"var x = 1\n")
	c.write("flat/-a.go", source(5)+source(6))
	c.write("flat/b.go", source(5)+source(6)+"var x = 1\n")
	c.write("handout/read me.txt", "What is here says nothing of who wrote it.\n")
	c.write("no/a.go", source(7))
	for _, x := range []struct{ args, want string }{
		{"pairs src", `chaffinch compare src/-two.go 'src/it'\''s one.go'`},
		{"pairs --unit dir class", "chaffinch compare class/ann class/bob"},
		{"pairs --base handout --lang go class", "chaffinch compare --base handout --lang go class/ann/a.go class/bob/b.go"},
		{"pairs --min-score 0.99 no src/-two.go", ""},
	} {
		text := controls.ReplaceAllString(onTerminal(t, strings.Fields(x.args)), "")
		got := ""
		if found := hinted.FindStringSubmatch(text); found != nil {
			got = found[1]
		}
		if got != x.want {
			t.Errorf("%s: hint %q, want %q, in %s", x.args, got, x.want, text)
		}
	}
	t.Chdir("flat")
	text := controls.ReplaceAllString(onTerminal(t, []string{"pairs", "."}), "")
	if !strings.HasSuffix(text, "side by side: chaffinch compare -- -a.go b.go\r\n") {
		t.Errorf("no hint: %s", text)
	}
	t.Setenv("COLUMNS", "30")
	if text := onTerminal(t, []string{"pairs", "."}); !strings.Contains(text, "side by side: chaffinch compare -- -a.go b.go") {
		t.Errorf("it is cut: %s", text)
	}
	t.Setenv("COLUMNS", "12") // it does not fit in three lines
	if text := onTerminal(t, []string{"pairs", "."}); strings.Contains(text, "side by side") {
		t.Errorf("it is cut: %s", text)
	}
	if out, _ := c.run(exitFound, "pairs", "."); strings.Contains(out, "side by side") {
		t.Errorf("it is in a pipe: %s", out)
	}
}

// On a terminal, tables leave out what the names of all submissions end with.
func TestPairs_LeavesOutSharedEndings(t *testing.T) {
	c := newCommandLine(t)
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	t.Setenv("COLUMNS", "80")
	const ending = "_submitted_homework" // of no platform, which would tell authors
	c.write("class/Ann Example_1"+ending+"/a.go", source(3)+source(4))
	c.write("class/Bob Sample_22"+ending+"/b.go", source(3)+source(4)+"var x = 1\n")
	args := []string{"pairs", "--unit", "dir", "class"}
	if text := controls.ReplaceAllString(onTerminal(t, args), ""); !regexp.MustCompile(`Example_1…  .*Sample_22…\r\n`).MatchString(text) {
		t.Errorf("names cannot be told apart: %s", text)
	}
	if out, _ := c.run(exitFound, args...); strings.Count(out, ending) != 2 {
		t.Errorf("names are cut in a pipe: %s", out)
	}
}
