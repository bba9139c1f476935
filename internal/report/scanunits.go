//go:build !js

// Not in a browser: it imports scan, which the engine lacks.

package report

import (
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/scan"
)

// A page, and a report for JPlag, show a scan as a result of pairs. Its units are files of the project and documents of
// the index.

// DocumentKey identifies the document that a finding is from.
func DocumentKey(o *scan.Origin) string { return o.Content + " " + o.File() }

// ScanSide returns the side of a pair in the n-th unit of a result, with that many tokens in matches.
func ScanSide(r *pairs.Report, n, tokens int) pairs.Side {
	u := &r.Units[n]
	return pairs.Side{Unit: n, Name: u.Name, Coverage: min(1, float64(tokens)/float64(max(1, u.Tokens)))}
}
