package detect

import (
	"bytes"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// Data have few keywords, so their lines and brackets identify them: JSON and YAML.

// looksLikeJSON reports whether a content is in brackets and begins like JSON. It must begin with a
// key or a value.
func looksLikeJSON(head []byte) bool {
	text := bytes.TrimSpace(withoutMargin(head))
	if len(text) < 2 || text[0] != '{' && text[0] != '[' {
		return false
	}
	if last := text[len(text)-1]; len(head) < detectHead && last != '}' && last != ']' {
		return false
	}
	inner := bytes.TrimLeft(text[1:], "[{ \t\r\n")
	if len(inner) == 0 || inner[0] != '"' {
		return false
	}
	n := bytes.IndexByte(inner[1:], '"')
	if n < 0 || bytes.IndexByte(inner[:n+1], '\n') >= 0 {
		return false
	}
	behind := bytes.TrimLeft(inner[n+2:], " \t\r\n")
	if text[0] == '{' {
		return len(behind) > 0 && behind[0] == ':'
	}
	return len(behind) > 0 && bytes.IndexByte([]byte(":,]}"), behind[0]) >= 0
}

// leastYAML is the minimum number of lines of YAML with a key.
const leastYAML = 3

// looksLikeYAML reports whether most lines are keys with values, or list items. None may end like
// code.
func looksLikeYAML(head []byte) bool {
	if bytes.HasPrefix(withoutMargin(head), []byte("%{")) { // a map of Elixir
		return false
	}
	keys, foreign, all := 0, 0, 0
	for line := range bytes.Lines(head) {
		text := bytes.TrimSpace(line)
		if len(text) == 0 || text[0] == '#' {
			continue
		}
		all++
		if bytes.IndexByte([]byte(";{(\\"), text[len(text)-1]) >= 0 {
			return false
		}
		item := bytes.TrimLeft(bytes.TrimPrefix(text, []byte("- ")), " ")
		n := 0
		for n < len(item) && (isWordByte(item[n]) || bytes.IndexByte([]byte("-./ \"'"), item[n]) >= 0 && n > 0 || item[n] == '"') {
			n++
		}
		switch {
		case n > 0 && n < len(item) && item[n] == ':' && (n+1 == len(item) || item[n+1] == ' '):
			if bytes.IndexByte(item[:n], ' ') < 0 {
				keys++
			} else {
				foreign++
			}
		case len(item) == len(text) && text[0] != '-':
			foreign++
		}
	}
	return keys >= leastYAML && float64(foreign) <= threshold.ForeignLines*float64(all)
}

// htmlRoots are elements that a page, or a part of one, may begin with.
const htmlRoots = ` a abbr article aside audio b base blockquote body br button canvas center code dialog div dl em ` +
	`fieldset figure font footer form frameset h1 h2 h3 h4 h5 h6 head header hr html i iframe img input label li ` +
	`link main meta nav object ol p picture pre script section select small span strong style svg table tbody td ` +
	`template textarea th thead title tr u ul video `

// isForeignRoot reports whether a content begins with an element, or a declaration, of XML but not
// of HTML. Own elements of a page have a hyphen.
func isForeignRoot(head []byte) bool {
	text := withoutMargin(head)
	for bytes.HasPrefix(text, []byte("<!--")) {
		_, after, _ := bytes.Cut(text, []byte("-->"))
		text = withoutMargin(after)
	}
	text, ok := bytes.CutPrefix(text, []byte("<"))
	for _, declared := range []string{"!ELEMENT", "!ENTITY", "!ATTLIST"} {
		if bytes.HasPrefix(text, []byte(declared)) {
			return true
		}
	}
	n := wordEndAt(text, 0)
	if !ok || n == 0 || n == len(text) || text[n] == '-' {
		return false
	}
	return !strings.Contains(htmlRoots, " "+strings.ToLower(string(text[:n]))+" ")
}
