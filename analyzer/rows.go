package analyzer

import (
	"strings"
	"sync"
)

// rows are all languages, sorted by name when the package has been initialised.
var rows []*row

// add puts languages into rows. The lang_*.go files call it from init.
func add(all ...row) {
	for i := range all {
		rows = append(rows, &all[i])
	}
}

// textRow holds the names of prose, which is lexed by rules of its own and not by a row.
var textRow = &row{Name: "Text", Aliases: "prose plain txt markdown md restructuredtext rst"}

// rowNamed returns the row with the name, alias or dialect, whatever its case, or nil.
func rowNamed(name string) *row { return byName()[strings.ToLower(name)] }

var byName = sync.OnceValue(func() map[string]*row {
	index := map[string]*row{}
	for _, r := range append([]*row{textRow}, rows...) {
		for _, name := range r.names() {
			if index[name] == nil {
				index[name] = r
			}
		}
	}
	// A language's own name wins over another's alias.
	for _, r := range rows {
		index[strings.ToLower(r.Name)] = r
	}
	return index
})

// names returns all names of a language in lower case, its own first.
func (r *row) names() []string {
	names := append([]string{strings.ToLower(r.Name)}, strings.Fields(r.Aliases)...)
	return append(names, r.dialects()...)
}
