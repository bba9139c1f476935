package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// Vimgrep prints a row "path:line:column:text" for each match, as the lists of editors read them.
// The place is in the question, and the text names the origin. If the question is not a file, the
// place is in the origin, and the text names the lines of the question. The place of a diff is in
// the new file. A hit without matches is at the first line. The answer must have its alignments.
func Vimgrep(out io.Writer, a *answer.Answer, isFile bool) error {
	var b strings.Builder
	for i := range a.Hits {
		h := &a.Hits[i]
		origin := terminal.Safe(terminal.Nearby(h.Occurrences[0].File()))
		end := forEditor(h)
		if len(h.Matches) == 0 {
			place, other := terminal.Safe(a.Question.Name), origin
			if !isFile {
				place, other = origin, SourceName(place)
			}
			fmt.Fprintf(&b, "%s:1:1:%s: %s\n", place, other, end)
		}
		for j, m := range h.Matches {
			place := fmt.Sprintf("%s:%d:%d", terminal.Safe(a.Question.Name), m.Question.From, firstColumn(h, j, true))
			named := m.New != nil && m.New.Path != ""
			if named {
				place = fmt.Sprintf("%s:%d:%d", terminal.Safe(m.New.Path), m.New.Lines.From, newColumn(h, j))
			}
			other := origin + ":" + m.Document.String()
			if !isFile && !named {
				place = fmt.Sprintf("%s:%d:%d", origin, m.Document.From, firstColumn(h, j, false))
				other = terminal.Lines(m.Question.String())
			}
			fmt.Fprintf(&b, "%s:%s: %s, %s, %s\n", place, other, m.Kind,
				terminal.Plural(m.Tokens, "token", "tokens"), end)
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// firstColumn returns the column of the first byte of a match, in bytes from 1. It returns 1 if it
// is unknown.
func firstColumn(h *answer.Hit, match int, ofQuestion bool) int {
	if h.Alignment == nil {
		return 1
	}
	m := h.Alignment.Matches[match]
	if ofQuestion {
		return h.Alignment.Question.Range(m.A).First.Column
	}
	return h.Alignment.Document.Range(m.B).First.Column
}

// newColumn returns a match's first column in the new file of a diff. It is the column after the
// "+", or the "> " of a normal diff.
func newColumn(h *answer.Hit, match int) int {
	column := firstColumn(h, match, true)
	if h.Alignment == nil {
		return column
	}
	q := h.Alignment.Question
	mark := 1
	if q.Source()[q.Range(h.Alignment.Matches[match].A).Start-column+1] == '>' {
		mark = 2
	}
	return max(1, column-mark)
}
