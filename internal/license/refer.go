package license

import (
	"bytes"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// A head may only refer to a file with the licence.

var referring = phrases(`license file
see license
see the license
file license
the license.txt
see copying
file copying
copying file
see the copying
see copyright
copyright file
file copyright
license.txt
license md
license txt
in license
see the file
see the accompanying
see readme
see notice
license information
license detail
copying for
copying in
in copying
license in the
license is in
license for`)

var granting = phrases(`hereby granted
permission to use
redistribution and use
hereby grant`)

// grantsElsewhere returns a word of a paragraph with terms that refers to no file; -1 if there is
// none. The terms hold beside the terms in a file that another paragraph refers to.
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

// fileIn returns the name of the file that a text refers to, or nothing. Files about rights come
// first.
func fileIn(text []byte) string {
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

// referred returns the name of the file that a text refers to for its licence: LICENSE if it does
// not say more, and none if it is a page of the web.
func referred(text []byte) string {
	if name := fileIn(text); name != "" {
		return name
	}
	if bytes.Contains(text, []byte("://")) || bytes.Contains(text, []byte("www.")) {
		return ""
	}
	return "LICENSE"
}
