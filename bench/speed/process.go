package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/chaffinch-search/chaffinch/bench/process"
)

// The engines that index.
const (
	chaffinchEngine = "chaffinch"
	structureEngine = "structure" // chaffinch with that representation alone
	bleveEngine     = "bleve"
)

// measureBuild indexes with the engine, each time in a process of its own, and keeps the last index.
func measureBuild(c config, engine, dir string, runs int) (build, error) {
	all := make([]build, runs)
	for i := range all {
		path := filepath.Join(dir, engine)
		if err := os.RemoveAll(path); err != nil {
			return build{}, err
		}
		b := &all[i]
		state, err := again(c, engine, path, b)
		if err != nil {
			return build{}, err
		}
		b.CPU = (state.UserTime() + state.SystemTime()).Seconds()
		b.PeakMB = process.PeakMB(state)
	}
	return build{
		Engine: engine, Runs: runs,
		Seconds: median(all, func(b build) float64 { return b.Seconds }),
		CPU:     median(all, func(b build) float64 { return b.CPU }),
		PeakMB:  median(all, func(b build) float64 { return b.PeakMB }),
		IndexMB: median(all, func(b build) float64 { return b.IndexMB }),
	}, nil
}

func median[T any](all []T, of func(T) float64) float64 {
	values := make([]float64, len(all))
	for i, v := range all {
		values[i] = of(v)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// measureAsk asks in a process of its own, of the indexes that were made, and then the program.
func measureAsk(c config, dir string, r *report) error {
	if c.plain {
		c.other = filepath.Join(dir, bleveEngine)
	}
	if _, err := again(c, "ask", filepath.Join(dir, chaffinchEngine), &r.Ask); err != nil {
		return err
	}
	var err error
	r.Command, err = measureCommand(c, filepath.Join(dir, chaffinchEngine))
	return err
}

// again runs this program as the engine and decodes what it prints.
func again(c config, engine, dir string, into any) (*os.ProcessState, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, "-engine", engine, "-dir", dir, "-other", c.other, "-questions", strconv.Itoa(c.questions),
		"-lines", strconv.Itoa(c.lines), "-seed", strconv.FormatUint(c.seed, 10), c.corpus)
	if engine != bleveEngine {
		cmd.Env = process.LikeTheProgram()
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("running %s: %w", engine, err)
	}
	return cmd.ProcessState, json.Unmarshal(out.Bytes(), into)
}

// child is what the process of an engine does.
func child(c config) error {
	var result any
	var err error
	switch c.engine {
	case chaffinchEngine, structureEngine:
		result, err = buildChaffinch(c)
	case bleveEngine:
		result, err = buildBleve(c)
	case "ask":
		result, err = ask(c)
	case "update":
		result, err = measureUpdate(c)
	default:
		err = fmt.Errorf("unknown engine %q", c.engine)
	}
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(result)
}
