package units

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// rows finds the units of the rows of a table of submissions.
type rows struct {
	all     int
	units   map[string]bool     // by name, compared or not
	like    map[string][]string // names of units that no row names, by the name without a suffix
	folders map[string]bool     // folders and archives whose files are units, and archives without a suffix
	missing []string            // rows without a unit
	inside  bool                // a row names a folder
}

// rowsOf returns the rows of the table.
func (l *loader) rowsOf(t *table) *rows {
	r := &rows{all: len(t.entries), units: map[string]bool{}, like: map[string][]string{}, folders: map[string]bool{}}
	prefix := l.in.roots[t.root].prefix
	for name := range l.met {
		if strings.HasPrefix(name, prefix) {
			r.units[name] = true
		}
	}
	for key := range l.number {
		if key.root == t.root {
			r.units[key.name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.units)) {
		if _, named := t.entries[strings.TrimPrefix(name, prefix)]; !named {
			short := withoutSuffix(name)
			r.like[short] = append(r.like[short], name)
		}
		for at := path.Dir(name); at != "." && at != "/" && !r.folders[at]; at = path.Dir(at) {
			r.folders[at] = true
			if corpus.IsArchive(at) {
				r.folders[withoutSuffix(at)] = true
			}
		}
	}
	return r
}

// withoutSuffix returns a file's path without its suffix. An unread .tar.gz or .tar.xz loses both.
func withoutSuffix(file string) string {
	short := strings.TrimSuffix(file, path.Ext(file))
	if tar := path.Ext(short); strings.EqualFold(tar, ".tar") {
		short = strings.TrimSuffix(short, tar)
	}
	return short
}

// unit returns the unit of a row. It is the one of that name or, if there is none, the only one of
// that name with a suffix, such as s01.zip for s01.
func (r *rows) unit(name string) (unit string, is bool) {
	if like := r.like[name]; !r.units[name] && len(like) == 1 {
		return like[0], true
	}
	return name, r.units[name]
}

// miss notes a row without a unit.
func (r *rows) miss(row, unit string) {
	if like := r.like[unit]; len(like) > 1 {
		row += " (" + strings.Join(like, " or ") + "?)"
	}
	r.missing = append(r.missing, row)
	r.inside = r.inside || r.folders[unit]
}

// maxMissing is the number of rows without a unit that a warning names.
const maxMissing = 10

// missed reports which rows of the table have no unit.
func (r *rows) missed(table string) []answer.Warning {
	n := len(r.missing)
	if n == 0 {
		return nil
	}
	names := strings.Join(r.missing[:min(n, maxMissing)], ", ")
	if n > maxMissing {
		names += fmt.Sprintf(" and %d more", n-maxMissing)
	}
	if r.inside {
		return warning.One(option.TableMissesInside, table, n, r.all, names, option.PairsUnit)
	}
	return warning.One(option.TableMisses, table, n, r.all, names)
}
