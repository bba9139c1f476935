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

// Two strings that differ in any piece of their text have different hashes, and otherwise the same
// tokens. This holds for each string with code in it that a row has.
func TestLex_EachPieceOfAStringCounts(t *testing.T) {
	tried := map[string]bool{}
	for _, l := range codeLanguages() {
		for _, s := range l.spans() {
			marks := strings.Fields(s.Interp)
			if s.Names != "" {
				marks = append([]string{s.Names[:1], ""}, marks...)
			}
			if len(marks) < 2 || s.Kind != language.String || s.Form != language.Delimited {
				continue
			}
			text := func(changed int) string {
				pieces := []string{"one ", " two ", " three ", " four"}
				if changed >= 0 {
					pieces[changed] = strings.ToUpper(pieces[changed])
				}
				of := func(name string) string { return marks[0] + name + marks[1] }
				return "x = " + s.Opens()[len(s.Opens())-1] + pieces[0] + of("a") + pieces[1] + of("b") + pieces[2] + of("a") + pieces[3] + s.Close + " + y\n"
			}
			want := l.Lex(nil, []byte(text(-1)))
			if len(want) < 8 {
				t.Errorf("%s: %q has %d tokens", l, text(-1), len(want))
				continue
			}
			tried[l.Name] = true
			for changed := range 4 {
				got := l.Lex(nil, []byte(text(changed)))
				differ := 0
				for i := range min(len(got), len(want)) {
					if got[i].Hash != want[i].Hash {
						differ++
					}
					if got[i].Kind != want[i].Kind || got[i].Start != want[i].Start || got[i].End != want[i].End {
						differ += 100
					}
				}
				if differ != 1 || len(got) != len(want) {
					t.Errorf("%s: %q and %q differ in %d of %d tokens", l, text(-1), text(changed), differ, len(want))
				}
			}
		}
	}
	if len(tried) < 20 {
		t.Errorf("only %d languages are tried", len(tried))
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
