package lex

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// insideFile holds sources whose strings hold code, each after the name of its language, with the
// tokens after a line of two dashes.
const insideFile = "testdata/inside.txt"

func TestLex_CodeInStrings(t *testing.T) {
	golden, err := os.ReadFile(insideFile)
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	for block := range strings.SplitSeq(strings.TrimPrefix(string(golden), "== "), "\n== ") {
		name, rest, _ := strings.Cut(block, "\n")
		src, _, _ := strings.Cut(rest, "\n--")
		l, ok := Lookup(name)
		if !ok {
			t.Fatalf("no language %q", name)
		}
		if got.Len() > 0 {
			got.WriteByte('\n')
		}
		got.WriteString("== " + name + "\n" + src + "\n--")
		length := 200
		for _, token := range l.Lex(nil, []byte(src)) {
			text := token.Kind.String()[:1] + ":" + strings.ReplaceAll(src[token.Start:token.End], "\n", "⏎")
			if length+len(text) > 110 {
				got.WriteByte('\n')
				length = 0
			} else {
				got.WriteByte(' ')
			}
			got.WriteString(text)
			length += len(text) + 1
		}
	}
	got.WriteByte('\n')
	if bytes.Equal(got.Bytes(), golden) {
		return
	}
	if !*update {
		t.Fatalf("tokens differ from %s; look at the change and run with -update. Now they are\n%s", insideFile, got.Bytes())
	}
	if err := os.WriteFile(insideFile, got.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// FuzzLex_NestedStrings nests the marks of strings and code of a language in any order.
func FuzzLex_NestedStrings(f *testing.F) {
	all := codeLanguages()
	for i := range all {
		f.Add(uint8(i), []byte("\x00\x01\x02\x03\x04\x05\x06\x07"))
		f.Add(uint8(i), bytes.Repeat([]byte{0, 2, 4, 6}, 40))
	}
	f.Fuzz(func(t *testing.T, which uint8, choices []byte) {
		l := all[int(which)%len(all)]
		marks := insideMarks(l)
		var src []byte
		for _, c := range choices {
			src = append(src, marks[int(c)%len(marks)]...)
		}
		tokens := l.Lex(nil, src)
		checkTokens(t, l, src, tokens)
		var literals []Literal
		if again := l.LexLiterals(nil, &literals, src); !slices.Equal(again, tokens) {
			t.Errorf("%s: %q is lexed in another way with its literals", l, src)
		}
		end := uint32(0)
		for _, token := range Whole(nil, tokens, literals) {
			if token.Start < end || token.End <= token.Start || int(token.End) > len(src) {
				t.Fatalf("%s: a token at %d-%d after %d of %q", l, token.Start, token.End, end, src)
			}
			end = token.End
		}
	})
}

// insideMarks returns what opens and closes strings and code in them, and some code.
func insideMarks(l *Language) []string {
	marks := []string{" ", "x", "$x", "\n", "\\", "'", ":", "<<A", "A", "eval ", "{", "}", "#", "1"}
	for _, s := range l.spans() {
		if s.Kind == language.String {
			marks = append(append(marks, s.Opens()...), s.Close+s.End)
			marks = append(marks, strings.Fields(s.Interp)...)
		}
	}
	return marks
}
