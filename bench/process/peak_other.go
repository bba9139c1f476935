//go:build !linux

package process

import (
	"os"
	"time"
)

// CPU is not known here.
func CPU() time.Duration { return 0 }

// PeakMB is not known here.
func PeakMB(*os.ProcessState) float64 { return 0 }
