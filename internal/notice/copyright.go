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
var copyrightLine = lazyregexp.New(`(?i)SPDX-(?:File|Snippet)CopyrightText:[ \t]*\pL[^\n]*|(?:SPDX-(?:File|Snippet)CopyrightText:\s*|\bcopyright\b(?:\s*:)?\s*|\(c\),?\s*|©\s*)+` +
	`(?:(?:19|20)\d\d|by\s+(?:the\s+)?(?-i:\p{Lu})|(?:the\s+)?(?:contributors\s+to\s|(?:[\pL\d.-]+\s+){1,2}(?:project\s+|and\s+(?:other\s+)?)?(?:authors|contributors)\b|[\pL\d.-]+,?\s+(?-i:Inc|Ltd|LLC|GmbH|Corp)\b)|(?-i:\p{Lu}[\pL.'-]+,?\s+\p{Lu}))[^\n]*`)

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

// onlyYears matches a statement without a holder, who may be named in the next line. beginsName
// matches the beginning of that line.
var (
	onlyYears  = lazyregexp.New(`(?i)^(?:copyright|\(c\)|©|by|present|[\s:,0-9–-])+$`)
	beginsName = lazyregexp.New(`^(?:by )?(?:the )?(?:\p{Lu}[\pL.&-]*,? ){1,2}\p{Lu}|^by \p{Lu}|^(?i:the) \p{Lu}`)
)

// goesOnList matches a line that goes on with a list of years, or of holders.
var goesOnList = lazyregexp.New(`^(?:(?:19|20)\d\d\b|\p{Lu}[\pL.'-]+ +(?:(?:\p{Lu}|van |von |de )[\pL.'-]*,? *)*(?:<|and |\(|$|,))`)

// openName matches a line's end in a list of names. The last name has one word so far. restOfName
// is the end of a company's name before the reservation of rights.
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
		for k := i + 1; k < len(lines) && strings.HasSuffix(found, ",") && len(found) < mostCopyright && goesOn(lines[k-1], lines[k]); k++ {
			rest := undecorated(string(bytes.TrimLeft(lines[k], decoration)))
			if !goesOnList.MatchString(rest) {
				break
			}
			found += " " + strings.ToValidUTF8(rest, "")
		}
		if i+1 < len(lines) && found != "" && !strings.HasSuffix(found, ".") {
			rest := []byte(undecorated(string(bytes.TrimLeft(lines[i+1], decoration))))
			if name := restOfName.FindSubmatch(rest); name != nil && openName.MatchString(found) {
				rest = name[1]
			}
			if (companyEnd.Match(rest) || onlyYears.MatchString(found) && beginsName.Match(rest) && goesOn(line, lines[i+1]) && !bytes.Contains(rest, []byte("icense"))) && !copyrightLine.Match(rest) {
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
	if m := heldBefore.FindSubmatch(line); m != nil && !bytes.Equal(m[2], []byte("by")) && !bytes.Equal(m[2], []byte("the")) {
		return strings.TrimRight(string(bytes.ToValidUTF8(m[1], nil)), ", ")
	}
	found := string(bytes.ToValidUTF8(copyrightLine.Find(line), nil))
	text := undecorated(found)
	text = brokenOff.ReplaceAllString(twice.ReplaceAllString(text, "$1"), "")
	if said := copyrightTag.ReplaceAllString(text, ""); said != text {
		if text = said; !copyrightMark.MatchString(said) {
			text = "Copyright " + said
		}
	}
	return text
}

// heldBefore matches a holder before the mark and the years, as in: Modified by Ann Lee (c) 2001 to
// be. A word behind them is the second group.
var heldBefore = lazyregexp.New(`\bby\s+(\p{Lu}[\pL.'-]*(?:\s+[\pL.'-]+)*(?:\s+<[^<>\n]*>)?,?\s*(?:\([cC]\)|©)\s*(?:19|20)\d\d(?:[\s,–-]+\d{2,4})*(?:\s+<[^<>\n]*>)?)(?:[\s*/.,]*$|\s+(\p{Ll}+))`)

// undecorated returns a text without decoration at its end. The end of an address is none.
func undecorated(line string) string {
	text := strings.TrimRight(line, decoration+"\n")
	if strings.LastIndexByte(text, '<') > strings.LastIndexByte(text, '>') && strings.HasPrefix(line[len(text):], ">") {
		text += ">"
	}
	return text
}

// goesOn reports whether a comment, or a text, with a line goes on in the next line.
func goesOn(line, next []byte) bool {
	line, next = bytes.TrimSpace(line), bytes.TrimSpace(next)
	if len(line) == 0 || len(next) == 0 {
		return false
	}
	return line[0] == next[0] && decorating[line[0]] || !decorating[line[0]] && !decorating[next[0]] || bytes.Contains(line, []byte("/*")) && !bytes.Contains(line, []byte("*/"))
}

// brokenOff matches brackets and sentences that go on in the next line, and the name of a licence.
var brokenOff = lazyregexp.New(`\s+\([^()]*$|\.\s+See\b.*$|;\s+[Ll]icensed\b.*$`)

var (
	copyrightTag  = lazyregexp.New(`(?i)^SPDX-(?:File|Snippet)CopyrightText:\s*`)
	twice         = lazyregexp.New(`(?i)^copyright:?\s+(copyright\b)`) // a tag precedes it
	copyrightMark = lazyregexp.New(`(?i)^(?:copyright|\(c\)|©)`)
)
