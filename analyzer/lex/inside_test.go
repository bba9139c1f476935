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
		if l.row.Tags != "" && l.row.Inside == "" {
			continue // strings are in tags only: see the fixture of Jinja
		}
		for _, s := range l.spans() {
			marks := strings.Fields(s.Interp)
			if s.Names != "" {
				marks = append([]string{nameMark(s.Names[0]), ""}, marks...)
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

// Renamed one to one, code with nested strings differs in its names only, and has as many names as
// the same code without strings. This holds for each string with code in it that a row has.
func TestLex_NamesInStringsAreRenamed(t *testing.T) {
	const deep = 3
	tried := map[string]bool{}
	for _, l := range codeLanguages() {
		if l.row.Tags != "" && l.row.Inside == "" {
			continue // as above
		}
		for _, s := range l.spans() {
			for _, marks := range codeMarks(s) {
				for depth := range deep {
					if depth > 0 && (marks[1] == "" || s.Flags&language.OnlyNames != 0 || s.Form != language.Delimited || marks[0] == marks[1] || marks[0] == "<" || strings.HasPrefix(s.Open, "url")) {
						continue // no code is in it, or brackets of another meaning
					}
					inside, plain := nestedString(l, s, marks, depth), nestedCode(l, depth)
					other := strings.NewReplacer("north", "eastern", "south", "western").Replace(inside)
					one, two := l.Lex(nil, []byte(inside)), l.Lex(nil, []byte(other))
					if len(one) != len(two) || len(one) < 4 {
						t.Errorf("%s: %q has %d tokens, renamed %d", l, inside, len(one), len(two))
						continue
					}
					tried[l.Name] = true
					renamed := 0
					for i := range one {
						if one[i].Kind != two[i].Kind || one[i].Hash != two[i].Hash && one[i].Kind != Identifier {
							t.Errorf("%s: %q becomes %q in %q", l, inside[one[i].Start:one[i].End], other[two[i].Start:two[i].End], inside)
						}
						if one[i].Hash != two[i].Hash {
							renamed++
						}
					}
					want := 0
					for _, token := range l.Lex(nil, []byte(plain)) {
						if text := plain[token.Start:token.End]; strings.HasSuffix(text, "north") || strings.HasSuffix(text, "south") {
							want++
						}
					}
					if renamed != want {
						t.Errorf("%s: %d names of %q are renamed, %d of %q", l, renamed, inside, want, plain)
					}
				}
			}
		}
	}
	if len(tried) < 40 {
		t.Errorf("only %d languages are tried: %v", len(tried), tried)
	}
}

// nameMark returns the mark before a name in a string for a byte of Names.
func nameMark(b byte) string {
	if b == '#' {
		return "#@"
	}
	return string(b)
}

// codeMarks returns the pairs of marks around code in a string of a row.
func codeMarks(s *language.Span) (all [][2]string) {
	if s.Kind != language.String || s.Form != language.Delimited && s.Form != "heredoc" && s.Form != "quote-like" {
		return nil
	}
	for _, b := range s.Names {
		all = append(all, [2]string{nameMark(byte(b)), ""})
	}
	marks := strings.Fields(s.Interp)
	for i := 0; i+1 < len(marks); i += 2 {
		all = append(all, [2]string{marks[i], marks[i+1]})
	}
	return all
}

// nestedString returns a string with the names north and south in its code, and in strings there.
func nestedString(l *Language, s *language.Span, marks [2]string, depth int) string {
	var text func(depth int) string
	text = func(depth int) string {
		code := "south"
		if depth > 0 {
			code = "south + " + text(depth-1)
		}
		body := "one " + marks[0] + "north" + marks[1] + " two " + marks[0] + code + marks[1] + " three"
		open := s.Opens()[len(s.Opens())-1]
		switch s.Form {
		case "quote-like":
			if s.Tag == "letters" {
				open += strings.Trim("sQ", s.End)[:1]
			}
			return open + "(" + body + ")"
		case "heredoc":
			tag := "EOT"
			if s.Mid == "bar" {
				tag = "\"EOT\")"
			}
			return open + tag + "\n" + body + "\nEOT\n"
		}
		return open + body + s.Close
	}
	return "x = " + text(depth) + "\n"
}

// nestedCode returns code with the names of nestedString.
func nestedCode(l *Language, depth int) string {
	return "x = " + strings.Repeat("north + south + ", depth+1) + "1\n"
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
