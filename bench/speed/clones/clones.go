// Package clones measures `chaffinch pairs --min-match`, and jscpd next to it.
//
//	go -C bench run ./speed clones FOLDER
//	go -C bench run ./speed clones -jscpd ~/bin/jscpd FOLDER  where jscpd is, if not in the path
//
// It runs the program and jscpd (version 5, if it is installed) once over the folder, as a user
// would, for blocks of 50 tokens or more. jscpd runs a second time with --ignore-identifiers,
// because chaffinch also finds renamed blocks. The first table has their processor time, memory,
// blocks, and duplicated lines: the lines of all places of blocks, each once. The second has the
// share of the lines of each that the other also finds.
//
// jscpd counts tokens unlike chaffinch, so a block of 50 of its tokens is often smaller.
package clones

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/jscpd"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// least is the minimum number of tokens of a block.
const least = 50

// finder is a program that finds blocks: two places with the same tokens.
type finder struct {
	name string
	find func() (process.Cost, [][2]jscpd.Place, error)
}

// Run measures a folder.
func Run(b *cli.Bench) error {
	program := b.Program()
	other := b.String("jscpd", "", "`file` of jscpd 5 (default: the one in the path, if any)")
	if err := b.Parse("FOLDER"); err != nil {
		return err
	}
	folder := b.Arg(0)
	finders := []finder{{"chaffinch", func() (process.Cost, [][2]jscpd.Place, error) { return find(*program, folder, b.Folder()) }}}
	path, _ := exec.LookPath("jscpd")
	path = cmp.Or(*other, path)
	for _, more := range [][]string{nil, {"--ignore-identifiers"}} {
		if path == "" {
			break
		}
		name := strings.Join(append([]string{"jscpd"}, more...), " ")
		finders = append(finders, finder{name, func() (process.Cost, [][2]jscpd.Place, error) {
			return jscpd.Run(path, folder, b.Folder(), least, 1, more...)
		}})
	}
	return compare(b, finders)
}

// find finds blocks by chaffinch.
func find(program, folder, output string) (process.Cost, [][2]jscpd.Place, error) {
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
func compare(b *cli.Bench, finders []finder) error {
	took := terminal.NewTable("finder", ">CPU s", ">peak MB", ">blocks", ">lines")
	heads := []string{"lines also found by"}
	found := make([]map[line]bool, len(finders))
	for i, f := range finders {
		cost, blocks, err := f.find()
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		found[i] = map[line]bool{}
		for _, block := range blocks {
			for _, p := range block {
				for n := p.Start; n <= p.End; n++ {
					found[i][line{p.Name, n}] = true
				}
			}
		}
		took.Row(f.name, fmt.Sprintf("%.1f", cost.CPU), fmt.Sprintf("%.0f", cost.PeakMB), fmt.Sprint(len(blocks)), fmt.Sprint(len(found[i])))
		heads = append(heads, ">"+f.name)
	}
	shares := terminal.NewTable(heads...)
	for i, f := range finders {
		row := []string{f.name}
		for j := range finders {
			both := 0
			for l := range found[i] {
				if found[j][l] {
					both++
				}
			}
			row = append(row, fmt.Sprintf("%.3f", float64(both)/float64(max(1, len(found[i])))))
		}
		shares.Row(row...)
	}
	if err := b.Print(took); err != nil {
		return err
	}
	fmt.Fprintln(b.Out)
	return b.Print(shares)
}
