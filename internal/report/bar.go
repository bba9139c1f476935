package report

import (
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// barColumns returns the width of the bars. It is an eighth of the terminal, but no more than 24
// columns or the lines of the question. It is 0 in a pipe, in a narrow terminal and for a single
// line.
func barColumns(question answer.Lines, style terminal.Style) int {
	const narrow, most = 72, 24
	lines := question.To - question.From + 1
	if style.Width() < narrow || lines < 2 {
		return 0
	}
	return min(style.Width()/8, most, lines)
}

// bar shows where in the question the matches lie, with the signs of matching lines. They are =
// verbatim, ~ renamed, ! edited, and a dot for lines in no match.
func bar(matches []answer.Match, question answer.Lines, columns int) string {
	cells := make([]rune, columns)
	for i := range cells {
		cells[i] = '·'
	}
	lines := question.To - question.From + 1
	at := func(line int) int { return min(max(0, line-question.From)*columns/lines, columns-1) }
	for _, m := range matches {
		for i := at(m.Question.From); i <= at(m.Question.To); i++ {
			cells[i] = map[string]rune{"verbatim": '=', "renamed": '~'}[m.Kind]
			if cells[i] == 0 {
				cells[i] = '!'
			}
		}
	}
	return string(cells)
}
