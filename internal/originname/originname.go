// Package originname chooses the occurrence of a content that names its origin. Search, scan and
// SCANOSS use it. The occurrence decides the licence of a finding, and so the verdict of a policy.
package originname

import (
	"cmp"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/order"
)

// Compare orders the better name of an origin first. First comes the name of the earliest date, if
// dates are known; then a source before a bundle; then the collection with more hits; then the
// shorter path. hits counts the good hits of a question by collection. It is nil if only one
// content is known.
func Compare(x, y index.Occurrence, hits map[string]int) int {
	return cmp.Or(x.CompareTime(y), Bundled(x)-Bundled(y), hits[y.Collection]-hits[x.Collection], len(x.Path)-len(y.Path),
		cmp.Compare(x.Path, y.Path), x.Compare(y))
}

// Sort sorts the occurrences of one content by [Compare].
func Sort(all []index.Occurrence, hits map[string]int) {
	order.Short(all, func(x, y index.Occurrence) int { return Compare(x, y, hits) })
}

// bundleFolders are the folders in which builds write.
var bundleFolders = []string{"build", "dist", "bundle", "bundles"}

// Bundled is 1 if the name belongs to a bundle, otherwise 0. A build joins the sources of a project
// to one file. Package and repository may have both, with the same text, and the origin is the
// source.
func Bundled(o index.Occurrence) int {
	folders := strings.Split(o.Path, "/")
	name := folders[len(folders)-1]
	if slices.ContainsFunc(folders[:len(folders)-1], func(f string) bool { return slices.Contains(bundleFolders, f) }) ||
		strings.Contains(name, ".bundle.") || strings.Contains(name, "-bundle.") {
		return 1
	}
	return 0
}
