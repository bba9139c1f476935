package scan

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// Copied lines are marked by comments around them, as SPDX 2.3, annex H, has it. A mark must not
// change the program: the tokens of the file are the same before and after.
const (
	beginMark = "SPDX-SnippetBegin"
	endMark   = "SPDX-SnippetEnd"
)

// Unmarked is a copy whose lines have no mark.
type Unmarked struct {
	File  string       `json:"file"`  // path in the project
	Lines answer.Lines `json:"lines"` // of the file
	// Finding is the index of its finding in [Report.Findings].
	Finding int `json:"finding"`
	// Why is the reason why the lines cannot be marked; empty if they can.
	Why string `json:"why,omitempty"`
}

// Mark marks the copies in a file of the project. Copies that are marked already, or decided to be
// permitted, own or no copies, are left out. It returns the file with the marks, and the copies
// that were not marked before. Files that are identical to a document are left as they are: they
// have a head of their own. source is not changed.
func (r *Report) Mark(file File, source []byte) (marked []byte, unmarked []Unmarked) {
	m := marker{report: r, lines: bytes.SplitAfter(source, []byte("\n"))}
	m.language, _ = lex.Lookup(file.Language)
	m.data = 1 + slices.IndexFunc(m.lines, func(line []byte) bool {
		text := string(bytes.TrimRight(line, "\r\n"))
		return text == "__END__" || text == "__DATA__"
	})
	around := marksIn(m.lines)
	unmarked = slices.DeleteFunc(m.copies(file.Path), func(c Unmarked) bool {
		return float64(linesIn(around, c.Lines)) >= threshold.MarkedLines*float64(c.Lines.Len())
	})
	why := m.unmarkable(source)
	for i := range unmarked {
		unmarked[i].Why = cmp.Or(why, m.meansMore(unmarked[i].Lines.From))
	}
	if why == "" {
		m.plain = m.language.Lex(nil, source)
		m.refuse(unmarked)
	}
	return m.apply(unmarked), unmarked
}

// marker marks one file.
type marker struct {
	report   *Report
	lines    [][]byte // with their ends
	language *lex.Language
	plain    []lex.Token // of the source
	data     int         // line from which the rest is data, from 1; or 0
	lexed    int         // how often a file with marks was lexed
}

// copies returns the lines to be marked, in order. Copies of one finding that touch are joined. Of
// copies that overlap the heaviest is kept.
func (m *marker) copies(path string) (kept []Unmarked) {
	var all []Unmarked
	weights := map[answer.Lines]float64{}
	byLine := func(x, y Unmarked) int { return cmp.Compare(x.Lines.From, y.Lines.From) }
	for i, f := range m.report.Findings {
		if f.File != path || !f.needsMark() {
			continue
		}
		matches := slices.SortedFunc(slices.Values(f.Matches), func(x, y Match) int { return cmp.Compare(x.File.From, y.File.From) })
		for _, match := range matches {
			lines := m.whole(match.File)
			if last := len(all) - 1; last >= 0 && all[last].Finding == i && lines.From <= all[last].Lines.To+1 {
				lines = answer.Lines{From: all[last].Lines.From, To: max(lines.To, all[last].Lines.To)}
				weights[lines] = max(weights[lines], weights[all[last].Lines])
				all = all[:last]
			}
			all = append(all, Unmarked{File: f.File, Lines: lines, Finding: i})
			weights[lines] = max(weights[lines], match.Weight)
		}
	}
	slices.SortStableFunc(all, func(x, y Unmarked) int {
		return cmp.Or(cmp.Compare(weights[y.Lines], weights[x.Lines]), byLine(x, y))
	})
	for _, c := range all {
		if !slices.ContainsFunc(kept, func(k Unmarked) bool { return c.Lines.From <= k.Lines.To && k.Lines.From <= c.Lines.To }) {
			kept = append(kept, c)
		}
	}
	slices.SortFunc(kept, byLine)
	return kept
}

// needsMark reports whether the lines of a finding should name their origin.
func (f *Finding) needsMark() bool {
	return f.IsForeign() && f.Kind != Identical && verdictOf(f.Decision) != Permitted
}

// marksIn returns the lines between marks.
func marksIn(lines [][]byte) (all []answer.Lines) {
	open := 0
	for i, line := range lines {
		switch {
		case bytes.Contains(line, []byte(beginMark)):
			open = i + 1
		case bytes.Contains(line, []byte(endMark)) && open > 0:
			all, open = append(all, answer.Lines{From: open, To: i + 1}), 0
		}
	}
	return all
}

