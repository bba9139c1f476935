// Package mapped survives faults of memory that is mapped from files.
package mapped

import (
	"errors"
	"runtime/debug"
)

// ErrTruncated means that a file of an index became shorter while it was open.
var ErrTruncated = errors.New("a file of the index was truncated while it was open")

// Read calls f and returns its error. If f reads mapped memory after the end of a file that was
// truncated, or that a disk cannot read, the system sends a signal that would end the program. Read
// returns [ErrTruncated] then. This holds for the goroutine of f, so each goroutine that f starts
// needs its own Read.
func Read(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch p := recover(); {
		case p == nil:
		case IsFault(p):
			err = ErrTruncated
		default:
			panic(p)
		}
	}()
	return f()
}

// IsFault reports whether a recovered value is of such a fault. A nil pointer's fault has no
// address.
func IsFault(recovered any) bool {
	_, ok := recovered.(interface{ Addr() uintptr })
	return ok
}
