package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// cliEngine asks an external command, once a question, and reads chaffinch's JSON. Its times
// include the start of the process.
type cliEngine struct {
	args    []string // {} in them stands for the question's file
	timeout time.Duration
	dir     string // for the questions' files
}

// newCLIEngine prepares a command line. Close removes what the engine keeps on disk.
func newCLIEngine(command string, timeout time.Duration) (*cliEngine, error) {
	args, err := splitCommand(command)
	if err != nil {
		return nil, fmt.Errorf("reading -command: %w", err)
	}
	if !strings.Contains(command, "{}") {
		args = append(args, "{}")
	}
	dir, err := os.MkdirTemp("", "origin-")
	if err != nil {
		return nil, fmt.Errorf("making a folder for questions: %w", err)
	}
	return &cliEngine{args: args, timeout: timeout, dir: dir}, nil
}

// Close removes the questions' files.
func (e *cliEngine) Close() error { return os.RemoveAll(e.dir) }

// Ask writes the question to a file and runs the command on it.
func (e *cliEngine) Ask(name string, src []byte) ([]answer, error) {
	file := filepath.Join(e.dir, path.Base(name))
	if err := os.WriteFile(file, src, 0o600); err != nil {
		return nil, err
	}
	defer os.Remove(file)
	args := slices.Clone(e.args)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "{}", file)
	}
	ctx, cancel := context.WithTimeout(context.Background(), e.timeout)
	defer cancel()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	failure := cmd.Run()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("running %s: %w", args[0], ctx.Err())
	}
	answers, err := parseHits(stdout.Bytes())
	if err != nil && failure != nil { // a status alone may just mean that nothing was found
		return nil, fmt.Errorf("running %s: %w: %s", args[0], failure, bytes.TrimSpace(stderr.Bytes()))
	}
	return answers, err
}

// hits is the part of chaffinch's JSON that is read.
type hits struct {
	Hits *[]hit `json:"hits"`
}

type hit struct {
	Score       float64 `json:"score"`
	Occurrences []struct {
		Collection string `json:"collection"`
		Path       string `json:"path"`
	} `json:"occurrences"`
	Aligned  *bool    `json:"aligned"`  // false: there is no evidence
	Coverage *float64 `json:"coverage"` // nil: the program gives none
	Matches  []match  `json:"matches"`
}

// evidence returns what the hit shows, nil if it shows nothing.
func (h *hit) evidence() *evidence {
	if h.Coverage == nil || h.Aligned != nil && !*h.Aligned {
		return nil
	}
	return &evidence{*h.Coverage, h.Matches}
}

// parseHits reads {"hits":[{"score":..,"occurrences":[{"collection","path"}]}]}. A path stands
// for itself, and also behind its collection, as it is named where the corpus has several roots.
// Evidence may be there too: "coverage", and "matches" as of [match].
func parseHits(data []byte) ([]answer, error) {
	var found hits
	if err := json.Unmarshal(data, &found); err != nil {
		return nil, fmt.Errorf("parsing hits: %w", err)
	}
	if found.Hits == nil {
		return nil, errors.New(`parsing hits: there is no "hits"`)
	}
	var answers []answer
	for _, hit := range *found.Hits {
		a := answer{Score: hit.Score, Evidence: hit.evidence()}
		for _, o := range hit.Occurrences {
			a.Same = append(a.Same, o.Path, path.Join(o.Collection, o.Path))
		}
		if len(a.Same) > 0 {
			a.Path, a.Same = a.Same[0], a.Same[1:]
		}
		answers = append(answers, a)
	}
	return answers, nil
}

// splitCommand splits a command line at white space, but not inside of quotes.
func splitCommand(command string) ([]string, error) {
	var args []string
	var arg strings.Builder
	var quote rune
	started := false
	for _, r := range command {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, started = r, true
		case quote == 0 && (r == ' ' || r == '\t'):
			if started {
				args = append(args, arg.String())
				arg.Reset()
			}
			started = false
		default:
			arg.WriteRune(r)
			started = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("the quote %c is not closed", quote)
	}
	if started {
		args = append(args, arg.String())
	}
	if len(args) == 0 {
		return nil, errors.New("it is empty")
	}
	return args, nil
}
