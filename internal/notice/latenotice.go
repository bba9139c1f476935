package notice

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"sync"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/license"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
)

// A notice may stand behind the head: at the end of a file, as in Perl, or over a function from
// another work. Then the licence of the folder, or of the head, is not the whole truth. All of each
// file is searched for such notices, so their signs are long: four bytes in five are looked at.

// lateSigns are in the notices behind a head. They have at least lateStride+3 bytes.
var lateSigns = []string{
	"all rights reserved", "licensed under ", "licenced under ", "released under ", " placed under m", " placed under b", " placed under a", " placed under t", "available under ", "published under", "distributed under ", "same terms as perl",
	"permission is granted to anyone", "altered source versions must", "boost software license",
	"permission is hereby granted", "permission to use, copy", "redistribution and use in", "free software; you can", "free software: you can", "spdx-license-identifier",
	"general public license", "mozilla public license", "eclipse public license", "creative commons", "apache license, ", "bsd-style licen", "numerical recipes software",
	"is public domain", "is public-domain", "in the public domain", "to the public domain", "public domain by", "placed in public domain",
	"confidential and", "internal use only", "non-commercial use", "creativecommons.org/",
	`__license__ = "`, `__license__ = '`, `__licence__ = "`, `__licence__ = '`,
}

// labelSigns are around labelSign in labels such as License: MIT and @license MIT, and behind short
// names, as in MIT License. They have at least lateStride+3 bytes, too.
var labelSigns = []string{
	"icense: ", "icense:\t", "icense:\n", "icense : ", "icense :\t", "icense :\n", "@license", "mit license", "isc license", "bsd license",
}

// labelSign is in each of labelSigns.
const labelSign = "icense"

// shortLate are in names of licences, but too short for the table. They end with L, a rare letter.
var shortLate = [...]string{"GPL", "WTFPL"}

// stating matches what states a licence, even if that is not understood.
var stating = lazyregexp.New(`creativecommons\.org/|(?i:numerical recipes software)|__licen[cs]e__[ \t]*=[ \t]*["'][^"']|\b[Ll]icense[ \t]*:[ \t]*<?https?://`)

const (
	lateStride = 5
	// mostLateSigns bounds the signs of each kind in a file that are read. Files with more are
	// collections.
	mostLateSigns = 64
	// lateProse is how much of the end of prose is read. Elsewhere it speaks of other works.
	lateProse = 2 << 10
)

var allLateSigns = sync.OnceValue(func() *signTable {
	t := &signTable{}
	add := func(list []string, kind signKind) {
		for _, s := range list {
			s := folded(s)
			at := window(s, lateStride)
			for i := at; i < at+lateStride; i++ {
				t.add(s, i, s[i:i+4], kind)
			}
		}
	}
	add(lateSigns, strongSign)
	add(labelSigns, ofLabel)
	return t
})

// behindHead returns the signs behind the head of a file.
func behindHead(content []byte, prose bool) []sign {
	from := min(headSize, len(content))
	if prose {
		from = max(from, len(content)-lateProse)
	}
	return searchLate(content, from)
}

// searchLate returns the signs of late notices from an offset on.
func searchLate(content []byte, from int) (found []sign) {
	t := allLateSigns()
	label, labelled := -1, 0 // the last one, and how many
	for i := max(0, from-len("MIT License")); i+4 <= len(content); i += lateStride {
		gram := binary.LittleEndian.Uint32(content[i:]) | fold&(1<<32-1)
		if !t.has(gramHash(gram)) {
			continue
		}
		for k := *t.slot(gram); k != 0; k = t.signs[k].next {
			want := &t.signs[k]
			begin := i - int(want.skip)
			if begin < 0 || !hasFold(content[begin:], want.text) {
				continue
			}
			if want.kind == ofLabel {
				begin += strings.Index(want.text, labelSign)
				if begin < from || begin == label || labelled > mostLateSigns || !labels(content, begin) {
					continue
				}
				label = begin
				labelled++
			} else if begin < from || len(found)-labelled > mostLateSigns {
				continue
			}
			found = append(found, sign{at: begin})
		}
	}
	found = appendShort(found, content, from)
	slices.SortFunc(found, func(a, b sign) int { return a.at - b.at })
	return found
}

