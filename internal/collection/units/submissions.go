package units

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/collection/infocsv"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// table holds the entries of a root's info.csv.
type table struct {
	root    int
	entries map[string]infocsv.Entry // by path below the root; nil if it cannot be read
}

// readTable reads the info.csv of the root, if it has one. A file of that name that is not such
// a table is neither used nor compared, with a warning.
func (l *loader) readTable(ctx context.Context, number int) error {
	r := l.in.roots[number]
	entries, warnings, err := tableOf(ctx, cmp.Or(r.table, r.path), l.o.Corpus)
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		l.warn(option.TableUnused, r.prefix+infocsv.FileName, err)
		l.tables = append(l.tables, table{root: number})
		return nil
	}
	l.units.Warnings = append(l.units.Warnings, warnings...)
	if entries != nil {
		l.tables = append(l.tables, table{number, r.below(entries)})
	}
	return nil
}

// below returns the entries with paths below the root. Some people write them as they type them:
// the table of 2025 has 2025/s01. Such a row stands for s01, unless there is a 2025/2025.
func (r root) below(entries map[string]infocsv.Entry) map[string]infocsv.Entry {
	above := []string{filepath.ToSlash(filepath.Clean(r.path)) + "/", baseName(r.path) + "/"}
	all := maps.Clone(entries)
	for name, e := range entries {
		for _, prefix := range above {
			below, has := strings.CutPrefix(name, prefix)
			if _, also := entries[below]; !has || also {
				continue
			}
			if _, err := os.Lstat(filepath.Join(r.path, filepath.FromSlash(prefix))); err != nil {
				delete(all, name)
				all[below] = e
				break
			}
		}
	}
	return all
}

// tableOf returns the entries of the info.csv at a root's top, or nil.
func tableOf(ctx context.Context, root string, o document.Options) (entries map[string]infocsv.Entry, warnings []answer.Warning, err error) {
	info, err := os.Stat(root)
	switch {
	case err != nil:
		return nil, nil, nil // corpus.Walk will report it
	case info.IsDir():
		entries, warnings, err = infocsv.ReadFile(filepath.Join(root, infocsv.FileName))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil, nil
		}
		return entries, warnings, err
	case !corpus.IsArchive(root):
		return nil, nil, nil
	}
	return tableInArchive(ctx, corpus.File{Abs: root, Size: info.Size(), ModTime: info.ModTime()}, o)
}

// tableInArchive returns the entries of the info.csv at the archive's top, or in its single
// top-level folder.
func tableInArchive(ctx context.Context, f corpus.File, o document.Options) (entries map[string]infocsv.Entry, warnings []answer.Warning, err error) {
	var path string
	var table []byte
	only := document.Options{Include: []string{"/" + infocsv.FileName, "/*/" + infocsv.FileName}}
	err = corpus.Unpack(ctx, f, only, func(f corpus.File, content []byte) error {
		if table == nil || f.Path == infocsv.FileName {
			path, table = f.Path, bytes.Clone(content)
		}
		return nil
	}, nil)
	if err != nil || table == nil {
		return nil, nil, err
	}
	tops, err := findTopFolders(ctx, f, o, func(string, []byte) {})
	if err != nil || tops.omit(path) != infocsv.FileName {
		return nil, nil, err
	}
	entries, warnings, err = infocsv.Read(bytes.NewReader(table), f.Abs+"/"+infocsv.FileName)
	return tops.omitAll(entries), warnings, err
}

// omitAll returns the entries with paths without the archive's top-level folder.
func (t topFolders) omitAll(entries map[string]infocsv.Entry) map[string]infocsv.Entry {
	if entries == nil {
		return nil
	}
	all := map[string]infocsv.Entry{}
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		short := t.omit(name)
		if _, also := entries[short]; also {
			short = name
		}
		all[short] = entries[name]
	}
	return all
}

// isTable reports whether the file there is the root's table of submissions.
func (l *loader) isTable(root int, below string) bool {
	return below == infocsv.FileName && l.table(root) != nil
}

func (l *loader) table(root int) *table {
	i := slices.IndexFunc(l.tables, func(t table) bool { return t.root == root })
	if i < 0 {
		return nil
	}
	return &l.tables[i]
}

// ignoredByTable reports whether the table marks the file as ignored: starter code. The mark may be
// at a folder or archive around it. If the files of a change are named, no file is ignored, because
// the change may have written the table.
func (l *loader) ignoredByTable(root int, below string) bool {
	t := l.table(root)
	if t == nil || l.o.Keep != nil {
		return false
	}
	for ; below != "." && below != "/" && below != ""; below = path.Dir(below) {
		if e, named := t.entries[below]; e.Ignored || !named && corpus.IsArchive(below) && t.entries[withoutSuffix(below)].Ignored {
			return true
		}
	}
	return false
}

// listsSubmissions reports whether the root's table has a row of a submission: one not ignored.
func (l *loader) listsSubmissions(root int) bool {
	if t := l.table(root); t != nil {
		for _, e := range t.entries {
			if !e.Ignored {
				return true
			}
		}
	}
	return false
}

// ignored names the files and folders that the table marks as ignored.
func (t *table) ignored() string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(t.entries)) {
		if t.entries[name].Ignored {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// applyTables applies the tables to the units, and warns of rows without a unit.
func (l *loader) applyTables() {
	for i := range l.tables {
		t := &l.tables[i]
		r, rows := l.in.roots[t.root], l.rowsOf(t)
		for _, name := range slices.Sorted(maps.Keys(t.entries)) {
			e := t.entries[name]
			if e.Ignored {
				continue
			}
			unit, is := rows.unit(l.unitName(r, name))
			if !is {
				rows.miss(name, unit)
				continue
			}
			if parts := l.partsOf(unitKey{t.root, unit}); len(parts) > 0 {
				for _, u := range parts {
					u.apply(e)
				}
				continue
			}
			l.authors[unit] = cmp.Or(l.authors[unit], e.Author, e.Student) // it is listed as unread
		}
		if !l.o.NoUnits {
			l.units.Warnings = append(l.units.Warnings, rows.missed(r.prefix+infocsv.FileName)...)
		}
	}
}

// apply sets fields from a row. Of several rows the first counts, and the earliest date.
func (u *Unit) apply(e infocsv.Entry) {
	u.Author, u.Label, u.student = cmp.Or(u.Author, e.Author, e.Student), cmp.Or(u.Label, e.Label), cmp.Or(u.student, e.Student)
	if !e.Date.IsZero() && (u.Date == nil || e.Date.Before(*u.Date)) {
		date := e.Date
		u.Date = &date
	}
}

// applyOrigins sets author and date of units that are one file of an index.
func (l *loader) applyOrigins() {
	for _, u := range l.units.All {
		if l.o.By != ByFile || len(u.Files) != 1 || u.Files[0].Origin == nil {
			continue
		}
		o := u.Files[0].Origin
		u.Author = cmp.Or(u.Author, o.Author)
		if u.Date == nil && !o.Date.IsZero() {
			date := o.Date
			u.Date = &date
		}
	}
}
