package align

// part is over how many tokens, hashes or buckets a pass goes on, at some nanoseconds each, before it is asked whether to
// stop.
const part = 1 << 17

// inParts calls f for one part after another of n, and returns whether it came to the end: before each part, and at the end,
// stopped says whether to stop.
func inParts(n int, stopped func() bool, f func(from, to int)) bool {
	for from := 0; from < n; from += part {
		if stopped() {
			return false
		}
		f(from, min(n, from+part))
	}
	return !stopped()
}

// copied returns the symbols in the memory of used, if that is large enough; not all of them if stopped says so.
func copied(used, symbols []uint64, stopped func() bool) []uint64 {
	if cap(used) < len(symbols) {
		used = make([]uint64, len(symbols))
	}
	used = used[:len(symbols)]
	inParts(len(symbols), stopped, func(from, to int) { copy(used[from:to], symbols[from:to]) })
	return used
}
