package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/chaffinch-search/chaffinch/bench/process"
)

// command is what the program takes, as a process, to answer a question.
type command struct {
	Milliseconds float64 `json:"milliseconds"` // median
	Version      float64 `json:"versionMS"`    // of a process that only says its version
	PeakMB       float64 `json:"peakMB"`
}

// processes is how many questions are asked of the program.
const processes = 15

func measureCommand(c config, dir string) (command, error) {
	var m command
	tmp, err := os.MkdirTemp("", "chaffinch-speed-")
	if err != nil {
		return m, err
	}
	defer os.RemoveAll(tmp)
	program, err := process.Build(tmp)
	if err != nil {
		return m, err
	}
	questions, err := cut(c)
	if err != nil {
		return m, err
	}
	var asking, starting, peaks []float64
	for i := range min(processes, len(questions)) {
		q := filepath.Join(tmp, "question"+filepath.Ext(questions[i].Path))
		if err := os.WriteFile(q, questions[i].Source, 0o600); err != nil {
			return m, err
		}
		took, peak, err := timed(program, "search", "--index", dir, q)
		if err != nil {
			return m, err
		}
		asking, peaks = append(asking, took), append(peaks, peak)
		if took, _, err = timed(program, "--version"); err != nil {
			return m, err
		}
		starting = append(starting, took)
	}
	same := func(v float64) float64 { return v }
	if len(asking) > 0 {
		m = command{median(asking, same), median(starting, same), median(peaks, same)}
	}
	return m, nil
}

func timed(program string, args ...string) (milliseconds, peakMB float64, err error) {
	cmd := exec.Command(program, args...)
	start := time.Now()
	out, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code != 0 && code != 1 { // -1 where it was killed, or never ran
		return 0, 0, fmt.Errorf("running %s: %w: %s", args, err, out)
	}
	return ms(time.Since(start)), process.PeakMB(cmd.ProcessState), nil
}
