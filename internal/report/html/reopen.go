package html

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	stdhtml "html"
	"io"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// pageFormat is the version of the data in a page. It is raised when a script of an older version
// would show a page wrong.
//
//	0: before versions were written
//	1: the same, with its version
const pageFormat = 1

// Errors of [Reopen].
var (
	ErrNoReport  = errors.New("this file is not a report of chaffinch")
	errDamaged   = errors.New("this report is damaged, or was changed: open it as a file of its own")
	errNewReport = errors.New("this report was made by a newer version of chaffinch: open it as a file of its own, or use a newer page")
	errScan      = errors.New("this is the report of a scan: open it as a file of its own")
)

// Reopen writes a saved report with the style and script of this version. It copies the data of the
// page, and the text for browsers without scripts, as text. So the result is as safe as a page of
// [Write], whatever the saved page contains.
func Reopen(out io.Writer, page []byte) error {
	text, ok := blockOf(page, "data")
	if !ok || !bytes.Contains(page, []byte(`<meta name="generator" content="chaffinch">`)) {
		return ErrNoReport
	}
	var d data
	switch err := json.Unmarshal(text, &d); {
	case d.Format > pageFormat:
		return errNewReport
	case d.Scan != nil:
		return errScan
	case err != nil:
		return errDamaged
	}
	for i := 0; ; i++ {
		text, ok := blockOf(page, fmt.Sprint("text", i))
		if !ok {
			break
		}
		var b block
		if json.Unmarshal(text, &b) != nil {
			return errDamaged
		}
		d.texts = append(d.texts, b)
	}
	if text, ok := blockOf(page, "saved-notes"); ok && json.Unmarshal(text, &d.notes) != nil {
		return errDamaged
	}
	if !d.complete() {
		return errDamaged
	}
	p := allParts()
	about := pageData{Title: d.Title, Policy: p.policy, Style: p.style, Script: p.script, Kind: d.kind(), Text: textOf(page)}
	if err := about.write(bufio.NewWriter(out), &d); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return nil
}

// blockOf returns the text of a block that writeBlock wrote.
func blockOf(page []byte, id string) ([]byte, bool) {
	_, rest, found := bytes.Cut(page, []byte(`<script type="application/json" id="`+id+`">`))
	if !found {
		return nil, false
	}
	text, _, found := bytes.Cut(rest, []byte("</script>"))
	return text, found
}

// textOf returns the text of a page for browsers without scripts, or "". Like the report, it has no
// character that could hide or reorder others.
func textOf(page []byte) string {
	_, rest, _ := bytes.Cut(page, []byte("<noscript>"))
	inner, _, _ := bytes.Cut(rest, []byte("</noscript>"))
	_, text, found := bytes.Cut(inner, []byte("\n<pre>"))
	text, ends := bytes.CutSuffix(text, []byte("</pre>"))
	if !found || !ends {
		return ""
	}
	lines := strings.Split(stdhtml.UnescapeString(string(text)), "\n")
	for i := range lines {
		lines[i] = terminal.Line(lines[i])
	}
	return strings.Join(lines, "\n")
}

func (d *data) kind() string {
	return (&Options{flow: d.Flow, scan: d.Scan, single: d.Single, cases: d.Dossier}).kind()
}

// complete reports whether everything that the data refers to is there. It makes missing lists
// empty.
func (d *data) complete() bool {
	d.Format = pageFormat
	d.Units, d.Pairs, d.Identical, d.Near = orEmpty(d.Units), orEmpty(d.Pairs), orEmpty(d.Identical), orEmpty(d.Near)
	d.Histogram, d.Skipped, d.Warnings, d.Names = orEmpty(d.Histogram), orEmpty(d.Skipped), orEmpty(d.Warnings), orEmpty(d.Names)
	unit := func(all ...int) bool { return within(len(d.Units), all...) }
	ok := !d.Single || len(d.Pairs) == 1
	for i := range d.Units {
		u := &d.Units[i]
		u.Files = orEmpty(u.Files)
		for _, f := range u.Files {
			ok = ok && (f.Text < 0 || f.Text < len(d.texts))
		}
	}
	for i := range d.Pairs {
		p := &d.Pairs[i]
		p.Matches = orEmpty(p.Matches)
		ok = ok && unit(p.Units[:]...) && within(2, p.Smaller)
		for _, m := range p.Matches {
			for side, at := range m.Places {
				ok = ok && within(len(d.Units[p.Units[side]].Files), at[0])
			}
			for _, r := range m.Renames {
				ok = ok && within(len(d.Names), r[0], r[1])
			}
		}
		if !ok {
			return false
		}
	}
	for _, group := range d.Identical {
		ok = ok && len(group) > 0 && unit(group...)
	}
	for _, group := range d.Near {
		ok = ok && len(group) > 0 && unit(group...)
	}
	for _, c := range d.Clusters {
		ok = ok && len(c.Units) > 0 && unit(c.Units...)
	}
	for _, c := range d.Comments {
		ok = ok && unit(c.Units[:]...)
	}
	for _, u := range d.Unlisted {
		ok = ok && unit(u[0], u[1])
	}
	return ok && (d.Flow == nil || d.Flow.complete(len(d.Units), len(d.Pairs)))
}

func (f *flow) complete(units, pairs int) bool {
	f.Relations = orEmpty(f.Relations)
	for i := range f.Relations {
		r := &f.Relations[i]
		for side := range r.Sides {
			r.Sides[side] = orEmpty(r.Sides[side])
			for _, file := range r.Sides[side] {
				if !within(units, file.Unit) {
					return false
				}
			}
		}
		for _, p := range r.Pairs {
			if p >= pairs {
				return false
			}
		}
	}
	return true
}

// within reports whether all are indexes of a list of that length.
func within(length int, all ...int) bool {
	for _, n := range all {
		if n < 0 || n >= length {
			return false
		}
	}
	return true
}
