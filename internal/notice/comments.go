package notice

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// Licences stand in comments, and the head of a file is read for them in any language. So a line is
// a comment if it looks like one: it begins with the mark of some language, or it is inside of a
// block that has begun with one. A lexer would know it better, and would take longer than all else
// that is done with a head.

// blocksBy and marksBy have blocks and lineMarks by their first byte.
var blocksBy, marksBy = func() (b [256][]commentBlock, m [256][]string) {
	for _, block := range blocks {
		b[block.open[0]] = append(b[block.open[0]], block)
	}
	for _, mark := range lineMarks {
		m[mark[0]] = append(m[mark[0]], mark)
	}
	return b, m
}()

// commentLine is a line of a comment, without its marks.
type commentLine struct {
	text     []byte
	at, size int // of its line
	block    int // comments that follow each other without code have the same number
	code     int // lines of code before it
}

// leads reports whether a comment precedes the code, or nearly so. A package clause or a guard may
// come before it.
func (l commentLine) leads() bool { return l.code <= mostBefore }

const mostBefore = 3

type commentBlock struct{ open, end string }

// blocks are the marks that begin and end comments of several lines. A blank in a mark is one, or
// the end of the line.
var blocks = []commentBlock{
	{"/*", "*/"}, {"<!--", "-->"}, {"<!DOCTYPE", ">"}, {"<?xml", "?>"}, {"<%--", "--%>"}, {"<%#", "%>"}, {"{{!--", "--}}"}, {"{{!", "}}"}, {"{{--", "--}}"}, {"{#", "#}"}, {"<#", "#>"}, {"(*", "*)"}, {"{-", "-}"},
	{"{% comment", "endcomment"}, {"{%- comment", "endcomment"}, {"@*", "*@"}, {"/+ ", "+/"}, {"/++", "+/"}, {"/- ", "-/"}, {"/--", "-/"}, {"/-!", "-/"}, {"--[[", "]]"}, {"--[=", "]=]"}, {"#[[", "]]"}, {"#[=", "]=]"},
	{"#=", "=#"}, {"#|", "|#"}, {`r"""`, `"""`}, {`@moduledoc """`, `"""`}, {`@doc """`, `"""`}, {`"""`, `"""`}, {"r'''", "'''"}, {"'''", "'''"}, {"=pod", "=cut"}, {"=head", "=cut"}, {"=begin", "=end"},
	{"##[", "]##"}, {"#[ ", "]#"}, {"<%doc>", "</%doc>"}, {"(comment \"", "\""}, {"(comment ", "\n)"}, {"comment {", "}"}, {"=for comment", "=cut"},
	{"#if 0", "#endif"}, {"#ifdef NOTICE", "#endif"}, {"#ifdef LICENSE", "#endif"}, {"#ifdef COPYRIGHT", "#endif"}, {"#ifdef COMMENT", "#endif"},
	{"%{", "%}"}, {`\begin{comment}`, `\end{comment}`}, {"@ignore", "@end ignore"}, {"###", "###"}, {"<doc>", "</doc>"}, {"<license>", "</license>"}, {"<cc:license", ">"}, {"<dc:rights", "</dc:rights>"},
}

// directives are words after # that make a line none.
var directives = map[string]bool{"include": true, "define": true, "ifdef": true, "ifndef": true, "if": true, "endif": true, "pragma": true, "else": true,
	"elif": true, "undef": true, "import": true, "region": true, "endregion": true, "line": true}

// isDirective reports whether a line that begins with # is a directive, and not a sentence such as
// # if not, see LICENSE.
func isDirective(line []byte) bool {
	line, hasBlank := bytes.CutPrefix(line[1:], []byte(" "))
	n := 0
	for n < len(line) && 'a' <= line[n] && line[n] <= 'z' {
		n++
	}
	if !directives[string(line[:n])] || !hasBlank {
		return directives[string(line[:n])]
	}
	next := bytes.TrimLeft(line[n:], " \t")
	word := next
	if n := bytes.IndexAny(next, " \t\r\n,"); n >= 0 {
		word = next[:n]
	}
	return !inSentences[string(word)] || bytes.HasPrefix(next, []byte("not defined"))
}

