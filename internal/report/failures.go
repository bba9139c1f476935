package report

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// mostFailing is the maximum number of lines of [Failing].
const mostFailing = 20

// Failing prints what [pairs.Report.Over] counts, a line each: groups of identical units, then
// pairs, best first. A line begins with the place in the likelier copy, as compilers write it, for
// logs and editors. It returns the number of groups and pairs without a line.
func Failing(ctx context.Context, out io.Writer, r *pairs.Report, over float64) (more int, err error) {
	w := &failing{r: r, latest: map[int]int{}}
	for _, group := range r.Identical {
		w.latest[group[0]] = slices.MaxFunc(group, func(x, y int) int { return prior(&r.Units[x], &r.Units[y]) })
	}
	var lines []string
	for _, g := range Groups(r) {
		if (r.Baseline == "" || g.New) && len(lines) < mostFailing && !r.LooksGenerated(g.Units) {
			lines = append(lines, w.identical(g.Units))
		}
	}
	err = r.EachOver(ctx, over, mostFailing-len(lines), func(p *pairs.Pair) error {
		lines = append(lines, w.pair(p))
		return nil
	})
	if err != nil {
		return 0, err
	}
	if err := logLines(out, lines); err != nil {
		return 0, err
	}
	groups, allPairs := r.Over(over)
	return groups + allPairs - len(lines), nil
}

// logLines prints lines that begin with a path.
func logLines(out io.Writer, lines []string) error {
	for _, line := range lines {
		if strings.HasPrefix(line, ":") { // or a CI system may take a file's name for a command
			line = "./" + line
		}
		if _, err := fmt.Fprintln(out, terminal.Safe(line)); err != nil {
			return err
		}
	}
	return nil
}

// FailingClones prints a line for each clone at its copy, as [Failing] does. It returns the number
// of clones without a line.
func FailingClones(out io.Writer, r *pairs.CloneReport, over []pairs.Clone) (more int, err error) {
	place := func(p pairs.ClonePlace) string {
		return fmt.Sprintf("%s:%s", filepath.ToSlash(r.Path(p.Path)), p.Lines)
	}
	var lines []string
	for _, c := range over[:min(len(over), mostFailing)] {
		lines = append(lines, fmt.Sprintf("%s: %s, %s, like %s", place(c.Copy), terminal.Plural(c.Tokens, "token", "tokens"), c.Kind, place(c.Original)))
	}
	return len(over) - len(lines), logLines(out, lines)
}

type failing struct {
	r      *pairs.Report
	latest map[int]int // by the unit that represents identical ones: the likeliest copy among them
}

// mostNames is the maximum number of names in a line.
const mostNames = 3

func (w *failing) identical(group []int) string {
	copied := w.latest[group[0]]
	var others []string
	for _, n := range group {
		if n != copied && len(others) < mostNames {
			others = append(others, w.path(w.r.Units[n].Name))
		}
	}
	text := strings.Join(others, ", ")
	if more := len(group) - 1 - len(others); more > 0 {
		text += fmt.Sprintf(" and %s more", terminal.Thousands(more))
	}
	at := w.path(w.r.Units[copied].Name)
	if w.r.Unit == "file" {
		at += ":1"
	}
	return at + ": identical to " + text
}

func (w *failing) pair(p *pairs.Pair) string {
	a, b := w.latestOf(p.A.Unit), w.latestOf(p.B.Unit)
	atA, atB := w.path(w.r.Units[a].Name), w.path(w.r.Units[b].Name)
	if len(p.Matches) > 0 {
		m := slices.MaxFunc(p.Matches, func(x, y pairs.Match) int { return cmp.Compare(x.Weight, y.Weight) })
		atA, atB = w.place(a, m.A), w.place(b, m.B)
	}
	if prior(&w.r.Units[a], &w.r.Units[b]) < 0 {
		atA, atB = atB, atA
	}
	return fmt.Sprintf("%s: score %s, %s, like %s", atA, Score(p.Score), cmp.Or(p.Kind, "edited"), atB)
}

func (w *failing) latestOf(unit int) int {
	if n, several := w.latest[unit]; several {
		return n
	}
	return unit
}

// place is the file and the lines of a match. In the likeliest of identical files, the match has
// the same lines as in the one that represents them.
func (w *failing) place(unit int, p answer.Place) string {
	path := p.Path
	if files := w.r.Units[unit].Files; len(files) == 1 {
		path = files[0].Path
	}
	return fmt.Sprintf("%s:%s", w.path(path), p.Lines)
}

func (w *failing) path(name string) string { return filepath.ToSlash(w.r.Path(name)) }
