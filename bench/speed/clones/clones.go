// Package clones measures `chaffinch pairs --min-match`, and jscpd next to it.
//
//	go -C bench run ./speed clones FOLDER                     blocks of 50 tokens or more
//	go -C bench run ./speed clones -min 100 FOLDER
//	go -C bench run ./speed clones -jscpd ~/bin/jscpd FOLDER  where jscpd is, if not in the path
//
// It builds the program and runs it and jscpd (version 5, if it is installed) once over the folder,
// as a user would. jscpd runs a second time with --ignore-identifiers, because chaffinch also finds
// renamed blocks. The first table has their processor time, memory, blocks, and duplicated lines:
// the lines of all places of blocks, each once. The second has the share of the lines of each that
// the other also finds.
//
// jscpd counts tokens unlike chaffinch, so a block of 50 of its tokens is often smaller.
package clones

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/jscpd"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
)

// Run measures a folder.
func Run(_ context.Context, args []string, stdout, _ io.Writer) error {
	f := cli.Flags()
	least := f.Int("min", 50, "minimum number of tokens of a block")
	program := f.String("program", "", "measure this `file` (default: build the program)")
	other := f.String("jscpd", "", "`file` of jscpd 5 (default: the one in the path, if any)")
	if err := cli.Parse(f, args, "FOLDER"); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "chaffinch-clones-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if *program, err = process.Program(*program, dir); err != nil {
		return err
	}
	path, _ := exec.LookPath("jscpd")
	return compare(stdout, finders(*program, cmp.Or(*other, path), f.Arg(0), dir, *least))
}

// finder is a program that finds blocks: two places with the same tokens.
type finder struct {
	name string
	find func() (process.Cost, [][2]jscpd.Place, error)
}

// finders returns chaffinch and, if it is installed, jscpd without and with renamed blocks.
func finders(program, other, folder, dir string, least int) []finder {
	all := []finder{{"chaffinch", func() (process.Cost, [][2]jscpd.Place, error) {
		output := filepath.Join(dir, "output")
		cost, _, err := process.Run(program, "pairs", "--min-match", strconv.Itoa(least), "--top", "0", "--format", "tsv", "--output", output, folder)
		if err != nil {
			return cost, nil, err
		}
		text, err := os.ReadFile(output)
		if err != nil {
			return cost, nil, err
		}
		blocks, err := readRows(text)
		return cost, blocks, err
	}}}
	if other == "" {
		fmt.Println("jscpd is not installed: chaffinch alone")
		return all
	}
	for _, more := range [][]string{nil, {"--ignore-identifiers"}} {
		all = append(all, finder{strings.Join(append([]string{"jscpd"}, more...), " "), func() (process.Cost, [][2]jscpd.Place, error) {
			return jscpd.Run(other, folder, filepath.Join(dir, "jscpd"), least, 1, more...)
		}})
	}
	return all
}

// readRows reads the TSV of chaffinch.
func readRows(text []byte) (all [][2]jscpd.Place, err error) {
	for row := range strings.Lines(string(text)) {
		var b [2]jscpd.Place
		cells := strings.Split(row, "\t")
		for i := range b {
			side := cells[3*i:]
			b[i].Name = side[0]
			if b[i].Start, err = strconv.Atoi(side[1]); err != nil {
				return nil, err
			}
			if b[i].End, err = strconv.Atoi(side[2]); err != nil {
				return nil, err
			}
		}
		all = append(all, b)
	}
	return all, nil
}

// line is a line of a file.
type line struct {
	name   string
	number int
}

// compare prints what each finder takes, and what share of its lines the others find.
func compare(out io.Writer, finders []finder) error {
	fmt.Fprintf(out, "%-26s %8s %8s %8s %10s\n", "", "CPU s", "peak MB", "blocks", "lines")
	found := make([]map[line]bool, len(finders))
	for i, f := range finders {
		took, blocks, err := f.find()
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		found[i] = map[line]bool{}
		for _, b := range blocks {
			for _, p := range b {
				for n := p.Start; n <= p.End; n++ {
					found[i][line{p.Name, n}] = true
				}
			}
		}
		fmt.Fprintf(out, "%-26s %8.1f %8.0f %8d %10d\n", f.name, took.CPU, took.PeakMB, len(blocks), len(found[i]))
	}
	fmt.Fprintf(out, "\n%-26s", "lines also found by")
	for _, f := range finders {
		fmt.Fprintf(out, " %26s", f.name)
	}
	fmt.Fprintln(out)
	for i, f := range finders {
		fmt.Fprintf(out, "%-26s", f.name)
		for j := range finders {
			both := 0
			for l := range found[i] {
				if found[j][l] {
					both++
				}
			}
			fmt.Fprintf(out, " %26.3f", float64(both)/float64(max(1, len(found[i]))))
		}
		fmt.Fprintln(out)
	}
	return nil
}
