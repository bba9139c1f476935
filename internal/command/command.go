// Package command writes the command lines that errors advise.
package command

import (
	"path/filepath"
	"strings"
	"unicode"

	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// Root is a root that was indexed, and its collection.
type Root struct{ Collection, Path string }

// Index returns the command that indexes a root into the index at path.
func Index(path string, r Root) string {
	line := "chaffinch index --index " + Word(path)
	if r.Collection != corpus.DefaultCollection(r.Path) {
		line += " --collection " + Word(r.Collection)
	}
	return line + " " + Word(r.Path)
}

// New returns the command that indexes a folder, which is not known, into the index at path.
func New(path string) string { return "chaffinch index --index " + Word(path) + " FOLDER..." }

// Again returns the commands that index one file again.
func Again(path, file string, r Root) string {
	in := " --index " + Word(path) + " --collection " + Word(r.Collection) + " "
	return "chaffinch remove" + in + Word(file) + "; chaffinch index" + in + Word(r.Path)
}

// Repair returns the command that repairs the index at path.
func Repair(path string) string { return "chaffinch check --repair --index " + Word(path) }

// Import returns the command that imports a file of hashes into the index at path.
func Import(path, file string) string {
	return "chaffinch import --index " + Word(path) + " " + Word(file)
}

// Copy returns the command that copies the index at path.
func Copy(path, to string) string { return "chaffinch copy --index " + Word(path) + " " + Word(to) }

// Boilerplate returns the command that adds files to the boilerplate of the index at path.
func Boilerplate(path string, files []string) string {
	line := "chaffinch boilerplate add --index " + Word(path)
	for _, file := range files {
		line += " " + Word(file)
	}
	return line
}

// Word quotes a word for a shell if necessary.
func Word(s string) string { return word(s, filepath.Separator) }

// word quotes for cmd.exe and PowerShell if paths have backslashes, else for a shell of Unix.
func word(s string, separator rune) string {
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != separator && !strings.ContainsRune("_-+=:,./@%", r)
	}) {
		return s
	}
	if separator == '\\' {
		return `"` + s + `"` // no name of a file has such a quote
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
