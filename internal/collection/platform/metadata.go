package platform

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// MostMetadata bounds the size in bytes of a file that [Names.Read] or [Names.Form] reads.
const MostMetadata = 16 << 20

// IsMetadata reports whether a file of that name may have the metadata of all submissions.
func IsMetadata(name string) bool {
	return slices.ContainsFunc(rows, func(r row) bool { return r.metadata && slices.Contains(r.extra, name) })
}

// mostSubmitters bounds the number of people that handed in a submission: others are ignored.
const mostSubmitters = 100

// Read reads the file with the metadata of all submissions, as Gradescope writes it in YAML.
// Unknown lines are ignored. It returns early if ctx is done.
func (n *Names) Read(ctx context.Context, text []byte) {
	if n == nil || !n.row.metadata {
		return
	}
	names, ids := map[string][]string{}, map[string][]string{}
	add := func(to map[string][]string, unit, value string) {
		if len(to[unit]) < mostSubmitters {
			to[unit] = append(to[unit], value)
		}
	}
	unit, section := "", ""
	for line := range bytes.Lines(text) {
		if ctx.Err() != nil {
			return
		}
		m := metadataLine.FindSubmatch(bytes.TrimRight(line, "\r\n"))
		if m == nil {
			continue
		}
		key, value := string(m[2]), unquote(string(m[3]))
		switch string(m[1]) {
		case "":
			unit, section = key, ""
		case "  ":
			section = key
		}
		a, known := n.about[unit]
		if !known || value == "" {
			continue
		}
		switch section + " " + key {
		case "submitters name":
			add(names, unit, value)
		case "submitters email", "submitters sid":
			add(ids, unit, value)
		case "created_at created_at":
			a.Date = metadataDate(value)
			n.about[unit] = a
		}
	}
	for unit, a := range n.about {
		a.Author = strings.Join(names[unit], ", ")
		if len(ids[unit]) > 0 {
			a.Student = strings.Join(ids[unit], " ") + "\x00" + a.Author
		}
		n.about[unit] = a
	}
}

// metadataLine matches "key: value" of Ruby's YAML: its indentation, the key and the value.
var metadataLine = lazyregexp.New(`^((?: |- )*):?(\w+):(?: (.*))?$`)

// unquote returns a scalar of YAML without its quotes.
func unquote(s string) string {
	s = strings.TrimSpace(s)
	if len(s) > 1 && s[0] == s[len(s)-1] {
		switch s[0] {
		case '\'':
			return strings.ReplaceAll(s[1:len(s)-1], "''", "'")
		case '"':
			return strings.ReplaceAll(s[1:len(s)-1], `\"`, `"`)
		}
	}
	return s
}

func metadataDate(s string) time.Time {
	for _, layout := range []string{"2006-01-02 15:04:05 -07:00", "2006-01-02 15:04:05 Z", time.RFC3339} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}

// IsForm reports whether a file at the top is the form that a platform writes for each attempt.
func (n *Names) IsForm(name string) bool {
	if n == nil || !n.row.forms {
		return false
	}
	unit, isText := strings.CutSuffix(name, ".txt")
	_, known := n.about[unit]
	return isText && known
}

// Form reads the form of a submission. It has the author's name, and the text that the student
// wrote. An unknown form has read false: it may be in another language than English.
func (n *Names) Form(name string, text []byte) (written []byte, read bool) {
	unit, _ := strings.CutSuffix(name, ".txt")
	a, known := n.about[unit]
	head := formHead.FindSubmatch(text)
	if !known || head == nil {
		return nil, false
	}
	if login, _, _ := strings.Cut(a.Student, "\x00"); strings.HasSuffix(login, "_"+string(head[2])) {
		a.Author = string(head[1])
	}
	if m := formDate.FindSubmatch(text); m != nil {
		if t, err := time.Parse("January 2, 2006 3:04:05 PM", string(m[1])); err == nil {
			if hours, known := zones[string(m[2])]; known {
				a.Date = t.Add(-time.Duration(hours) * time.Hour)
			}
		}
	}
	n.about[unit] = a
	field := formField.FindSubmatch(text)
	if field == nil {
		return nil, false
	}
	written = bytes.TrimSpace(field[1])
	if bytes.Equal(written, []byte("There is no student submission text data for this assignment.")) {
		written = nil
	}
	return written, true
}

// zones are the hours from UTC of the zones that forms name, if the name has one meaning.
var zones = map[string]int{"UTC": 0, "GMT": 0, "WET": 0, "WEST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3, "SAST": 2, "EST": -5, "EDT": -4,
	"CDT": -5, "MDT": -6, "PST": -8, "PDT": -7, "JST": 9, "KST": 9, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13}

var (
	formDate  = lazyregexp.New(`\nDate Submitted: \w+, (\w+ \d+, \d{4} \d+:\d\d:\d\d [AP]M) ([A-Z]+)\r?\n`)
	formHead  = lazyregexp.New(`^(?:\x{feff})?[^\n:]+: ([^\n]+) \(([^()\n]+)\)\r?\n`)
	formField = lazyregexp.New(`(?s)\nSubmission Field:\r?\n(.*)\r?\n\s*\nComments:\r?\n`)
)
