// Command web measures the engine of the browser edition in node, beside the program on one thread.
//
//	go generate ./web                      builds the engine; this takes minutes
//	go run ./bench/web                     a class of 2,000 submissions, and two workers
//	go run ./bench/web -workers 1 -n 500
//
// The class is that of bench/pairs. The processor time of node includes compiling the engine.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/chaffinch-search/chaffinch/bench/internal/process"
)

func main() {
	n := flag.Int("n", 2000, "submissions in the class")
	workers := flag.Int("workers", 2, "workers in node")
	program := flag.String("program", "", "compare with this `file` (default: build the program)")
	flag.Parse()
	if err := run(*n, *workers, *program); err != nil {
		fmt.Fprintln(os.Stderr, "web:", err)
		os.Exit(1)
	}
}

func run(n, workers int, program string) error {
	dir, err := os.MkdirTemp("", "chaffinch-web-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if program, err = process.Program(program, dir); err != nil {
		return err
	}
	class := filepath.Join(dir, "class")
	write := exec.Command("go", "run", "./bench/pairs", "-n", strconv.Itoa(n), "-write", class)
	if out, err := write.CombinedOutput(); err != nil {
		return fmt.Errorf("writing the class: %w\n%s", err, out)
	}
	if err := os.Setenv("GOMAXPROCS", "1"); err != nil {
		return err
	}
	native, _, err := process.Run(program, "pairs", "--format", "tsv", "--output", filepath.Join(dir, "pairs.tsv"), class)
	if err != nil {
		return err
	}
	library, err := filepath.Abs("web/index.js")
	if err != nil {
		return err
	}
	node, out, err := process.Run("node", "bench/web/run.mjs", library, class, strconv.Itoa(workers))
	if err != nil {
		return err
	}
	if len(out) == 0 {
		return errors.New("the engine does not run in node: run go generate ./web again")
	}
	var told struct {
		Seconds, Memory float64
		Pairs           int
		Steps           map[string]float64
	}
	if err := json.Unmarshal(out, &told); err != nil {
		return fmt.Errorf("reading what node printed: %w", err)
	}
	fmt.Printf("program, one thread: %.1f s (%.1f s of CPU time), peak memory %.0f MB\n", native.Seconds, native.CPU, native.PeakMB)
	fmt.Printf("node, %d workers: %.1f s (%.1f s of CPU time, %.1f times the program's), memory of the engine %.0f MB, peak of node %.0f MB\n",
		workers, told.Seconds, node.CPU, node.CPU/native.CPU, told.Memory, node.PeakMB)
	for _, name := range slices.Sorted(maps.Keys(told.Steps)) {
		fmt.Printf("  %s: %.1f s of CPU time\n", name, told.Steps[name])
	}
	fmt.Printf("%d pairs\n", told.Pairs)
	return nil
}