// appendShort appends the short signs behind the head of a file.
func appendShort(found []sign, content []byte, from int) []sign {
	var n [len(shortLate)]int
	for at := from; ; at++ {
		i := bytes.IndexByte(content[at:], 'L')
		if i < 0 {
			return found
		}
		at += i
		for k, short := range shortLate {
			if begin := at + 1 - len(short); begin >= from && n[k] <= mostLateSigns && string(content[begin:at+1]) == short {
				found = append(found, sign{at: begin})
				n[k]++
			}
		}
	}
}

// shortName are the names of licences before the word License.
var shortName = map[string]bool{"MIT": true, "ISC": true, "BSD": true}

// labels reports whether a labelSign is at an offset, and of a label. Labels are @license MIT and
// License: MIT, or stand behind a short name, as in MIT license.
func labels(content []byte, at int) bool {
	if !bytes.HasPrefix(content[at:], []byte(labelSign)) {
		return false
	}
	after := bytes.TrimLeft(content[at+len(labelSign):min(len(content), at+len(labelSign)+3)], " ")
	if at > len("MIT L") && shortName[string(content[at-len("MIT L"):at-len(" L")])] && content[at-2] == ' ' {
		return true
	}
	isWord := at < 2 || bytes.IndexByte([]byte(" \t\n*#/:;<(\"'"), content[at-2]) >= 0
	return at > 1 && content[at-2] == '@' || isWord && len(after) > 1 && after[0] == ':' && (after[1] == ' ' || after[1] == '\t' || after[1] == '\n')
}

// lateKind returns the kind of the late sign that a text begins with. Signs are counted by it.
func lateKind(text []byte) int {
	for k, short := range shortLate {
		if bytes.HasPrefix(text, []byte(short)) {
			return 2 + k
		}
	}
	return b2i(bytes.HasPrefix(text, []byte(labelSign)))
}

// late returns what a file says of its licence, also behind its head, where the signs are. The head
// says c, if ok is set.
func (h *Heads) late(content []byte, signs []sign, prose bool, inString func(at int) bool, c Claim, ok bool) (Claim, bool) {
	if len(signs) == 0 || ok && c == (Claim{}) || isData(content[:min(headSize, len(content))]) {
		return c, ok
	}
	lines, _, _ := commentLines(nil, content, signs[len(signs)-1].at+1, prose, nil)
	var read [2 + len(shortLate)]int // by the kind of the sign
	for len(signs) > 0 {
		first, last, at := signed(lines, signs)
		if first < 0 {
			break
		}
		for last > first && lines[last].block != lines[first].block {
			last--
		}
		for len(signs) > 0 && signs[0].at < lines[last].at+lines[last].size {
			if signs[0].at >= lines[first].at {
				read[lateKind(content[signs[0].at:])]++
			}
			signs = signs[1:]
		}
		if ok && slices.Max(read[:]) > mostLateSigns {
			return Claim{}, true // more of them are not read
		}
		said := h.readLines(nil, lines, first, last, nil, prose)
		if !said.ok || inString != nil && inString(at) {
			continue
		}
		if said.claim == (Claim{}) {
			said.claim.Family = inCommons(string(content[lines[first].at : lines[last].at+lines[last].size]))
		}
		if c, ok = h.with(c, ok, said.claim, passage(lines, first, last), prose || inPod(content, lines, first)); ok && c == (Claim{}) {
			break
		}
	}
	return c, ok
}

// mostContent bounds the bytes of an element, or of a string, before a sign in it.
const mostContent = 2 << 10

var (
	// inQuotes begin strings with the source of a sheet or script.
	inQuotes = [][]byte{[]byte(`"/*`), []byte("'/*"), []byte("`/*")}
	// stringEscape matches the escapes of a string.
	stringEscape = lazyregexp.New(`\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)`)
)

