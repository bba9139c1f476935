//go:build unix

package main

import (
	"io"
	"os"
	"os/signal"

	"golang.org/x/sys/unix"
)

// whenClosed calls f after a write that nobody reads, to standard output or standard error. Without
// it, such a write ends the program at once, and temporary folders stay.
func whenClosed(f func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, unix.SIGPIPE)
	go func() {
		for range signals { // also of pipes to git, and of connections
			if isClosed(os.Stdout) || isClosed(os.Stderr) {
				f()
			}
		}
	}()
}

// isClosed reports whether nobody reads the stream any more.
func isClosed(stream io.Writer) bool {
	file, ok := stream.(*os.File)
	if !ok {
		return false
	}
	polled := []unix.PollFd{{Fd: int32(file.Fd())}}
	n, err := unix.Poll(polled, 0)
	return err == nil && n > 0 && polled[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0
}
