//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || solaris)

package segment

func madvise([]byte, access) {} // the system takes none
