// Package jscpd runs jscpd 5.
package jscpd

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/chaffinch-search/chaffinch/bench/internal/process"
)

// Place is a range of lines of a file, from 1, the last one included.
type Place struct {
	Name       string
	Start, End int
}

// Run returns the duplicates of so many tokens and lines in a folder, each as its two places. It
// needs a folder for the report. jscpd counts white space and comments in its default mode, so here
// it runs in its mode "weak".
func Run(program, folder, output string, tokens, lines int, more ...string) (process.Cost, [][2]Place, error) {
	args := append([]string{"--min-tokens", strconv.Itoa(tokens), "--min-lines", strconv.Itoa(lines), "--max-lines", "1000000",
		"--max-size", "100mb", "--mode", "weak", "--no-gitignore", "--reporters", "json", "--output", output}, more...)
	cost, _, err := process.Run(program, append(args, folder)...)
	if err != nil {
		return cost, nil, err
	}
	text, err := os.ReadFile(filepath.Join(output, "jscpd-report.json"))
	if err != nil {
		return cost, nil, err
	}
	all, err := read(text)
	return cost, all, err
}

// read reads a report.
func read(text []byte) (all [][2]Place, err error) {
	var report struct {
		Duplicates []struct{ FirstFile, SecondFile Place }
	}
	if err := json.Unmarshal(text, &report); err != nil {
		return nil, fmt.Errorf("reading the report of jscpd: %w", err)
	}
	for _, d := range report.Duplicates {
		all = append(all, [2]Place{d.FirstFile, d.SecondFile})
	}
	return all, nil
}
