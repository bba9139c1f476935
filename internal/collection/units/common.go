package units

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/boilerplate"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Common are files that most submissions have, such as a build script of the course.
type Common struct {
	files   []*File // one of each content, in order
	all     int     // submissions
	sources *Units
}

// leastCommon is the minimum number of submissions that have a common file: fewer may be a group of
// copies.
const leastCommon = 5

// Common returns the files that most submissions have; nil if there are none, or if starter code is
// given. A submission counts only if it has another file, too: its author's.
func (u *Units) Common() *Common {
	if u.by != ByFolder || u.base != nil {
		return nil
	}
	c := &Common{sources: u}
	having := map[string]int{} // submissions, by content
	for _, unit := range u.All {
		if !unit.Old && len(unit.Files) > 0 && unit.Submission == "" {
			c.all++
			for id := range unit.contents() {
				having[id]++
			}
		}
	}
	least := max(leastCommon, int(align.CommonFile*float64(c.all)+0.5))
	isCommon := func(id string) bool { return having[id] >= least }
	own := map[string]int{} // of the submissions with another file
	for _, unit := range u.All {
		ids := unit.contents()
		others := false
		for id := range ids {
			others = others || !isCommon(id)
		}
		if others && !unit.Old && unit.Submission == "" {
			for id := range ids {
				own[id]++
			}
		}
	}
	seen := map[string]bool{}
	for _, unit := range u.All {
		for _, f := range unit.Files {
			if own[f.Content] >= least && isCommon(f.Content) && !seen[f.Content] {
				seen[f.Content] = true
				c.files = append(c.files, f)
			}
		}
	}
	if len(c.files) == 0 {
		return nil
	}
	return c
}

func (u *Unit) contents() map[string]bool {
	ids := map[string]bool{}
	for _, f := range u.Files {
		ids[f.Content] = true
	}
	return ids
}

// addCommon adds common files to the boilerplate, and says so.
func (l *loader) addCommon(ctx context.Context, base *boilerplate.Set) error {
	const named = 3
	var names []string // of the first files
	var n analyzer.Analysis
	for _, f := range l.o.Common.files {
		if err := ctx.Err(); err != nil {
			return err
		}
		content, err := f.source.read()
		if err != nil {
			return err
		}
		l.units.analyzer.Analyze(f.Language, corpus.Decode(content).UTF8, &n)
		base.Add(&n)
		if name := path.Base(f.Path); len(names) < named && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	l.warn(option.CommonFiles, len(l.o.Common.files), l.o.Common.all, strings.Join(names, ", "), option.PairsCountCommon)
	return nil
}
