// Package linguist holds GitHub linguist's data: file names, extensions, interpreters and aliases
// of languages, and rules that distinguish languages with the same extension.
//
// Its tables are text files with sorted lines, searched by bisection. So they cost no time at
// start, and no memory until they are used. go-enry, which has the same data, builds large maps and
// compiles hundreds of expressions in every process that links it. Tests make the tables from
// go-enry's, and compare all answers with go-enry's.
//
// Callers own the results. All functions are safe for use by several goroutines.
package linguist

import (
	_ "embed"
	"path"
	"strings"
)

// Each line of a table is a key and its values, separated by tabs; the lines are sorted by key.
var (
	//go:embed data/aliases.txt
	aliases string
	//go:embed data/extensions.txt
	extensions string
	//go:embed data/filenames.txt
	filenames string
	//go:embed data/interpreters.txt
	interpreters string
	//go:embed data/primary.txt
	primary string
	//go:embed data/programming.txt
	programming string
)

// ByFilename returns the languages of files with that base name, or nil.
func ByFilename(name string) []string {
	return valuesOf(filenames, name)
}

// ByExtension returns the languages of the longest known extension of the name, or nil. For a.b.c
// it tries .b.c before .c. It ignores case.
func ByExtension(name string) []string {
	name = strings.ToLower(name)
	for i := range len(name) {
		if name[i] == '.' {
			if found := valuesOf(extensions, name[i:]); found != nil {
				return found
			}
		}
	}
	return nil
}

// ByAlias returns the language with that alias, and false if there is none. It ignores case, treats
// a space like an underscore, and drops everything from a comma on.
func ByAlias(name string) (string, bool) {
	name, _, _ = strings.Cut(name, ",")
	return valueOf(aliases, strings.ToLower(strings.ReplaceAll(name, " ", "_")))
}

// Extension returns the primary extension of a language with its dot, or "".
func Extension(language string) string {
	extension, _ := valueOf(primary, language)
	return extension
}

// IsProgramming reports whether the name is a programming language's. Others are data, markup or
// prose.
func IsProgramming(language string) bool {
	_, ok := valueOf(programming, language)
	return ok
}

// extensionOf returns the last extension of a file name in lower case.
func extensionOf(name string) string { return strings.ToLower(path.Ext(name)) }

// valueOf returns the line's rest after the key, and false without such a line.
func valueOf(table, key string) (string, bool) {
	found, value, _ := strings.Cut(lineAt(table, lowerBound(table, key)), "\t")
	if found != key || key == "" {
		return "", false
	}
	return value, true
}

// valuesOf returns the values of the key, or nil.
func valuesOf(table, key string) []string {
	value, ok := valueOf(table, key)
	if !ok {
		return nil
	}
	return strings.Split(value, "\t")
}

// lowerBound returns the offset of the first line whose key is not smaller.
func lowerBound(table, key string) int {
	low, high := 0, len(table) // starts of lines
	for low < high {
		middle := low + (high-low)/2
		start := low + strings.LastIndexByte(table[low:middle], '\n') + 1
		line := lineAt(table, start)
		if found, _, _ := strings.Cut(line, "\t"); found < key {
			low = start + len(line) + 1
		} else {
			high = start
		}
	}
	return low
}

// lineAt returns the line at the offset, or "" at the table's end.
func lineAt(table string, start int) string {
	line, _, _ := strings.Cut(table[start:], "\n")
	return line
}
