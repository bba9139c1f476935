package page

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/inspect"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// plot is a histogram of document frequencies, on logarithmic scales.
type plot struct {
	inspect.RepresentationStats
	Law   string // the exponent of the power law
	Bars  []bar
	Lines []axisLine
}

// bar is a class of document frequencies, in the units of the plot.
type bar struct {
	X, Y, Width, Height int
	Range, Terms        string
}

// axisLine is a line of the scale, at a power of ten.
type axisLine struct {
	Y     int
	Label string
}

// The size of the plot, and its margins for the labels.
const (
	PlotWidth, PlotHeight = 640, 220
	plotLeft, plotBottom  = 60, 24
)

func newPlot(of inspect.RepresentationStats) plot {
	p := plot{RepresentationStats: of, Law: fmt.Sprintf("%.2f", of.PowerLaw)}
	most := 1
	for _, c := range of.DF {
		most = max(most, c.Terms)
	}
	powers := max(1, int(math.Ceil(math.Log10(float64(most)))))
	room := PlotHeight - plotBottom
	for i := 0; i <= powers; i++ {
		p.Lines = append(p.Lines, axisLine{room - i*(room-12)/powers, terminal.Thousands(int(math.Pow10(i)))})
	}
	width := (PlotWidth - plotLeft) / max(1, len(of.DF))
	for i, c := range of.DF {
		height := 0
		if c.Terms > 0 {
			height = max(2, int(math.Log10(float64(c.Terms))*float64(room-12)/float64(powers)))
		}
		name := terminal.Thousands(c.From)
		if c.To > c.From {
			name += "–" + terminal.Thousands(c.To)
		}
		p.Bars = append(p.Bars, bar{plotLeft + i*width + 2, room - height, max(1, width-4), height, name, terminal.Thousands(c.Terms)})
	}
	return p
}

// counted is a name with a number.
type counted struct {
	Name string
	N    int
}

// sorted returns the largest first.
func sorted(counts map[string]int) (all []counted) {
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		all = append(all, counted{name, counts[name]})
	}
	slices.SortStableFunc(all, func(a, b counted) int { return cmp.Compare(b.N, a.N) })
	return all
}
