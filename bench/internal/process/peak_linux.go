package process

import (
	"os"
	"syscall"
)

// PeakMB returns the peak resident memory of an ended process, in millions of bytes.
func PeakMB(state *os.ProcessState) float64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return float64(usage.Maxrss) * 1024 / 1e6
}
