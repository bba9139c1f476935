package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// languageRows is the number of pairs in two languages that text lists, unless it lists all.
const languageRows = 10

// languagesTable prints the pairs in two languages. Without any it prints nothing.
func languagesTable(out io.Writer, r *pairs.Report, top int, style terminal.Style) error {
	all := r.OtherLanguage
	if len(all) == 0 {
		return nil
	}
	text := "\nin another language: " + terminal.Plural(len(all), "pair", "pairs")
	if top > 0 && len(all) > min(top, languageRows) {
		all = all[:min(top, languageRows)]
		text += "; the first " + terminal.Thousands(len(all))
	}
	if _, err := fmt.Fprintln(out, text); err != nil {
		return err
	}
	table := terminal.NewTable(">lead", ">names", "languages", "/A", "/B", rarestHead)
	for i := range all {
		p := &all[i]
		table.Row(Score(p.Lead), Score(p.Material), terminal.Safe(p.A.Language+", "+p.B.Language),
			terminal.Safe(UnitName(&r.Units[p.A.Unit])), terminal.Safe(UnitName(&r.Units[p.B.Unit])), rarest(p.Rarest, style))
		table.Link(UnitPath(r, p.A.Unit), UnitPath(r, p.B.Unit))
	}
	return table.Write(out, style)
}

// rarestHead is the head of the column of [rarest].
const rarestHead = "rarest in both"

// rarest lists names and literals of both units, on a terminal those that fit.
func rarest(all []pairs.SharedName, style terminal.Style) string {
	return style.Cut(SharedNames(all), 60)
}

// SharedNames lists the texts of names and literals.
func SharedNames(all []pairs.SharedName) string {
	var texts []string
	for _, n := range all {
		texts = append(texts, terminal.Line(n.Text))
	}
	return strings.Join(texts, " ")
}
