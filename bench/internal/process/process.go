// Package process builds the program and measures processes that have ended.
package process

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Build builds the program in the folder and returns its path.
func Build(dir string) (string, error) {
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
