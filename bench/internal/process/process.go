// Package process builds the program and measures processes that have ended.
package process

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Program returns the program of that path. Without a path it builds the program in the folder dir.
func Program(path, dir string) (string, error) {
	if path != "" {
		return filepath.Abs(path)
	}
	program := filepath.Join(dir, "chaffinch")
	build := exec.Command("go", "build", "-o", program,
		"github.com/chaffinch-search/chaffinch/cmd/chaffinch")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return "", fmt.Errorf("building the program: %w", err)
	}
	return program, nil
}

// CPU returns the processor time that an ended process took, in seconds.
func CPU(state *os.ProcessState) float64 {
	return (state.UserTime() + state.SystemTime()).Seconds()
}
