package terminal

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// terminal opens a pseudo-terminal.
func terminal(t *testing.T) *os.File {
	t.Helper()
	f, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("there is no terminal to test with: ", err)
	}
	t.Cleanup(func() { f.Close() })
	if !IsTerminal(f) {
		t.Skip("the system's /dev/ptmx is no terminal")
	}
	return f
}

func TestColors_OnTerminalsWithoutNO_COLOR(t *testing.T) {
	f := terminal(t)
	t.Setenv("TERM", "xterm")
	for _, c := range []struct {
		noColor, term string
		want          bool
	}{{"", "xterm", true}, {"1", "xterm", false}, {"0", "xterm", false}, {"", "dumb", false}} {
		t.Setenv("NO_COLOR", c.noColor)
		t.Setenv("TERM", c.term)
		if got := Colors(f); got != c.want {
			t.Errorf("NO_COLOR=%q TERM=%s: %t", c.noColor, c.term, got)
		}
		if got := StyleFor(f).Warn("x") != "x"; got != c.want {
			t.Errorf("NO_COLOR=%q TERM=%s: painted %t", c.noColor, c.term, got)
		}
	}
	t.Setenv("NO_COLOR", "")
	if Colors(&bytes.Buffer{}) {
		t.Error("what is no terminal is coloured")
	}
}

func TestStyle_ResetsAndLeavesEmptyText(t *testing.T) {
	s := Style{on: true}
	for _, paint := range []func(string) string{s.Bold, s.Dim, s.Warn} {
		if got := paint("x"); !strings.HasPrefix(got, "\x1b[") || !strings.HasSuffix(got, "x\x1b[0m") {
			t.Errorf("painted %q", got)
		}
		if got := paint(""); got != "" {
			t.Errorf("nothing is painted %q", got)
		}
	}
}

func TestProgress_ShowsOnTerminalsOnly(t *testing.T) {
	var b bytes.Buffer
	p := NewProgress(&b)
	p.Show("at work")
	p.Clear()
	file, err := os.Create(t.TempDir() + "/log")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	p = NewProgress(file)
	p.Show("at work")
	p.Clear()
	if info, err := file.Stat(); err != nil || info.Size() > 0 || b.Len() > 0 {
		t.Errorf("progress is written to what is no terminal: %q", b.String())
	}
	if NewProgress(terminal(t)).out == nil {
		t.Error("no progress on a terminal")
	}
}

func TestProgress_IsOneSafeLine(t *testing.T) {
	for _, width := range []int{1, 2, 20, 100} {
		var b bytes.Buffer
		p := &Progress{out: &b, width: func() int { return width }}
		p.Show("reading \x1b[31mä\n" + strings.Repeat("long ", 50))
		text, ok := strings.CutPrefix(b.String(), "\r\x1b[K")
		if n := utf8.RuneCountInString(text); !ok || n > max(1, width-1) || strings.ContainsAny(text, "\n\x1b") {
			t.Errorf("width %d: %d columns: %q", width, n, b.String())
		}
		b.Reset()
		p.Clear()
		p.Clear()
		if b.String() != "\r\x1b[K" {
			t.Errorf("cleared by %q", b.String())
		}
	}
}

func TestColumns_OfAFileWithoutSize(t *testing.T) {
	file, err := os.Create(t.TempDir() + "/log")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if got := Columns(file); got != Width {
		t.Errorf("%d columns", got)
	}
}

