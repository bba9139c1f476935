package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
)

// The frame of the picture, in pixels.
const (
	pictureWidth, pictureHeight = 720, 400
	plotLeft, plotRight         = 60, 560
	plotTop, plotBottom         = 30, 340
)

// curve is a level in the picture: its median as a line, and 5% to 95% as an area.
type curve struct {
	level       level
	name, color string
}

// curves are drawn in this order.
var curves = []curve{
	{foreignScores, "no origin", "#7a7a7a"},
	{edited, "edited", "#c2410c"},
	{renamed, "renamed", "#1d4ed8"},
	{verbatim, "verbatim", "#15803d"},
}

// picture draws the scores by length as SVG.
func (r *report) picture(lines []int) string {
	lines = slices.Sorted(slices.Values(lines))
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="14">
<rect width="100%%" height="100%%" fill="white"/>
`, pictureWidth, pictureHeight)
	drawAxes(&b, lines)
	at := plotTop + 10 + 22*len(curves)
	for _, c := range curves {
		at -= 22
		var low, middle, high []point
		for i, n := range lines {
			scores, _ := r.scores(c.level, n)
			x := across(i, len(lines))
			low = append(low, point{x, up(metric.Quantile(scores, .05))})
			middle = append(middle, point{x, up(metric.Quantile(scores, .5))})
			high = append(high, point{x, up(metric.Quantile(scores, .95))})
		}
		slices.Reverse(high)
		fmt.Fprintf(&b, "<polygon points=\"%s\" fill=\"%s\" fill-opacity=\"0.15\"/>\n", polyline(append(low, high...)), c.color)
		fmt.Fprintf(&b, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2.5\"/>\n", polyline(middle), c.color)
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", plotRight+24, at, c.color, c.name)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// drawAxes draws the grid, its numbers and the captions.
func drawAxes(b *strings.Builder, lines []int) {
	text := func(x, y float64, anchor, text string) {
		fmt.Fprintf(b, "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"%s\" fill=\"#333\">%s</text>\n", x, y, anchor, text)
	}
	for tenth := 0; tenth <= 10; tenth += 2 {
		y := up(float64(tenth) / 10)
		fmt.Fprintf(b, "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/>\n", plotLeft, y, plotRight)
		text(plotLeft-10, y+5, "end", fmt.Sprintf("%.1f", float64(tenth)/10))
	}
	for i, n := range lines {
		text(across(i, len(lines)), plotBottom+22, "middle", fmt.Sprint(n))
	}
	text((plotLeft+plotRight)/2, plotBottom+48, "middle", "lines of the question")
	text(plotLeft-10, plotTop-12, "middle", "score")
	text(plotRight+24, plotBottom-20, "start", "line: median")
	text(plotRight+24, plotBottom, "start", "area: 5% to 95%")
}

type point struct{ x, y float64 }

// across is where the i-th of n lengths is.
func across(i, n int) float64 {
	return plotLeft + 20 + float64(i)*(plotRight-plotLeft-40)/math.Max(1, float64(n-1))
}

// up is where a score is.
func up(score float64) float64 { return plotBottom - score*(plotBottom-plotTop) }

func polyline(points []point) string {
	var b strings.Builder
	for i, p := range points {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%.1f,%.1f", p.x, p.y)
	}
	return b.String()
}
