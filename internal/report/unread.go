package report

import (
	"maps"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/skips"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/pairs"
)

const (
	// unreadNames is the maximum number of names in the text.
	unreadNames = 100
	// commonNames is the maximum number of names for a common reason where files are compared.
	commonNames = 10
)

// UnreadText names files that were not compared, a paragraph for each reason. First come whole
// units, then parts of others. Files that are skipped for a common reason are only counted if there
// are many. It is empty if everything was compared.
func UnreadText(r *pairs.Report, style terminal.Style) string {
	counted := onlyCounted(r)
	whole, parts := NotCompared(r)
	named := func(files []pairs.Unread) []pairs.Unread {
		return slices.DeleteFunc(files, func(u pairs.Unread) bool { return counted[u.Reason] > 0 && isCommon(u) })
	}
	whole, parts = named(whole), named(parts)
	text := unreadBlock("not compared", whole, unreadNames, style)
	if len(counted) > 0 {
		text += "\n" + style.Wrap("not compared: "+strings.Join(skips.Counts(counted), ", ")+" (--list-skipped names them)", "  ") + "\n"
	}
	return text + unreadBlock("not compared, in other "+Noun(r)+"s", parts, unreadNames-min(unreadNames, len(whole)), style)
}

// NotCompared returns the units without any compared file, each once, then the unread files of
// other units. Of several files of a unit, the first has the most notable reason.
func NotCompared(r *pairs.Report) (whole, parts []pairs.Unread) {
	met := map[string]bool{}
	for _, u := range r.Unread {
		switch {
		case !u.Whole:
			parts = append(parts, u)
		case !met[u.Unit]:
			met[u.Unit] = true
			u.Path = u.Unit
			whole = append(whole, u)
		}
	}
	return whole, parts
}

// onlyCounted counts, by reason, the files that are not named: where files are compared, files with
// a common reason if there are many. Of a submission every file is named.
func onlyCounted(r *pairs.Report) map[document.Reason]int {
	count := map[document.Reason]int{}
	for _, u := range r.Unread {
		if r.Unit == "file" && isCommon(u) {
			count[u.Reason]++
		}
	}
	maps.DeleteFunc(count, func(_ document.Reason, n int) bool { return n <= commonNames })
	return count
}

// isCommon reports whether folders of code usually have many such files. A file that was named, or
// whose author is known, does not count as common.
func isCommon(u pairs.Unread) bool {
	switch u.Reason {
	case document.Empty, document.Binary, document.Minified, document.Generated, document.TooShort:
		return !u.Named && u.Author == ""
	}
	return false
}

// unreadBlock names the first files under a heading.
func unreadBlock(heading string, files []pairs.Unread, names int, style terminal.Style) string {
	if len(files) == 0 {
		return ""
	}
	text := "\n" + heading + " (" + terminal.Thousands(len(files)) + "):\n"
	listed := files[:min(len(files), names)]
	for len(listed) > 0 {
		n := slices.IndexFunc(listed, func(u pairs.Unread) bool {
			return u.Reason != listed[0].Reason || u.Detail != listed[0].Detail
		})
		if n < 0 {
			n = len(listed)
		}
		text += style.Wrap(unreadReason(listed[:n], style), "    ") + "\n"
		listed = listed[n:]
	}
	if more := len(files) - names; more > 0 {
		text += "  " + terminal.Thousands(more) + " more: --json names them\n"
	}
	return text
}

// unreadReason names files that were not compared for one reason.
func unreadReason(files []pairs.Unread, style terminal.Style) string {
	names := make([]string, len(files))
	for i, u := range files {
		names[i] = style.CutPath(u.Path, min(60, style.Left(4)))
		if u.Author != "" {
			names[i] += " (" + style.Cut(terminal.Safe(u.Author), 30) + ")"
		}
	}
	reason := "  " + string(files[0].Reason)
	if files[0].Detail != "" {
		reason += " (" + terminal.Safe(files[0].Detail) + ")"
	}
	return reason + ": " + strings.Join(names, ", ")
}
