package report

import (
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// unreadNames is the maximum number of names in the text.
const unreadNames = 100

// UnreadText names what was not compared, a paragraph for each reason: first units of which nothing
// was compared, then parts of others. It is empty if everything was compared.
func UnreadText(r *chaffinch.Result, style terminal.Style) string {
	var whole, parts []chaffinch.Unread
	met := map[string]bool{}
	for _, u := range r.Unread {
		switch {
		case !u.Whole:
			parts = append(parts, u)
		case !met[u.Unit]: // of several files the first has the most notable reason
			met[u.Unit] = true
			u.Path = u.Unit
			whole = append(whole, u)
		}
	}
	text := unreadBlock("not compared", whole, unreadNames, style)
	return text + unreadBlock("not compared, in other "+Noun(r)+"s", parts, unreadNames-min(unreadNames, len(whole)), style)
}

// unreadBlock names the first files under a heading.
func unreadBlock(heading string, files []chaffinch.Unread, names int, style terminal.Style) string {
	if len(files) == 0 {
		return ""
	}
	text := "\n" + heading + " (" + terminal.Thousands(len(files)) + "):\n"
	listed := files[:min(len(files), names)]
	for len(listed) > 0 {
		n := slices.IndexFunc(listed, func(u chaffinch.Unread) bool {
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
func unreadReason(files []chaffinch.Unread, style terminal.Style) string {
	names := make([]string, len(files))
	for i, u := range files {
		names[i] = style.CutPath(u.Path, min(60, style.Left(4)))
		if u.Author != "" {
			names[i] += " (" + style.Cut(terminal.Safe(u.Author), 30) + ")"
		}
	}
	reason := "  " + files[0].Reason
	if files[0].Detail != "" {
		reason += " (" + terminal.Safe(files[0].Detail) + ")"
	}
	return reason + ": " + strings.Join(names, ", ")
}
