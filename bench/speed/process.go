package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/chaffinch-search/chaffinch/bench/process"
)

// measureBuild indexes with the engine in a process of its own.
func measureBuild(c config, engine, dir string) (build, error) {
	var b build
	state, err := again(c, engine, filepath.Join(dir, engine), &b)
	if err != nil {
		return b, err
	}
	b.Engine = engine
	b.CPU = (state.UserTime() + state.SystemTime()).Seconds()
	b.PeakMB = process.PeakMB(state)
	return b, nil
}

// measureAsk asks in a process of its own, of the index that chaffinch made.
func measureAsk(c config, dir string, r *report) error {
	_, err := again(c, "ask", filepath.Join(dir, "chaffinch"), &r.Ask)
	return err
}

// again runs this program as the engine and decodes what it prints.
func again(c config, engine, dir string, into any) (*os.ProcessState, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, "-engine", engine, "-dir", dir, "-questions", strconv.Itoa(c.questions),
		"-lines", strconv.Itoa(c.lines), "-seed", strconv.FormatUint(c.seed, 10), c.corpus)
	if engine == "chaffinch" {
		cmd.Env = append(os.Environ(), "GOGC=60") // which the program sets itself
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
	case "chaffinch":
		result, err = buildChaffinch(c)
	case "bleve":
		result, err = buildBleve(c)
	case "ask":
		result, err = ask(c)
	default:
		err = fmt.Errorf("unknown engine %q", c.engine)
	}
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(result)
}
