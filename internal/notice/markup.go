package notice

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/license"
)

// Pages, drawings and manuals state their licence in elements.

// statingElements are the elements whose lines are read.
var statingElements = []string{"metadata", "desc", "legalnotice"}

var (
	// ofPage matches an element that only HTML, SVG or DocBook has.
	ofPage = lazyregexp.New(`(?i)<(?:\w+:)?(?:svg|html|book|article|chapter|refentry|bookinfo|articleinfo|appendix)\b`)
	// markup matches elements of HTML and SVG that state a licence.
	markup = lazyregexp.New(`(?i)<(?:link|a)\s[^>]*\brel=["']?license\b[^>]*>|<meta\s[^>]*\bname=["']?(?:dc\.|dcterms\.)?(?:license|rights|copyright)\b[^>]*>|<cc:license\s[^>]*>|<(?:dc:rights|desc|metadata)\b[^>]*>[^<]+|<legalnotice\b.*`)
	// valued matches the value of such an element.
	valued = lazyregexp.New(`(?i)\b(?:href|content|rdf:resource)=["']([^"']*)["']|^<(?:dc:rights|desc|metadata|legalnotice)\b[^>]*>(?s:(.*))`)
	// ofCommons matches the address of a licence of Creative Commons.
	ofCommons = lazyregexp.New(`(?i)creativecommons\.org/(?:licenses/([a-z-]+)/([0-9.]+)|publicdomain/zero/)`)
)

// commonsSite is in the addresses of licences of Creative Commons.
var commonsSite = []byte("creativecommons.org/")

// isMarkup reports whether a file begins as HTML, SVG or DocBook do.
func isMarkup(head []byte) bool {
	head = bytes.TrimLeft(head[:min(len(head), denyingHead)], " \t\r\n\ufeff")
	return len(head) > 0 && head[0] == '<' && ofPage.Match(head)
}

// inMarkup returns what the elements in a line say of the licence, as words. It returns nil if they
// say nothing.
func inMarkup(line []byte) (said []byte) {
	for _, found := range markup.FindAllSubmatch(line, mostLicenses) {
		element := found[0]
		m := valued.FindSubmatch(element)
		switch {
		case m == nil:
		case bytes.Contains(bytes.ToLower(element), []byte("copyright")) && len(m[1]) > 0:
			said = append(append(said, m[1]...), ".\n"...)
		case len(m[2]) > 0:
			said = append(append(said, m[2]...), ".\n"...)
		case addressed(string(m[1])) != "":
			said = append(append(append(said, "Licensed under "...), addressed(string(m[1]))...), ".\n"...)
		case bytes.Contains(m[1], []byte("://")) || element[1]|0x20 == 'm':
			said = append(append(append(said, "Licensed under "...), m[1]...), ".\n"...)
		}
	}
	return said
}

// addressed returns the licence whose address is given; empty if it is not known.
func addressed(address string) string {
	if id := inCommons(address); id != "" {
		return id
	}
	name := strings.TrimSuffix(path.Base(strings.TrimRight(address, "/")), ".html")
	return Stated(strings.Replace(name, "LICENSE-", "Apache-", 1))
}

// inCommons returns the licence of Creative Commons whose address is in a text, or "".
func inCommons(text string) string {
	m := ofCommons.FindStringSubmatch(text)
	switch {
	case m == nil:
		return ""
	case m[1] == "":
		return "CC0-1.0"
	}
	return Stated("CC-" + m[1] + "-" + m[2])
}

// tag matches an element's tag. Only the addresses of licences of Creative Commons are kept.
var tag = lazyregexp.New(`<[^>]*(creativecommons\.org/[^"'>\s]*)[^>]*>|<[^>]*>`)

// footer adds what the last lines of a page say of its licence to a claim.
func (h *Heads) footer(page []byte, c Claim, ok bool) (Claim, bool) {
	if len(page) == 0 || page[0] != '<' && page[0] > ' ' || ok && c == (Claim{}) {
		return c, ok
	}
	tail := page[max(0, len(page)-lateProse):]
	if len(searchLate(tail, 0)) == 0 || !isMarkup(page) {
		return c, ok
	}
	tail = tag.ReplaceAll(tail[max(0, bytes.IndexByte(tail, '<')):], []byte(" $1 "))
	said := h.read(tail, license.Anywhere)
	if !said.ok && !stating.Match(tail) {
		return c, ok
	}
	if said.claim == (Claim{}) {
		said.claim.Family = inCommons(string(tail))
	}
	return h.with(c, ok, said.claim, tail, false)
}

