package report

import (
	"slices"
	"strconv"

	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// The probability of a copy is called "sure" wherever people read it.

// hasRoomForSure reports whether tables have a column for it: not on a narrow terminal.
func hasRoomForSure(style terminal.Style) bool { return style.Width() == 0 || style.Width() >= 80 }

// scoreHeads returns the headings of the scores and of the probabilities.
func scoreHeads(withSure bool) []string {
	if withSure {
		return []string{">score", ">sure"}
	}
	return []string{">score"}
}

// scoreCells returns the cells below [scoreHeads].
func scoreCells(withSure bool, v, probability float64) []string {
	if withSure {
		return []string{Score(v), Sure(probability)}
	}
	return []string{Score(v)}
}

// leastForTop is the number of pairs from which tables show how unusual one is. Of fewer, rows say
// as much.
const leastForTop = 100

// hasTop reports whether tables have a column for [top].
func hasTop(r *pairs.Report) bool { return r.Stats.Comparable >= leastForTop }

// top prints which share of all pairs scores as much as a pair or more. So it tells how unusual the
// pair is.
func top(p *pairs.Pair) string {
	const least = 0.001
	switch share := 100 - p.Percentile; {
	case share < least:
		return "<0.001%"
	case share >= 10:
		return Percent(share / 100)
	default:
		return strconv.FormatFloat(share, 'g', 2, 64) + "%"
	}
}

// Sure prints a probability. It prints "?" if it is unknown, because the content could not be
// aligned.
func Sure(probability float64) string {
	if probability == 0 {
		return "?"
	}
	return Percent(probability)
}

// twoAlone says why two files are no surer.
const twoAlone = "two files" + noneShow

// noneShow says of texts that they are too few.
const noneShow = " do not show which code is common: an index of other code, or a class, may be surer"

// mayBeCommon says that too few units prove one of the pairs. It is empty if none is such a pair.
func mayBeCommon(r *pairs.Report) string {
	if !slices.ContainsFunc(r.Pairs, func(p pairs.Pair) bool { return p.MayBeCommon }) {
		return ""
	}
	if r.Run.IsFew() {
		return terminal.Plural(r.Run.Units, Noun(r), Noun(r)+"s") + noneShow
	}
	return "some pairs, at most " + Sure(threshold.UnprovedAlone) + " sure, have few others in their language, which" + noneShow
}
