//go:build unix

package disk

import (
	"errors"
	"syscall"
)

// processRuns sends signal 0, which the system checks and does not deliver.
func processRuns(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
