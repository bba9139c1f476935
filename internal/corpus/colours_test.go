package corpus

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/index/document"
)

func TestDecode_LeavesOutEscapes(t *testing.T) {
	for text, want := range map[string]string{
		"\x1b[32m+\x1b[m\t\x1b[1;38;5;9mf()\x1b[0m\n": "+\tf()\n", "a\x1b[01;31m\x1b[Kb\x1b[m\x1b[K": "ab",
		"\x1b[38:2::1:2:3mx\x1b(B\x1b[m":                  "x",
		"\x1b]8;;file:///a.go\x1b\\a.go\x1b]8;;\x1b\\:1":  "a.go:1",
		"\x1b]8;id=a.1;https://a.b/c?d=e#f\ax\x1b]8;;\ay": "xy",
		"\x1b[2J\x1b[?25lx\x1b":                           "x\x1b",
		"a[31m":                                           "a[31m",
		"\x1b[31\nm":                                      "\x1b[31\nm",
		"\x1b]0;no end\nint a;\n":                         "\x1b]0;no end\nint a;\n",
		"\x1b]0;no end\x1b[31mint a;":                     "\x1b]0;no endint a;",
		// These may hold text.
		"\x1b]0;title\aok":                      "\x1b]0;title\aok",
		"\x1b]8;;file:///a b\aok":               "\x1b]8;;file:///a b\aok",
		"\x1b]8;;file:///a*/\aok":               "\x1b]8;;file:///a*/\aok",
		"\x1b]8;;file://a;b\aok":                "\x1b]8;;file://a;b\aok",
		"\x1b]8;;word\aok":                      "\x1b]8;;word\aok",
		"\x1b]8;a b;\aok":                       "\x1b]8;a b;\aok",
		"\x1b]8;;file://\na\aok":                "\x1b]8;;file://\na\aok",
		"\x1b[*/x":                              "\x1b[*/x",
		"\x1b[31zok":                            "\x1b[31zok",
		"\x1b(*/x":                              "\x1b(*/x",
		"\x1b[" + strings.Repeat("1", 99) + "m": "\x1b[" + strings.Repeat("1", 99) + "m",
		// Without these, a comment or string would end elsewhere.
		"/* *\x1b[m\x1b[m/ ` */ f() // `": "/* *\x1b[m\x1b[m/ ` */ f() // `",
		"`\\\x1b[m`; f(); ``":             "`\\\x1b[m`; f(); ``",
		"'''''\x1b[m' '''; f()":           "'''''\x1b[m' '''; f()",
		"\x1bdw \x1b\x1b[":                "\x1bdw \x1b\x1b[",
		"\x00\x1b[31m":                    "\x00\x1b[31m",
		"if\x1b[0m (\xff\x1b[1m)":         "if (ÿ)",
		"a\x1b[7m\rb\r":                   "a\nb\n",
		strings.Repeat("\x1b[4mint a = 7;\x1b[m ", 9) + "\xffö": strings.Repeat("int a = 7; ", 9) + "\xffö",
	} {
		content := []byte(text)
		got := Decode(content)
		if string(got.UTF8) != want || string(content) != text {
			t.Errorf("%q: %q, not %q", text, got.UTF8, want)
		}
	}
}

