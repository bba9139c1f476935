package winnow

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/option"
)

// Limits of a [Scheme].
const (
	MaxK = 1 << 10 // tokens in a k-gram
	MaxW = 1 << 16 // hashes in a window
)

// Scheme defines how sequences are fingerprinted: the length of k-grams and the selection.
type Scheme struct {
	// K is the length of a k-gram in symbols. It is the noise threshold, at most [MaxK]: no shorter
	// run is ever found.
	K int `json:"k"`
	// W is the window in hashes. The maximum is [MaxW].
	W int `json:"w,omitempty"`
	// Selection is the name of one of the [Selections]; empty is robust.
	Selection string `json:"selection"`
}

// selection returns the selection of the scheme. Its error names the value that is out of range.
func (s Scheme) selection() (selection, error) {
	if s.K < 1 || s.K > MaxK {
		return nil, fmt.Errorf("k is %d: use 1 to %d tokens", s.K, MaxK)
	}
	name := cmp.Or(s.Selection, SelectRobust)
	at := slices.IndexFunc(selections, func(known Selection) bool { return known.Name == name })
	if at < 0 {
		return nil, fmt.Errorf("unknown selection %q: use %s", name, option.OneOf(SelectionNames()))
	}
	if s.W < 1 || s.W > MaxW {
		return nil, fmt.Errorf("w is %d: use a window of 1 to %d hashes", s.W, MaxW)
	}
	return selections[at].new(s), nil
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