// inContent adds what the elements of XML, and strings that begin with a comment, say of a licence.
// They state none, since they may be about something else. Another licence makes the file unknown.
// behind are the signs behind the head.
func (h *Heads) inContent(content []byte, behind []sign, c Claim, ok bool) (Claim, bool) {
	if ok && c == (Claim{}) || isData(content[:min(len(content), headSize)]) {
		return c, ok
	}
	isXML := bytes.HasPrefix(bytes.TrimLeft(content[:min(len(content), denyingHead)], " \t\r\n"), []byte("<"))
	quoting := content // what may have the quotes around a sign
	if len(behind) == 0 {
		quoting = content[:min(len(content), headSize)]
	}
	if !isXML && !has(quoting, inQuotes) {
		return c, ok
	}
	end := 0
	for _, s := range searchLate(content, 0) {
		if s.at < end {
			continue
		}
		said := elementAt(content, s.at)
		if !isXML {
			said = quotedAt(content, s.at)
		}
		if said == nil {
			continue
		}
		end = s.at + len(said)
		if own := h.read(said, license.Anywhere); own.ok {
			late := Claim{Family: own.claim.License + own.claim.Family}
			if late.Family == "" {
				late.Family = spdx.And(license.Named(said)...)
			}
			if late.Family != "" && late.Family != publicDomain {
				c, ok = c.and(late, ok, false), true
			}
		}
	}
	return c, ok
}

// endOfCode is a line of Perl and Ruby. Data or documentation stands behind it.
var endOfCode = []byte("\n__END__\n")

// dataOf returns the text behind the end of code; nil if there is none. Without signs behind the
// head, only a text that begins in the head matters.
func dataOf(content []byte, behind bool) []byte {
	within := content
	if !behind {
		within = content[:min(len(content), headSize+len(endOfCode))]
	}
	if i := bytes.Index(within, endOfCode); i >= 0 {
		return content[i+len(endOfCode):]
	}
	return nil
}

var (
	// ofProgram matches the beginning of a sentence, up to a sign, that says something of its file.
	ofProgram = lazyregexp.New("(?i)\\bthis (?:program|file|code|module|script|game|software|library|package|source|work)(?: (?:file|code))? (?:is|may|can) [^\"'`]*$")
	// endOfString matches what ends a string, or a document in a script.
	endOfString = lazyregexp.New("[\"`]|\\n[ \\t]*[A-Z_]{2,}[;)]*[ \\t]*(?:\\n|$)")
	// endOfQuote matches what ends a string that a single quote began.
	endOfQuote = lazyregexp.New(`'(?:\W|$)`)
	// joined matches the marks between the lines of a sentence in strings, or the escape there.
	joined = lazyregexp.New("\\\\[nr]|[\"'][ \t]*[+.\\\\]?[ \t]*\r?\n[ \t]*[+.]?[ \t]*[\"']")
)

// inStrings adds what strings of any form say of the licence of their file: see inContent. In code,
// a sentence outside of comments is in a string. Of a file without a licence, a quote
// precedes it.
func (h *Heads) inStrings(content []byte, signs []sign, inString func(at int) bool, c Claim, ok bool) (Claim, bool) {
	var comments []commentLine
	end := 0
	slices.SortFunc(signs, func(a, b sign) int { return a.at - b.at })
	for _, s := range signs {
		begin := max(bytes.LastIndexByte(content[:s.at], '\n')+1, s.at-mostContent)
		if ok && c == (Claim{}) || s.at < end {
			continue
		}
		upTo := content[begin:min(len(content), s.at+len("may "))] // a sign may begin with the verb
		if !containsFold(upTo, "this ") {                          // as ofProgram needs
			continue
		}
		m := ofProgram.FindAllIndex(upTo, 1)
		if m == nil || !ok && !bytes.ContainsAny(content[begin:s.at], "\"'`") && !bytes.Contains(content[:s.at], []byte(`"""`)) {
			continue
		}
		if comments == nil {
			comments, _, _ = commentLines(nil, content, signs[len(signs)-1].at+1, false, nil)
		}
		if (inString == nil || !inString(s.at)) && slices.ContainsFunc(comments, func(l commentLine) bool { return l.at <= s.at && s.at < l.at+l.size }) {
			continue
		}
		end = min(len(content), s.at+mostContent)
		begin += m[0][0]
		said := joined.ReplaceAll(content[begin:end], []byte(" "))
		said, _, _ = bytes.Cut(said, []byte("\n\n"))
		ends := endOfString
		if begin > 0 && content[begin-1] == '\'' {
			ends = endOfQuote
		}
		if at := ends.FindAllIndex(said, 1); at != nil {
			said = said[:at[0][0]]
		}
		if own := h.read(said, license.Anywhere); !s.weak && own.ok && own.claim.License+own.claim.Family != "" {
			c, ok = c.and(Claim{Family: own.claim.License + own.claim.Family}, ok, false), true
		} else if !isData(content[:min(len(content), headSize)]) && h.withholds(said) {
			return Claim{}, true
		}
	}
	return c, ok
}

