// Package process measures processes that have ended.
package process

import (
	"os"
	"syscall"
)

// PeakMB returns the most memory that an ended process had resident, in millions of bytes.
func PeakMB(state *os.ProcessState) float64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return float64(usage.Maxrss) * 1024 / 1e6
}
