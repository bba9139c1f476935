package scans

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/skips"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/scan"
)

// leftOutNames is the maximum number of names for each reason.
const leftOutNames = 3

// unreadNames is the maximum number of files that [Unread] names.
const unreadNames = 10

// Notes say what the findings of a report do not. They tell for which files documents could not be
// read, which files were not read, how many likely copies are below the minimum score, what decided
// about findings, and what may have narrowed the scan.
func Notes(r *scan.Report) (notes []string) {
	if n := len(r.Gone); n > 0 {
		notes = append(notes, goneNote(r))
	}
	if text := leftOut(r); text != "" {
		notes = append(notes, text)
	}
	if text := linesLeftOut(r); text != "" {
		notes = append(notes, text)
	}
	if n := r.Totals.Weaker; n > 0 {
		them := map[bool]string{true: "it", false: "them"}[n == 1]
		notes = append(notes, fmt.Sprintf("%s below the minimum: --min-score %.2f lists %s",
			terminal.Plural(n, "likely copy", "likely copies"), r.Totals.WeakerFrom, them))
	}
	for _, text := range []string{conflicts(r), unclear(r)} {
		if text != "" {
			notes = append(notes, text)
		}
	}
	var decided []string
	for _, d := range r.DecidedBy {
		by := d.What
		if d.By != "" {
			by += " by " + terminal.Safe(terminal.Nearby(d.By))
		}
		decided = append(decided, by+": "+terminal.Thousands(d.Findings))
	}
	if len(decided) > 0 {
		notes = append(notes, strings.Join(decided, "; "))
	}
	if text := Narrowed(r.NarrowedBy); text != "" {
		notes = append(notes, text)
	}
	return notes
}

// NotRead names the files that were not read, by reason, and counts the lines. Unlike [Notes] it
// names no flags.
func NotRead(r *scan.Report) (notes []string) {
	if files, _ := filesLeftOut(r); files != "" {
		notes = append(notes, "not read: "+files)
	}
	if text := linesLeftOut(r); text != "" {
		notes = append(notes, text)
	}
	return notes
}

// Unread says of the first files that could not be read why, and how many more there are. A scan
// with such files is incomplete. name returns a file's name by its path in the project.
func Unread(r *scan.Report, name func(string) string) (notes []string) {
	for i, u := range r.Unread {
		if i == unreadNames {
			return append(notes, terminal.Plural(len(r.Unread)-i, "more file", "more files")+" could not be read: --json has all")
		}
		notes = append(notes, fmt.Sprintf("reading %s: %s", terminal.Safe(name(u.Path)), terminal.Safe(u.Error)))
	}
	return notes
}

// faults are the notes of a scan that is incomplete. Files of the project, or documents, could not
// be read.
func faults(r *scan.Report) []string {
	all := Unread(r, func(path string) string { return path })
	if len(r.Gone) > 0 {
		all = append(all, goneNote(r))
	}
	return all
}

// Narrowed names what may make a scan, or another check, find less; "" for nothing.
func Narrowed(all []scan.NarrowedBy) string {
	var settings, ignored []string
	for _, n := range all {
		by := " (" + terminal.Safe(terminal.Nearby(n.By)) + ")"
		if n.Files > 0 {
			ignored = append(ignored, terminal.Thousands(n.Files)+" "+n.What+by)
			continue
		}
		settings = append(settings, terminal.Safe(n.What+" "+firstOf(n.Values, ", ", len(n.Values)))+by)
	}
	var parts []string
	if len(settings) > 0 {
		parts = append(parts, "settings that limit this check: "+strings.Join(settings, "; "))
	}
	if len(ignored) > 0 {
		parts = append(parts, "ignore files that limit this check: "+firstOf(ignored, "; ", len(ignored)))
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, "; ")
}

// firstOf joins the first of n texts, and says how many more there are.
func firstOf(all []string, separator string, n int) string {
	all = all[:min(len(all), leftOutNames)]
	if more := n - len(all); more > 0 {
		all = append(all[:len(all):len(all)], fmt.Sprintf("and %s more", terminal.Thousands(more)))
	}
	return strings.Join(all, separator)
}

