package report

import (
	"fmt"
	"io"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// commentsTable prints the pairs with the same comments, each with the longest of them. Without any
// it prints nothing.
func commentsTable(out io.Writer, r *pairs.Report, top int, style terminal.Style) error {
	all := r.SameComments
	if len(all) == 0 {
		return nil
	}
	only := 0
	for i := range all {
		if all[i].Score == 0 {
			only++
		}
	}
	text := "\nsame comments: " + terminal.Plural(len(all), "pair", "pairs")
	switch {
	case only == len(all):
		text += fmt.Sprintf(", with a score below %g", r.MinScore)
	case only > 0:
		text += fmt.Sprintf(", %s of them with a score below %g", terminal.Thousands(only), r.MinScore)
	}
	if top > 0 && len(all) > top {
		all = all[:top]
		text += fmt.Sprintf("; the first %s", terminal.Thousands(top))
	}
	if _, err := fmt.Fprintln(out, text); err != nil {
		return err
	}
	table := terminal.NewTable(">words", ">score", "/A", "/B", "comment")
	for i := range all {
		p := &all[i]
		longest := LongestComment(p.Comments)
		score := "-"
		if p.Score > 0 {
			score = Score(p.Score)
		}
		table.Row(terminal.Thousands(p.Words), score, CommentPlace(&longest.A), CommentPlace(&longest.B), style.Cut(terminal.Line(longest.Text), 60))
		table.Link(UnitPath(r, p.A.Unit), UnitPath(r, p.B.Unit))
	}
	return table.Write(out, style)
}

// LongestComment returns the comment with the most words.
func LongestComment(all []answer.SharedComment) (longest answer.SharedComment) {
	for i := range all {
		if all[i].Words > longest.Words {
			longest = all[i]
		}
	}
	return longest
}

// CommentPlace returns the path and the lines of a comment.
func CommentPlace(p *answer.Place) string { return terminal.Safe(p.Path) + ":" + p.Lines.String() }

// commentsLine counts the comments that two texts share, and quotes the longest. The result is
// empty if there is none.
func commentsLine(all []answer.SharedComment) string {
	if len(all) == 0 {
		return ""
	}
	longest := LongestComment(all)
	return fmt.Sprintf("same comments: %s, as in lines %s and %s: %s\n", sharedWords(all), longest.A.Lines, longest.B.Lines, terminal.Line(longest.Text))
}

func sharedWords(all []answer.SharedComment) string {
	words := 0
	for i := range all {
		words += all[i].Words
	}
	return terminal.Plural(words, "word", "words")
}
