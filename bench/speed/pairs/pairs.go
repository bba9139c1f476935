// Package pairs measures the time and the memory of `chaffinch pairs`.
//
//	go -C bench run ./speed pairs                      a generated class: 2,000 submissions of 200 lines
//	go -C bench run ./speed pairs -n 500 -lines 100
//	go -C bench run ./speed pairs -originals 20        everybody has copied from one of 20
//
// It runs the program once, as a user would. The class consists of random functions for a task of
// twelve parts. Many solve a part in the same few ways. Every tenth submission is copied from
// another one: all names and some numbers are changed, and half of the functions replaced or moved.
// The output also says how many copies are among the first pairs.
package pairs

import (
	"fmt"
	"os"
	"strings"

	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
)

// class is a generated class.
type class struct {
	n, lines  int
	originals int
	seed      uint64
}

// Run measures it.
func Run(b *cli.Bench) error {
	var c class
	b.IntVar(&c.n, "n", 2000, "submissions in the class")
	b.IntVar(&c.lines, "lines", 200, "lines of a submission, about")
	b.IntVar(&c.originals, "originals", 0,
		"`number` of submissions that all others are copied from (default: nine of ten are originals)")
	b.Uint64Var(&c.seed, "seed", 1, "seed of the class")
	minScore := b.String("min-score", "", "minimum score of a pair (default: the program's)")
	program := b.Program()
	if err := b.Parse(); err != nil {
		return err
	}
	folder, output := b.Folder(), b.Folder()
	copies, err := c.write(folder)
	if err != nil {
		return fmt.Errorf("writing the class: %w", err)
	}
	args := []string{"pairs", "--format", "tsv", "--output", output}
	if *minScore != "" {
		args = append(args, "--min-score", *minScore)
	}
	took, _, err := process.Run(*program, append(args, folder)...)
	if err != nil {
		return err
	}
	out, err := os.ReadFile(output)
	if err != nil {
		return err
	}
	rows := strings.SplitAfter(strings.TrimSpace(string(out)), "\n")
	fmt.Fprintf(b.Out, "%d pairs (%.1f MB) in %.1f s (%.1f s of CPU time), peak memory %.0f MB\n",
		len(rows), float64(len(out))/1e6, took.Seconds, took.CPU, took.PeakMB)
	first, all := 0, 0 // copies among as many first rows as there are copies, and among all
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
	_, err = fmt.Fprintf(b.Out, "of %d copies %d are among the first %d pairs, %d among all\n", len(copies), first, len(copies), all)
	return err
}
