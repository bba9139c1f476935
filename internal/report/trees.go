package report

import (
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/skips"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/trees"
)

// TreesText prints a comparison of trees as text. It prints the shares, the number of relations of
// each kind, and the top most informative ones; all if top is 0.
func TreesText(out io.Writer, t *trees.Result, top int) error {
	style := terminal.StyleFor(out)
	table := terminal.NewTable("", ">found", ">files", ">tokens", "/tree")
	for i, tree := range []*trees.Tree{&t.A, &t.B} {
		name := tree.Name
		if tree.Folder != "" {
			name = strings.TrimSuffix(name, "/") + "/" + tree.Folder
		}
		table.Row("ab"[i:i+1], wholePercent(tree.Share), terminal.Thousands(tree.Files), terminal.Thousands(tree.Tokens),
			terminal.Safe(name))
		table.Link(tree.Name)
	}
	if err := table.Write(out, style); err != nil {
		return err
	}
	if _, err := io.WriteString(out, treesSummary(t, style)); err != nil {
		return err
	}
	rows := treeRows(t.Sorted())
	if len(rows) == 0 {
		return nil
	}
	listed := rows
	if top > 0 && len(rows) > top {
		listed = rows[:top]
	}
	if _, err := io.WriteString(out, "\n"); err != nil {
		return err
	}
	if err := treesTable(t, listed).Write(out, style); err != nil {
		return err
	}
	if more := len(rows) - len(listed); more > 0 {
		_, err := fmt.Fprintf(out, "and %s more: --top 0 lists all\n", terminal.Thousands(more))
		return err
	}
	return nil
}

// treesSummary prints the numbers of relations, the amount of boilerplate, and the skipped files.
func treesSummary(t *trees.Result, style terminal.Style) string {
	var kinds []string
	for _, kind := range []string{
		trees.Unchanged, trees.Edited, trees.Moved, trees.Copied, trees.Split, trees.Merged, trees.Gone, trees.New,
	} {
		kinds = append(kinds, Count(t.Counts[kind], kind))
	}
	text := strings.Join(Counts(kinds...), ", ")
	if text == "" {
		text = "no files to compare"
	}
	text = style.Wrap(text, "  ") + "\n"
	if n := t.A.Boilerplate + t.B.Boilerplate; n > 0 {
		text += terminal.Plural(n, "token is", "tokens are") + " boilerplate and ignored\n"
	}
	if counts := skips.Counts(t.Skipped); len(counts) > 0 {
		text += style.Wrap("skipped: "+strings.Join(counts, ", "), "  ") + "\n"
	}
	return text
}

// treeRow is a row of the table. It is a relation, or all identical files that moved from one
// folder to another.
type treeRow struct {
	relation *trees.Relation
	from, to string // folders; empty for a single relation
	files    int
}

// treeRows returns the rows of the relations, in their order. Unchanged files have none.
func treeRows(relations []trees.Relation) []*treeRow {
	var rows []*treeRow
	folders := map[[2]string]*treeRow{}
	for i := range relations {
		r := &relations[i]
		if r.Kind == trees.Unchanged {
			continue
		}
		if r.Kind == trees.Moved && r.Identical {
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

// differing returns the paths without the elements that both share at the end.
func differing(a, b string) [2]string {
	for path.Base(a) == path.Base(b) && a != "." && b != "." {
		a, b = path.Dir(a), path.Dir(b)
	}
	return [2]string{a, b}
}

// treesTable lists the rows, a line for each file of the relation's larger side.
func treesTable(t *trees.Result, rows []*treeRow) *terminal.Table {
	folder := func(path string) string { return terminal.Safe(path) + "/" } // "." is the tree itself
	table := terminal.NewTable("kind", "copy", ">score", ">a", ">b", "/file of a", "/file of b")
	for _, row := range rows {
		r := row.relation
		kind, copied, alike := r.Kind, r.Copy, ""
		if r.Identical {
			copied = "identical"
		}
		if len(r.A) > 0 && len(r.B) > 0 {
			alike = Score(r.Score)
		}
		if row.files > 1 {
			table.Row(kind, copied, alike, "100%", "100%",
				folder(row.from)+" ("+terminal.Plural(row.files, "file", "files")+")", folder(row.to))
			table.Link(filepath.Join(t.A.Name, row.from), filepath.Join(t.B.Name, row.to))
			continue
		}
		for i := range max(len(r.A), len(r.B)) {
			foundA, foundB := rowShares(r, i)
			table.Row(kind, copied, alike, foundA, foundB, pathOf(r.A, i), pathOf(r.B, i))
			table.Link(linkOf(t.A, r.A, i), linkOf(t.B, r.B, i))
			kind, copied, alike = "", "", ""
		}
	}
	return table
}

// rowShares returns the shares of line i of a relation. The first is the share of the file of a
// that occurs in the file of b, the second the reverse. If one side has a single file, the other
// side's shares are of that file.
func rowShares(r *trees.Relation, i int) (a, b string) {
	switch {
	case len(r.A) == 0 || len(r.B) == 0:
		return "", ""
	case len(r.A) == 1:
		return wholePercent(r.B[i].Holds), wholePercent(r.B[i].Found)
	}
	return wholePercent(r.A[i].Found), wholePercent(r.A[i].Holds)
}

// pathOf returns the path of file i, or "" if there is none.
func pathOf(files []trees.Related, i int) string {
	if i >= len(files) {
		return ""
	}
	return terminal.Safe(files[i].Path)
}

// linkOf returns the path on disk of file i, or "" if there is none. The path of a file in an
// archive does not exist.
func linkOf(tree trees.Tree, files []trees.Related, i int) string {
	if i >= len(files) {
		return ""
	}
	return filepath.Join(tree.Name, filepath.FromSlash(files[i].Path))
}

// wholePercent rounds, but shows 100% only for everything, and 0% only for nothing.
func wholePercent(share float64) string {
	n := int(100*share + 0.5)
	switch {
	case n == 100 && share < 1:
		n = 99
	case n == 0 && share > 0:
		n = 1
	}
	return strconv.Itoa(n) + "%"
}
