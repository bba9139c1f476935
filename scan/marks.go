package scan

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// IsMarked is the verdict of a mark in a project's file. A file of decisions cannot have it.
const IsMarked Verdict = "marked"

// A line with one of these words, and a reason behind it, is a mark. The first covers copies that
// begin in the next lines. The others cover copies between them.
const (
	markWord  = "chaffinch:ignore-"
	markNext  = "next"
	markBegin = "begin"
	markEnd   = "end"
)

// nextLines is how many lines below its mark a copy begins at most.
const nextLines = 3

// mark is a mark in a file of the project.
type mark struct {
	line   int
	lines  answer.Lines // whose copies it covers
	begins bool         // it covers copies that begin in these lines
	reason string
	wrong  string // why it covers nothing
}

// marksOf returns the marks of a file.
func marksOf(source []byte) (all []mark) {
	if !bytes.Contains(source, []byte(markWord)) {
		return nil
	}
	open := -1 // the last mark that begins
	n := 0
	for line := range strings.Lines(string(corpus.Decode(source).UTF8)) {
		n++
		_, rest, has := strings.Cut(line, markWord)
		if !has {
			continue
		}
		word, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
		m := mark{line: n, reason: reasonOf(reason)}
		switch word {
		case markNext:
			m.lines, m.begins = answer.Lines{From: n + 1, To: n + nextLines}, true
		case markBegin:
			m.wrong = "no " + markWord + markEnd + " follows"
			open = len(all)
		case markEnd:
			if open >= 0 {
				all[open].lines, all[open].wrong = answer.Lines{From: all[open].line, To: n}, ""
				open = -1
				continue
			}
			m.wrong = "no " + markWord + markBegin + " is above it"
			m.reason = word
		default:
			continue
		}
		all = append(all, m)
	}
	for i, m := range all {
		if m.reason == "" {
			all[i].wrong = "it has no reason"
		}
	}
	return all
}

// reasonOf returns the words of a mark without the end of their comment.
func reasonOf(text string) string {
	text = strings.TrimSpace(text)
	for _, end := range []string{"*/", "-->", "--%>", "%>", "*)", "#}", "}}", "-}", "|#", "]]"} {
		text = strings.TrimSpace(strings.TrimSuffix(text, end))
	}
	return strings.TrimLeft(text, ":-– ")
}

func (m mark) covers(l answer.Lines) bool {
	if m.wrong != "" || l.From < m.lines.From || l.From > m.lines.To {
		return false
	}
	return m.begins || l.To <= m.lines.To
}

// markedAs returns the decision of the mark that covers a match; nil without one.
func (r *Report) markedAs(f *Finding, m Match) *Decision {
	for i := range r.marks[f.File] {
		if k := &r.marks[f.File][i]; k.covers(m.File) {
			return &Decision{Decision: IsMarked, Reason: k.reason, File: fmt.Sprintf("%s:%d", f.File, k.line)}
		}
	}
	return nil
}

// warnOfMarks warns of marks that cover nothing, in files with copies.
func (r *Report) warnOfMarks() {
	told := map[string]bool{}
	for _, f := range r.Findings {
		if f.Class != Copy || told[f.File] {
			continue
		}
		told[f.File] = true
		for _, k := range r.marks[f.File] {
			if k.wrong != "" {
				r.Warnings = append(r.Warnings, warning.Of(option.MarkCoversNothing, fmt.Sprintf("%s:%d", f.File, k.line), k.wrong))
			}
		}
	}
}
