package detect

import (
	"bytes"
	"strings"
)

// INI files have few keywords and operators, so the classifier takes them for TOML. Their lines
// identify them: sections, keys with values, comments and indented continuations, nothing else.

// looksLikeINI reports whether a content has only lines of INI, at least one section, and a line
// that TOML does not allow. Values of TOML are quoted, bracketed, numbers or words like true.
func looksLikeINI(head []byte) bool {
	sections, foreign := 0, 0
	for line := range bytes.Lines(head) {
		text := bytes.TrimSpace(line)
		if len(text) == 0 || text[0] == '#' {
			continue
		}
		if text[0] == ';' {
			foreign++
			continue
		}
		if text[0] == '[' && text[len(text)-1] == ']' {
			sections++
			continue
		}
		at := bytes.IndexAny(text, "=:")
		switch {
		case at > 0 && !bytes.ContainsAny(text[:at], "(){};<>"):
			if text[at] == ':' || !startsTOMLValue(bytes.TrimSpace(text[at+1:])) {
				foreign++
			}
		case !isBlank(line[0]):
			return false
		}
	}
	return sections > 0 && foreign > 0
}

// startsTOMLValue reports whether text can be the beginning of a value in TOML.
func startsTOMLValue(text []byte) bool {
	if len(text) == 0 {
		return false
	}
	word := string(text[:wordEndAt(text, 0)])
	return strings.IndexByte("\"'[{+-0123456789", text[0]) >= 0 ||
		word == "true" || word == "false" || word == "inf" || word == "nan"
}
