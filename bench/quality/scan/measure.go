package scan

import (
	"fmt"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/scan"
)

// claim is a program's result: these lines of a file of a project are copied.
type claim struct {
	file  string
	lines []answer.Lines
	note  string // the origin, and what the program says of it
}

// claimsOf returns the copies of a report.
func claimsOf(r *scan.Report) (all []claim) {
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Class != scan.Copy {
			continue
		}
		c := claim{file: f.File, note: fmt.Sprintf("%s, %s, score %.3f, %d tokens, df %d", f.Origin.File(), f.Kind, f.Score, f.Tokens, f.DF)}
		for _, m := range f.Matches {
			c.lines = append(c.lines, m.File)
		}
		all = append(all, c)
	}
	return all
}

// overlap counts the lines that a claim and a plant share.
func (c *claim) overlap(x plant) (n int) {
	if c.file != x.file {
		return 0
	}
	for _, m := range c.lines {
		n += max(0, min(m.To, x.lines.To)-max(m.From, x.lines.From)+1)
	}
	return n
}

// judge prints how many plants a program finds, by their kinds, and how much else. claims are those
// about each project, by its name.
func (b *bench) judge(program string, claims map[string][]claim) error {
	planted, found := map[plantKind]int{}, map[plantKind]int{}
	lines, withPlants, cleanLines := 0, 0, 0
	clean, strange := 0, 0 // findings in projects without plants, and beside plants
	list := func(format string, values ...any) {
		if b.list {
			fmt.Fprintf(b.Out, format, values...)
		}
	}
	for _, p := range b.projects {
		lines += p.lines()
		if len(p.plants) > 0 {
			withPlants++
		} else {
			cleanLines += p.lines()
		}
		for _, c := range claims[p.name] {
			switch {
			case p.plantAt(&c):
				continue
			case len(p.plants) == 0:
				clean++
			default:
				strange++
			}
			list("false: project %s (%s), %s:%s from %s\n", p.name, p.language, c.file, c.lines[0], c.note)
		}
		for _, x := range p.plants {
			planted[x.kind]++
			if p.isFound(x, claims[p.name]) {
				found[x.kind]++
			} else {
				list("missed: project %s (%s), %s %d lines of %s at %s:%s\n",
					p.name, p.language, x.kind.name, x.kind.lines, x.origin.path, x.file, x.lines)
			}
		}
	}
	fmt.Fprintf(b.Out, "%s: %d projects in %s, %d lines, %d with plants\n\n",
		program, len(b.projects), strings.Join(b.languages, ", "), lines, withPlants)
	table := terminal.NewTable("plant", ">lines", ">planted", ">found")
	for _, kind := range plantKinds {
		if n := planted[kind]; n > 0 {
			length := strings.TrimPrefix(fmt.Sprint(kind.lines), "0")
			table.Row(kind.name, length, fmt.Sprint(n), fmt.Sprintf("%.3f", float64(found[kind])/float64(n)))
		}
	}
	if err := b.Print(table); err != nil {
		return err
	}
	_, err := fmt.Fprintf(b.Out, "\nfindings in projects without plants: %d, in %d lines, %.2f in 100,000; beside plants: %d\n\n",
		clean, cleanLines, 1e5*float64(clean)/float64(max(1, cleanLines)), strange)
	return err
}

// plantAt reports whether a claim is about a plant.
func (p *project) plantAt(c *claim) bool {
	for _, x := range p.plants {
		if c.overlap(x) > 0 {
			return true
		}
	}
	return false
}

// isFound reports whether a claim covers half of the plant.
func (p *project) isFound(x plant, claims []claim) bool {
	for i := range claims {
		if 2*claims[i].overlap(x) >= x.lines.Len() {
			return true
		}
	}
	return false
}
