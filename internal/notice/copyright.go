package notice

import (
	"bytes"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

const (
	copyrightHead  = 16 << 10 // bytes behind which copyright lines begin with signs of comments
	mostCopyrights = 32
	mostCopyright  = 200 // bytes of a line
)

// copyrightLine matches a statement of copyright, from the mark on. A year or a name must follow,
// so that a sentence about copyright does not match.
var copyrightLine = lazyregexp.New(`(?i)(?:SPDX-(?:File|Snippet)CopyrightText:\s*|\bcopyright\b(?:\s*:)?\s*|\(c\)\s*|©\s*)+` +
	`(?:(?:19|20)\d\d|by\s+(?:the\s+)?(?-i:\p{Lu})|(?:the\s+)?(?:contributors\s+to\s|[\pL\d.-]+\s+(?:project\s+)?(?:authors|contributors)\b)|(?-i:\p{Lu}[\pL.'-]+,?\s+\p{Lu}))[^\n]*`)

// copyrightMarks are the marks of copyrightLine in lower case. Few lines have one, and the
// expression is slow.
var copyrightMarks = [][]byte{[]byte("copyright"), []byte("(c)"), []byte("©")}

// noHolder matches the text after the word copyright in sentences of licences.
var noHolder = lazyregexp.New(`(?i)^copyright\s+(licen[cs]e|notice|holder|owner|law|act|statement|disclaimer)`)

// decoration has the characters that comments and strings add at the end of a line.
const decoration = " \t\r*/#;-\"'`\\<>|!="

// companyEnd matches the end of a company's name in the next line. It did not fit into the
// copyright's line.
var companyEnd = lazyregexp.New(`^(?:\p{Lu}[\pL\d&-]*,? ){0,3}(?:Inc|Ltd|LLC|GmbH|Corp|Corporation|University|Institute|Foundation|Company|Contributors|Authors)\.?$`)

// openName matches a line's end in a list of names whose last name is incomplete, with one word so
// far. restOfName is the end of a company's name before the reservation of rights.
var (
	openName   = lazyregexp.New(`(?:,| and| &) \p{Lu}[\pL-]+$`)
	restOfName = lazyregexp.New(`^(.*)\. All rights reserved\.?$`)
)

// Copyrights returns a source head's copyright lines, each once, in order, at most 32. A
// company's name may go on in the next line.
func Copyrights(source []byte) []string {
	all := []string{}
	lines, at := slices.Collect(bytes.Lines(source)), 0
	for i, line := range lines {
		at += len(line)
		if !has(bytes.ToLower(line), copyrightMarks) {
			continue
		}
		found := statement(line)
		if at > copyrightHead && !opensComment(line[:bytes.Index(line, copyrightLine.Find(line))]) {
			continue // in a string, or in a sentence
		}
		if i+1 < len(lines) && found != "" && !strings.HasSuffix(found, ".") {
			rest := bytes.Trim(lines[i+1], decoration+"\n")
			if name := restOfName.FindSubmatch(rest); name != nil && openName.MatchString(found) {
				rest = name[1]
			}
			if companyEnd.Match(rest) && !copyrightLine.Match(rest) {
				found += " " + string(bytes.ToValidUTF8(rest, nil))
			}
		}
		if found == "" || noHolder.MatchString(found) || len(found) > mostCopyright || slices.Contains(all, found) {
			continue
		}
		if all = append(all, found); len(all) == mostCopyrights {
			break
		}
	}
	return all
}

// statement returns the statement of copyright in a line, without the marks of a comment.
func statement(line []byte) string {
	found := string(bytes.ToValidUTF8(copyrightLine.Find(line), nil))
	text := strings.TrimRight(found, decoration+"\n")
	if strings.LastIndexByte(text, '<') > strings.LastIndexByte(text, '>') && strings.HasPrefix(found[len(text):], ">") {
		text += ">"
	}
	if said := copyrightTag.ReplaceAllString(text, ""); said != text {
		if text = said; !copyrightMark.MatchString(said) {
			text = "Copyright " + said
		}
	}
	return text
}

var (
	copyrightTag  = lazyregexp.New(`(?i)^SPDX-(?:File|Snippet)CopyrightText:\s*`)
	copyrightMark = lazyregexp.New(`(?i)^(?:copyright|\(c\)|©)`)
)
