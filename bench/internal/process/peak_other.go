//go:build !linux

package process

import "os"

// peakMB returns 0: the unit of the peak differs between systems.
func peakMB(*os.ProcessState) float64 { return 0 }