// inSentences are words that follow the word of a directive in a sentence.
var inSentences = map[string]bool{"the": true, "a": true, "an": true, "any": true, "all": true, "not": true, "you": true, "your": true, "it": true, "its": true, "they": true,
	"this": true, "that": true, "these": true, "those": true, "such": true, "there": true, "is": true, "are": true, "and": true, "or": true, "of": true, "to": true, "in": true, "for": true,
	"with": true, "applicable": true, "necessary": true, "so": true, "then": true, "no": true, "he": true, "by": true, "must": true, "may": true, "be": true}

// lineMarks begin comments of one line. A blank or the end must follow marks that are letters,
// quotes, / or @.
var lineMarks = []string{"//", "/", "#", "--", ";", "%", "*", "!", `.\"`, `'\"`, `\"`, "..", "::", "REM", "Rem", "rem", "@rem", "@REM", "@", "&&", "dnl", "@c", "@comment", "C", "c", `"`, "'", "|", `\`, "$!"}

// lineKind is the kind of a line.
type lineKind uint8

const (
	commentKind lineKind = iota
	blankKind
	codeKind
)

// lineReader finds the lines of comments in a file. In prose, all lines count.
type lineReader struct {
	prose  bool
	markup bool   // see isMarkup
	end    string // of the block that the next line is in
	before int    // lines of code

	fence   string // that ends the example that the next line is in
	literal int    // the indent of the line that introduces an example, plus 1
	since   int    // lines since one about licences
	users   bool   // the next line is in a section about other works
}

// fences begin and end examples in Markdown.
var fences = []string{"```"}

// inExample reports whether a line of a comment is in an example: within fences, or indented behind
// a line that ends with two colons. The text of a licence may stand there, below its title.
func (r *lineReader) inExample(line, text []byte) bool {
	for _, f := range fences {
		if bytes.HasPrefix(text, []byte(f)) && (r.fence == "" && r.since > mostTitle || r.fence == f) {
			if r.fence != "" {
				f = ""
			}
			r.fence = f
			return true
		}
	}
	if r.fence != "" || len(text) == 0 {
		return r.fence != ""
	}
	if !r.prose && r.end != `"""` && r.end != "'''" {
		return false
	}
	plain := bytes.TrimSpace(line)
	if r.prose && (r.inList(plain) || plain[0] == ':' && addressOf.Match(plain)) {
		return true
	}
	indent := bytes.IndexByte(line, plain[0])
	if r.literal > 0 && indent >= r.literal {
		return true
	}
	r.literal = 0
	if r.since > mostTitle && (bytes.HasSuffix(plain, []byte("::")) || bytes.HasPrefix(plain, []byte(".. code")) || bytes.HasPrefix(plain, []byte(".. sourcecode"))) {
		r.literal = indent + 1
	}
	if r.since++; bytes.Contains(plain, []byte("icen")) || bytes.Contains(plain, []byte("ICEN")) || bytes.Contains(plain, []byte("opyright")) {
		r.since = 0
	}
	return r.since == 0 && setting.Match(plain)
}

var (
	// usersHeading matches the heading of a section about other works that use a work, or are like
	// it.
	usersHeading = lazyregexp.New(`(?i)^#+[ \t]*(?:who\b.*\bus|used (?:by|in)\b|users\b|projects (?:that|using)\b|related\b|similar\b|alternatives\b)`)
	// linkedWork matches an item of a list that links another work and describes it.
	linkedWork = lazyregexp.New(`^[-*+][ \t]+(?:\*\*)?\[([^\]]+)\](?:\([^)]*\))?[^\pL]+\pL.{20}`)
	// linkedLicense matches a link to a licence.
	linkedLicense = lazyregexp.New(`(?i)licen|^(?:mit|bsd|apache|isc|gpl|cc)\b`)
)

// addressOf matches an attribute of AsciiDoc that is an address.
var addressOf = lazyregexp.New(`^:[\w!-]+:[ \t]+https?://\S+$`)

// inList reports whether a line of prose is about another work in a list of works.
func (r *lineReader) inList(line []byte) bool {
	if line[0] == '#' {
		r.users = usersHeading.Match(line)
		return false
	}
	m := linkedWork.FindSubmatch(line)
	return r.users || m != nil && !linkedLicense.Match(m[1])
}

// inExample reports whether an offset of prose is in an example.
func inExample(prose []byte, at int) bool {
	lines, _, _ := commentLines(nil, prose[:at], at, true, nil)
	return len(lines) > 0 && lines[len(lines)-1].size == 0
}

// mostTitle bounds the lines between the title of a licence and its text.
const mostTitle = 2

// setting matches the licence in a file of settings, such as license = "MIT".
var setting = lazyregexp.New(`(?i)^(?:"licen[cs]e"|'licen[cs]e'|licen[cs]e)\s*(?:=|:\s*["'{])`)

// visible returns a text without the byte order mark, and the blanks without width, at its
// beginning.
func visible(text []byte) []byte {
	if len(text) == 0 || text[0] < utf8.RuneSelf {
		return text
	}
	return bytes.TrimLeft(text, "\ufeff\u200b\u200c\u200d\u200e\u2060")
}

// read returns the text of the next line, and its kind. rest begins with the line.
func (r *lineReader) read(line, rest []byte) (text []byte, kind lineKind) {
	text = visible(bytes.TrimSpace(line))
	if len(text) > 0 && text[0] == '<' && r.markup {
		said, isOpen := inMarkup(text), false
		if said != nil && bytes.Contains(text, []byte(r.end)) {
			r.end = ""
		}
		for _, name := range statingElements {
			if bytes.LastIndex(text, []byte("<"+name)) > bytes.LastIndex(text, []byte("</"+name)) {
				r.end, isOpen = "</"+name+">", true
			}
		}
		if more := r.comments(text); more != nil && !isOpen {
			said = append(said, more...)
		}
		if said != nil || isOpen {
			return said, commentKind
		}
	}
	if r.end != "" {
		var rest []byte
		if end, ofLine := strings.CutPrefix(r.end, "\n"); ofLine {
			if bytes.HasPrefix(text, []byte(end)) {
				text, r.end = nil, ""
			}
		} else if i := bytes.Index(text, []byte(r.end)); i >= 0 {
			text, rest, r.end = text[:i], text[i+len(r.end):], ""
		}
		return r.following(withoutMark(text), rest), commentKind
	}
	if len(text) == 0 {
		return text, blankKind
	}
	open, end := opens(text)
	if open >= 0 && text[0] == '#' && strings.HasPrefix(end, "#e") && r.before > 0 {
		open = -1 // code that is left out
	}
	if mark := masmComment(text); mark != "" && r.before <= mostBefore {
		open, end = bytes.Index(text, []byte(mark))+len(mark), mark
	}
	if text[0] == '{' && open < 0 && r.before <= mostBefore && !isData(rest) { // of Pascal
		open, end = 1, "}"
	}
	if open >= 0 {
		text, rest = text[open:], nil
		if i := bytes.Index(text, []byte(end)); i >= 0 {
			text, rest = text[:i], text[i+len(end):]
		} else {
			r.end = end
		}
		return r.following(withoutMark(text), rest), commentKind
	}
	if n := marked(text, line); n > 0 {
		return withoutMark(text[n:]), commentKind
	}
	if (text[0] == '_' || text[0]|0x20 == 'l') && !r.prose && licenseKey.Match(line) {
		if i := bytes.IndexByte(text, '='); i > 0 && !bytes.ContainsAny(text[i:], "\"'") && text[0] == '_' {
			text = text[:i+1] // the value of a name
		}
		return text, commentKind
	}
	if r.prose {
		return text, commentKind
	}
	r.before++
	for _, mark := range trailingMarks {
		if i := bytes.LastIndex(text, mark); i > 0 && r.before <= mostBefore && closed(text[:i]) {
			return withoutMark(text[i:]), commentKind
		}
	}
	return text, codeKind
}

// masmComment returns the mark that ends a comment of MASM, as in COMMENT ~. It returns "" if the
// line begins none.
func masmComment(line []byte) string {
	if len(line) < len("comment x") || !bytes.EqualFold(line[:len("comment ")], []byte("comment ")) {
		return ""
	}
	mark := bytes.TrimLeft(line[len("comment "):], " \t")
	if len(mark) == 0 || mark[0] == '{' || mark[0] == ':' || mark[0] >= utf8.RuneSelf || isWordByte(mark[0]) {
		return ""
	}
	return string(mark[:1])
}

// trailingMarks begin a comment behind code, which counts in the first lines.
var trailingMarks = [][]byte{[]byte(" # "), []byte(" // ")}

// following returns the text of a comment, and of the comments behind it in its line.
func (r *lineReader) following(text, rest []byte) []byte {
	if more := r.comments(rest); more != nil {
		return slices.Concat(text, []byte(".\n"), more)
	}
	return text
}

// comments returns the text of the comments in the rest of a line. It returns nil if there are
// none. The last one may go on in the next line.
func (r *lineReader) comments(line []byte) (said []byte) {
	for r.end == "" {
		line = bytes.TrimSpace(line)
		from, end := inside(line)
		if from < 0 {
			break
		}
		line = line[from:]
		text := line
		if i := bytes.Index(line, []byte(end)); i >= 0 {
			text, line = line[:i], line[i+len(end):]
		} else {
			r.end = end
		}
		if text = withoutMark(text); len(said) > 0 {
			said = append(said, ".\n"...)
		}
		said = append(said, text...)
	}
	return said
}

// inside returns where the text of a comment begins behind code in its line. It also returns the
// closing mark, and -1 if there is no comment.
func inside(line []byte) (from int, end string) {
	markup := -1
	if len(line) > 0 && line[0] == '<' {
		markup = bytes.Index(line, []byte("<!--"))
	}
	for at := 0; ; at += 2 {
		i := bytes.Index(line[at:], []byte("/*"))
		if at += i; i < 0 || markup >= 0 && markup < at {
			break
		}
		if closed(line[:at]) {
			return at + 2, "*/"
		}
	}
	if markup < 0 {
		return -1, ""
	}
	return markup + len("<!--"), "-->"
}

// closed reports whether code ends outside of strings. Behind a string, it must end a statement.
func closed(code []byte) bool {
	if !bytes.ContainsAny(code, "\"'`") {
		return true
	}
	code = bytes.TrimRight(code, " \t")
	return bytes.Count(code, []byte(`"`))%2 == 0 && bytes.Count(code, []byte("'"))%2 == 0 && bytes.Count(code, []byte("`"))%2 == 0 && bytes.IndexByte([]byte(";{}),"), code[len(code)-1]) >= 0
}

// licenseKey matches a file's own key of its licence: __license__ of Python, license of YAML or
// TOML.
var licenseKey = lazyregexp.New(`^(?:[ \t]*(?:__licen[cs]e__|__(?:copyright|status|rights)__.*(?i:proprietary|confidential))|(?i:licen[cs]e)[ \t]*(?:=[ \t]*["']|:[ \t]*["']?\w))`)

// endsProse reports whether a line ends prose, some bytes after the last sign.
func endsProse(line []byte, after int, prose bool) bool {
	return prose && after >= proseSize && len(bytes.TrimSpace(line)) == 0
}

// farClause is how many bytes after a notice no clause belongs to it.
const farClause = 1 << 10

// commentLines appends a head's comment lines, and returns how much decides which they are. Only so
// much of the head matters. It ends with the comment that from is in, and in prose a page after it.
// Unless clauses is nil, it ends with a paragraph that no sign of a clause follows soon; then isCut
// is set.
func commentLines(lines []commentLine, head []byte, from int, prose bool, clauses []int) (_ []commentLine, extent int, isCut bool) {
	r := lineReader{prose: prose, markup: !prose && isMarkup(head), since: mostTitle + 1}
	block, code := 0, false
	at := 0
	for line := range bytes.Lines(head) {
		begin := at
		if begin >= from && (code || len(lines) == 0 || endsProse(line, begin-from, prose)) {
			return lines, begin, false
		}
		inside := r.end != ""
		switch text, kind := r.read(line, head[begin:]); {
		case kind == codeKind && begin >= from:
			return lines, begin, false
		case kind == codeKind:
			code = true
		case kind == commentKind || len(lines) > 0 && !code:
			text = bytes.TrimSpace(text)
			if len(text) == 0 && begin >= from && clauses != nil {
				for len(clauses) > 0 && clauses[0] < begin {
					clauses = clauses[1:]
				}
				if len(clauses) == 0 || clauses[0] > begin+farClause {
					return lines, begin, true
				}
			}
			isDoc := !inside && isDocstring(line)
			if code || isDoc {
				r.fence, r.literal = "", 0 // an example ends with its comment
			}
			if code {
				block++
				code = false
			}
			if n := len(lines); n > 0 && len(lines[n-1].text) > 0 && isDoc {
				lines = append(lines, commentLine{nil, begin, 0, block, r.before}) // it is another comment
			}
			size := len(line)
			if r.inExample(line, text) {
				text, size = nil, 0
			}
			lines = append(lines, commentLine{text, begin, size, block, r.before})
		}
		at += len(line)
	}
	return lines, len(head), false
}

// isDocstring reports whether a line begins a docstring of Python.
func isDocstring(line []byte) bool {
	line = bytes.TrimLeft(line, "rR \t")
	return bytes.HasPrefix(line, []byte(`"""`)) || bytes.HasPrefix(line, []byte("'''"))
}

// opens returns where a block comment's text begins in a line, and its closing mark. It returns -1
// if it opens none.
func opens(text []byte) (from int, end string) {
	for _, b := range blocksBy[text[0]] {
		n := min(len(b.open), len(text))
		if string(text[:n]) == b.open[:n] && (n == len(b.open) || b.open[n:] == " ") {
			return n, b.end
		}
	}
	return inside(text)
}

// marked returns the bytes of the mark that makes a line a comment. It returns 0 if it is not a
// comment.
func marked(text, line []byte) int {
	if '0' <= text[0] && text[0] <= '9' {
		return numbered(text)
	}
	for _, m := range marksBy[text[0]] {
		if !bytes.HasPrefix(text, []byte(m)) {
			continue
		}
		rest := text[len(m):]
		blank := len(rest) == 0 || rest[0] == ' ' || rest[0] == '\t'
		switch m[0] {
		case '#':
			if isDirective(text) {
				return 0
			}
		case 'C', 'c':
			if !blank || line[0] != m[0] {
				continue
			}
		case 'R', 'r', 'd', '@', '/', '"', '\'', '|', '.', ':', '!', '*', '-', ';', '%', '\\':
			if letters := m[0] >= '@' && m[0] <= 'z' && m[0] != '\\'; (letters || m == `"` || m == "'" || m == "|" || m == `\` || m == "/") && !blank {
				continue
			}
		}
		return len(m)
	}
	return 0
}

// numbered returns the bytes of a BASIC comment's number and mark: 10 REM.
func numbered(text []byte) int {
	rest := bytes.TrimLeft(text, "0123456789")
	word := bytes.TrimLeft(rest, " \t")
	if len(word) == len(rest) || len(word) < 4 || !bytes.EqualFold(word[:3], []byte("REM")) || word[3] != ' ' {
		return 0
	}
	return len(text) - len(word) + 3
}

// withoutMark returns a line of a comment without the marks that stand before its text.
func withoutMark(text []byte) []byte {
	for len(text) > 0 && decorating[text[0]] {
		text = text[1:]
	}
	return text
}

// decorating are the bytes that stand before the text of a line in a comment.
var decorating = func() (set [256]bool) {
	for _, c := range " \t/*#-;%!=+|>\"'" {
		set[c] = true
	}
	return set
}()
