package main

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/chaffinch-search/chaffinch/bench/internal/process"
	"github.com/chaffinch-search/chaffinch/bench/internal/snippet"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// everyday measures what users do every day: each measure is the median of the processor time of
// several processes. If two programs are measured, they run in turn.
type everyday struct {
	*bench
	programs []string                      // the second one is from -against
	options  []string                      // of index, for the first program
	dir      string                        // for indexes, one for each program, and questions
	files    int                           // of the corpus
	samples  map[string]*[2][]process.Cost // of each measure, by program; see measures
	work     []float64                     // CPU milliseconds of the yardstick
}

// Measures. All but the last are milliseconds of processor time.
const (
	firstIndex    = "first index"
	nothingNew    = "nothing changed"
	onePercent    = "update of 1%"
	twoFiles      = "two files"
	searchOf      = "search of %d lines"
	nothingFound  = "nothing found"
	pairsOfOne    = "pairs of one file"  // compared with the corpus, which is indexed
	blocksOfOne   = "blocks of one file" // of 100 tokens, the same way
	startOnly     = "start"
	coldMegabytes = "cold search, MB read"
)

var searchLines = []int{10, 40, 400}

// measures returns all measures in the order in which they are printed.
func measures() []string {
	all := []string{firstIndex, nothingNew, onePercent, twoFiles}
	for _, n := range searchLines {
		all = append(all, fmt.Sprintf(searchOf, n))
	}
	return append(all, nothingFound, pairsOfOne, blocksOfOne, startOnly, coldMegabytes)
}

// everyday measures, and prints ratios to the figures of the repository and to the second program.
func (b *bench) everyday(against string, options []string, update bool) error {
	e := &everyday{bench: b, programs: []string{b.program}, options: options, dir: b.Folder(), samples: map[string]*[2][]process.Cost{}}
	if against != "" {
		other, err := filepath.Abs(against)
		if err != nil {
			return err
		}
		e.programs = append(e.programs, other)
	}
	if err := errors.Join(os.Mkdir(e.dir, 0o700), e.index(), e.update(), e.two(), e.search(), e.pairs()); err != nil {
		return err
	}
	return e.report(update)
}

// add runs each program with arguments that depend on its number, and adds the time to a measure.
// Between two rounds it also takes the time of the yardstick.
func (e *everyday) add(measure string, args func(i int) []string) error {
	e.work = append(e.work, yardstick())
	for i, program := range e.programs {
		cost, _, err := process.Run(program, args(i)...)
		if err != nil {
			return fmt.Errorf("%s: %w", measure, err)
		}
		e.sample(measure, i, cost)
	}
	return nil
}

func (e *everyday) sample(measure string, program int, cost process.Cost) {
	if e.samples[measure] == nil {
		e.samples[measure] = new([2][]process.Cost)
	}
	s := e.samples[measure]
	s[program] = append(s[program], cost)
}

// figure returns the median figure of a measure of a program.
func (e *everyday) figure(measure string, program int) float64 {
	return medianOf(e.samples[measure][program], func(c process.Cost) float64 {
		if measure == coldMegabytes {
			return c.ReadMB
		}
		return 1000 * c.CPU
	})
}

// indexArgs returns the arguments that index a folder into an index of that name.
func (e *everyday) indexArgs(program int, name, folder string) []string {
	args := []string{"--index", e.path(program, name), "index"}
	if program == 0 {
		args = append(args, e.options...)
	}
	return append(args, folder)
}

func (e *everyday) path(program int, name string) string {
	return filepath.Join(e.dir, fmt.Sprint(name, program, ".chaffinch"))
}

// index makes the index of the corpus several times. The last one remains.
func (e *everyday) index() error {
	return e.afresh(firstIndex, "corpus", e.corpus)
}

