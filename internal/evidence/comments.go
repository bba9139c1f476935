package evidence

import (
	"bytes"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/parts"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// commentForms are languages that have the usual forms of comments: // and /* */, #, --, ;, %, <!--
// -->.
var commentForms = []string{"C", "Python", "SQL", "Common Lisp", "TeX", "HTML"}

// commentWarnings warns that comments are not indexed, if the question consists mostly of them. A
// pasted comment alone is often read as text, and text cut from inside a comment as any language.
func (q *question) commentWarnings(r Request) []answer.Warning {
	if q.Document.Len() == 0 || r.Known != nil {
		return nil
	}
	src, tokens := r.text(), q.analysis.Tokens
	comments := !q.language.Parted() && (mostlyComments(src, tokens) || looksCommented(src))
	for _, form := range commentForms {
		if comments || q.language != lex.Prose {
			break
		}
		l, _ := lex.Lookup(form)
		comments = mostlyComments(src, l.Lex(nil, src))
	}
	switch {
	case comments:
		return warning.One(option.OnlyComments)
	case parts.IsProse(src):
		return warning.One(option.LooksLikeProse)
	}
	return nil
}

// mostlyComments reports whether hardly any of the source is in tokens.
func mostlyComments(src []byte, tokens []lex.Token) bool {
	code, all := 0, 0
	for _, t := range tokens {
		code += int(t.End - t.Start)
	}
	for field := range bytes.FieldsSeq(src) {
		all += len(field)
	}
	return float64(code) < threshold.CodeInComments*float64(all)
}

// looksCommented reports whether each line begins like a comment whose mark may be an operator: " *
// text", as inside a block comment, ";; text" or "%% text".
func looksCommented(src []byte) bool {
	for line := range bytes.Lines(src) {
		text := bytes.TrimSpace(line)
		indented := len(text) > 0 && line[0] != text[0]
		if len(text) > 0 && text[0] != ';' && text[0] != '%' && !(text[0] == '*' && indented) {
			return false
		}
	}
	return true
}
