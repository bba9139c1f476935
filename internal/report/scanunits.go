//go:build !js

package report

import (
	"cmp"
	"path/filepath"
	"strings"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/scan"
)

// A page, and a report for JPlag, show a scan as a result of pairs. Its units are files of the project and documents of
// the index.

// ProjectName returns the last part of the path or address of a project.
func ProjectName(tree string) string {
	tree, _, _ = strings.Cut(tree, "?")
	if abs, err := filepath.Abs(tree); err == nil && !strings.Contains(tree, "://") {
		tree = abs
	}
	name := filepath.ToSlash(strings.TrimRight(tree, `/\`))
	return cmp.Or(name[strings.LastIndexByte(name, '/')+1:], "project")
}

// DocumentKey identifies the document that a finding is from.
func DocumentKey(o *scan.Origin) string { return o.Content + " " + o.File() }

// ScanSide returns the side of a pair in the n-th unit of a result, with that many tokens in matches.
func ScanSide(r *chaffinch.Result, n, tokens int) chaffinch.Side {
	u := &r.Units[n]
	return chaffinch.Side{Unit: n, Name: u.Name, Coverage: min(1, float64(tokens)/float64(max(1, u.Tokens)))}
}
