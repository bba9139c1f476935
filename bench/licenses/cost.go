package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
)

// cost indexes a folder by the program, and by one that reads no licences of files. It prints their
// processor time. They run in turn, each as often as -runs says, so that what else the machine does
// meets both.
func cost(b *cli.Bench) error {
	each := b.Int("runs", 21, "index `N` times with licences, and as often without")
	with := b.Program()
	if err := b.Parse("FOLDER"); err != nil {
		return err
	}
	runs, dir := *each, b.Folder()
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	without := filepath.Join(dir, "without")
	if err := buildWithout(without, dir); err != nil {
		return err
	}
	var times [2][]float64
	var ratios []float64
	for run := range 2 * runs {
		i := (run + run/2) % 2 // each of the two is the first one as often
		index := filepath.Join(dir, "x")
		used, _, err := process.Run([]string{*with, without}[i], "--index", index, "index", b.Arg(0))
		if err := errors.Join(err, os.RemoveAll(index)); err != nil {
			return err
		}
		if times[i] = append(times[i], used.CPU); run%2 == 1 {
			ratios = append(ratios, times[0][run/2]/times[1][run/2])
		}
	}
	for i, name := range []string{"with licences", "without"} {
		slices.Sort(times[i])
		fmt.Fprintf(b.Out, "%-28s %.3f s, the least %.3f s\n", name, times[i][runs/2], times[i][0])
	}
	slices.Sort(ratios)
	quartile := func(q int) float64 { return 100 * (ratios[q*(len(ratios)-1)/4] - 1) }
	fmt.Fprintf(b.Out, "licences take %.1f%%, by the least %.1f%%; half of %d pairs are between %.1f%% and %.1f%%\n",
		quartile(2), 100*(times[0][0]/times[1][0]-1), runs, quartile(1), quartile(3))
	return nil
}

// buildWithout builds the program with what the engine for browsers has in place of licences.
func buildWithout(program, dir string) error {
	root, err := process.Root()
	if err != nil {
		return err
	}
	index := filepath.Join(root, "index")
	replaced := map[string]string{filepath.Join(index, "licenses.go"): filepath.Join(index, "licenses_js.go")}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return err
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, overlay, 0o600); err != nil {
		return err
	}
	build := exec.Command("go", "build", "-overlay", file, "-o", program, "./cmd/chaffinch")
	build.Dir = root
	if said, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building the program without licences: %w: %s", err, said)
	}
	return nil
}
