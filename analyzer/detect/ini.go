package detect

import (
	"bytes"
	"strings"
)

// INI files have few keywords and operators, so the classifier takes them for TOML. Their lines
// identify them: sections, keys with values, comments and indented continuations, nothing else.

// leastKeys is the minimum number of keys of a content without sections.
const leastKeys = 3

// looksLikeINI reports whether a content is INI and not TOML. It has only lines of INI, a section
// or several keys, and a line that TOML does not allow. Values of TOML are quoted, bracketed,
// numbers or words like true.
func looksLikeINI(head []byte) bool {
	sections, foreign, keys, others := 0, 0, 0, 0
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
			if isAssigned(text, at) {
				keys++
			} else {
				others++
			}
		case !isBlank(line[0]):
			return false
		}
	}
	return foreign > 0 && (sections > 0 || keys >= leastKeys && others == 0)
}

// isAssigned reports whether a line assigns to one word at that equals sign. The text after it must
// not end like code.
func isAssigned(line []byte, at int) bool {
	return line[at] == '=' && !bytes.ContainsAny(bytes.TrimSpace(line[:at]), " \t*/+-,'\"") &&
		bytes.IndexByte([]byte("{(;,"), line[len(line)-1]) < 0
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
