package license

import (
	"bytes"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// A head may only refer to a file with the licence.

var referring = listedPhrases("referring")

var granting = phrases(`hereby granted; permission to use; redistribution and use; hereby grant`)

// grantsElsewhere returns a word of a paragraph with terms that refers to no file. It returns -1 if
// there is none. The terms hold beside the terms in a file that another paragraph refers to.
func (r *reading) grantsElsewhere() int {
	for from := 0; from < len(r.words); {
		to := from + 1
		for to < len(r.words) && !r.afterBlank(to) {
			to++
		}
		if words := r.words[from:to]; granting.in(words) && !referring.in(words) {
			return from
		}
		from = to
	}
	return -1
}

// mostReference bounds the words of a text that only refers to another file.
const mostReference = 12

// Refers reports whether a text only refers to another file, such as "See COPYING".
func Refers(text []byte) bool {
	r := reading{text: text, words: wordsOf(text)}
	return len(r.words) <= mostReference && r.has(referring)
}

// fileName matches the names of files about rights.
var fileName = lazyregexp.New(`(?i)(?:^|[\s"'(<\x60/\\])((?:un)?licen[cs]e|copying|copyright|eula|notice|readme|legal|terms)([\w.+-]*)`)

// textFile matches the name of another text that a sentence refers to.
var textFile = lazyregexp.New(`(?i)\b(?:see|read|in|file|at|to)[\s:]+(?:the\s+)?(?:file\s+)?[\x60"'(<]*(?:[\w.+-]+/)*([\w+-][\w.+-]*\.(?:txt|md|rst|html?))\b`)

// codeFile matches the name of a file of code that a sentence refers to.
var codeFile = lazyregexp.New(`(?i)\b(?:see|read|in|of|from|file|at|to)[\s:]+(?:the\s+)?(?:(?:end|bottom|top|head|file|beginning|header)\s+(?:of\s+)?(?:the\s+)?(?:file\s+)?)?[\x60"'(<]*(?:[\w.+-]+/)*([\w+-][\w.+-]*\.(?:h|hh|hpp|c|cc|cpp|cxx|py|js|ts|go|rs|java|rb|pl|pm|php|lua|m|el|f|f90|s|inc|tcl|sh|pas|hs|ml|cs|swift|kt|scala))(?:[\s,;)"'>*\x60:]|\.\s|\.?$)`)

// fileIn returns the name of the file that a text refers to, or nothing. Files of code come first,
// and files about rights before other texts.
func fileIn(text []byte) string {
	if m := codeFile.FindSubmatch(text); m != nil {
		return string(m[1])
	}
	for _, m := range fileName.FindAllSubmatch(text, 50) {
		name := strings.TrimRight(string(m[1])+string(m[2]), ".-+")
		if strings.ToUpper(string(m[1])) == string(m[1]) || strings.Contains(name, ".") {
			return name
		}
	}
	if m := textFile.FindSubmatch(text); m != nil {
		return string(m[1])
	}
	return ""
}

// address matches the address of a page. Its first group is one with a file about rights.
var address = lazyregexp.New(`(?i)(?:\b[a-z][a-z0-9+.-]*://|\bwww\.|\b[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)+/)(?:[^\s<>"')|]*/((?:un)?licen[cs]e|copying|copyright|notice)[\w.+-]*|[^\s<>"')|]*)`)

// referred returns the name of the file that a text refers to for its licence. The name is LICENSE
// if the text does not say more, and empty if it refers to a page of the web. Of a file in a
// repository of the web it is the address: the file may be one of another project.
func referred(text []byte) string {
	own := address.ReplaceAllLiteral(text, []byte("://"))
	name, page := fileIn(own), address.FindSubmatch(text)
	switch {
	case page != nil && len(page[1]) > 0 && fileIn(text[:bytes.Index(text, page[0])]) == "":
		return string(bytes.TrimRight(page[0], "."))
	case name != "" && !bytes.Contains(own, []byte(name+" there")):
		return name
	case page != nil:
		return ""
	}
	return "LICENSE"
}