// afresh adds indexes of a folder, each made anew.
func (e *everyday) afresh(measure, name, folder string) error {
	for range e.runs {
		for i := range e.programs {
			if err := os.RemoveAll(e.path(i, name)); err != nil {
				return err
			}
		}
		if err := e.add(measure, func(i int) []string { return e.indexArgs(i, name, folder) }); err != nil {
			return err
		}
	}
	return nil
}

// update indexes a copy of the corpus again, unchanged and after changes.
func (e *everyday) update() error {
	tree := filepath.Join(e.dir, "tree")
	files, err := e.layOut(tree)
	if err != nil {
		return err
	}
	e.files = len(files)
	again := func(i int) []string { return e.indexArgs(i, "updated", tree) }
	for i, program := range e.programs {
		if _, _, err := process.Run(program, again(i)...); err != nil {
			return err
		}
	}
	for n := range e.runs {
		if err := e.add(nothingNew, again); err != nil {
			return err
		}
		if err := changeSome(tree, files, n); err != nil {
			return err
		}
		if err := e.add(onePercent, again); err != nil {
			return err
		}
	}
	return nil
}

// two indexes a folder of a licence and a source.
func (e *everyday) two() error {
	root, err := process.Root()
	if err != nil {
		return err
	}
	license, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		return err
	}
	folder := filepath.Join(e.dir, "two")
	if err := errors.Join(os.Mkdir(folder, 0o700), os.WriteFile(filepath.Join(folder, "LICENSE"), license, 0o600),
		os.WriteFile(filepath.Join(folder, "made.go"), made(40), 0o600)); err != nil {
		return err
	}
	return e.afresh(twoFiles, "two", folder)
}

