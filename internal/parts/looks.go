package parts

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// Names of formats for which callers print more than the name.
const (
	Diff     = "Diff"
	Notebook = "Jupyter Notebook"
	Page     = "HTML Page"
	Markdown = "Markdown"
	Marked   = "Marked Lines"
	mail     = "E-mail"
	listing  = "Listing"
)

// splitting is the treatment of a format of several parts.
type splitting struct {
	name  string // of the language
	looks func([]byte) bool
	split func(*splitter, text)
}

// formats returns all formats of several parts. A document is in the first format that it looks
// like. It is a function because a splitter splits parts, too.
func formats() []splitting {
	return []splitting{
		{Notebook, isNotebook, (*splitter).notebook},
		{Diff, isDiff, (*splitter).diff},
		{Page, isPage, (*splitter).page},
		{listing, isListing, (*splitter).listing},
		{mail, isMail, (*splitter).mail},
		{Markdown, hasFence, (*splitter).markdown},
		{Marked, isMarked, (*splitter).marked},
	}
}

// Looks returns the format of several parts that a document seems to have, or nil. It reads the
// content alone. It is for questions only: the name decides the format of a file in a corpus.
func Looks(src []byte) *lex.Language {
	if IsMessage(src) { // whatever it holds
		l, _ := lex.Lookup(mail)
		return l
	}
	for _, f := range formats() {
		if f.looks(src) {
			l, _ := lex.Lookup(f.name)
			return l
		}
	}
	return nil
}

// Format returns l, or the format of a listing, quotation or message of a program in l: see
// [Asked].
func Format(l *lex.Language, src []byte) *lex.Language {
	if name := dressed(l, src); name != "" {
		l, _ = lex.Lookup(name)
	}
	return l
}

// IsNotebook reports whether a document in the format is a notebook: cells of code between prose.
func IsNotebook(format *lex.Language, src []byte) bool {
	return format.Name == Notebook || format.Name == Markdown && runs.Match(src)
}

// runs matches the first line of a chunk that runs: ```{r}. Others are {.r} and {#id}.
var runs = lazyregexp.New("(?m)^[ \t>]*(```+|~~~+)[ \t]*\\{[a-z]+[ ,}]")

func isNotebook(src []byte) bool {
	src = bytes.TrimLeft(src, " \t\r\n\uFEFF")
	return bytes.HasPrefix(src, []byte("{")) && bytes.Contains(src, []byte(`"cell_type"`)) &&
		(bytes.Contains(src, []byte(`"cells"`)) || bytes.Contains(src, []byte(`"worksheets"`)))
}

// isPage reports whether HTML that may show code is in the document.
func isPage(src []byte) bool {
	if !bytes.HasPrefix(bytes.TrimSpace(src), []byte("<")) || hasFence(src) {
		return false
	}
	for _, tag := range []string{"</pre>", "</code>", "</td>", "</div>", "<br", "</textarea>"} {
		if bytes.Contains(src, []byte(tag)) || bytes.Contains(src, []byte(strings.ToUpper(tag))) {
			return true
		}
	}
	return false
}

// isMail reports whether a tenth of the lines, and at least two, are quoted.
func isMail(src []byte) bool {
	quoted, lines := quotedLines(src)
	return quoted >= 2 && quoted*10 >= lines
}

// quotedLines counts the lines that are not blank, and the quoted lines. It returns no lines if
// none is quoted.
func quotedLines(src []byte) (quoted, lines int) {
	if !bytes.Contains(src, []byte("\n>")) {
		return 0, 0
	}
	eachLine(src, func(from, to int) {
		line := src[from:to]
		if isBlankLine(line) {
			return
		}
		lines++
		if line[0] == '>' {
			quoted++
		}
	})
	return quoted, lines
}

// hasFence reports whether a line opens a fenced block. A line of tildes that is as long as the
// text above it underlines a heading, as in the comments of Python.
func hasFence(src []byte) (found bool) {
	if !bytes.Contains(src, []byte("```")) && !bytes.Contains(src, []byte("~~~")) {
		return false
	}
	var above []byte
	eachLine(src, func(from, to int) {
		line := bytes.TrimSpace(src[from:to])
		underlines := len(above) > 0 && len(line) > 3 && len(line) >= utf8.RuneCount(above) && len(bytes.Trim(line, "~")) == 0
		found = found || !underlines && openFence(src[from:to]) != nil
		above = line
	})
	return found
}
