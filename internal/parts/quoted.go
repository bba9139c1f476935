package parts

import (
	"path"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// MayQuote reports whether a file that is read in the language may show code in a format that its
// name does not say: a log with stamps, a quotation, a page. The name says no program, and its
// language is text, HTML or another than that of the content.
func MayQuote(name string, l *lex.Language) bool {
	name = path.Base(name)
	return !detect.IsSource(name) && (l == lex.Prose || l.Name == "HTML" || detect.Language(name, nil) != l)
}

// AppendQuoted appends the programs that such a file shows to its tokens, each as code inside a
// string. So the file has the matches of both readings. It returns the number of their first token,
// 0 if there are none.
func (n *Lexed) AppendQuoted(l *lex.Language, src []byte) (first int) {
	format := Looks(src)
	if format == nil || format == l {
		return 0
	}
	programs := slices.DeleteFunc(Split(format, src), func(p Part) bool { return !detect.IsProgramming(p.Language) })
	if len(programs) == 0 {
		return 0
	}
	var quoted Lexed
	LexParts(programs, Asked, &quoted)
	if len(n.Tokens) > 0 && n.Tokens[0].Kind != lex.Border {
		n.Tokens = slices.Insert(n.Tokens, 0, lex.NewBorder(l, 0))
	}
	first = len(n.Tokens)
	for _, t := range quoted.Tokens {
		if t.Kind == lex.Border {
			t = lex.NewInside(t.Language(), t.Start)
		}
		n.Tokens = append(n.Tokens, t)
	}
	return first
}
