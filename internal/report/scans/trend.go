package scans

import (
	"bufio"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"time"

	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/scan"
)

// Point is a scan in a trend: a line of its file.
type Point struct {
	Version int       `json:"chaffinchTrend"` // 1
	Date    time.Time `json:"date"`           // of the scan
	Files   int       `json:"files"`          // that were read
	Lines   int       `json:"lines"`          // of these files
	Copied  int       `json:"copied"`         // lines
	Open    int       `json:"open"`           // findings
}

// PointOf returns the point of a report.
func PointOf(r *scan.Report) Point {
	return Point{1, r.Date, r.Totals.Files, r.Totals.Lines, r.Totals.Copied, r.Totals.Open}
}

// mostPoints is how many points a trend keeps, the last ones.
const mostPoints = 1000

// ReadTrend reads the last points of a trend.
func ReadTrend(in io.Reader) (all []Point, err error) {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		var p Point
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil || p.Version != 1 {
			return nil, fmt.Errorf("line %d is not of a trend: use another name", len(all)+1)
		}
		all = append(all, p)
	}
	return all[max(0, len(all)-mostPoints+1):], lines.Err()
}

// Trend writes a trend: a line in JSON for each point.
func Trend(out io.Writer, all []Point) error {
	for _, p := range all {
		line, err := json.Marshal(p)
		if err != nil {
			return err
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// BadgeStart begins every badge.
const BadgeStart = `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="chaffinch: `

// badge has a text of 6.5 units for each character: of the left part, and of the right one.
var badge = template.Must(template.New("").Parse(BadgeStart + `{{.Text}}" width="{{.Width}}" height="20" viewBox="0 0 {{.Width}} 20">
<title>chaffinch: {{.Text}}</title>
<rect width="{{.Width}}" height="20" rx="3" fill="#444"/>
<rect x="66" width="{{.Right}}" height="20" rx="3" fill="{{.Colour}}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="7" y="14" textLength="52">chaffinch</text>
<text x="73" y="14">{{.Text}}</text>
</g>
</svg>
`))

// Badge writes a picture for a README, in SVG: the share of copied lines, and the open findings.
func Badge(out io.Writer, r *scan.Report) error {
	t := r.Totals
	text, colour := "nothing copied", "#2f7424"
	if t.Copied > 0 {
		text = report.Percent(float64(t.Copied)/float64(max(1, t.Lines))) + " copied"
	}
	if t.Open > 0 {
		text, colour = text+", "+terminal.Thousands(t.Open)+" open", "#a8401f"
	}
	right := 14 + 13*len(text)/2
	return badge.Execute(out, struct {
		Text, Colour string
		Width, Right int
	}{text, colour, 66 + right, right})
}
