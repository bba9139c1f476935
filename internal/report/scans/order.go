package scans

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/scan"
)

// A list is cut, so the worst findings come first. These are denied ones, findings to be reviewed,
// findings without a known licence, changed ones, then by score. Files of a folder that is
// identical as a whole are one row.

// urgency is how urgent a finding is by its status.
var urgency = map[scan.Status]int{scan.Denied: 2, scan.Review: 1}

// changed ranks kinds: a changed copy took trouble, and identical files are seldom
// hidden.
var changed = map[string]int{"edited": 2, "renamed": 2, "verbatim": 1, scan.Fingerprints: 1}

// worstFirst orders findings; the order is total.
func worstFirst(x, y scan.Finding) int {
	toInt := map[bool]int{true: 1}
	return cmp.Or(
		cmp.Compare(toInt[y.Open], toInt[x.Open]), cmp.Compare(urgency[y.Status], urgency[x.Status]),
		cmp.Compare(toInt[y.Origin.License == ""], toInt[x.Origin.License == ""]), cmp.Compare(changed[y.Kind], changed[x.Kind]),
		cmp.Compare(y.Score, x.Score), cmp.Compare(x.File, y.File), cmp.Compare(x.Matches[0].File.From, y.Matches[0].File.From),
		cmp.Compare(x.Origin.Content, y.Origin.Content), cmp.Compare(x.Class, y.Class),
	)
}

// row is a finding, or all identical files of a folder from one source. All files of the folder
// are.
type row struct {
	folder string // of the project, with a slash at its end; empty for a finding
	all    []scan.Finding
}

// rows returns findings as rows, the worst first. The findings of a row have one status and one
// licence.
func rows(r *scan.Report, listed []scan.Finding) (all []row) {
	slices.SortFunc(listed, worstFirst)
	folders := identicalFolders(r, listed)
	at := map[string]int{} // the row of a folder
	for _, f := range listed {
		folder := folders[f.File]
		if i, ok := at[folder]; ok && folder != "" {
			all[i].all = append(all[i].all, f)
			continue
		}
		at[folder] = len(all)
		all = append(all, row{folder, []scan.Finding{f}})
	}
	return all
}

// identicalFolders returns the largest identical folder for each file that is identical to a
// document. All files in such a folder are identical to documents of one source, are under one
// licence, and have one status.
func identicalFolders(r *scan.Report, listed []scan.Finding) map[string]string {
	files, same := map[string]int{}, map[string]int{} // by folder; by folder and what files of one row share
	eachAbove := func(file string, f func(folder string)) {
		for at := path.Dir(file); ; at = path.Dir(at) {
			if f(at); at == "." {
				return
			}
		}
	}
	for i := range r.Files {
		eachAbove(r.Files[i].Path, func(folder string) { files[folder]++ })
	}
	shared := func(folder string, f *scan.Finding) string {
		return strings.Join([]string{folder, scanStatus(*f), f.Origin.License, f.Origin.Source()}, "\x00")
	}
	for i := range listed {
		if f := &listed[i]; f.Kind == scan.Identical {
			eachAbove(f.File, func(folder string) { same[shared(folder, f)]++ })
		}
	}
	of := map[string]string{}
	for i := range listed {
		f := &listed[i]
		if f.Kind != scan.Identical {
			continue
		}
		eachAbove(f.File, func(folder string) {
			if n := files[folder]; n > 1 && same[shared(folder, f)] == n {
				of[f.File] = folder + "/"
			}
		})
	}
	return of
}

// place names where the row is in the project, and origin where it is from.
func (w row) place(r *scan.Report) string {
	if w.folder == "" {
		return scanPlace(shownName(r, w.all[0].File), &w.all[0])
	}
	return path.Clean(shownName(r, w.folder)) + "/ (" + terminal.Plural(len(w.all), "file", "files") + ")"
}

func (w row) origin() string {
	if w.folder == "" {
		return scanOrigin(w.all[0])
	}
	return terminal.Nearby(w.all[0].Origin.Source())
}

// kindsOf counts rows' findings by kind: "3 edited, 40 identical".
func kindsOf(all []row) (n int, words string) {
	count := map[string]int{}
	for _, w := range all {
		for _, f := range w.all {
			count[f.Kind]++
			n++
		}
	}
	var kinds []string
	for _, kind := range slices.Backward(scanKinds) {
		if count[kind] > 0 {
			kinds = append(kinds, terminal.Thousands(count[kind])+" "+kind)
		}
	}
	return n, strings.Join(kinds, ", ")
}
