package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/skips"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// Clusters is the part of a result about groups, for JSON.
type Clusters struct {
	Unit      string                  `json:"unit"`      // as in pairs
	Linkage   string                  `json:"linkage"`   // single or average
	LinkScore float64                 `json:"linkScore"` // the score that links two units
	Units     []pairs.Unit            `json:"units"`     // as in pairs
	Identical [][]int                 `json:"identical"` // as in pairs
	Clusters  []pairs.Cluster         `json:"clusters"`  // groups of linked units, the largest first
	Skipped   map[document.Reason]int `json:"skipped"`   // files that were not compared, by reason
	Warnings  []answer.Warning        `json:"warnings"`  // as in pairs
	Stats     pairs.Stats             `json:"stats"`     // as in pairs
}

// ClustersOf returns the part of the result about groups.
func ClustersOf(r *pairs.Report) Clusters {
	return Clusters{
		Unit: r.Unit, Linkage: r.Linkage, LinkScore: r.LinkScore, Units: r.Units, Identical: r.Identical,
		Clusters: r.Clusters, Skipped: r.Skipped, Warnings: r.Warnings, Stats: r.Stats,
	}
}

// ClustersText prints the groups as text, one unit a line.
func ClustersText(out io.Writer, r *pairs.Report) error {
	style := terminal.StyleFor(out)
	var b strings.Builder
	grouped := 0
	for _, c := range r.Clusters {
		grouped += len(c.Units)
	}
	what := fmt.Sprintf("no group at a score of %g", r.LinkScore)
	if n := len(r.Clusters); n > 0 {
		what = fmt.Sprintf("%s of %s at a score of %g", terminal.Plural(n, "group", "groups"),
			terminal.Plural(grouped, Noun(r), Noun(r)+"s"), r.LinkScore)
	}
	b.WriteString(style.Wrap(collectionSize(r)+": "+what, "  ") + "\n")
	if counts := skips.Counts(r.Skipped); len(counts) > 0 {
		b.WriteString(style.Wrap("skipped: "+strings.Join(counts, ", "), "  ") + "\n")
	}
	for i := range r.Clusters {
		writeCluster(&b, r, &r.Clusters[i], style)
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// shownMembers is the number of units of a group that are listed.
const shownMembers = 20

func writeCluster(b *strings.Builder, r *pairs.Report, c *pairs.Cluster, style terminal.Style) {
	fmt.Fprintf(b, "\n%s, score %s\n", terminal.Plural(len(c.Units), Noun(r), Noun(r)+"s"), Score(c.Score))
	for i, n := range c.Units {
		if i == shownMembers {
			writeMore(b, "  ", len(c.Units)-i)
			break
		}
		b.WriteString("  " + member(&r.Units[n], style) + "\n")
	}
	writeParameters(b, r, c, style)
}

// writeMore says how many rows are left out.
func writeMore(b *strings.Builder, margin string, n int) {
	b.WriteString(margin)
	fmt.Fprintf(b, "and %s more: --json lists all\n", terminal.Thousands(n))
}

// shownParameters is the number of parameters of a group that are listed.
const shownParameters = 10

// writeParameters lists the names and literals that differ between functions, by function.
func writeParameters(b *strings.Builder, r *pairs.Report, c *pairs.Cluster, style terminal.Style) {
	if c.Common == 0 {
		return
	}
	fmt.Fprintf(b, "  all have %s of the first's %s\n", terminal.Thousands(c.Common), terminal.Plural(r.Units[c.Units[0]].Tokens, "token", "tokens"))
	for i, p := range c.Parameters {
		if i == shownParameters {
			writeMore(b, "    ", len(c.Parameters)-i)
			break
		}
		values := make([]string, len(p.Values))
		for n, value := range p.Values {
			if values[n] = terminal.Safe(value); value == "" {
				values[n] = "-"
			}
		}
		times := ""
		if p.Places > 1 {
			times = fmt.Sprintf(" (%s times)", terminal.Thousands(p.Places))
		}
		b.WriteString("    " + style.CutPath(strings.Join(values, " | "), style.Left(4+len(times))) + times + "\n")
	}
}

// member returns the name, date and author of a unit.
func member(u *pairs.Unit, style terminal.Style) string {
	about := ""
	if u.Date != nil {
		about += "  " + u.Date.UTC().Format("2006-01-02 15:04 UTC")
	}
	if author := shownAuthor(u, style); author != "" {
		about += "  " + author
	}
	if u.Old {
		about += "  (earlier)"
	}
	return style.CutPath(UnitName(u), style.Left(2+len([]rune(about)))) + about
}
