package units

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// warnOfTexts warns of programs that are read as text, because nothing reads their language. A copy
// in which names changed is hidden so. It names the languages, most files first, and at most three.
func (l *loader) warnOfTexts() {
	const most = 3
	files := map[string]int{} // by language
	number := 0
	for _, u := range l.units.All {
		for _, f := range u.Files {
			if f.Language != lex.Prose || l.o.Language != nil || u.Old {
				continue
			}
			if name := detect.Unread(path.Base(f.Path)); name != "" {
				files[name]++
				number++
			}
		}
	}
	if number == 0 {
		return
	}
	names := sortedByCount(files)
	if len(names) > most {
		names = append(names[:most], fmt.Sprintf("%d more", len(names)-most))
	}
	l.warn(option.ReadAsText, number, strings.Join(names, ", "), option.Language)
}

// sortedByCount returns the keys, those with the largest counts first.
func sortedByCount(counts map[string]int) []string {
	var keys []string
	for key := range counts {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(a, b)
	})
	return keys
}