// mostBook bounds the bytes of a book before its legal notice.
const mostBook = 64 << 10

// legalNotice returns what the element of DocBook states that begins behind the head, or is long.
func (h *Heads) legalNotice(page []byte) (c Claim, ok bool) {
	if len(page) < headSize || !isMarkup(page) {
		return c, false
	}
	at := bytes.Index(page[:min(len(page), mostBook)], []byte("<legalnotice"))
	if at < 0 {
		return c, false
	}
	said, _, _ := bytes.Cut(page[at:min(len(page), at+longestPassage)], []byte("</legalnotice>"))
	said = append([]byte("<book>\n"), said...)
	signs := newSigns(said[:min(len(said), headSize)])
	defer signs.free()
	return h.header(said, signs, false, nil)
}

// Code and data also name a licence in a key, an attribute or an element. It may be the licence of
// something else. So such a name makes the licence of another folder unknown, and states none.

var (
	// keyed matches keys, attributes, elements, and lines of YAML below others that name a licence.
	keyed = lazyregexp.New(`(?i)\blicen[cs]es?["']?[ \t]*(?:=>|[:=])[ \t]*(?:\[[ \t]*)?["'\x60]([^"'\x60\n]{2,80})["'\x60]` +
		`|<(?:\w+:)?(?:(?:metadata_)?licen[cs]e(?:name)?|PackageLicenseExpression|rights)\b[^>\n]*>([^<\n]{2,80})</` +
		`|\n[ \t]*(?:[\w-]*-)?licen[cs]e[ \t]*=[ \t]*([\pL\pN][^"'#;(\n]{1,60})\r?\n` +
		`|\n[ \t]+(?:- )?licen[cs]e:(?:[ \t]*\r?\n[ \t]+(?:name|identifier|type|id):)?[ \t]*["']?([\pL\pN][^"'#\n]{1,80})`)
	// ofAssembly matches the copyright of a program of .NET.
	ofAssembly = lazyregexp.New(`(?i)[\[<]<?assembly[ \t]*:[ \t]*(?:\w+\.)*Assembly(?:Copyright|Trademark)\w*[ \t]*\([ \t]*@?"([^"\n]*)"|^[ \t]*<string>([^<\n]*(?:\(c\)|©|&#169;|[Cc]opyright)[^<\n]*)</string>`)
	// withholding matches values that name no licence, and grant nothing.
	withholding = lazyregexp.New(`(?i)^(?:proprietary|commercial|unlicensed|confidential|all rights reserved|closed[ -]source)\b`)
)

// beforeKey and afterKey bound the bytes around a sign that such a key has.
const beforeKey, afterKey = 24, 200

// inCode returns what keys and attributes in the head of a file say of the licence, as families.
func (h *Heads) inCode(head []byte, signs *signsOf, inString func(at int) bool) (c Claim, ok bool) {
	for _, s := range signs.rights[:min(len(signs.rights), mostLateSigns)] {
		if s.weak {
			continue
		}
		if !hasFold(head[s.at:], "licen") {
			from := bytes.LastIndexByte(head[:s.at], '\n') + 1
			line, _, _ := bytes.Cut(head[from:], []byte("\n"))
			if m := ofAssembly.FindSubmatch(line[:min(len(line), afterKey)]); m != nil && h.read(slices.Concat(m[1], m[2]), license.Leading).ok {
				return Claim{}, true
			}
			continue
		}
		m := keyed.FindSubmatch(head[max(0, s.at-beforeKey):min(len(head), s.at+afterKey)])
		if m == nil || inString != nil && inString(s.at) {
			continue
		}
		if len(m[4]) > 0 && (bytes.Contains(head[:s.at], []byte(`"""`)) || bytes.Contains(head[:s.at], []byte("'''"))) {
			continue // of an example in the documentation of Python
		}
		value := bytes.TrimSpace(slices.Concat(m[1:]...))
		said := h.read(append([]byte("License: "), value...), license.Leading).claim
		switch id := said.License + said.Family; {
		case ok && id != "" && id != c.Family, id == "" && withholding.Match(value):
			return Claim{}, true
		case id != "":
			c, ok = Claim{Family: id}, true
		}
	}
	return c, ok
}

// isGarbled reports whether a text about a licence is in an encoding that is not read.
func isGarbled(text []byte) bool {
	if utf8.Valid(text) {
		return false
	}
	high := 0
	for _, b := range text {
		high += int(b >> 7)
	}
	return 4*high > len(text)
}