// Places are places of the file: each character has its bytes there, with the escapes before it.
func TestDecode_PlacesBetweenEscapes(t *testing.T) {
	escapes := []string{"", "", "", "\x1b[m", "\x1b[38;5;70m", "\x1b]8;;a://b\x1b\\", "\x1b(B\x1b[0m"}
	r := rand.New(rand.NewPCG(3, 53))
	for e := range libraries {
		for range 5 {
			var content []byte
			var text strings.Builder
			var at []int // of each character
			words := []rune(randomText(r, e))
			for _, c := range append(words[:min(len(words), 60)], 'a') {
				for _, s := range []string{escapes[r.IntN(len(escapes))], escapes[r.IntN(len(escapes))]} {
					if last, _ := utf8.DecodeLastRuneInString(text.String()); text.Len() > 0 && !unicode.IsLetter(last) {
						s = "" // between marks of a comment it would stay
					}
					if len(content) == 0 || len(s) > 0 {
						content = append(content, encode(t, e, s)...)
					}
				}
				at = append(at, len(content))
				content = append(content, encode(t, e, string(c))...)
				text.WriteRune(c)
			}
			coloured := decodeAs(e, content)
			got := coloured.withoutEscapes()
			if string(got.UTF8) != text.String() {
				t.Fatalf("%s: %q, not %q", e, got.UTF8, text.String())
			}
			checkPlaces(t, &got, content)
			end, n := 0, 0
			for i, c := range text.String() {
				from, to := got.Original(i), got.Original(i+utf8.RuneLen(c))
				if want := at[n] + len(encode(t, e, string(c))); from != end || to != want || got.Decoded(at[n]) != i {
					t.Fatalf("%s: %q at %d is at %d to %d, not %d to %d", e, c, i, from, to, end, want)
				}
				end, n = to, n+1
			}
			checkLines(t, &got, content)
		}
	}
}

// checkLines compares cuts of lines with the lines of the file.
func checkLines(t *testing.T, got *Text, content []byte) {
	t.Helper()
	n := bytes.Count(got.UTF8, []byte("\n"))
	for from := 1; from <= n; from++ {
		cut, err := got.Lines(from, min(n, from+1))
		if err != nil {
			t.Fatal(err)
		}
		start, end, _ := got.LineRange(from, min(n, from+1))
		if !bytes.Equal(cut.UTF8, got.UTF8[start:end]) || cut.Original(len(cut.UTF8)) != got.Original(end)-got.Original(start) {
			t.Fatalf("lines from %d: %q, not %q", from, cut.UTF8, got.UTF8[start:end])
		}
		for i := range cut.UTF8 {
			if cut.Original(i) != got.Original(start+i)-got.Original(start) {
				t.Fatalf("lines from %d: byte %d is at %d", from, i, cut.Original(i))
			}
		}
	}
}

// Colours make no file minified: its text decides.
func TestRead_JudgesTextWithoutColours(t *testing.T) {
	line := strings.Repeat("\x1b[38;2;249;38;114mif\x1b[0m ", 30) + "\n"
	if reason := judgeContent(document.Options{}, "a.c", []byte(strings.Repeat(line, 300))); reason != document.Kept {
		t.Error(reason)
	}
}

// Only an address of a link hides words: all words of a text without one are in it without escapes.
func TestDecode_EscapesHideNoWords(t *testing.T) {
	pieces := []string{"\x1b", "\x1b[", "\x1b]", "\x1b]8;", "\x1b(", "\x1b\\", "\a", "1", ";", ":", "?", "/", "//", "*", "/*", "*/", " ", "m", "K", "B", "=", "\"", "\n", "\\"}
	words := []string{"zebra", "quick", "xylem", "years", "value"} // none begins as an escape ends
	r := rand.New(rand.NewPCG(8, 53))
	left := 0
	for range 20000 {
		var content []byte
		for range 1 + r.IntN(20) {
			content = append(content, pieces[r.IntN(len(pieces))]...)
			if r.IntN(3) == 0 {
				content = append(content, words[r.IntN(len(words))]...)
			}
		}
		if bytes.Contains(content, []byte("://")) {
			continue
		}
		got := Decode(content)
		if len(got.UTF8) < len(content) {
			left++
		}
		for _, word := range words {
			if n := bytes.Count(content, []byte(word)); bytes.Count(got.UTF8, []byte(word)) != n {
				t.Fatalf("%q: %q, without a word", content, got.UTF8)
			}
		}
	}
	if left < 500 {
		t.Errorf("only %d texts have escapes that are left out", left)
	}
}
