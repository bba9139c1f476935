// Package pairs measures the time and the memory of `chaffinch pairs`.
//
//	go -C bench run ./speed pairs                      a generated class: 2,000 submissions of 200 lines
//	go -C bench run ./speed pairs -n 500 -lines 100
//	go -C bench run ./speed pairs -originals 20        everybody has copied from one of 20
//	go -C bench run ./speed pairs -near -n 3000 -lines 60 -format json
//	                                          near-identical submissions, to a JSON file
//
// It builds the program and runs it once, as a user would. The class consists
// of random functions for a task of twelve parts. Many solve a part in the same few ways. Every
// tenth submission is copied from another one: all names and some numbers are changed, and half of
// the functions replaced or moved. The output also says how many copies are among the first pairs.
package pairs

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
)

// config is set by the flags.
type config struct {
	n, lines  int
	originals int
	near      bool
	seed      uint64
	minScore  string
	format    string
	program   string // empty: build it
}

// Run measures it.
func Run(_ context.Context, args []string, _, _ io.Writer) error {
	var c config
	f := cli.Flags()
	f.IntVar(&c.n, "n", 2000, "submissions in the class")
	f.IntVar(&c.lines, "lines", 200, "lines of a submission, about")
	f.IntVar(&c.originals, "originals", 0,
		"`number` of submissions that all others are copied from (default: nine of ten are originals)")
	f.BoolVar(&c.near, "near", false, "all submissions are the same but for one line")
	f.StringVar(&c.format, "format", "tsv", "format of the output")
	f.Uint64Var(&c.seed, "seed", 1, "seed of the class")
	f.StringVar(&c.minScore, "min-score", "", "minimum score of a pair (default: the program's)")
	f.StringVar(&c.program, "program", "", "measure this `file` (default: build the program)")
	if err := cli.Parse(f, args); err != nil {
		return err
	}
	return run(c)
}

func run(c config) error {
	dir, err := os.MkdirTemp("", "chaffinch-pairs-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program, err := process.Program(c.program, dir)
	if err != nil {
		return err
	}
	folder, output := filepath.Join(dir, "class"), filepath.Join(dir, "output")
	copies, err := writeClass(c, folder)
	if err != nil {
		return fmt.Errorf("writing the class: %w", err)
	}
	rows, err := measure(c, program, folder, output)
	if err != nil {
		return err
	}
	if c.format == "tsv" {
		printFound(rows, copies)
	}
	return nil
}

// measure runs the program, prints what it took, and returns the lines that it wrote to the file.
func measure(c config, program, folder, file string) ([]string, error) {
	args := []string{"pairs", "--format", c.format, "--output", file}
	if c.minScore != "" {
		args = append(args, "--min-score", c.minScore)
	}
	took, _, err := process.Run(program, append(args, folder)...)
	if err != nil {
		return nil, err
	}
	out, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	rows := slices.Collect(strings.Lines(string(out)))
	fmt.Printf("%d lines of %s (%.1f MB) in %.1f s (%.1f s of CPU time), peak memory %.0f MB\n",
		len(rows), c.format, float64(len(out))/1e6, took.Seconds, took.CPU, took.PeakMB)
	return rows, nil
}

// printFound prints how many copies are among all rows, and among as many first rows as there are
// copies.
func printFound(rows []string, copies map[pair]bool) {
	first, all := 0, 0
	for i, row := range rows {
		cells := strings.SplitN(row, "\t", 3)
		if len(cells) < 3 || !copies[pair{cells[0], cells[1]}] && !copies[pair{cells[1], cells[0]}] {
			continue
		}
		all++
		if i < len(copies) {
			first++
		}
	}
	fmt.Printf("of %d copies %d are among the first %d pairs, %d among all\n",
		len(copies), first, len(copies), all)
}