// conflicts names findings whose origin's licence contradicts the licence of the origin's project
// or of another copy.
func conflicts(r *scan.Report) string {
	var names []string
	n := 0
	for i := range r.Findings {
		f := &r.Findings[i]
		o, with := f.Origin, ""
		switch {
		case f.Class != scan.Copy:
		case len(o.Licenses) > 0:
			with = "its copies " + strings.Join(o.Licenses, ", ")
		case spdx.Conflict(o.License, o.LicenseAround):
			with = "its project " + o.LicenseAround
		}
		if with == "" {
			continue
		}
		if n++; n <= leftOutNames {
			names = append(names, terminal.Safe(fmt.Sprintf("%s (%s, %s)", o.File(), cmp.Or(o.License, scan.Unknown), with)))
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("licence conflict: the origins of %s state another licence than their projects or copies: %s", terminal.Plural(n, "finding", "findings"), firstOf(names, ", ", n))
}

// unclear names files about the licences of origins that are not understood, or cannot be read.
func unclear(r *scan.Report) string {
	var names []string
	for i := range r.Findings {
		o := r.Findings[i].Origin
		if r.Findings[i].Class != scan.Copy || o.License != "" || o.LicenseFrom == "" && !o.LicenseInFile {
			continue
		}
		if !o.LicenseInFile {
			o.Path = o.LicenseFrom
		}
		names = append(names, terminal.Safe(o.File()))
	}
	if names = distinct(names); len(names) == 0 {
		return ""
	}
	return "licence unknown, by what is not understood in " + firstOf(names, ", ", len(names))
}

// goneNote names files whose possible origins could not be read.
func goneNote(r *scan.Report) string {
	var names []string
	for _, g := range r.Gone[:min(len(r.Gone), leftOutNames)] {
		text := terminal.Safe(g.Path) + " from " + terminal.Safe(g.Names[0])
		if g.Documents > 1 {
			text += " or " + terminal.Plural(g.Documents-1, "other", "others")
		}
		names = append(names, text)
	}
	return fmt.Sprintf("incomplete: %s may have copies from documents that were deleted or changed since they were indexed (%s): index them again, with --store to keep their sources",
		terminal.Plural(len(r.Gone), "file", "files"), firstOf(names, "; ", len(r.Gone)))
}

// linesLeftOut counts the lines not read because of formats, by reason.
func linesLeftOut(r *scan.Report) string {
	var left map[string]int
	var names []string
	for _, f := range r.Files {
		if len(f.LeftOut) > 0 {
			left = skips.AddLines(left, f.LeftOut)
			names = append(names, terminal.Safe(f.Path))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return skips.Lines(left) + " (" + firstOf(names, ", ", len(names)) + ")"
}

// leftOut names the files that were not read, and the flags that tell more.
func leftOut(r *scan.Report) string {
	files, archives := filesLeftOut(r)
	if files == "" {
		return ""
	}
	text := "not read: " + files + "; --list-skipped lists all"
	if archives {
		text += ", --archives reads archives"
	}
	return text
}

// filesLeftOut names the files that were not read, by reason. Those that look like source come
// first. It reports whether there are archives.
func filesLeftOut(r *scan.Report) (files string, archives bool) {
	var reasons []document.Reason
	names := map[document.Reason][]string{}
	for _, l := range r.LeftOut {
		if names[l.Reason] == nil {
			reasons = append(reasons, l.Reason)
		}
		names[l.Reason] = append(names[l.Reason], terminal.Safe(l.Path))
	}
	texts := make([]string, len(reasons))
	for i, reason := range reasons {
		all := names[reason]
		n := len(all)
		if len(r.LeftOut) == scan.MostLeftOut { // some are not named
			n = max(n, r.Skipped[reason])
		}
		counted := terminal.Thousands(n) + " " + string(reason)
		if reason == document.OwnReport {
			counted = terminal.Plural(n, "report of chaffinch", "reports of chaffinch")
		}
		texts[i] = counted + " (" + firstOf(all, ", ", n) + ")"
		archives = archives || reason == scan.Archived
	}
	return strings.Join(texts, ", "), archives
}
