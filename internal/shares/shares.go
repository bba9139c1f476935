// Package shares says how much of two documents their matches cover. It orders results by these
// shares. A document may also be a submission, or several files of a tree.
package shares

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/option"
)

// Shares are the shares of two documents that are in matches, from 0 to 1, boilerplate excluded.
type Shares struct {
	ShareOfSmaller float64 `json:"shareOfSmaller"` // the coverage of the side with fewer tokens
	ShareOfLarger  float64 `json:"shareOfLarger"`  // the coverage of the other side
}

// Smaller returns the side of the smaller document, 0 or 1. The arguments are the tokens of both
// without boilerplate, and their shares in matches. Of two equally long ones it is the one with the
// larger share, or else the first.
func Smaller(tokens [2]int, covered [2]float64) int {
	if cmp.Or(cmp.Compare(tokens[1], tokens[0]), cmp.Compare(covered[0], covered[1])) < 0 {
		return 1
	}
	return 0
}

// Of returns the shares. The arguments are as for [Smaller].
func Of(tokens [2]int, covered [2]float64) Shares {
	s := Smaller(tokens, covered)
	return Shares{covered[s], covered[1-s]}
}

// Key is what results are ordered by.
type Key string

// The keys, the default first.
const (
	ByScore   Key = "score"
	BySmaller Key = "smaller"
	ByLarger  Key = "larger"
)

// Keys are the names of the keys, the default first.
func Keys() []string { return []string{string(ByScore), string(BySmaller), string(ByLarger)} }

// Parse returns the key with that name. The empty name is the score.
func Parse(name string) (Key, error) {
	if k := cmp.Or(Key(name), ByScore); slices.Contains(Keys(), string(k)) {
		return k, nil
	}
	return "", fmt.Errorf("is %q: use %s", name, option.OneOf(Keys()))
}

// Compare orders two results, the one with the larger share or score first. Of equal shares it is
// the one with the larger score.
func (k Key) Compare(scoreX, scoreY float64, x, y Shares) int {
	byShare := 0
	switch k {
	case BySmaller:
		byShare = cmp.Compare(y.ShareOfSmaller, x.ShareOfSmaller)
	case ByLarger:
		byShare = cmp.Compare(y.ShareOfLarger, x.ShareOfLarger)
	}
	return cmp.Or(byShare, cmp.Compare(scoreY, scoreX))
}
