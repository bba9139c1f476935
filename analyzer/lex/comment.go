package lex

import (
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// Comment returns the marks of a comment on a line of its own. With an empty closing mark it goes
// to the end of the line. In some languages it must begin the line. Both marks are empty if the
// language, such as prose, has no comments.
func (l *Language) Comment() (opening, closing string) {
	if l.row == nil {
		return "", ""
	}
	if l.row.Tags != "" && l.row.Host != "" { // not the comments inside tags
		if marks := strings.Fields(l.row.TagComments); len(marks) > 1 {
			return marks[0], marks[1]
		}
		return named(l.row.Host).Comment()
	}
	if marks := strings.Fields(l.row.LineComment); len(marks) > 0 {
		return marks[0], ""
	}
	for _, pairs := range []string{l.row.BlockComment, l.row.NestedComment} {
		if marks := strings.Fields(pairs); len(marks) > 1 {
			return marks[0], marks[1]
		}
	}
	for _, s := range l.row.OwnSpans() {
		if s.Kind == 0 && (s.Form == language.Delimited || s.Form == "indented") && s.Prefix == "" && s.Flags&language.ToEnd == 0 {
			return s.Open, s.Close
		}
	}
	return "", ""
}
