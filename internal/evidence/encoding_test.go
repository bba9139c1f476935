package evidence_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/inspect"
)

// tongue is an encoding, with words that are told to be in it.
type tongue struct {
	encoding encoding.Encoding
	mark     string
	words    []string
}

var (
	western = []string{"Größe", "Straße", "café", "naïve", "señor"}
	eastern = []string{"表示する", "能力ソース", "文字列を作る", "処理開始"}
	all     = append([]string{"Ω≈ç", "😀😀", "\u0a0a\u0d0d"}, append(western, eastern...)...)
)

var tongues = map[string]tongue{
	"UTF-8":            {encoding.Nop, "", all},
	"UTF-8, marked":    {encoding.Nop, "\uFEFF", all},
	"UTF-16LE, marked": {unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "\uFEFF", all},
	"UTF-16BE, marked": {unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "\uFEFF", all},
	"UTF-16LE":         {unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "", western},
	"UTF-16BE":         {unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "", eastern},
	"UTF-32LE, marked": {utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), "\uFEFF", all},
	"UTF-32BE, marked": {utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), "\uFEFF", all},
	"Windows-1252":     {charmap.Windows1252, "", western},
}

func (l tongue) encode(t *testing.T, text string) []byte {
	t.Helper()
	b, err := l.encoding.NewEncoder().Bytes([]byte(text))
	asktest.Must(t, err)
	return b
}

// speech returns a Go program with words in comments and strings, alone and before what is on their
// lines.
func speech(r *rand.Rand, words []string) string {
	word := func() string { return words[r.IntN(len(words))] }
	var b strings.Builder
	fmt.Fprintf(&b, "package p // %s %s\n", word(), word())
	for i := range 3 + r.IntN(20) {
		fmt.Fprintf(&b, "\n/* %s\r\n%s */ func f%d(a, b int) int { // %s\n", word(), word(), i, word())
		fmt.Fprintf(&b, "\tif x := \"%s\"; len(x) > %d { return a * b }\n\t/* %s */ return a - %d\n}\n", word(), r.IntN(99), word(), r.IntN(99))
	}
	return b.String()
}

func TestEncodings_PlacesAreThoseInTheOriginal(t *testing.T) {
	for name, l := range tongues {
		r := rand.New(rand.NewPCG(5, 6))
		for range 6 {
			text := l.mark + speech(r, l.words)
			lines := strings.SplitAfter(text, "\n")
			other := strings.Join(lines[len(lines)/3:], "") // begins elsewhere, and in UTF-8
			original := l.encode(t, text)
			c := asktest.CompareTexts(t, chaffinch.Document{Name: "a.go", Source: []byte(other)}, chaffinch.Document{Name: "b.go", Source: original})
			if len(c.Matches) == 0 || c.A.Coverage < 0.9 {
				t.Fatalf("%s: %.2f is found in %q", name, c.A.Coverage, text)
			}
			for _, m := range c.Matches {
				checkPlace(t, name, m.A, []byte(other), other, l)
				checkPlace(t, name, m.B, original, text, l)
				want := l.encode(t, other[m.A.Bytes.Start:m.A.Bytes.End])
				if got := original[m.B.Bytes.Start:m.B.Bytes.End]; !bytes.Equal(got, want) && m.Kind == "verbatim" {
					t.Fatalf("%s: %x is not %x", name, got, want)
				}
			}
		}
	}
}

// Lines may end with CR alone.
func TestEncodings_LineEndsChangeNoPlace(t *testing.T) {
	for name, l := range tongues {
		text := strings.ReplaceAll(l.mark+speech(rand.New(rand.NewPCG(9, 10)), l.words), "\r\n", "\n")
		lines := strings.SplitAfter(text, "\n")
		other := chaffinch.Document{Name: "a.go", Source: []byte(strings.Join(lines[len(lines)/3:], ""))}
		want := asktest.CompareTexts(t, other, chaffinch.Document{Name: "b.go", Source: l.encode(t, text)})
		got := asktest.CompareTexts(t, other, chaffinch.Document{Name: "b.go", Source: l.encode(t, strings.ReplaceAll(text, "\n", "\r"))})
		if len(want.Matches) == 0 || !reflect.DeepEqual(got.Matches, want.Matches) {
			t.Errorf("%s: %+v, not %+v", name, got.Matches, want.Matches)
		}
	}
}

// checkPlace compares lines and columns with those that counting in the original gives.
func checkPlace(t *testing.T, name string, p answer.Place, original []byte, text string, l tongue) {
	t.Helper()
	if len(original) == len(text) {
		l.encoding = encoding.Nop
	}
	starts, at := []int{0}, 0
	for _, line := range strings.SplitAfter(text, "\n") {
		at += len(l.encode(t, line))
		starts = append(starts, at)
	}
	want := answer.Place{Bytes: p.Bytes, Tokens: p.Tokens}
	for i, start := range starts {
		if start <= p.Bytes.Start {
			want.Lines.From, want.Columns.From = i+1, p.Bytes.Start-start+1
		}
		if start < p.Bytes.End {
			want.Lines.To, want.Columns.To = i+1, p.Bytes.End-start
		}
	}
	if p != want {
		t.Fatalf("%s: %+v, not %+v", name, p, want)
	}
}

func TestEncodings_TokensAreTheSame(t *testing.T) {
	a, err := analyzer.New(analyzer.DefaultSettings())
	asktest.Must(t, err)
	l, _ := lex.Lookup("go")
	for name, in := range tongues {
		text := in.mark + speech(rand.New(rand.NewPCG(7, 8)), in.words)
		plain := corpus.Decode([]byte(text))
		original := in.encode(t, text)
		decoded := corpus.Decode(original)
		want := inspect.Document(a, "x.go", l, &plain, 0, len(plain.UTF8))
		got := inspect.Document(a, "x.go", l, &decoded, 0, len(decoded.UTF8))
		for i, token := range got.Tokens {
			if w := want.Tokens[i]; token.Text != w.Text || token.Line != w.Line || token.Kind != w.Kind ||
				!bytes.Equal(original[token.Start:token.End], in.encode(t, token.Text)) {
				t.Fatalf("%s: %+v, not %+v", name, token, w)
			}
		}
		if len(got.Tokens) != len(want.Tokens) || len(got.Tokens) < 20 {
			t.Errorf("%s: %d tokens, not %d", name, len(got.Tokens), len(want.Tokens))
		}
	}
}
