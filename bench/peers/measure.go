package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/chaffinch-search/chaffinch/bench/process"
)

// sample is what one run took.
type sample struct {
	seconds, cpu float64
	peakMB       float64
	outputMB     float64 // what it wrote
}

// row is all runs of a program.
type row struct {
	name    string
	samples []sample
	counts  counts
}

// measure lets the programs run in turns, over files below dir/files. Output goes below dir, and is
// removed after each run.
func (j job) measure(runs int, files []string, dir string) ([]row, error) {
	rows := make([]row, len(j.programs))
	for range runs {
		for i, p := range j.programs {
			s, n, err := p.once(files, dir)
			if err != nil {
				return nil, err
			}
			rows[i].name, rows[i].counts = p.name, n
			rows[i].samples = append(rows[i].samples, s)
		}
	}
	return rows, nil
}

func (p program) once(files []string, dir string) (sample, counts, error) {
	out := filepath.Join(dir, "out")
	if err := os.Mkdir(out, 0o755); err != nil {
		return sample{}, counts{}, err
	}
	defer os.RemoveAll(out)
	cmd := exec.Command(p.path, p.args(files, filepath.Join(dir, "files"), out)...)
	var printed bytes.Buffer
	cmd.Stdout, cmd.Stderr = &printed, &printed
	start := time.Now()
	err := cmd.Run()
	s := sample{seconds: time.Since(start).Seconds()}
	if cmd.ProcessState == nil || err != nil && cmd.ProcessState.ExitCode() != p.nothing {
		return s, counts{}, fmt.Errorf("running %s: %w\n%s", p.name, err, printed.Bytes())
	}
	s.cpu = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	s.peakMB = process.PeakMB(cmd.ProcessState)
	if s.outputMB, err = sizeMB(out); err != nil {
		return s, counts{}, err
	}
	n, err := p.counts(printed.String(), out)
	return s, n, err
}

// sizeMB returns the size of all files below the folder, in millions of bytes.
func sizeMB(folder string) (float64, error) {
	size := int64(0)
	err := filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	return float64(size) / 1e6, err
}
