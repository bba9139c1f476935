//go:build !linux && !js

// Not in a browser: it starts no programs.

package pdf

import "os"

// limit does nothing: only Linux bounds the memory of a process that has started.
func limit(*os.Process) {}
