package corpus

import (
	"path"
	"slices"
	"strings"
	"sync"
)

// PatternUse notes which patterns of [Options.Include] and [Options.Exclude] match a file or a
// folder. Several goroutines may use it at a time. A nil one notes nothing.
type PatternUse struct {
	mu      sync.Mutex
	used    map[string]bool
	partial bool
}

// Unused returns the patterns that have matched nothing so far, not even parts that were left out.
// It is empty if something was not walked because nothing in it has changed.
func (u *PatternUse) Unused(patterns []string) []string {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.partial {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(patterns), func(p string) bool { return u.used[p] })
}

// SetPartial records that something is not walked because nothing in it has changed.
func (u *PatternUse) SetPartial() {
	if u == nil {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.partial = true
}

// waiting are the patterns of one walk that have matched nothing so far.
type waiting struct {
	use      *PatternUse
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
	w.use.mu.Lock()
	defer w.use.mu.Unlock()
	for i := len(w.rules) - 1; i >= 0; i-- {
		if isUsed(&w.rules[i]) {
			if w.use.used == nil {
				w.use.used = map[string]bool{}
			}
			w.use.used[w.patterns[i]] = true
			w.rules, w.patterns = slices.Delete(w.rules, i, i+1), slices.Delete(w.patterns, i, i+1)
		}
	}
}
