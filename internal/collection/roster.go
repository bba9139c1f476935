package collection

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/collection/infocsv"
)

// table is what an info.csv says of what lies below a root.
type table struct {
	root    root
	entries map[string]infocsv.Entry // by path below the root
}

// readRoster reads the info.csv of the root, if it has one. A file of that name that is no such table
// is one like any other, and that is said.
func (l *loader) readRoster(ctx context.Context, r root) error {
	entries, err := rosterOf(ctx, r.path)
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		l.warnings = append(l.warnings, fmt.Sprintf("%s is not used: %v", r.prefix+infocsv.FileName, err))
		return nil
	}
	if entries != nil {
		l.tables = append(l.tables, table{r, entries})
	}
	return nil
}

// rosterOf returns the entries of the info.csv at the top of a folder or archive, nil without one.
func rosterOf(ctx context.Context, root string) (entries map[string]infocsv.Entry, err error) {
	info, err := os.Stat(root)
	switch {
	case err != nil:
		return nil, nil // the walk will say so
	case info.IsDir():
		entries, err = infocsv.ReadFile(filepath.Join(root, infocsv.FileName))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return entries, err
	case !corpus.IsArchive(root):
		return nil, nil
	}
	only := corpus.Options{Include: []string{"/" + infocsv.FileName}}
	f := corpus.File{Abs: root, Size: info.Size(), ModTime: info.ModTime()}
	uerr := corpus.Unpack(ctx, f, only, corpus.ArchiveLimits{}, func(_ corpus.File, content []byte) error {
		entries, err = infocsv.Read(bytes.NewReader(content), infocsv.FileName)
		return nil
	}, nil)
	return entries, errors.Join(err, uerr)
}

// isRoster says whether the file at that path below the root is the table of its submissions.
func (l *loader) isRoster(r root, below string) bool {
	return below == infocsv.FileName && l.tableOf(r) != nil
}

func (l *loader) tableOf(r root) *table {
	i := slices.IndexFunc(l.tables, func(t table) bool { return t.root == r })
	if i < 0 {
		return nil
	}
	return &l.tables[i]
}

// given says whether the table of submissions calls the file, or the folder or archive that it is in, code
// that was given to all.
func (l *loader) given(r root, below string) bool {
	t := l.tableOf(r)
	if t == nil {
		return false
	}
	for ; below != "." && below != "/" && below != ""; below = path.Dir(below) {
		if t.entries[below].Ignored {
			return true
		}
	}
	return false
}

// enrol gives the units what the tables say of them, and counts the rows of which nothing was found.
func (l *loader) enrol() {
	for _, t := range l.tables {
		missing := 0
		for _, name := range slices.Sorted(maps.Keys(t.entries)) {
			e := t.entries[name]
			if e.Ignored {
				continue
			}
			n, known := l.numbers[l.unitName(t.root, name)]
			if known && len(l.units[n].files) > 0 {
				l.units[n].enrol(e)
			} else {
				missing++
			}
		}
		if missing > 0 {
			l.warnings = append(l.warnings, fmt.Sprintf("%s names %d that are not compared, of %d", t.root.prefix+infocsv.FileName, missing, len(t.entries)))
		}
	}
}

// enrol notes what a row says; the first of several rows counts, and the earliest date.
func (u *unit) enrol(e infocsv.Entry) {
	u.Author, u.Label = cmp.Or(u.Author, e.Author), cmp.Or(u.Label, e.Label)
	if !e.Date.IsZero() && (u.Date == nil || e.Date.Before(*u.Date)) {
		date := e.Date
		u.Date = &date
	}
}

// unitName returns the name of the unit that a row's path belongs to.
func (l *loader) unitName(r root, below string) string {
	switch first, _, nested := strings.Cut(below, "/"); {
	case l.o.By == ByRoot:
		return strings.TrimSuffix(r.prefix, "/")
	case l.o.By == ByFolder && nested:
		return r.prefix + first
	}
	return r.prefix + below
}