func TestSafe_EscapesTerminalControls(t *testing.T) {
	for text, want := range map[string]string{
		"":                    "",
		"plain/päth 雀.go":     "plain/päth 雀.go",
		"a\x1b[31mb":          `a\x1b[31mb`,
		"a\nb\rc\td":          `a\nb\rc\td`,
		"\x7f\u009b\u0000":    `\x7f\u009b\x00`,
		"\u202eevil\u2066":    `\u202eevil\u2066`,
		"\u200bhid\u00adden":  `\u200bhid\u00adden`,
		"\xff\xfe":            `\xff\xfe`,
		"no\u00a0break":       `no\u00a0break`,
		"\ufffd":              "\ufffd",
		"a\u3164\uffa0\u115f": `a\u3164\uffa0\u115f`, // letters that are blank
		"a\ufe00\U000e0101":   `a\ufe00\U000e0101`,   // variation selectors, which can spell
		"a\u0301 ⚠\ufe0f":     "a\u0301 ⚠\ufe0f",
	} {
		if got := Safe(text); got != want {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
	}
	if got := Line("\tif x {\t}\x1b"); got != `  if x {  }\x1b` {
		t.Errorf("a line becomes %q", got)
	}
}

func FuzzSafe_IsPrintableAndIdempotent(f *testing.F) {
	for _, s := range []string{"", "a\x1b[0m", "\xff", "\u202e雀", "\r\n\t", "\ufffd\xc3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		safe := Safe(s)
		if i := strings.IndexFunc(safe, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 || !utf8.ValidString(safe) {
			t.Errorf("%q becomes %q", s, safe)
		}
		if Safe(safe) != safe {
			t.Errorf("%q changes when made safe again", safe)
		}
	})
}

func FuzzSafeJSON_IsPrintableAndMeansTheSame(f *testing.F) {
	for _, s := range []string{"", "a\x1b[0m", "\u202e雀", "\r\n\t\"\\", "\x7f\u009b", "\U000e0001\U0001f426", "\u2028"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		plain, err := json.Marshal(map[string]string{s: s})
		if err != nil {
			t.Fatal(err)
		}
		safe := SafeJSON(plain)
		if bytes.ContainsFunc(safe, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) {
			t.Errorf("%q becomes %q", s, safe)
		}
		var a, b map[string]string
		if json.Unmarshal(plain, &a) != nil || json.Unmarshal(safe, &b) != nil || len(a) != 1 || len(b) != 1 {
			t.Fatalf("%q is no JSON", safe)
		}
		for k, v := range a {
			if b[k] != v {
				t.Errorf("%q means another thing: %q", safe, b)
			}
		}
	})
}

func TestCut_KeepsStartAndCutPathEnd(t *testing.T) {
	for _, c := range []struct {
		columns        int
		cut, cutOfPath string
	}{
		{100, "dir/fïle.go", "dir/fïle.go"}, {11, "dir/fïle.go", "dir/fïle.go"}, {10, "dir/fïle.…", "…r/fïle.go"},
		{2, "d…", "…o"}, {1, "…", "…"}, {0, "…", "…"}, {-5, "…", "…"},
	} {
		if got := Cut("dir/fïle.go", c.columns); got != c.cut {
			t.Errorf("cut to %d: %q", c.columns, got)
		}
		if got := CutPath("dir/fïle.go", c.columns); got != c.cutOfPath {
			t.Errorf("path cut to %d: %q", c.columns, got)
		}
	}
}

func TestWrap_BreaksBetweenWordsOnly(t *testing.T) {
	text := strings.TrimSpace(strings.Repeat("wörd ", 60)) + " " + strings.Repeat("x", 150) + " end"
	s := Style{width: Width}
	wrapped := s.Wrap(text, "  ")
	for line := range strings.Lines(wrapped) {
		if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > Width && !strings.Contains(line, "xxx") {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	if got := strings.Join(strings.Fields(wrapped), " "); got != text {
		t.Errorf("other words: %q", got)
	}
	if s.Wrap("short  text", "  ") != "short  text" || s.Wrap("", "  ") != "" {
		t.Error("what fits is changed")
	}
}

func TestFormat_Numbers(t *testing.T) {
	for n, want := range map[int]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 1234567: "1,234,567", -12: "-12", -1234: "-1,234"} {
		if got := Thousands(n); got != want {
			t.Errorf("%d is %s", n, got)
		}
	}
	for n, want := range map[int64]string{0: "0 B", 999: "999 B", 1000: "1.0 kB", 1250000: "1.2 MB", 5e12: "5.0 TB", 5e15: "5000.0 TB"} {
		if got := Bytes(n); got != want {
			t.Errorf("%d is %s", n, got)
		}
	}
	for n, want := range map[int]string{0: "0 files", 1: "1 file", 2: "2 files", 1000: "1,000 files"} {
		if got := Plural(n, "file", "files"); got != want {
			t.Errorf("%d is %s", n, got)
		}
	}
}
