//go:build unix

package corpus

import (
	"errors"
	"os"
	"syscall"
)

// open opens a file or a folder for reading, never through a link in the last element of its path
// and never waiting for the other end of a pipe. What was opened has still to be looked at: it may
// be a device.
func open(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
}

// isLink reports whether open met a link. BSDs say EMLINK where others say ELOOP.
func isLink(err error) bool {
	return errors.Is(err, syscall.ELOOP) || errors.Is(err, syscall.EMLINK)
}

// isGone reports whether the error means that a file is no longer where it was.
func isGone(err error) bool {
	return errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ESTALE)
}
