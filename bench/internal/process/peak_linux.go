package process

import (
	"os"
	"syscall"
	"time"
)

// PeakMB returns the peak resident memory of an ended process, in millions of bytes.
func PeakMB(state *os.ProcessState) float64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return peakMB(usage)
}

func peakMB(usage *syscall.Rusage) float64 { return float64(usage.Maxrss) * 1024 / 1e6 }

// OwnPeakMB is PeakMB of this process up to now.
func OwnPeakMB() float64 {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return peakMB(&usage)
}

// Used returns the processor time of this process and of those that it has waited for.
func Used() (sum time.Duration) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var usage syscall.Rusage
		if syscall.Getrusage(who, &usage) == nil {
			sum += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		}
	}
	return sum
}
