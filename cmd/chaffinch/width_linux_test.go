package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"
	"unsafe"
)

// deepCorpus writes files with long paths, and returns their folder and a question.
func (c *commandLine) deepCorpus() (folder, question string) {
	c.t.Helper()
	long := strings.Repeat("very-long-name-", 12) // a component of 180 columns
	deep := filepath.Join(long, strings.Repeat("d/", 60), "ünïcödé-"+long)
	for i := range 12 {
		c.write(filepath.Join("corpus", deep, fmt.Sprintf("file%d-%s.go", i, long)), source(i))
	}
	c.write(filepath.Join("corpus", deep, "copy.go"), source(0))
	c.write(filepath.Join("corpus", deep, "wide.go"),
		source(20)+"\nvar wide = \""+strings.Repeat("wide ", 90)+"\" + \""+strings.Repeat("w", 300)+"\"\n")
	c.write(filepath.Join("corpus", deep, "tiny.go"), "package tiny\n")
	c.write(filepath.Join("corpus", long+".bin"), "\x00")
	return long, filepath.Join("corpus", deep, "wide.go")
}

// textCommands are command lines that print text of any width.
func textCommands(folder, question string) [][]string {
	return [][]string{
		{"index", "--list-skipped", "--collection", folder, "corpus"},
		{"index", "--collection", "short", "corpus"},
		{"index", "--index", filepath.Join(folder, folder), "--list-skipped", filepath.Join("corpus", folder+".bin")},
		{"stats", "--index", filepath.Join(folder, folder)},
		{"search", question}, {"search", "--explain", "-n", "0", "--min-score", "0", question},
		{"search", "--lines", "5:6", question}, {"search", "-C", "1", question}, {"search", "--side-by-side", question},
		{"search", "--list-skipped", question, "corpus"}, {"search", "--explain", "-C", "1", "corpus"}, {"similar", "corpus"},
		{"similar", "--explain", question}, {"search", "--collection", "nope", question},
		{"compare", filepath.Dir(question), filepath.Dir(filepath.Dir(question))}, {"compare", question, question},
		{"list"}, {"list", "--collections"}, {"list", "--skipped"}, {"stats"}, {"check"},
		{"idioms"}, {"fingerprint", question}, {"fingerprint", "--tokens", question}, {"languages"},
		{"pairs", "corpus"}, {"pairs", "--list-skipped", "--max-share", "1", "corpus"},
		{"clusters", "corpus"}, {"boilerplate", "add", "--list-skipped", filepath.Join("corpus", folder)},
		{"boilerplate", "list"}, {"search", question},
	}
}

// controls are the sequences of a terminal: paint, links and a replaced line.
var controls = regexp.MustCompile("\x1b\\[[0-9;]*[mK]|\x1b\\]8;[^\x1b]*\x1b\\\\")

func TestOutput_FitsTheTerminal(t *testing.T) {
	for _, columns := range []int{60, 100, 200} {
		t.Run(fmt.Sprint(columns), func(t *testing.T) {
			c := newCommandLine(t)
			t.Setenv("TERM", "xterm")
			t.Setenv("NO_COLOR", "")
			t.Setenv("COLUMNS", fmt.Sprint(columns))
			widest := 0
			for _, args := range textCommands(c.deepCorpus()) {
				text := onTerminal(t, args)
				if text == "" {
					t.Errorf("%.60q prints nothing", args)
				}
				text = controls.ReplaceAllString(text, "")
				for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
					n := utf8.RuneCountInString(line)
					if strings.HasPrefix(line, "side by side: ") && n <= mostHintLines*columns {
						continue // a command to copy
					}
					if widest = max(widest, n); n > columns {
						t.Errorf("%.60q: %d columns: %s", args, n, line)
					}
				}
			}
			if widest < columns-1 {
				t.Errorf("no line has more than %d columns: the terminal is not used", widest)
			}
		})
	}
}

func TestOutput_IsWholeInAPipe(t *testing.T) {
	c := newCommandLine(t)
	folder, question := c.deepCorpus()
	c.run(exitFound, "index", "--collection", folder, "corpus")
	for _, args := range [][]string{
		{"search", question}, {"search", "corpus"}, {"search", "-C", "1", question}, {"similar", "--min-score", "0", question}, {"list"},
		{"list", "--skipped"}, {"compare", "corpus", filepath.Join("corpus", folder)}, {"pairs", "corpus"},
	} {
		var out, errOut bytes.Buffer
		run(t.Context(), args, strings.NewReader(""), &out, &errOut)
		if text := out.String(); !strings.Contains(text, folder) || strings.Contains(text, "…") {
			t.Errorf("%.60q shortens in a pipe: %s%s", args, text, &errOut)
		}
	}
	out, _ := c.run(exitFound, "search", "--explain", "-C", "1", question)
	if !strings.Contains(out, strings.Repeat("wide ", 90)) {
		t.Errorf("a line of source is wrapped: %s", out)
	}
}

