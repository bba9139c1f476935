package detect

import "bytes"

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

const (
	// leastYAML is the minimum number of lines of YAML with a key.
	leastYAML = 3
	// mostForeign is the largest share of other lines.
	mostForeign = 0.2
)

// looksLikeYAML reports whether most lines are keys with values, or list items. None may end like
// code.
func looksLikeYAML(head []byte) bool {
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
	return keys >= leastYAML && float64(foreign) <= mostForeign*float64(all)
}
