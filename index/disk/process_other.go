//go:build !unix

package disk

import "os"

// processRuns reports whether the process can be found.
func processRuns(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	p.Release()
	return true
}
