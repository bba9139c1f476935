package main

import (
	"path"

	"github.com/chaffinch-search/chaffinch/internal/collection"
	"github.com/chaffinch-search/chaffinch/internal/screen"
)

// treeRow is what the table of trees says at a time: of a relation, or of all files that were moved from
// one folder to another with the same bytes.
type treeRow struct {
	relation *collection.Relation
	from, to string // folders; empty where it is one relation
	files    int
}

// rowsOf returns the rows for the relations, in their order. Those that are unchanged have none.
func rowsOf(relations []collection.Relation) []*treeRow {
	var rows []*treeRow
	folders := map[[2]string]*treeRow{}
	for i := range relations {
		r := &relations[i]
		if r.Kind == collection.Unchanged {
			continue
		}
		if r.Kind == collection.Moved && r.Identical {
			ends := differing(r.A[0].Path, r.B[0].Path)
			if row := folders[ends]; row != nil {
				row.files++
				continue
			}
			row := &treeRow{relation: r, from: ends[0], to: ends[1], files: 1}
			folders[ends] = row
			rows = append(rows, row)
			continue
		}
		rows = append(rows, &treeRow{relation: r, files: 1})
	}
	return rows
}

// differing returns the paths without the elements that both have at their ends.
func differing(a, b string) [2]string {
	for path.Base(a) == path.Base(b) && a != "." && b != "." {
		a, b = path.Dir(a), path.Dir(b)
	}
	return [2]string{a, b}
}

// tableOf lists the rows: of each relation one line for every file of the side that has most.
func tableOf(rows []*treeRow) *screen.Table {
	table := screen.NewTable("kind", "copy", ">score", ">a", ">b", "/file of a", "/file of b")
	for _, row := range rows {
		r := row.relation
		kind, copied, score := r.Kind, copyOf(r), ""
		if len(r.A) > 0 && len(r.B) > 0 {
			score = share(r.Score)
		}
		if row.files > 1 {
			table.Row(kind, copied, score, "100%", "100%",
				folder(row.from)+" ("+screen.Plural(row.files, "file", "files")+")", folder(row.to))
			continue
		}
		for i := range max(len(r.A), len(r.B)) {
			foundA, foundB := shares(r, i)
			table.Row(kind, copied, score, foundA, foundB, pathOf(r.A, i), pathOf(r.B, i))
			kind, copied, score = "", "", ""
		}
	}
	return table
}

func copyOf(r *collection.Relation) string {
	if r.Identical {
		return "identical"
	}
	return r.Copy
}

// folder shows a folder's path; "." is the tree itself.
func folder(path string) string { return screen.Safe(path) + "/" }

// shares returns, for the i-th line of a relation, which share of the file of a stands in that of b, and
// the reverse. Where one side has a single file, the other's say how much of it they hold.
func shares(r *collection.Relation, i int) (a, b string) {
	switch {
	case len(r.A) == 0 || len(r.B) == 0:
		return "", ""
	case len(r.A) == 1:
		return wholePercent(r.B[i].Holds), wholePercent(r.B[i].Found)
	}
	return wholePercent(r.A[i].Found), wholePercent(r.A[i].Holds)
}

// pathOf returns the path of the i-th file, or nothing where there is none; it stands in the first line.
func pathOf(files []collection.Related, i int) string {
	if i >= len(files) {
		return ""
	}
	return screen.Safe(files[i].Path)
}
