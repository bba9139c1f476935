package parts

import (
	"bytes"
	"slices"
)

// Where the body of a string begins and ends.

// quotes are the bytes of opening marks, and closing those of closing ones.
const quotes, closing = "\"'`[=", "\"'`#"

// quoteLength returns the length of the mark that opens a string, with its prefix and tag; 0 for the
// body of a heredoc.
func quoteLength(line []byte) int {
	prefix := len(line) - len(bytes.TrimLeft(line, "@$#&%"+"bBcefFLlNnrRuUx8"))
	body := bytes.TrimLeft(line[prefix:], quotes)
	if len(body) == len(line)-prefix {
		return 0
	}
	if tag := bytes.TrimRight(body, "\r\n"); len(tag) > 0 && len(tag) < longestRaw && tag[len(tag)-1] == '(' { // R"x(
		return len(line)
	}
	return len(line) - len(body)
}

// longestRaw is the length of the longest tag in R"tag(, with its bracket.
const longestRaw = 17

// bodyLength returns the length of a string without the mark that closes it.
func bodyLength(text []byte) int {
	body := bytes.TrimRight(text, closing)
	if len(body) == len(text) {
		return len(bytes.TrimRight(text, "]="))
	}
	if i := bytes.LastIndexByte(body, ')'); i >= 0 && bytes.Contains(text[:min(len(text), len(body)-i+longestRaw)],
		slices.Concat([]byte{'"'}, body[i+1:], []byte{'('})) { // )x"
		return i
	}
	return len(body)
}

// promptLength returns the length of the prompt of an example in Python, with the blanks before it.
func promptLength(line []byte) int {
	text := bytes.TrimLeft(line, " \t")
	for _, prompt := range []string{">>> ", "... "} {
		if bytes.HasPrefix(text, []byte(prompt)) {
			return len(line) - len(text) + len(prompt)
		}
	}
	return 0
}
