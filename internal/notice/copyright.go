//go:build !js

package notice

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

const (
	copyrightHead  = 16 << 10 // bytes in which copyright lines are looked for
	mostCopyrights = 8
	mostCopyright  = 200 // bytes of a line
)

// copyrightLine matches a statement of copyright, from the mark on. A year or a name must follow, so that a
// sentence about copyright is none.
var copyrightLine = regexp.MustCompile(`(?i)(?:SPDX-(?:File|Snippet)CopyrightText:\s*|\bcopyright\b(?:\s*:)?\s*|\(c\)\s*|©\s*)+` +
	`(?:(?:19|20)\d\d|(?-i:\p{Lu}[\p{Ll}.'-]+\s+\p{Lu}))[^\n]*`)

// noHolder matches what follows the word copyright in sentences of licences.
var noHolder = regexp.MustCompile(`(?i)^copyright\s+(licen[cs]e|notice|holder|owner|law|act|statement|disclaimer)`)

// decoration is what comments and strings put behind a line.
const decoration = " \t\r*/#;-\"'`\\<>|!="

// Copyrights returns the copyright lines in the head of a source, each once and in order, at most eight.
func Copyrights(source []byte) []string {
	all := []string{}
	for line := range bytes.Lines(source[:min(len(source), copyrightHead)]) {
		found := string(bytes.ToValidUTF8(copyrightLine.Find(line), nil))
		found = strings.TrimRight(found, decoration+"\n")
		if found == "" || noHolder.MatchString(found) || len(found) > mostCopyright || slices.Contains(all, found) {
			continue
		}
		if all = append(all, found); len(all) == mostCopyrights {
			break
		}
	}
	return all
}
