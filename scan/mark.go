package scan

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Copied lines are marked by comments around them, as SPDX 2.3, annex H, has it:
//
//	// SPDX-SnippetBegin
//	// SPDX-License-Identifier: MIT
//	// SPDX-SnippetCopyrightText: 2019 Jane Doe
//	...
//	// SPDX-SnippetEnd
//
// A mark must not change the program: the tokens of the file are the same before and after.

// Unmarked is a copy whose lines have no mark.
type Unmarked struct {
	File  string       `json:"file"`
	Lines answer.Lines `json:"lines"`
	// Finding is the index of its finding in [Report.Findings].
	Finding int `json:"finding"`
	// Why says why the lines cannot be marked; it is empty if they can.
	Why string `json:"why,omitempty"`
}

// Mark marks the copies in a file of the project. Copies that are marked already, or decided to be
// permitted, own or no copies, are left out. It returns the file with the marks, and the copies
// that were not marked before. Files that are identical to a document are left as they are: they
// have a head of their own. source is not changed.
func (r *Report) Mark(file File, source []byte) (marked []byte, unmarked []Unmarked) {
	m := marker{report: r, file: file, source: source, lines: bytes.SplitAfter(source, []byte("\n"))}
	m.language, _ = lex.Lookup(file.Language)
	around := marksIn(m.lines)
	for _, c := range m.copies() {
		if float64(linesIn(around, c.Lines)) >= align.MarkedLines*float64(c.Lines.Len()) {
			continue
		}
		unmarked = append(unmarked, c)
	}
	m.markAll(unmarked)
	return m.apply(), unmarked
}

// marker marks one file.
type marker struct {
	report   *Report
	file     File
	source   []byte
	lines    [][]byte // with their ends
	language *lex.Language
	plain    []lex.Token // of the source
	data     int         // line that says that the rest is data, from 1; or 0
	inserted []insertion
	end      int // last line of the copies that were marked
	lexed    int // how often a file with marks was lexed
}

// insertion is text before a line, from 1.
type insertion struct {
	before int
	text   string
}

// copies returns the lines to be marked, in order. Of overlapping copies the heaviest is kept.
func (m *marker) copies() (all []Unmarked) {
	weights := map[answer.Lines]float64{}
	for i, f := range m.report.Findings {
		if f.File != m.file.Path || !f.needsMark() {
			continue
		}
		for _, match := range f.Matches {
			all = append(all, Unmarked{File: f.File, Lines: match.File, Finding: i})
			weights[match.File] = max(weights[match.File], match.Weight)
		}
	}
	slices.SortStableFunc(all, func(x, y Unmarked) int {
		return cmp.Or(cmp.Compare(weights[y.Lines], weights[x.Lines]), cmp.Compare(x.Lines.From, y.Lines.From))
	})
	var kept []Unmarked
	for _, c := range all {
		if !slices.ContainsFunc(kept, func(k Unmarked) bool { return c.Lines.From <= k.Lines.To && k.Lines.From <= c.Lines.To }) {
			kept = append(kept, c)
		}
	}
	slices.SortFunc(kept, func(x, y Unmarked) int { return cmp.Compare(x.Lines.From, y.Lines.From) })
	return m.joined(kept)
}

// joined joins copies of the same finding whose marks would touch.
func (m *marker) joined(all []Unmarked) (joined []Unmarked) {
	for _, c := range all {
		last := len(joined) - 1
		if last >= 0 && joined[last].Finding == c.Finding && m.whole(c.Lines).From <= m.whole(joined[last].Lines).To+1 {
			joined[last].Lines.To = c.Lines.To
		} else {
			joined = append(joined, c)
		}
	}
	return joined
}

// needsMark reports whether the lines of a finding should say where they are from.
func (f *Finding) needsMark() bool {
	return f.IsForeign() && f.Kind != Identical && verdictOf(f.Decision) != Permitted
}

const (
	beginMark = "SPDX-SnippetBegin"
	endMark   = "SPDX-SnippetEnd"
)

// marksIn returns the lines between marks.
func marksIn(lines [][]byte) (all []answer.Lines) {
	var open []int
	for i, line := range lines {
		switch {
		case bytes.Contains(line, []byte(beginMark)):
			open = append(open, i+1)
		case bytes.Contains(line, []byte(endMark)) && len(open) > 0:
			all = append(all, answer.Lines{From: open[len(open)-1], To: i + 1})
			open = open[:len(open)-1]
		}
	}
	return all
}

// mostLexed bounds how often a file is lexed. A file may make each mark fail.
const mostLexed = 500

