//go:build unix

package index

import (
	"errors"
	"syscall"
)

// processRuns asks with signal 0, which is checked but not sent.
func processRuns(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
