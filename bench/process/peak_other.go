//go:build !linux

package process

import "os"

// PeakMB is not known here.
func PeakMB(*os.ProcessState) float64 { return 0 }
