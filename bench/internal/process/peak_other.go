//go:build !linux

package process

import "os"

// PeakMB returns 0: the unit of the peak differs between systems.
func PeakMB(*os.ProcessState) float64 { return 0 }
