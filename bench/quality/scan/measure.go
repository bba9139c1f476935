package scan

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/scan"
)

// found counts plants of one kind.
type found struct{ planted, found, origin int }

// claim is a program's result for some lines: their origin.
type claim struct {
	file    string // of the project
	lines   []answer.Lines
	content string // of the origin, its id; may be empty
	path    string // of the origin
	note    string
}

// claimsOf returns the copies of a report.
func claimsOf(r *scan.Report) (all []claim) {
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Class != scan.Copy {
			continue
		}
		c := claim{file: f.File, content: f.Origin.Content, path: f.Origin.File(),
			note: fmt.Sprintf("%s, score %.3f, %d tokens, df %d", f.Kind, f.Score, f.Tokens, f.DF)}
		for _, m := range f.Matches {
			c.lines = append(c.lines, m.File)
		}
		all = append(all, c)
	}
	return all
}

// measure adds up what a program finds in projects.
type measure struct {
	name                 string
	plants               map[plantKind]*found
	lines, cleanLines    int
	clean, strange       int           // findings in projects without plants, and beside plants
	spent                time.Duration // processor time
	list                 bool
	out                  io.Writer
	projects, withPlants int
}

// newMeasure returns a measure of a program.
func (b *bench) newMeasure(program string) *measure {
	return &measure{name: program, plants: map[plantKind]*found{}, list: b.list, out: b.out}
}

func (m *measure) add(p *project, lines int, claims []claim) {
	m.projects++
	m.lines += lines
	if len(p.plants) > 0 {
		m.withPlants++
	} else {
		m.cleanLines += lines
	}
	for i := range claims {
		c := &claims[i]
		if besidePlants(p, c) {
			continue
		}
		if len(p.plants) == 0 {
			m.clean++
		} else {
			m.strange++
		}
		if m.list {
			fmt.Fprintf(m.out, "false: project %s, %s:%s from %s, %s\n", p.name, c.file, c.lines[0], c.path, c.note)
		}
	}
	for _, x := range p.plants {
		m.judge(p, x, claims)
	}
}

// besidePlants reports whether a claim is about a plant.
func besidePlants(p *project, c *claim) bool {
	for _, x := range p.plants {
		if x.file == c.file && overlap(c, x.lines) > 0 {
			return true
		}
	}
	return false
}

// overlap counts the lines of a claim among some.
func overlap(c *claim, lines answer.Lines) (n int) {
	for _, m := range c.lines {
		n += max(0, min(m.To, lines.To)-max(m.From, lines.From)+1)
	}
	return n
}

// judge notes whether a plant was found.
func (m *measure) judge(p *project, x plant, claims []claim) {
	n := m.plants[x.kind]
	if n == nil {
		n = &found{}
		m.plants[x.kind] = n
	}
	n.planted++
	for i := range claims {
		c := &claims[i]
		if c.file != x.file || 2*overlap(c, x.lines) < x.lines.Len() {
			continue
		}
		n.found++
		if !m.isOrigin(c, x) {
			if m.list {
				fmt.Fprintf(m.out, "origin: project %s, %s %d lines of %s, named %s\n", p.name, x.kind.name, x.kind.lines, x.origin.path, c.path)
			}
			return
		}
		n.origin++
		return
	}
	if m.list {
		fmt.Fprintf(m.out, "missed: project %s, %s %d lines of %s at %s:%s\n", p.name, x.kind.name, x.kind.lines, x.origin.path, x.file, x.lines)
	}
}

// isOrigin reports whether the origin of a claim is the document of the plant, or has the same
// tokens.
func (m *measure) isOrigin(c *claim, x plant) bool {
	if c.content == index.BlobID(x.origin.text) {
		return true
	}
	text, err := os.ReadFile(c.path)
	return err == nil && contains(x.origin.lang.Lex(nil, text), x.tokens)
}

// contains reports whether some tokens follow each other among all.
func contains(all, some []lex.Token) bool {
	for i := range max(0, len(all)-len(some)+1) {
		if slices.EqualFunc(all[i:i+len(some)], some, func(x, y lex.Token) bool { return x.Hash == y.Hash }) {
			return true
		}
	}
	return false
}

func (m *measure) print(out io.Writer, languages []string) error {
	fmt.Fprintf(out, "%s: %d projects in %s, %d lines, %d with plants; %.0f lines for a second of processor time\n\n", m.name, m.projects,
		strings.Join(languages, ", "), m.lines, m.withPlants, float64(m.lines)/m.spent.Seconds())
	fmt.Fprintln(out, "| plant | lines | planted | found | right origin |")
	fmt.Fprintln(out, "|---|---|---|---|---|")
	for _, kind := range plantKinds {
		n := m.plants[kind]
		if n == nil {
			continue
		}
		share := func(part int) string { return fmt.Sprintf("%.3f", float64(part)/float64(n.planted)) }
		lines := fmt.Sprint(kind.lines)
		if kind.lines == 0 {
			lines = "all"
		}
		fmt.Fprintf(out, "| %s | %s | %d | %s | %s |\n", kind.name, lines, n.planted, share(n.found), share(n.origin))
	}
	_, err := fmt.Fprintf(out, "\nfindings in projects without plants: %d, in %d lines, %.2f in 100,000; beside plants: %d\n\n",
		m.clean, m.cleanLines, 1e5*float64(m.clean)/float64(max(1, m.cleanLines)), m.strange)
	return err
}