// markAll marks copies, which are in order, or says why it cannot.
func (m *marker) markAll(all []Unmarked) {
	if len(all) == 0 {
		return
	}
	if why := m.unmarkable(); why != "" {
		for i := range all {
			all[i].Why = why
		}
		return
	}
	m.plain = m.language.Lex(nil, m.source)
	for i, line := range m.lines {
		if text := string(bytes.TrimRight(line, "\r\n")); text == "__END__" || text == "__DATA__" {
			m.data = i + 1
			break
		}
	}
	var open []*Unmarked
	starts := m.starts()
	for i := range all {
		lines := m.whole(all[i].Lines)
		all[i].Why = m.meansMore(lines)
		if all[i].Why == "" && (m.insideToken(starts[lines.From-1]) || m.insideToken(starts[lines.To])) {
			all[i].Why = insideString
		}
		if all[i].Why == "" {
			open = append(open, &all[i])
		}
	}
	m.divide(open)
}

const insideString = "it begins or ends inside a string"

// unmarkable reports why no copy in the file can be marked.
func (m *marker) unmarkable() string {
	if m.language == nil || m.language.Name == "JSON" {
		return "its language has no comments"
	}
	if opening, _ := m.language.Comment(); opening == "" {
		return "its language has no comments"
	}
	if text := corpus.Decode(m.source); text.Converted() {
		return "it is not in UTF-8"
	}
	return ""
}

// starts returns the offsets of the lines, and the end.
func (m *marker) starts() (all []int) {
	at := 0
	for _, line := range m.lines {
		all = append(all, at)
		at += len(line)
	}
	return append(all, at)
}

// insideToken reports whether a token begins before an offset and ends after it.
func (m *marker) insideToken(offset int) bool {
	i, _ := slices.BinarySearchFunc(m.plain, offset, func(t lex.Token, at int) int { return cmp.Compare(int(t.End), at+1) })
	return i < len(m.plain) && int(m.plain[i].Start) < offset
}

// divide marks copies: all, if that changes no token, or else each half of them.
func (m *marker) divide(all []*Unmarked) {
	if len(all) == 0 {
		return
	}
	before, end := len(m.inserted), m.end
	for _, indent := range []bool{true, false} {
		for _, c := range all {
			c.Why = m.insert(c, indent)
		}
		if len(m.inserted) == before || m.sameTokens() {
			return
		}
		m.inserted, m.end = m.inserted[:before], end
		if len(all) > 1 {
			m.divide(all[:len(all)/2])
			m.divide(all[len(all)/2:])
			return
		}
	}
	if all[0].Why = insideString; m.lexed == mostLexed {
		all[0].Why = "its file has too many copies that begin or end inside strings or comments"
	}
}

// insert inserts the marks of a copy, or says why it cannot.
func (m *marker) insert(c *Unmarked, indented bool) (why string) {
	lines := m.whole(c.Lines)
	if lines.From <= m.end {
		return "it begins in the line that another copy ends in, which is continued with \\"
	}
	indent := ""
	if indented {
		indent = m.indent(lines.From)
	}
	opening, closing := m.language.Comment()
	comment := func(texts ...string) (all string) {
		for _, text := range texts {
			all += indent + strings.TrimRight(opening+" "+harmless(text)+" "+closing, " ") + m.lineEnd()
		}
		return all
	}
	f := &m.report.Findings[c.Finding]
	m.inserted = append(m.inserted, insertion{lines.From, comment(f.Origin.Notice()...)}, insertion{lines.To + 1, comment(endMark)})
	m.end = lines.To
	return ""
}

// meansMore reports why comments at these lines would be more than comments.
func (m *marker) meansMore(lines answer.Lines) string {
	if m.data > 0 && m.data < lines.From {
		return "it is data after " + string(bytes.TrimRight(m.lines[m.data-1], "\r\n"))
	}
	if m.language.Name == "Go" && bytes.HasPrefix(bytes.TrimSpace(m.lines[lines.From-1]), []byte(`import "C"`)) {
		return `the comment before import "C" is C`
	}
	return ""
}

// Notice returns the lines that state where copied lines are from, as SPDX: the first is
// SPDX-SnippetBegin, and the last does not end the snippet. They may have any characters that the
// document has.
func (o *Origin) Notice() []string {
	all := []string{beginMark, "SPDX-License-Identifier: " + cmp.Or(o.License, "NOASSERTION")}
	for _, c := range o.Copyright {
		if line := "SPDX-SnippetCopyrightText: " + copyrightMark.ReplaceAllString(c, ""); !slices.Contains(all, line) {
			all = append(all, line) // a file may also state it in a string
		}
	}
	if len(o.Copyright) == 0 {
		holder := cmp.Or(o.Author, "NOASSERTION")
		if o.Author != "" && !o.Date.IsZero() {
			holder = o.Date.Format("2006 ") + o.Author
		}
		all = append(all, "SPDX-SnippetCopyrightText: "+holder)
	}
	from := "SPDX-SnippetComment: from " + o.Place()
	if o.SWHID != "" {
		from += " (" + o.SWHID + ")"
	}
	return append(all, from)
}

