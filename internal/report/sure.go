package report

import "github.com/chaffinch-search/chaffinch/internal/terminal"

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

// Sure prints a probability; "?" if it is unknown, because the content could not be aligned.
func Sure(probability float64) string {
	if probability == 0 {
		return "?"
	}
	return Percent(probability)
}
