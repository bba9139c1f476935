// Package process measures this process and those that have ended.
package process

import (
	"os"
	"syscall"
	"time"
)

// CPU returns the processor time that this process has taken.
func CPU() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// PeakMB returns the most memory that an ended process had resident, in millions of bytes.
func PeakMB(state *os.ProcessState) float64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return float64(usage.Maxrss) * 1024 / 1e6
}
