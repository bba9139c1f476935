package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/scan"
)

// found counts plants of one kind.
type found struct{ planted, found, origin, license int }

// measure adds up what scans of projects find.
type measure struct {
	plants               map[plantKind]*found
	lines, cleanLines    int
	clean, strange       int // findings in projects without plants, and beside plants
	spent                time.Duration
	list                 bool
	out                  io.Writer
	projects, withPlants int
	licenses             map[string]map[string]bool // of the documents, by id
}

func (m *measure) add(p *project, r *scan.Report, spent time.Duration) {
	m.projects++
	m.lines += r.Totals.Lines
	m.spent += spent
	if len(p.plants) > 0 {
		m.withPlants++
	} else {
		m.cleanLines += r.Totals.Lines
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Class != scan.Copy || besidePlants(p, f) {
			continue
		}
		if m.strange++; len(p.plants) == 0 {
			m.strange--
			m.clean++
		}
		if m.list {
			at := f.Heaviest()
			fmt.Fprintf(m.out, "false: project %s, %s:%s from %s:%s, %s, score %.3f, %d tokens, df %d\n", p.name, f.File, at.File,
				f.Origin.File(), at.Origin, f.Kind, f.Score, f.Tokens, f.DF)
		}
	}
	for _, x := range p.plants {
		m.judge(p, x, r)
	}
}

// besidePlants reports whether a finding is about a plant.
func besidePlants(p *project, f *scan.Finding) bool {
	for _, x := range p.plants {
		if x.file == f.File && overlap(f, x.lines) > 0 {
			return true
		}
	}
	return false
}

// overlap counts the lines of a finding among some.
func overlap(f *scan.Finding, lines chaffinch.Lines) (n int) {
	for _, m := range f.Matches {
		n += max(0, min(m.File.To, lines.To)-max(m.File.From, lines.From)+1)
	}
	return n
}

// judge notes whether a plant was found.
func (m *measure) judge(p *project, x plant, r *scan.Report) {
	n := m.plants[x.kind]
	if n == nil {
		n = &found{}
		m.plants[x.kind] = n
	}
	n.planted++
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.File != x.file || 2*overlap(f, x.lines) < x.lines.Len() {
			continue
		}
		n.found++
		if !isOrigin(f, x) {
			if m.list {
				fmt.Fprintf(m.out, "origin: project %s, %s %d lines of %s, named %s\n", p.name, x.kind.name, x.kind.lines, x.origin.path, f.Origin.File())
			}
			return
		}
		n.origin++
		if m.licenses[index.BlobID(x.origin.text)][f.Origin.License] {
			n.license++
		}
		return
	}
	if m.list {
		fmt.Fprintf(m.out, "missed: project %s, %s %d lines of %s at %s:%s\n", p.name, x.kind.name, x.kind.lines, x.origin.path, x.file, x.lines)
	}
}

// isOrigin reports whether the origin of a finding is the document of the plant, or has the same tokens.
func isOrigin(f *scan.Finding, x plant) bool {
	if f.Origin.Content == index.BlobID(x.origin.text) {
		return true
	}
	text, err := os.ReadFile(f.Origin.File())
	return err == nil && contains(x.origin.lang.Lex(nil, text), x.tokens)
}

// contains reports whether some tokens follow each other among all.
func contains(all, some []lex.Token) bool {
	for i := 0; i+len(some) <= len(all); i++ {
		same := true
		for j := 0; j < len(some) && same; j++ {
			same = all[i+j].Hash == some[j].Hash
		}
		if same {
			return true
		}
	}
	return false
}

func (m *measure) print(out io.Writer, languages []string) error {
	fmt.Fprintf(out, "%d projects in %s, %d lines, %d with plants; %.0f lines a second\n\n", m.projects,
		strings.Join(languages, ", "), m.lines, m.withPlants, float64(m.lines)/m.spent.Seconds())
	fmt.Fprintln(out, "| plant | lines | planted | found | right origin | right licence |")
	fmt.Fprintln(out, "|---|---|---|---|---|---|")
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
		fmt.Fprintf(out, "| %s | %s | %d | %s | %s | %s |\n", kind.name, lines, n.planted, share(n.found), share(n.origin), share(n.license))
	}
	_, err := fmt.Fprintf(out, "\nfindings in projects without plants: %d, in %d lines, %.2f in 100,000; beside plants: %d\n",
		m.clean, m.cleanLines, 1e5*float64(m.clean)/float64(max(1, m.cleanLines)), m.strange)
	return err
}
