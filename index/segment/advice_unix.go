//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd || solaris

package segment

import "golang.org/x/sys/unix"

func madvise(mem []byte, a access) {
	advice := unix.MADV_RANDOM
	if a == sequential {
		advice = unix.MADV_SEQUENTIAL
	}
	_ = unix.Madvise(mem, advice)
}
