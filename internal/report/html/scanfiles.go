//go:build !js

// Not in a browser: it imports scan, which the engine lacks.

package html

import (
	"cmp"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/scan"
)

// addFiles adds the files of the project. If they are too many, those with the fewest lines are
// added up by the first folder of their path.
func (b *scanBuilder) addFiles() {
	of := map[string][]*scan.Finding{}
	for i := range b.r.Findings {
		f := &b.r.Findings[i]
		of[f.File] = append(of[f.File], f)
	}
	all := make([]scanFile, 0, len(b.r.Files))
	for i := range b.r.Files {
		f := &b.r.Files[i]
		all = append(all, scanFile{Path: terminal.Safe(f.Path), Lines: f.Lines, Shares: b.sharesOf(f, of[f.Path])})
	}
	slices.SortStableFunc(all, func(x, y scanFile) int { return cmp.Compare(y.Lines, x.Lines) })
	room, n := mostScanFiles, 0
	for n < len(all) && room >= 0 {
		room -= 1 + sizeOf(all[n])
		n++
	}
	if room < 0 {
		n--
	}
	b.page.Files = append(all[:n:n], gathered(all[n:], len(b.page.Parts))...)
	slices.SortStableFunc(b.page.Files, func(x, y scanFile) int { return cmp.Compare(x.Path, y.Path) })
}

// mostFolders bounds the folders that small files are added up by.
const mostFolders = 1000

// gathered adds up files, and their shares of so many parts, by the first folder of their path. If
// these are many, it adds up all.
func gathered(files []scanFile, parts int) (all []scanFile) {
	folders := map[string]int{}
	for _, f := range files {
		first, _, isBelow := strings.Cut(f.Path, "/")
		if first += "/"; !isBelow || len(first) > mostScanText || len(folders) == mostFolders && folders[first] == 0 {
			first = ""
		}
		if folders[first] == 0 {
			all = append(all, scanFile{Path: first})
			folders[first] = len(all)
		}
		sum := &all[folders[first]-1]
		sum.Files++
		sum.Lines += f.Lines
		for i, n := range f.Shares {
			if sum.Shares == nil {
				sum.Shares = make([]int, parts)
			}
			sum.Shares[i] += n
		}
	}
	return all
}

// sharesOf counts the lines of a file that are in each part. A line counts once, for the first part
// that has it.
func (b *scanBuilder) sharesOf(f *scan.File, findings []*scan.Finding) []int {
	if len(findings) == 0 {
		return nil
	}
	first := make([]int, f.Lines+1) // by line, from 1: the part, from 1
	for _, found := range findings {
		part := 1 + slices.Index(b.page.Parts, partOf(found))
		for _, m := range found.Matches {
			for line := max(1, m.File.From); line <= min(m.File.To, f.Lines); line++ {
				if first[line] == 0 || part < first[line] {
					first[line] = part
				}
			}
		}
	}
	shares := make([]int, len(b.page.Parts))
	for _, part := range first {
		if part > 0 {
			shares[part-1]++
		}
	}
	return shares
}

// addOrigins adds the origins, most lines first, and sums by class of licence.
func (b *scanBuilder) addOrigins() {
	b.origins = map[[2]string]int{}
	classes := map[string]*scanClass{}
	for _, c := range notice.Classes() {
		b.page.Classes = append(b.page.Classes, scanClass{Class: string(c)})
	}
	for i := range b.page.Classes {
		classes[b.page.Classes[i].Class] = &b.page.Classes[i]
	}
	all, room := b.r.Origins(), mostScanOrigins
	for i, s := range all {
		class := string(notice.ClassOf(s.License))
		classes[class].Lines += s.Lines
		classes[class].Open += s.Open
		o := scanOrigin{
			Name: said(s.Public), License: said(s.License), Class: class, Files: s.Files, Lines: s.Lines, Open: s.Open, URL: report.WebPage(s.Name),
		}
		if room -= sizeOf(o) + 4*mostScanReason; room < 0 { // author and address come later
			continue
		}
		b.origins[[2]string{s.Name, s.License}] = i
		b.page.Origins = append(b.page.Origins, o)
	}
	b.page.MoreOrigins = len(all) - len(b.page.Origins)
	authors := map[int]map[string]bool{}
	for i := range b.r.Findings {
		f := &b.r.Findings[i]
		if f.Class != scan.Copy {
			continue
		}
		classes[string(notice.ClassOf(f.Origin.License))].Findings++
		n, listed := b.origins[sourceKey(f)]
		if !listed {
			continue
		}
		o := &b.page.Origins[n]
		o.URL = cmp.Or(o.URL, report.WebPage(f.Origin.Repository), report.WebPage(f.Origin.URL))
		if author := clipped(f.Origin.Author, mostScanReason); author != "" {
			if authors[n] == nil {
				authors[n], o.Author = map[string]bool{}, author
			}
			authors[n][author] = true
			o.Authors = len(authors[n])
		}
	}
}
