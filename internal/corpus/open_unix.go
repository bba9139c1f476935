//go:build unix

package corpus

import (
	"errors"
	"os"
	"syscall"
)

// open opens a file or a folder for reading. It does not follow a link in the last element of the
// path and does not wait for the other end of a pipe. The caller must check the opened file: it may
// be a device.
func open(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
}

// isLink reports whether open returned err because of a link. BSDs return EMLINK instead of ELOOP.
func isLink(err error) bool {
	return errors.Is(err, syscall.ELOOP) || errors.Is(err, syscall.EMLINK)
}

// isGone reports whether err means that the file no longer exists.
func isGone(err error) bool {
	return errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ESTALE)
}