// unmarkable reports why no copy in the file can be marked.
func (m *marker) unmarkable(source []byte) string {
	opening := ""
	if m.language != nil && m.language.Name != "JSON" {
		opening, _ = m.language.Comment()
	}
	if opening == "" {
		return "chaffinch writes no comments in its language"
	}
	if text := corpus.Decode(source); text.Converted() {
		return "it is not in UTF-8"
	}
	return ""
}

// meansMore reports why comments at a line would be more than comments.
func (m *marker) meansMore(line int) string {
	if m.data > 0 && m.data < line {
		return "it is data after " + string(bytes.TrimRight(m.lines[m.data-1], "\r\n"))
	}
	if m.language != nil && m.language.Name == "Go" && bytes.HasPrefix(bytes.TrimSpace(m.lines[line-1]), []byte(`import "C"`)) {
		return `the comment before import "C" is C`
	}
	return ""
}

// mostLexed bounds how often a file is lexed. A file may make each mark fail.
const mostLexed = 500

// refuse refuses the copies whose marks change a token: it tries all, then each half.
func (m *marker) refuse(all []Unmarked) {
	if m.lexed++; len(all) == 0 || m.lexed <= mostLexed && m.keepsTokens(all) {
		return
	}
	if len(all) == 1 || m.lexed > mostLexed {
		for i := range all {
			all[i].Why = cmp.Or(all[i].Why, "it begins or ends inside a string")
		}
		return
	}
	m.refuse(all[:len(all)/2])
	m.refuse(all[len(all)/2:])
}

// keepsTokens reports whether the file has the same tokens with and without marks.
func (m *marker) keepsTokens(all []Unmarked) bool {
	marked := m.language.Lex(nil, m.apply(all))
	return slices.EqualFunc(m.plain, marked, func(x, y lex.Token) bool { return x.Hash == y.Hash && x.Kind == y.Kind })
}

// apply returns the file with the marks of copies, which are in order, but for refused ones.
func (m *marker) apply(all []Unmarked) []byte {
	var b bytes.Buffer
	done := 0
	for _, c := range all {
		if c.Why != "" {
			continue
		}
		first := m.lines[c.Lines.From-1]
		indent, end := first[:len(first)-len(bytes.TrimLeft(first, " \t"))], "\n"
		if bytes.HasSuffix(m.lines[0], []byte("\r\n")) {
			end = "\r\n"
		}
		opening, closing := m.language.Comment()
		comment := func(text string) {
			fmt.Fprintf(&b, "%s%s%s", indent, strings.TrimRight(opening+" "+harmless(text)+" "+closing, " "), end)
		}
		b.Write(bytes.Join(m.lines[done:c.Lines.From-1], nil))
		for _, text := range m.report.Findings[c.Finding].Origin.Notice() {
			comment(text)
		}
		b.Write(bytes.Join(m.lines[c.Lines.From-1:c.Lines.To], nil))
		if !bytes.HasSuffix(b.Bytes(), []byte("\n")) {
			b.WriteString(end)
		}
		comment(endMark)
		done = c.Lines.To
	}
	b.Write(bytes.Join(m.lines[done:], nil))
	return b.Bytes()
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
	// repeated are characters that mean something only twice: -- ends comments of XML, ??/ is \ in
	// old C.
	repeated = lazyregexp.New(`--+|\?\?+`)
)

// whole extends lines over continued lines, which no mark divides. It leaves out a line that must
// be the first of its file.
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
	if l.From == 1 && l.To > 1 && slices.ContainsFunc(firstLines, func(p string) bool { return bytes.HasPrefix(m.lines[0], []byte(p)) }) {
		l.From = 2
	}
	return l
}

// firstLines begin lines that must be the first of a file.
var firstLines = []string{"#!", "<?", "%!", "\ufeff", "<!DOCTYPE", "<!doctype"}

// Patch returns a unified diff that makes marked of source, empty if they are equal. name has
// slashes; git apply and patch -p1 read the diff.
func Patch(name string, source, marked []byte) string {
	all := string(diff.Diff(patchName("a/"+name), source, patchName("b/"+name), marked))
	_, patch, _ := strings.Cut(all, "\n") // the first line is for people
	return patch
}

// patchName writes a name as git does: in quotes, with escapes, if it has characters that would end
// it, and before a tab if it has spaces, where other programs would look for a date.
func patchName(name string) string {
	if !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == 0x7f || r == '"' || r == '\\' }) {
		return name + strings.Repeat("\t", min(1, strings.Count(name, " ")))
	}
	var b strings.Builder
	for _, c := range []byte(name) {
		if c == '"' || c == '\\' || c < ' ' || c >= 0x7f {
			fmt.Fprintf(&b, "\\%03o", c)
		} else {
			b.WriteByte(c)
		}
	}
	return `"` + b.String() + `"`
}