// withholds reports whether a sentence in a string says that its file is not free. A module for
// internal use only is one that others are not to call.
func (h *Heads) withholds(said []byte) bool {
	first, _, _ := bytes.Cut(said, []byte(". "))
	return (h.read(first, license.Denying).ok || h.read(first, license.BesideTag).ok) && !ofCall.Match(first)
}

// ofCall matches a sentence that tells how to call or open its file.
var ofCall = lazyregexp.New(`(?i)^this (?:file|module|library|package|script|source|code)\b.*\b(?:internal use|may not be (?:used|modified|copied)\b[^.]*\b(?:as|in|on|while|until|before|after|when|if|at|here|because|twice))\b`)

// publicDomain is what texts of data often say of a part of the data.
const publicDomain = "public-domain"

// elementAt returns the text of an element of XML around an offset. It returns nil if it is in a
// tag or a comment.
func elementAt(content []byte, at int) []byte {
	from := max(0, at-mostContent)
	open, shut := bytes.LastIndexByte(content[from:at], '<'), bytes.LastIndexByte(content[from:at], '>')
	if shut < open || shut < 0 || bytes.LastIndex(content[from:at], []byte("<!--")) > bytes.LastIndex(content[from:at], []byte("-->")) {
		return nil
	}
	text, _, _ := bytes.Cut(content[from+shut+1:min(len(content), at+longestPassage)], []byte("<"))
	return text
}

// quotedAt returns the comment in a string around an offset, without escapes. It returns nil if
// there is none.
func quotedAt(content []byte, at int) []byte {
	from := max(0, at-mostContent, bytes.LastIndexByte(content[:at], '\n')+1)
	begin := -1
	for _, quote := range inQuotes {
		begin = max(begin, bytes.LastIndex(content[from:at], quote))
	}
	if begin < 0 {
		return nil
	}
	text, _, _ := bytes.Cut(content[from+begin+1:min(len(content), at+longestPassage)], []byte("*/"))
	return stringEscape.ReplaceAll(bytes.ReplaceAll(text, []byte(`\n *`), []byte("\n")), []byte("\n"))
}

// with returns the claim of a file with the claim of a passage behind its head. The head claims c,
// if ok is set. The passage is about the whole file, or perhaps about a part of it.
func (h *Heads) with(c Claim, ok bool, late Claim, passage []byte, whole bool) (Claim, bool) {
	if late == (Claim{}) && license.Copied(passage) {
		late.Family = spdx.And(license.Named(passage)...) // of what was copied
	}
	if late.File != "" || ok && late == (Claim{}) && h.isBeside(passage, c.License+c.Family) || !ok && !whole && h.isGivenAway(passage) {
		return c, ok // also if a part needs no licence
	}
	return c.and(late, ok, whole), true
}

// isGivenAway reports whether a passage only says that a part of a file is in the public domain.
func (h *Heads) isGivenAway(passage []byte) bool {
	return slices.Contains(license.Named(passage), publicDomain) && h.isBeside(passage, publicDomain) && !ofWhole.Match(passage)
}

// ofWhole matches what is said of a whole file.
var ofWhole = lazyregexp.New(`(?i)\bthis\s+(?:source\s+)?(?:file|program|module|library|script|header|software|work)\b`)

// besideSigns are signs that say nothing beside a clear head. Code for internal use only is often a
// function that others are not to call.
var besideSigns = []string{folded("all rights reserved"), folded("internal use only")}

// isBeside reports whether a passage behind a head, which is not understood, says nothing new. It
// says that all rights are reserved, that others are not to call a function, or names licences that
// the head has. The head states own.
func (h *Heads) isBeside(text []byte, own string) bool {
	says := func(s sign) bool {
		return !slices.ContainsFunc(besideSigns, func(words string) bool { return hasFold(text[s.at:], words) })
	}
	named := license.Named(text)
	return !bytes.Contains(text, []byte(" not ")) && (len(named) > 0 || !slices.ContainsFunc(searchLate(text, 0), says)) && !h.read(text, license.Denying).ok &&
		!slices.ContainsFunc(named, func(id string) bool { return contradicts(id, own) })
}

// contradicts reports whether a licence that a file names beside its own is not one of its own.
func contradicts(id, own string) bool {
	own = withoutExceptions(own)
	return id != "public-domain" && !isPart(id, own) && spdx.Conflict(id, own)
}
