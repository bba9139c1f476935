//go:build !unix

package index

import "os"

// processRuns: finding a process opens it, which fails where there is none.
func processRuns(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	p.Release()
	return true
}
