package units

import (
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/option"
)

// warnOfParts warns if most roots have a unit of the same name, and others. Then each root may be a
// submission, and its units are parts of it, which are not to be compared with each other.
func (l *loader) warnOfParts() {
	const least = 3 // roots: two may be two classes
	roots, units := map[int]bool{}, 0
	having := map[string]int{} // roots, by the name below them
	for _, u := range l.units.All {
		if u.Old || len(u.Files) == 0 || u.Submission != "" {
			continue
		}
		roots[u.Root] = true
		units++
		having[strings.TrimPrefix(u.Name, l.in.roots[u.Root].prefix)]++
	}
	if l.o.By != ByFolder || l.o.NoUnits || len(roots) < least || units == len(roots) {
		return
	}
	most := ""
	for name, n := range having {
		if n > having[most] || n == having[most] && name < most {
			most = name
		}
	}
	if n := having[most]; n*2 > len(roots) {
		l.warn(option.SamePart, n, len(roots), most)
	}
}