var copyrightMark = lazyregexp.New(`(?i)^(?:SPDX-(?:File|Snippet)CopyrightText:\s*|copyright\s*:?\s*|\(c\)\s*|©\s*)+`)

// harmless returns a text that stays a comment's text, whatever reads the file: a compiler, the
// preprocessor before it, make, which expands $ in its comments, or javac, to which \u000a ends a
// line. A character other than a letter or digit must be known to mean nothing. An address keeps
// its angle brackets.
func harmless(text string) string {
	var b strings.Builder
	for rest := text; rest != ""; {
		if address := addressAtStart.FindString(rest); address != "" {
			b.WriteString(address)
			rest = rest[len(address):]
			continue
		}
		r, n := utf8.DecodeRuneInString(rest)
		switch {
		case r == '<' || r == '[' || r == '{':
			r = '('
		case r == '>' || r == ']' || r == '}':
			r = ')'
		case r == '"' || r == '`':
			r = '\''
		case !unicode.In(r, unicode.L, unicode.M, unicode.N) && !strings.ContainsRune(meaningless, r) || r == utf8.RuneError:
			r = ' '
		}
		b.WriteRune(r)
		rest = rest[n:]
	}
	text = codingMark.ReplaceAllString(b.String(), "coding ")
	text = repeated.ReplaceAllStringFunc(text, func(all string) string { return all[:1] })
	return strings.TrimSpace(text)
}

// meaningless are the characters that end no comment, and open nothing in one.
const meaningless = " .,:;/@+-_()'&#~=%?!©"

var (
	addressAtStart = lazyregexp.New(`^<[\w.+-]+@[\w.-]+\w>`)
	// codingMark names the encoding of a file in Python and Ruby, if it is in one of the first lines.
	codingMark = lazyregexp.New(`coding[:=]`)
	// repeated are characters that mean something only twice: -- ends comments of XML, ??/ is \ in old C.
	repeated = lazyregexp.New(`--+|\?\?+`)
)

// whole extends lines so that marks keep continued and leading lines whole. A mark neither divides
// the former nor precedes the latter.
func (m *marker) whole(l answer.Lines) answer.Lines {
	continued := func(line int) bool {
		return line >= 1 && line <= len(m.lines) && bytes.HasSuffix(bytes.TrimRight(m.lines[line-1], "\r\n"), []byte(`\`))
	}
	for l.From > 1 && continued(l.From-1) {
		l.From--
	}
	for l.To < len(m.lines) && continued(l.To) {
		l.To++
	}
	if l.From == 1 && l.To > 1 && slices.ContainsFunc(firstLines, func(p string) bool { return bytes.HasPrefix(m.source, []byte(p)) }) {
		l.From = 2
	}
	return l
}

// firstLines begin lines that must be the first of a file.
var firstLines = []string{"#!", "<?", "%!", "\ufeff", "<!DOCTYPE", "<!doctype"}

// indent returns the white space at the start of a line.
func (m *marker) indent(line int) string {
	text := m.lines[line-1]
	return string(text[:len(text)-len(bytes.TrimLeft(text, " \t"))])
}

func (m *marker) lineEnd() string {
	if len(m.lines) > 0 && bytes.HasSuffix(m.lines[0], []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// sameTokens reports whether the file has the same tokens with and without the inserted marks. After many tries it says no.
func (m *marker) sameTokens() bool {
	if m.lexed == mostLexed {
		return false
	}
	m.lexed++
	marked := m.language.Lex(nil, m.apply())
	return slices.EqualFunc(m.plain, marked, func(x, y lex.Token) bool { return x.Hash == y.Hash && x.Kind == y.Kind })
}

// apply returns the file with the inserted marks.
func (m *marker) apply() []byte {
	at := map[int]string{}
	for _, i := range m.inserted {
		if strings.Contains(i.text, endMark) { // ends before the next begins
			at[i.before] = i.text + at[i.before]
		} else {
			at[i.before] += i.text
		}
	}
	var b bytes.Buffer
	for i, line := range m.lines {
		b.WriteString(at[i+1])
		b.Write(line)
	}
	if last := at[len(m.lines)+1]; last != "" {
		if n := b.Len(); n > 0 && b.Bytes()[n-1] != '\n' {
			b.WriteString(m.lineEnd())
		}
		b.WriteString(last)
	}
	return b.Bytes()
}
