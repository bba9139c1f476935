//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package index

import "os"

// lockFile says that there are no locks. Windows has some, but there a folder with an open file
// cannot be renamed.
func lockFile(*os.File) error { return errNoLocks }
