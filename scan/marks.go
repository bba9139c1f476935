package scan

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// IsMarked is the verdict of a mark in a project's file. A file of decisions cannot have it.
const IsMarked Verdict = "marked"

// A line with markWord, a word below, and a reason is a mark. The first covers copies that begin in
// the next lines. The others cover copies between them.
const (
	markWord  = "chaffinch:ignore"
	markNext  = "-next"
	markBegin = "-begin"
	markEnd   = "-end"
)

// unended is what is wrong with a mark that begins and does not end.
const unended = "no " + markWord + markEnd + " follows"

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
		end := strings.IndexFunc(rest, func(c rune) bool { return c != '-' && !unicode.IsLetter(c) })
		if end < 0 {
			end = len(rest)
		}
		word := rest[:end]
		m := mark{line: n, reason: reasonOf(rest[end:])}
		switch word {
		case markNext:
			m.lines, m.begins = answer.Lines{From: n + 1, To: n + nextLines}, true
		case markBegin:
			m.wrong = unended
			open = len(all)
		case markEnd:
			if open >= 0 {
				if k := &all[open]; k.wrong == unended {
					k.lines, k.wrong = answer.Lines{From: k.line, To: n}, ""
				}
				open = -1
				continue
			}
			m.wrong = "no " + markWord + markBegin + " is above it"
		default:
			m.wrong = "it is none of " + markWord + markNext + ", " + markBegin + " and " + markEnd
		}
		if (m.wrong == "" || word == markBegin) && !reason.MatchString(m.reason) {
			m.wrong = "it has no reason in words"
		}
		all = append(all, m)
	}
	return all
}

// reason matches the reason of a mark: at least two words, or one of four letters.
var reason = lazyregexp.New(`\pL{4}|\pL+\PL+\pL`)

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
			return &Decision{Decision: IsMarked, Matches: []string{m.Key}, Reason: k.reason, File: fmt.Sprintf("%s:%d", f.File, k.line)}
		}
	}
	return nil
}

// mostMarkNames is how many marks [DecidedBy] names.
const mostMarkNames = 3

// firstMarks names the first marks that close copies.
func (r *Report) firstMarks() string {
	var all []string
	for _, f := range r.Findings {
		if f.Status == Marked && !slices.Contains(all, f.Decision.File) {
			all = append(all, f.Decision.File)
		}
	}
	slices.Sort(all)
	if more := len(all) - mostMarkNames; more > 0 {
		all = append(all[:mostMarkNames], fmt.Sprintf("%d more", more))
	}
	return strings.Join(all, ", ")
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
