//go:build !linux

package process

import (
	"os"
	"time"
)

// PeakMB returns 0: the unit of the peak differs between systems.
func PeakMB(*os.ProcessState) float64 { return 0 }

// Used returns 0: it is measured on Linux.
func Used() time.Duration { return 0 }

// ReadMB returns 0: it is measured on Linux.
func ReadMB(*os.ProcessState) float64 { return 0 }

// Drop does nothing: it works on Linux.
func Drop(string) error { return nil }
