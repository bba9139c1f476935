package segment

import "sync"

// Look-ups read few pages of a segment, here and there. Without advice the system reads ahead at
// each of them: with a read-ahead of 8 MB, a first question of 40 lines read 102 of the 113 MB of
// an index of Linux; with it, 2 MB. Passes over a whole segment advise the system to read in order.

// access is how mapped memory will be read.
type access int

const (
	random access = iota
	sequential
)

// advise gives the system advice. An error has no effect on the bytes read.
var advise = madvise // except in tests

// passes counts who passes over a file.
type passes struct {
	mu sync.Mutex
	n  int
}

// Sequential advises that the file is read in order, until end is called.
func (s *File) Sequential() (end func()) {
	s.passes.change(s.mem, 1)
	return func() { s.passes.change(s.mem, -1) }
}

func (p *passes) change(mem []byte, by int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.n
	switch p.n += by; {
	case before == 0:
		advise(mem, sequential)
	case p.n == 0:
		advise(mem, random)
	}
}

// sequentially calls f while the segments are advised to be read in order.
func sequentially[S any](segments []S, f func() error) error {
	for _, s := range segments {
		if s, ok := any(s).(*File); ok {
			defer s.Sequential()()
		}
	}
	return f()
}
