package parts

import "bytes"

// Lines of legal texts that have as many marks as code: who has the copyright, and since when; and
// lists of names with addresses. The rest of a licence has the words of prose.

// isLegal reports whether a line begins with a copyright, or ends with an address.
func isLegal(line []byte) bool {
	return hasCopyright(line) || hasAddress(line)
}

// hasCopyright reports whether Copyright, (c) or © are the first words of the line.
func hasCopyright(line []byte) bool {
	line = bytes.TrimLeft(line, " \t-*#:.@\\")
	for _, word := range []string{"copyright", "(c) ", "©"} {
		if len(line) > len(word) && bytes.EqualFold(line[:len(word)], []byte(word)) {
			return true
		}
	}
	return false
}

// hasAddress reports whether the line ends with <name@host.org>, or with that in brackets.
func hasAddress(line []byte) bool {
	line = bytes.TrimRight(line, ".,;")
	if len(line) == 0 || line[len(line)-1] != '>' && line[len(line)-1] != ')' {
		return false
	}
	open := bytes.LastIndexAny(line, "<(")
	if open < 1 || !isBlank(line[open-1]) {
		return false
	}
	name, host, ok := bytes.Cut(line[open+1:len(line)-1], []byte("@"))
	return ok && len(name) > 0 && bytes.IndexByte(host, '.') > 0 && !bytes.ContainsAny(name, " \"'")
}
