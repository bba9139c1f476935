// Package process builds the program, and runs and measures processes.
package process

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Root returns the root of the checkout. The working folder must lie in it.
func Root() (string, error) {
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/chaffinch-search/chaffinch").Output()
	if err != nil {
		return "", fmt.Errorf("looking for the checkout: %w", err)
	}
	return strings.TrimSpace(string(root)), nil
}

// GoRoot returns the folder of Go.
func GoRoot() (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("looking for the folder of Go: %w", err)
	}
	return strings.TrimSpace(string(root)), nil
}

// Program returns the program of that path. Without a path it builds the program in the folder dir.
func Program(path, dir string) (string, error) {
	if path != "" {
		return filepath.Abs(path)
	}
	root, err := Root()
	if err != nil {
		return "", err
	}
	program, err := filepath.Abs(filepath.Join(dir, "chaffinch"))
	if err != nil {
		return "", err
	}
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", program, "./cmd/chaffinch")
	build.Dir, build.Stderr = root, os.Stderr
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as the README builds it
	if err := build.Run(); err != nil {
		return "", fmt.Errorf("building the program: %w", err)
	}
	return program, nil
}

// Cost is the cost of a process. ReadMB is the megabytes that were read from disk for it.
type Cost struct{ Seconds, CPU, PeakMB, ReadMB float64 }

// Run runs a program to its end and returns its standard output. Exit status 1 is not an error: the
// program found nothing.
func Run(program string, args ...string) (Cost, []byte, error) {
	cmd := exec.Command(program, args...)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	start := time.Now()
	err := cmd.Run()
	took := time.Since(start)
	if err != nil && (cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 1) {
		return Cost{}, nil, fmt.Errorf("running %s %s: %w: %s", program, args, err, errOut.Bytes())
	}
	s := cmd.ProcessState
	return Cost{took.Seconds(), (s.UserTime() + s.SystemTime()).Seconds(), PeakMB(s), ReadMB(s)}, out.Bytes(), nil
}
