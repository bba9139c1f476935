package winnow

import (
	"cmp"
	"fmt"
	"slices"
)

// Limits of a [Scheme].
const (
	MaxK = 1 << 10 // tokens in a k-gram
	MaxW = 1 << 16 // hashes in a window, and hashes to keep
	MaxP = 1 << 32 // modulus; JSON numbers are read as float64, which holds it exactly
)

// Scheme defines how sequences are fingerprinted: the length of k-grams and the selection.
type Scheme struct {
	// K is the length of a k-gram in symbols. It is the noise threshold, at most [MaxK]: no shorter
	// run is ever found.
	K int `json:"k"`
	// W is the window in hashes, for selections that take it. The maximum is [MaxW].
	W int `json:"w,omitempty"`
	// Selection is the name of one of the [Selections]; empty is robust.
	Selection string `json:"selection"`
	// P is a modulus, for selections that take it. The maximum is [MaxP].
	P uint64 `json:"p,omitempty"`
	// S is the number of hashes to keep, for selections that take it. The maximum is [MaxW].
	S int `json:"s,omitempty"`
}

// selection returns the selection of the scheme. Its error names the value that is out of range.
func (s Scheme) selection() (selection, error) {
	if s.K < 1 || s.K > MaxK {
		return nil, fmt.Errorf("k is %d: use 1 to %d tokens", s.K, MaxK)
	}
	name := cmp.Or(s.Selection, SelectRobust)
	at := slices.IndexFunc(selections, func(known Selection) bool { return known.Name == name })
	if at < 0 {
		return nil, fmt.Errorf("unknown selection %q: use %s", name, SelectionNames("", "or"))
	}
	chosen := selections[at]
	var err error
	switch {
	case s.P != 0 && !chosen.Takes("p"):
		err = fmt.Errorf("p is %d: it is for %s only", s.P, SelectionNames("p", "and"))
	case s.S != 0 && !chosen.Takes("s"):
		err = fmt.Errorf("s is %d: it is for %s only", s.S, SelectionNames("s", "and"))
	case chosen.Takes("w") && (s.W < 1 || s.W > MaxW):
		err = fmt.Errorf("w is %d: use a window of 1 to %d hashes", s.W, MaxW)
	case chosen.Takes("p") && (s.P < 1 || s.P > MaxP):
		err = fmt.Errorf("p is %d: use a modulus of 1 to %d", s.P, uint64(MaxP))
	case chosen.Takes("s") && (s.S < 1 || s.S > MaxW):
		err = fmt.Errorf("s is %d: use a sketch of 1 to %d hashes", s.S, MaxW)
	}
	if err != nil {
		return nil, err
	}
	return chosen.new(s), nil
}

// Off reports whether the scheme is the zero value: nothing is fingerprinted.
func (s Scheme) Off() bool { return s == Scheme{} }

// Winnower returns a winnower, as [New] does; nil if the scheme is off.
func (s Scheme) Winnower() (*Winnower, error) {
	if s.Off() {
		return nil, nil
	}
	return New(s)
}