// made returns lines of code that are in no corpus.
func made(lines int) []byte {
	r := rand.New(rand.NewPCG(1, 1))
	var b bytes.Buffer
	b.WriteString("package made\n\nfunc made(x []int) {\n")
	for range lines {
		fmt.Fprintf(&b, "\tx[%d] = f%x(x[%d]*%d, %q) %% %d\n", r.IntN(99), r.Uint32(), r.IntN(99), r.Uint32(), fmt.Sprintf("%x", r.Uint64()), r.Uint32())
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// search runs processes for questions from the corpus, and for one without an answer.
func (e *everyday) search() error {
	ask := func(measure, name string, source []byte) error {
		file := filepath.Join(e.dir, name)
		if err := os.WriteFile(file, source, 0o600); err != nil {
			return err
		}
		return e.add(measure, func(i int) []string { return []string{"--index", e.path(i, "corpus"), "search", file} })
	}
	for _, lines := range searchLines {
		cut, err := snippet.Cut(e.corpus, e.questions, lines, e.seed)
		if err != nil {
			return err
		}
		for _, q := range cut {
			if err := ask(fmt.Sprintf(searchOf, lines), "question"+filepath.Ext(q.Path), q.Source); err != nil {
				return err
			}
			if lines == 40 {
				if err := e.cold(filepath.Join(e.dir, "question"+filepath.Ext(q.Path))); err != nil {
					return err
				}
			}
		}
	}
	for range e.questions {
		if err := ask(nothingFound, "question.go", made(40)); err != nil {
			return err
		}
		if err := e.add(startOnly, func(int) []string { return []string{"--version"} }); err != nil {
			return err
		}
	}
	return nil
}

// pairs compares some files of the corpus with all, each alone. Only the first program is measured,
// because older ones do not ask the index.
func (e *everyday) pairs() error {
	cut, err := snippet.Cut(e.corpus, e.runs, 40, e.seed)
	if err != nil {
		return err
	}
	for measure, option := range map[string][]string{pairsOfOne: nil, blocksOfOne: {"--min-match", "100"}} {
		for _, q := range cut {
			args := append([]string{"--index", e.path(0, "corpus"), "pairs"}, option...)
			cost, _, err := process.Run(e.program, append(args, "--in", e.corpus, "--only", filepath.Join(e.corpus, filepath.FromSlash(q.Path)))...)
			if err != nil {
				return fmt.Errorf("%s: %w", measure, err)
			}
			e.sample(measure, 0, cost)
		}
	}
	return nil
}

// cold searches an index that the system has dropped from memory. In a file system in memory it
// reads nothing.
func (e *everyday) cold(file string) error {
	for i, program := range e.programs {
		if err := process.Drop(e.path(i, "corpus")); err != nil {
			return err
		}
		cost, _, err := process.Run(program, "--index", e.path(i, "corpus"), "search", file)
		if err != nil {
			return err
		}
		e.sample(coldMegabytes, i, cost)
	}
	return nil
}

// yardstick returns the milliseconds of processor time that a fixed piece of work takes: other
// machines, and this one beside other work, need more or less for it. Figures are compared in
// relation to it.
func yardstick() float64 {
	text := made(2000)
	before := process.Used()
	for range 4 {
		w, err := flate.NewWriter(io.Discard, flate.DefaultCompression)
		if err == nil {
			_, err = w.Write(text)
		}
		if err != nil {
			panic(err) // the level is valid, and nothing is written
		}
	}
	return float64(process.Used()-before) / 1e6
}

// figures are the medians of the first program for a corpus. The file with the last ones has them
// by the name of the corpus.
type figures struct {
	Files     int                `json:"files"`
	Yardstick float64            `json:"yardstick"`
	Figures   map[string]float64 `json:"figures"`
}

// figuresFile has the last figures, relative to the checkout.
const figuresFile = "bench/speed/figures.json"

// report prints the figures, with ratios to the last ones and to the second program. With update it
// writes them to the file.
func (e *everyday) report(update bool) error {
	root, err := process.Root()
	if err != nil {
		return err
	}
	file, corpus := filepath.Join(root, figuresFile), filepath.Base(e.corpus)
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var all map[string]figures
	if err := json.Unmarshal(text, &all); err != nil {
		return fmt.Errorf("reading %s: %w", file, err)
	}
	now := figures{e.files, median(e.work), map[string]float64{}}
	last, known := all[corpus]
	known = known && last.Files == now.Files
	fmt.Fprintf(e.Out, "%s, %d files; CPU ms, medians of %d and more; yardstick %.1f ms\n\n", corpus, now.Files, e.runs, now.Yardstick)
	table := terminal.NewTable("measure", ">now", "?>last", "?>times", "?>against", "?>times", ">seconds", ">peak MB")
	for _, m := range measures() {
		now.Figures[m] = e.figure(m, 0)
		costs := e.samples[m][0]
		row := []string{m, fmt.Sprintf("%.1f", now.Figures[m]), "", "", "", "",
			fmt.Sprintf("%.2f", medianOf(costs, seconds)), fmt.Sprintf("%.0f", medianOf(costs, peakMB))}
		if known && last.Figures[m] > 0 {
			row[2], row[3] = fmt.Sprintf("%.1f", last.Figures[m]), fmt.Sprintf("%.2f", now.ratio(last, m))
		}
		if len(e.programs) > 1 && len(e.samples[m][1]) > 0 {
			other := e.figure(m, 1)
			row[4], row[5] = fmt.Sprintf("%.1f", other), fmt.Sprintf("%.2f", now.Figures[m]/other)
		}
		table.Row(row...)
	}
	if err := e.Print(table); err != nil {
		return err
	}
	if !known {
		fmt.Fprintf(e.Out, "\n%s has no figures of this corpus; -update writes them\n", figuresFile)
	}
	if !update {
		return nil
	}
	all[corpus] = now
	if text, err = json.MarshalIndent(all, "", "  "); err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}

// ratio returns how much more time a measure takes now than last, if the machine were the same.
func (f figures) ratio(last figures, measure string) float64 {
	times := f.Figures[measure] / last.Figures[measure]
	if measure != coldMegabytes {
		times /= f.Yardstick / last.Yardstick
	}
	return times
}
