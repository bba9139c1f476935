// Package clones measures `chaffinch pairs --min-match`, and jscpd beside it.
//
//	go -C bench run ./speed clones FOLDER                     blocks of 50 tokens or more
//	go -C bench run ./speed clones -min 100 FOLDER
//	go -C bench run ./speed clones -jscpd ~/bin/jscpd FOLDER  where jscpd is, if not in the path
//
// It builds the program, and runs it and jscpd (version 5, if it is installed) once over the folder,
// as a user would. jscpd runs a second time with --ignore-identifiers, because chaffinch also finds
// renamed blocks. The first table has their processor time, memory, blocks, and duplicated lines: the
// lines of all places of blocks, each once. The second has the share of the lines of each that the
// other also finds.
//
// The third table is about planted blocks. Blocks of whole lines are copied from random files of the
// folder, each used once, into another file or into the same one: as they are, with all identifiers
// renamed, or with every tenth line replaced. A block is found if matches between both places cover
// nine in ten of its lines with code, in the original and in the copy. The unchanged parts of edited
// blocks are shorter, so for these the share of such lines is counted.
//
// jscpd counts white space and comments in its default mode, and tokens unlike chaffinch, so a block
// of 50 of its tokens is often smaller. Here it runs in its mode "weak", without comments.
package clones

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
)

// config is what the flags say.
type config struct {
	min     int
	plants  int
	seed    uint64
	program string // empty: build it
	jscpd   string // empty: it is not installed
	folder  string
}

// Run measures it.
func Run(_ context.Context, args []string, _, _ io.Writer) error {
	var c config
	f := cli.Flags()
	f.IntVar(&c.min, "min", 50, "minimum number of tokens of a block")
	f.IntVar(&c.plants, "n", 100, "planted blocks of each kind")
	f.Uint64Var(&c.seed, "seed", 1, "seed of the planted blocks")
	f.StringVar(&c.program, "program", "", "measure this `file` (default: build the program)")
	f.StringVar(&c.jscpd, "jscpd", "", "`file` of jscpd 5 (default: the one in the path, if any)")
	if err := cli.Parse(f, args, "FOLDER"); err != nil {
		return err
	}
	c.folder = f.Arg(0)
	return run(c)
}

func run(c config) error {
	dir, err := os.MkdirTemp("", "chaffinch-clones-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if c.program, err = process.Program(c.program, dir); err != nil {
		return err
	}
	path, _ := exec.LookPath("jscpd")
	c.jscpd = cmp.Or(c.jscpd, path)
	finders := c.finders(filepath.Join(dir, "output"))
	if len(finders) == 1 {
		fmt.Println("jscpd is not installed: chaffinch alone")
	}
	if err := compareFinders(finders, c.folder); err != nil {
		return err
	}
	planted := filepath.Join(dir, "planted")
	plants, err := plantAll(c, planted)
	if err != nil {
		return fmt.Errorf("planting blocks: %w", err)
	}
	return measureRecall(finders, planted, plants)
}

// compareFinders prints what each finder takes, and what share of its lines the others find.
func compareFinders(finders []finder, folder string) error {
	fmt.Printf("%-22s %8s %8s %8s %10s\n", "", "CPU s", "peak MB", "blocks", "lines")
	found := make([]lineSet, len(finders))
	for i, f := range finders {
		took, blocks, err := f.find(folder)
		if err != nil {
			return err
		}
		found[i] = linesOf(blocks)
		fmt.Printf("%-22s %8.1f %8.0f %8d %10d\n", f.name, took.CPU, took.PeakMB, len(blocks), found[i].len())
	}
	fmt.Printf("\n%-22s", "lines also found by")
	for _, f := range finders {
		fmt.Printf(" %20s", f.name)
	}
	fmt.Println()
	for i, f := range finders {
		fmt.Printf("%-22s", f.name)
		for j := range finders {
			fmt.Printf(" %20.3f", found[j].share(found[i]))
		}
		fmt.Println()
	}
	return nil
}
