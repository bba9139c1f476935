package corpus

import (
	"path"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// waiting are the patterns of one walk that have matched nothing so far.
type waiting struct {
	use      *document.PatternUse
	patterns []string
	rules    rules // of these patterns
}

// note notes the patterns that match a path.
func (w *waiting) note(p string, dir bool) {
	if w == nil {
		return
	}
	w.drop(func(r *rule) bool { return r.match(p, path.Base(p), dir) })
}

// noteBelow notes the patterns that name something below a folder that is not walked.
func (w *waiting) noteBelow(folder string) {
	if w == nil {
		return
	}
	w.drop(func(r *rule) bool { return !r.anywhere && strings.HasPrefix(r.literal, folder+"/") })
}

// drop notes patterns as used, and waits for them no longer.
func (w *waiting) drop(isUsed func(*rule) bool) {
	w.use.Note(func(used func(pattern string)) {
		for i := len(w.rules) - 1; i >= 0; i-- {
			if isUsed(&w.rules[i]) {
				used(w.patterns[i])
				w.rules, w.patterns = slices.Delete(w.rules, i, i+1), slices.Delete(w.patterns, i, i+1)
			}
		}
	})
}
