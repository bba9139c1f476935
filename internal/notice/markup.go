package notice

import (
	"bytes"
	"path"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// Pages and drawings state their licence in elements.

var (
	// ofPage matches an element that only HTML or SVG has.
	ofPage = lazyregexp.New(`(?i)<(?:svg|html)\b`)
	// markup matches elements of HTML and SVG that state a licence.
	markup = lazyregexp.New(`(?i)<(?:link|a)\s[^>]*\brel=["']?license\b[^>]*>|<meta\s[^>]*\bname=["']?(?:dc\.|dcterms\.)?(?:license|rights)\b[^>]*>|<cc:license\s[^>]*>|<(?:dc:rights|desc|metadata)\b[^>]*>[^<]+`)
	// valued matches the value of such an element.
	valued = lazyregexp.New(`(?i)\b(?:href|content|rdf:resource)=["']([^"']*)["']|^<(?:dc:rights|desc|metadata)\b[^>]*>(?s:(.*))`)
	// ofCommons matches the address of a licence of Creative Commons.
	ofCommons = lazyregexp.New(`(?i)creativecommons\.org/(?:licenses/([a-z-]+)/([0-9.]+)|publicdomain/zero/)`)
)

// isMarkup reports whether a file begins as HTML or SVG do.
func isMarkup(head []byte) bool {
	head = bytes.TrimLeft(head[:min(len(head), denyingHead)], " \t\r\n\ufeff")
	return len(head) > 0 && head[0] == '<' && ofPage.Match(head)
}

// inMarkup returns what the elements in a line say of the licence, as words; nil if they say nothing.
func inMarkup(line []byte) (said []byte) {
	for _, found := range markup.FindAllSubmatch(line, mostLicenses) {
		element := found[0]
		m := valued.FindSubmatch(element)
		switch {
		case m == nil:
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
