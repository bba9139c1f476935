package index

import "strings"

// indexedRoot is a root that was indexed, and its collection.
type indexedRoot struct{ collection, root string }

// againFrom returns the command that indexes a root into the index at path.
func againFrom(path string, r indexedRoot) string {
	line := "chaffinch index --index " + shellWord(path)
	if r.collection != defaultCollection(r.root) {
		line += " --collection " + shellWord(r.collection)
	}
	return line + " " + shellWord(r.root)
}

// shellWord quotes a word for a shell if necessary.
func shellWord(s string) string {
	special := func(r rune) bool {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
		return !letter && !strings.ContainsRune("_-+=:,./@%", r)
	}
	if s != "" && s[0] != '-' && strings.IndexFunc(s, special) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
