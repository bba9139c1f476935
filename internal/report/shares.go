package report

import (
	"fmt"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// SmallerSide returns the side of the smaller unit of a pair, 0 or 1.
func SmallerSide(r *pairs.Report, p *pairs.Pair) int {
	own := func(s pairs.Side) int { return r.Units[s.Unit].Own() }
	return shares.Smaller([2]int{own(p.A), own(p.B)}, [2]float64{p.A.Coverage, p.B.Coverage})
}

// sideShares prints both sides' shares, smaller side first, with their letters.
func sideShares(s answer.Shares, letters string, smaller int) (ofSmaller, ofLarger string) {
	letter := func(side int) string { return letters[side:side+1] + " " }
	return letter(smaller) + Percent(s.ShareOfSmaller), letter(1-smaller) + Percent(s.ShareOfLarger)
}

// wholly are the shares of identical units.
var wholly = answer.Shares{ShareOfSmaller: 1, ShareOfLarger: 1}

// sharesText describes how much of both documents is in matches.
func sharesText(s answer.Shares) string {
	return fmt.Sprintf("%s of the smaller, %s of the larger", Percent(s.ShareOfSmaller), Percent(s.ShareOfLarger))
}
