package pdf

import (
	"os"

	"golang.org/x/sys/unix"
)

// limit bounds the memory, the processor time and the files of a process that has just started.
func limit(p *os.Process) {
	for resource, most := range map[int]uint64{unix.RLIMIT_AS: mostMemory, unix.RLIMIT_CPU: uint64(mostTime.Seconds()), unix.RLIMIT_FSIZE: 0, unix.RLIMIT_CORE: 0} {
		_ = unix.Prlimit(p.Pid, resource, &unix.Rlimit{Cur: most, Max: most}, nil) // fails for a process that has ended
	}
}
