package clones

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/bench/internal/process"
)

// place is a range of lines of a file, from 1, the last one included.
type place struct {
	path     string
	from, to int
}

// block is two places with the same tokens.
type block [2]place

// finder is a program that finds blocks.
type finder struct {
	name   string
	args   []string // without the folder
	path   string
	output string // the file that it writes
	read   func(text []byte) ([]block, error)
}

// finders returns chaffinch and, if it is installed, jscpd without and with renamed blocks.
func (c config) finders(output string) []finder {
	tokens := strconv.Itoa(c.min)
	all := []finder{{
		"chaffinch", []string{"pairs", "--min-match", tokens, "--top", "0", "--format", "tsv", "--output", output},
		c.program, output, readRows,
	}}
	if c.jscpd == "" {
		return all
	}
	args := []string{"--min-tokens", tokens, "--min-lines", "1", "--max-lines", "1000000", "--max-size", "100mb",
		"--mode", "weak", "--no-gitignore", "--reporters", "json", "--output", output + "-jscpd"}
	report := filepath.Join(output+"-jscpd", "jscpd-report.json")
	renamed := append(append([]string{}, args...), "--ignore-identifiers")
	return append(all, finder{"jscpd", args, c.jscpd, report, readReport}, finder{"jscpd, renamed", renamed, c.jscpd, report, readReport})
}

// find runs the program over the folder.
func (f finder) find(folder string) (process.Cost, []block, error) {
	took, _, err := process.Run(f.path, append(append([]string{}, f.args...), folder)...)
	if err != nil {
		return took, nil, err
	}
	text, err := os.ReadFile(f.output)
	if err != nil {
		return took, nil, err
	}
	blocks, err := f.read(text)
	if err != nil {
		return took, nil, fmt.Errorf("reading the output of %s: %w", f.name, err)
	}
	return took, blocks, nil
}

// readRows reads the TSV of chaffinch.
func readRows(text []byte) (all []block, err error) {
	for row := range strings.Lines(string(text)) {
		var b block
		cells := strings.Split(row, "\t")
		for i := range b {
			side := cells[3*i:]
			b[i].path = side[0]
			if b[i].from, err = strconv.Atoi(side[1]); err != nil {
				return nil, err
			}
			if b[i].to, err = strconv.Atoi(side[2]); err != nil {
				return nil, err
			}
		}
		all = append(all, b)
	}
	return all, nil
}

// readReport reads the JSON of jscpd.
func readReport(text []byte) (all []block, err error) {
	type file struct {
		Name       string
		Start, End int
	}
	var report struct {
		Duplicates []struct{ FirstFile, SecondFile file }
	}
	if err := json.Unmarshal(text, &report); err != nil {
		return nil, err
	}
	for _, d := range report.Duplicates {
		all = append(all, block{{d.FirstFile.Name, d.FirstFile.Start, d.FirstFile.End}, {d.SecondFile.Name, d.SecondFile.Start, d.SecondFile.End}})
	}
	return all, nil
}

// lineSet are lines of files.
type lineSet map[string]map[int]bool

func linesOf(blocks []block) lineSet {
	s := lineSet{}
	for _, b := range blocks {
		for _, p := range b {
			s.add(p)
		}
	}
	return s
}

func (s lineSet) add(p place) {
	if s[p.path] == nil {
		s[p.path] = map[int]bool{}
	}
	for line := p.from; line <= p.to; line++ {
		s[p.path][line] = true
	}
}

func (s lineSet) len() (n int) {
	for _, lines := range s {
		n += len(lines)
	}
	return n
}

// share returns the share of the other's lines that the set has.
func (s lineSet) share(other lineSet) float64 {
	both := 0
	for path, lines := range other {
		for line := range lines {
			if s[path][line] {
				both++
			}
		}
	}
	return float64(both) / float64(max(1, other.len()))
}
