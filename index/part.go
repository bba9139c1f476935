package index

import (
	"fmt"

	"github.com/cespare/xxhash/v2"
)

// Part is number N, from 1, of Of parts of the files below a root. The parts have about the same
// number of files. The zero value is all files. Updates of different parts may run at the same
// time, on several machines, if several writers may change the index.
type Part struct{ N, Of int }

// ParsePart parses a part such as 3/16.
func ParsePart(text string) (p Part, err error) {
	rest := ""
	if n, _ := fmt.Sscanf(text+" ", "%d/%d%s", &p.N, &p.Of, &rest); n != 2 {
		return Part{}, fmt.Errorf("wrong part %q: use a number and how many there are, such as 3/16", text)
	}
	if p.N < 1 || p.N > p.Of {
		return Part{}, fmt.Errorf("there is no part %s: the number is from 1 to %d", text, max(1, p.Of))
	}
	return p, nil
}

// Check returns an error unless it is a part.
func (p Part) Check() error {
	if p != (Part{}) && (p.N < 1 || p.N > p.Of) {
		return fmt.Errorf("there is no part %d of %d", p.N, p.Of)
	}
	return nil
}

// has reports whether a path below the root is in the part.
func (p Part) has(path string) bool {
	return p.Of < 2 || xxhash.Sum64String(path)%uint64(p.Of) == uint64(p.N-1)
}
