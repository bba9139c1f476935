package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/chaffinch-search/chaffinch/bench/internal/process"
)

// figuresFile has the last figures, relative to the checkout.
const figuresFile = "bench/speed/figures.txt"

const figuresHead = `# What everyday commands took last, for go -C bench run ./speed -everyday FOLDER. With -update it writes its own here.
# Milliseconds of processor time, medians. The yardstick is the time of a fixed piece of work in the same run.
`

// figures are what one corpus took.
type figures struct {
	Corpus    corpusFigure
	Yardstick float64
	Values    map[string]float64 // by measure
}

// corpusFigure tells corpora apart. Figures of two corpora are not compared.
type corpusFigure struct {
	Name  string
	Files int
}

// readFigures reads figures of several corpora, as print writes them.
func readFigures(text []byte) ([]*figures, error) {
	var all []*figures
	for line := range strings.Lines(string(text)) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), "\t")
		switch {
		case name == "" || name[0] == '#':
			continue
		case !ok:
			return nil, fmt.Errorf("%s: no tab in %q", figuresFile, line)
		}
		if corpus, is := strings.CutPrefix(name, "corpus "); is {
			files, err := strconv.Atoi(strings.TrimSuffix(value, " files"))
			if err != nil {
				return nil, fmt.Errorf("%s: %q: %w", figuresFile, line, err)
			}
			all = append(all, &figures{Corpus: corpusFigure{corpus, files}, Values: map[string]float64{}})
			continue
		}
		number, err := strconv.ParseFloat(value, 64)
		if err != nil || len(all) == 0 {
			return nil, fmt.Errorf("%s: %q is no figure of a corpus", figuresFile, line)
		}
		if f := all[len(all)-1]; name == "yardstick" {
			f.Yardstick = number
		} else {
			f.Values[name] = number
		}
	}
	return all, nil
}

// print writes figures, as readFigures reads them.
func (f *figures) print(out io.Writer) {
	fmt.Fprintf(out, "\ncorpus %s\t%d files\nyardstick\t%.1f\n", f.Corpus.Name, f.Corpus.Files, f.Yardstick)
	for _, m := range measures() {
		if value, ok := f.Values[m]; ok {
			fmt.Fprintf(out, "%s\t%.1f\n", m, value)
		}
	}
}

// readAll reads the file with the figures of all corpora.
func readAll() (all []*figures, path string, err error) {
	root, err := process.Root()
	if err != nil {
		return nil, "", err
	}
	path = filepath.Join(root, figuresFile)
	text, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return nil, "", err
	}
	all, err = readFigures(text)
	return all, path, err
}

// lastFigures returns the last figures of a corpus, nil if there are none.
func lastFigures(corpus corpusFigure) (*figures, error) {
	all, _, err := readAll()
	for _, f := range all {
		if f.Corpus == corpus {
			return f, err
		}
	}
	return nil, err
}

// write replaces the figures of a corpus of that name in the file.
func (f *figures) write() error {
	all, path, err := readAll()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.WriteString(figuresHead)
	written := false
	for _, old := range all {
		if old.Corpus.Name == f.Corpus.Name {
			old, written = f, true
		}
		old.print(&b)
	}
	if !written {
		f.print(&b)
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}

// ratio returns how much more time a measure takes now than last, if the machine were the same.
func (f *figures) ratio(last *figures, measure string) (times float64, ok bool) {
	now, before := f.Values[measure], last.Values[measure]
	if measure == coldMegabytes {
		return now / before, before > 0
	}
	return now / f.Yardstick / (before / last.Yardstick), before > 0 && f.Yardstick > 0 && last.Yardstick > 0
}

// print prints the figures of now, with ratios to the last ones, and to the second program.
func (e *everyday) print(out io.Writer, now, last *figures) error {
	buffered := bufio.NewWriter(out)
	fmt.Fprintf(buffered, "%s, %d files; CPU ms, medians of %d and more; yardstick %.1f ms\n\n", now.Corpus.Name, now.Corpus.Files, e.runs, now.Yardstick)
	w := tabwriter.NewWriter(buffered, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "measure\tnow\tlast\ttimes\t")
	if len(e.programs) > 1 {
		fmt.Fprint(w, "against\ttimes\t")
	}
	fmt.Fprintln(w)
	for _, m := range measures() {
		fmt.Fprintf(w, "%s\t%.1f\t", m, now.Values[m])
		if last == nil {
			fmt.Fprint(w, "-\t-\t")
		} else if times, ok := now.ratio(last, m); ok {
			fmt.Fprintf(w, "%.1f\t%.2f\t", last.Values[m], times)
		} else {
			fmt.Fprintf(w, "%.1f\t-\t", last.Values[m])
		}
		if len(e.programs) > 1 {
			other := median(e.samples[m][1])
			fmt.Fprintf(w, "%.1f\t%.2f\t", other, now.Values[m]/other)
		}
		fmt.Fprintln(w)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if last == nil {
		fmt.Fprintf(buffered, "\n%s has no figures of this corpus; -update writes them\n", figuresFile)
	}
	return buffered.Flush()
}
