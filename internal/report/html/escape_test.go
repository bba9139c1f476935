package html

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// nasty returns easy text mixed with bytes that are hard to display.
func nasty(r *rand.Rand) []byte {
	pieces := []string{
		"a",
		"word",
		" ",
		"\t",
		"\n",
		"\r\n",
		"\r",
		"ä",
		"漢",
		"😀",
		"\x00",
		"\x1b[31m",
		"\u202e",
		"\u2066",
		"\u200b",
		"\u2028",
		"\ufeff",
		"\xff",
		"\xe6\xbc",
		"</script>",
		"<!--",
		"&amp;",
		"\"",
		"\\",
		"\\x1b",
		"# c\n",
		"if x:",
		"f(1)",
		"'s'",
		"e\u0301",
		"\ufffd",
		"\x7f",
		"\u00a0",
	}
	var b bytes.Buffer
	for range r.IntN(40) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.Bytes()
}

func FuzzText_IsWholeAndSafe(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		f.Add(nasty(r))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		x := newText(source)
		shown := utf16.Encode([]rune(x.shown))
		if x.length() != len(shown) || x.place(len(source)) != len(shown) || x.place(len(source)+5) != len(shown) ||
			x.place(-1) != 0 {
			t.Fatalf("%q: %d units of length, %d shown", source, x.length(), len(shown))
		}
		if strings.ContainsFunc(x.shown, func(r rune) bool { return !harmless(r) }) || !utf8.ValidString(x.shown) {
			t.Fatalf("%q is shown as %q", source, x.shown)
		}
		checkPlaces(t, source, x, shown)
		checkEscapes(t, source, x, shown)
	})
}

// harmless reports whether a rune may be shown unchanged.
func harmless(r rune) bool { return r == '\n' || r == '\t' || terminal.Safe(string(r)) == string(r) }

// checkPlaces checks that every harmless rune is shown at the place of its bytes, and that lines
// are those of the source.
func checkPlaces(t *testing.T, source []byte, x *text, shown []uint16) {
	t.Helper()
	for i := 0; i < len(source); {
		r, size := utf8.DecodeRune(source[i:])
		from, to := x.place(i), x.place(i+size)
		if from > to {
			t.Fatalf("%q: byte %d is shown at %d, and what comes after it at %d", source, i, from, to)
		}
		valid := r != utf8.RuneError || size > 1
		if have := string(utf16.Decode(shown[from:to])); valid && harmless(r) && have != string(r) {
			t.Fatalf("%q: %q at %d is shown as %q", source, r, i, have)
		}
		i += size
	}
	if strings.Count(x.shown, "\n") != bytes.Count(source, []byte("\n")) {
		t.Fatalf("%q has other lines than %q", x.shown, source)
	}
}

func checkEscapes(t *testing.T, source []byte, x *text, shown []uint16) {
	t.Helper()
	escaped := regexp.MustCompile(`^\\(x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})$`)
	for _, e := range x.escapes {
		if have := string(utf16.Decode(shown[e.Start:e.End])); !escaped.MatchString(have) {
			t.Fatalf("%q: %q counts as an escape", source, have)
		}
	}
}

func TestText_EscapesWhatCannotBeShown(t *testing.T) {
	for source, want := range map[string]string{
		"a\r\nb\n":         "a\nb\n",
		"a\rb":             `a\x0db`,
		"\x1b[31m \u202ex": `\x1b[31m \u202ex`,
		"\xff\ttab ä":      "\\xff\ttab ä",
		"\x00\a\v":         `\x00\x07\x0b`,
	} {
		if have := newText([]byte(source)).shown; have != want {
			t.Errorf("%q is shown as %q, not %q", source, have, want)
		}
	}
}

// unpacked returns the class of every unit.
func unpacked(t *testing.T, runs string) string {
	t.Helper()
	var b strings.Builder
	for _, m := range regexp.MustCompile(`([0-9a-z]*)(.)`).FindAllStringSubmatch(runs, -1) {
		n, err := strconv.ParseInt(m[1], 36, 32)
		if err != nil || n < 1 || !strings.Contains("PKSNCFE", m[2]) {
			t.Fatalf("%q is no run, in %q", m[0], runs)
		}
		b.WriteString(strings.Repeat(m[2], int(n)))
	}
	return b.String()
}

func FuzzHighlight_CoversTheText(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 100 {
		f.Add(nasty(r), i)
	}
	languages := lex.Languages()
	f.Fuzz(func(t *testing.T, source []byte, language int) {
		x := newText(source)
		l := languages[uint(language)%uint(len(languages))]
		if have := unpacked(t, highlight(l.Name, source, x)); len(have) != x.length() {
			t.Fatalf("%s, %q: %d units have a class, not %d", l.Name, source, len(have), x.length())
		}
	})
}

func TestHighlight_Classes(t *testing.T) {
	for _, c := range []struct{ language, source, want string }{
		{"Python", "# ä note\nif f(x, 12): return 's'", "CCCCCCCCPKKPFPPPPNNPPPKKKKKKPSSS"},
		{"Go", "/* a\nb */ func f() {} // \x01", "CCCCCCCCCPKKKKPFPPPPPPCCCEEEE"},
		{"Markdown", "It's `so`:\n```go\nreturn f(1) // x\n```\n", "PPPPPPPPPPPPPPPPPKKKKKKPFPNPPPPPPPPPPP"},
		{"Text", "Some words, and marks.", strings.Repeat("P", 22)},
		{"a language nobody knows", "x = 1", "PPPPP"},
	} {
		source := []byte(c.source)
		if have := unpacked(t, highlight(c.language, source, newText(source))); have != c.want {
			t.Errorf("%s\n%q has the classes\n%s, not\n%s", c.language, c.source, have, c.want)
		}
	}
}
