package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/report/diff"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// ComparisonText prints what two texts share: the summary, and their lines side by side.
func ComparisonText(out io.Writer, c *answer.Comparison, l diff.Layout) error {
	if err := ComparisonSummary(out, c, l.Style); err != nil || len(c.Matches) == 0 {
		return err
	}
	_, err := io.WriteString(out, "\n"+diff.SideBySide(c.Alignment, l))
	return err
}

// ComparisonRow prints a comparison in a line: score, certainty, kind, the share of the smaller
// text, and the names.
func ComparisonRow(out io.Writer, c *answer.Comparison) error {
	_, err := fmt.Fprintf(out, "%s  %4s  %-8s  %4s  %s  %s\n", Score(c.Score), Sure(c.Probability), c.Kind, Percent(c.ShareOfSmaller),
		terminal.Safe(SourceName(c.A.Name)), terminal.Safe(SourceName(c.B.Name)))
	return err
}

// ComparisonSummary prints the score of a comparison and a table of its two texts.
func ComparisonSummary(out io.Writer, c *answer.Comparison, style terminal.Style) error {
	text := "nothing shared"
	if len(c.SameComments) > 0 {
		text = "no code shared"
	}
	if len(c.Matches) > 0 {
		text = fmt.Sprintf("score %s, sure %s: %s, %s of %s: %s", Score(c.Score), Sure(c.Probability), kindsOf(c.Matches),
			terminal.Plural(len(c.Matches), "match", "matches"), terminal.Plural(c.Tokens, "token", "tokens"),
			sharesText(c.Shares))
	}
	if _, err := fmt.Fprintln(out, style.Wrap(text, "  ")); err != nil {
		return err
	}
	if c.MayBeCommon {
		if _, err := fmt.Fprintln(out, style.Wrap(twoAlone, "  ")); err != nil {
			return err
		}
	}
	table := terminal.NewTable("", ">cover", ">tokens", "language", "/file")
	for i, f := range []answer.Compared{c.A, c.B} {
		name := terminal.Safe(SourceName(f.Name))
		table.Row("ab"[i:i+1], Percent(f.Coverage), terminal.Thousands(f.Tokens), f.Language, name)
		if f.Name != "-" {
			table.Link(f.Name)
		}
	}
	if err := table.Write(out, style); err != nil {
		return err
	}
	if _, err := io.WriteString(out, commentsLine(c.SameComments)); err != nil {
		return err
	}
	ignored := c.A.Boilerplate + c.B.Boilerplate
	if ignored == 0 {
		return nil
	}
	_, err := fmt.Fprintln(out, ignoredTokens(ignored, c.A.Tokens+c.B.Tokens))
	return err
}

// kindsOf names the kinds of the matches: a copy may be verbatim here and renamed there.
func kindsOf(matches []answer.Shared) string {
	var kinds []string
	for _, kind := range []align.Kind{align.Verbatim, align.Renamed, align.Edited} {
		if slices.ContainsFunc(matches, func(m answer.Shared) bool { return m.Kind == kind.String() }) {
			kinds = append(kinds, kind.String())
		}
	}
	return strings.Join(kinds, " and ")
}

// SourceName returns the display name of a source: "-" is standard input.
func SourceName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}