// Without $COLUMNS the terminal tells its width.
func TestOutput_AsksTheTerminal(t *testing.T) {
	c := newCommandLine(t)
	t.Setenv("COLUMNS", "")
	c.write(filepath.Join("corpus", strings.Repeat("a", 150), "a.go"), source(1))
	c.run(exitFound, "index", "corpus")
	sized := func(program *os.File) {
		size := [4]uint16{24, 140}
		_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, program.Fd(), syscall.TIOCSWINSZ, uintptr(unsafe.Pointer(&size)))
		if errno != 0 {
			t.Fatal(errno)
		}
	}
	text := controls.ReplaceAllString(onTerminalOf(t, sized, []string{"list"}), "")
	row := strings.Split(text, "\r\n")[1]
	if n := utf8.RuneCountInString(row); n != 140 {
		t.Errorf("a row of %d columns: %s", n, row)
	}
}

func TestOutput_SureIfThereIsRoom(t *testing.T) {
	c := newCommandLine(t)
	c.write("corpus/a.go", source(1))
	c.write("corpus/b.go", source(1)+source(2))
	c.run(exitFound, "index", "corpus")
	for _, args := range [][]string{
		{"search", "corpus/b.go"}, {"search", "corpus/a.go", "corpus/b.go"}, {"similar", "corpus/b.go"}, {"pairs", "corpus"},
	} {
		for columns, want := range map[string]bool{"79": false, "80": true} {
			t.Setenv("COLUMNS", columns)
			if text := onTerminal(t, args); strings.Contains(text, "score  sure  ") != want {
				t.Errorf("%q, %s columns: %q", args, columns, text)
			}
		}
	}
}

func TestOutput_BarAndLinkOnATerminal(t *testing.T) {
	c := newCommandLine(t)
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	t.Setenv("COLUMNS", "100")
	c.write("corpus/a.go", source(1))
	c.run(exitFound, "index", "corpus")
	c.write("q.go", strings.Repeat("// a line of comment\n", 160)+source(1))
	text := onTerminal(t, []string{"search", "q.go"})
	if !strings.Contains(text, "  ········====  ") {
		t.Errorf("no bar of the last third: %q", text)
	}
	if link := "/corpus/a.go\x1b\\corpus/a.go:1-"; !strings.Contains(text, link) {
		t.Errorf("no link to the origin: %q", text)
	}
	if out, _ := c.run(exitFound, "search", "q.go"); strings.ContainsAny(out, "\x1b·") {
		t.Errorf("a pipe gets a bar or a link: %q", out)
	}
	c.write("corpus/sub/b.go", source(1)+source(2))
	c.write("next/c.go", source(1)+source(2))
	for _, test := range []struct {
		args  []string
		links []string
	}{
		{[]string{"search", "q.go", "next"}, []string{"/next/c.go\x1b\\next/c.go", "/corpus/a.go\x1b\\corpus/a.go:1-"}},
		{[]string{"pairs", "corpus"}, []string{"/corpus/a.go\x1b\\a.go", "/corpus/sub/b.go\x1b\\sub/b.go"}},
		{[]string{"pairs", "--unit", "dir", "corpus"}, []string{"/corpus/a.go\x1b\\a.go", "/corpus/sub\x1b\\sub"}},
		{[]string{"pairs", "corpus", "next"}, []string{"/corpus/a.go\x1b\\corpus/a.go"}},
		{[]string{"compare", "corpus", "next"}, []string{"/next\x1b\\next", "/corpus/sub/b.go\x1b\\sub/b.go", "/next/c.go\x1b\\c.go"}},
	} {
		text := onTerminal(t, test.args)
		for _, link := range test.links {
			if !strings.Contains(text, link) {
				t.Errorf("%q: no link %q in %q", test.args, link, text)
			}
		}
	}
	if text := onTerminal(t, []string{"pairs", "corpus"}); !strings.Contains(text, "reading: 2 of 2") {
		t.Errorf("no progress of reading: %q", text)
	}
	if text := onTerminal(t, []string{"search", "q.go", "corpus"}); !strings.Contains(text, "searched: 2 of 3") {
		t.Errorf("no progress of asking: %q", text)
	}
}
