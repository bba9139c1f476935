package lex

import (
	"slices"
	"strings"
	"testing"
)

// A line with the marks of a comment has no tokens, wherever it is.
func TestLanguage_CommentsHaveNoTokens(t *testing.T) {
	var without []string
	for _, l := range Languages() {
		opening, closing := l.Comment()
		if opening == "" {
			without = append(without, l.Name)
			continue
		}
		line := opening + " a comment: 1 + x"
		if closing != "" {
			line += " " + closing
		}
		src := "alpha\n" + line + "\nbeta\n"
		if l.row.Markup {
			src = "<a>\n" + line + "\n</a>\n"
		}
		plain := "alpha\n\nbeta\n"
		if l.row.Markup {
			plain = "<a>\n\n</a>\n"
		}
		got, want := l.Lex(nil, []byte(src)), l.Lex(nil, []byte(plain))
		if !slices.EqualFunc(got, want, func(x, y Token) bool { return x.Hash == y.Hash && x.Kind == y.Kind }) {
			t.Errorf("%s: %q has %d tokens, without the comment %d", l.Name, src, len(got), len(want))
		}
	}
	t.Logf("without a plain comment: %q", without)
	without = slices.DeleteFunc(without, func(name string) bool { return strings.HasPrefix(name, "Text+") })
	if len(without) > 1 {
		t.Errorf("without a plain comment: %q", without)
	}
}

// In some languages a line ends with other characters, too: code may follow a comment there.
func TestLex_CommentsEndWithTheirLines(t *testing.T) {
	for name, ends := range map[string]string{
		"JavaScript": "\r\u2028\u2029", "TypeScript": "\r\u2028\u2029", "C#": "\r\u0085\u2028\u2029", "Solidity": "\r\u0085\u2028\u2029",
		"Java": "\r", "Kotlin": "\r", "Swift": "\r", "Dart": "\r", "Go": "", "C": "",
	} {
		l, ok := Lookup(name)
		if !ok {
			t.Fatal(name)
		}
		want := texts(l, "x = 1; // a\ny = f(2, z);\n// b\nw = 3;")
		for _, end := range "\r\u0085\u2028\u2029" {
			got := texts(l, strings.ReplaceAll("x = 1; // a\ny = f(2, z);\n// b\nw = 3;", "\n", string(end)))
			if same := slices.Equal(got, want); same != strings.ContainsRune(ends, end) {
				t.Errorf("%s with %U: %q", name, end, got)
			}
		}
	}
}

// A line of Python ends with a carriage return, too. Comments in files with line breaks of Windows
// are the same as in others.
func TestLex_CommentsEndWithCarriageReturns(t *testing.T) {
	python, _ := Lookup("Python")
	if got, want := texts(python, "# a\rx = f(2, z)\ry = 3\n"), texts(python, "# a\nx = f(2, z)\ny = 3\n"); !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
	if got, want := texts(python, "# a b\r\nx = 1\r\n"), texts(python, "# a b\nx = 1\n"); !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

// texts returns the texts of the tokens of a source.
func texts(l *Language, src string) (all []string) {
	for _, tok := range l.Lex(nil, []byte(src)) {
		all = append(all, src[tok.Start:tok.End])
	}
	return all
}
