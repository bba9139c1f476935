package linguist

import (
	"bytes"
	"path"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// Marks in a content that declare its language: a shebang, or a mode line of an editor.

// ByShebang returns the languages of the interpreter that a content's first line names, or nil.
func ByShebang(content []byte) []string {
	return valuesOf(interpreters, interpreter(content))
}

var pythonVersion = lazyregexp.New(`python\d\.\d`)

// interpreter returns the name of the program in the shebang, without its folder, or "".
func interpreter(content []byte) string {
	line, _, _ := bytes.Cut(content, []byte("\n"))
	command, ok := bytes.CutPrefix(line, []byte("#!"))
	words := strings.Fields(string(command))
	if !ok || len(words) == 0 {
		return ""
	}
	name := path.Base(words[0])
	if name == "env" {
		name = calledByEnv(words[1:])
	}
	switch {
	case name == "sh":
		return replacement(content)
	case name == "osascript" && bytes.Contains(command, []byte("-l")):
		return "" // -l names another language
	case strings.Contains(name, ".") && pythonVersion.MatchString(name):
		name, _, _ = strings.Cut(name, ".")
	}
	return name
}

// calledByEnv returns the program that env calls. Options and assignments may come before it.
func calledByEnv(words []string) string {
	for len(words) > 1 && (strings.Contains(words[0], "-") || isAssignment(words[0])) {
		words = words[1:]
	}
	if len(words) == 0 {
		return ""
	}
	return path.Base(words[0])
}

func isAssignment(word string) bool {
	return len(word) > 2 && strings.Contains(word[1:len(word)-1], "=")
}

// replaced matches the line by which a shell script runs itself in another program:
// exec tclsh "$0" "$@".
var replaced = lazyregexp.New(`exec (\w+).+\$0.+\$@`)

// replacement returns the program that replaces a shell script, or sh. It looks at the first five
// lines.
func replacement(content []byte) string {
	lines := bytes.SplitN(content, []byte("\n"), 6)
	for _, line := range lines[:min(5, len(lines))] {
		if bytes.Contains(line, []byte("exec ")) {
			if found := replaced.FindSubmatch(line); found != nil {
				return string(found[1])
			}
		}
	}
	return "sh"
}

// ByModeline returns the language that Emacs' or Vim's mode line names, or false. It looks at the
// first and last five lines of a content.
func ByModeline(content []byte) (string, bool) {
	ends := firstAndLast(content, 5)
	if language, ok := byEmacs(ends); ok {
		return language, true
	}
	return byVim(ends)
}

// firstAndLast returns the first n and the last n lines of a content. It returns all of one with
// fewer than 2n. Like go-enry it puts nothing between the two.
func firstAndLast(content []byte, n int) []byte {
	if bytes.Count(content, []byte("\n")) < 2*n {
		return content
	}
	first, last := 0, len(content)
	for range n {
		first += bytes.IndexByte(content[first:], '\n') + 1
		last = bytes.LastIndexByte(content[:last], '\n')
	}
	return append(bytes.Clone(content[:first-1]), content[last+1:]...)
}

var (
	emacsLine = lazyregexp.New(`(?m)^.*-\*-\s*(.+?)\s*-\*-`)
	emacsMode = lazyregexp.New(`(?i).*mode\s*:\s*([^\s;]+)`)
	vimLine   = lazyregexp.New(`(?m)(?:(?:^|\s)vi(?:m(?:[<=>]?\d+)?)?|ex)\s*:\s*(.*)$`)
	vimType   = lazyregexp.New(`(?i:filetype|syntax|ft)\s*=(\w+)(?:[\s:]|$)`)
)

// byEmacs reads -*- C -*- and -*- mode: C; tab-width: 8 -*-.
func byEmacs(text []byte) (string, bool) {
	if !bytes.Contains(text, []byte("-*-")) {
		return "", false
	}
	lines := emacsLine.FindAllSubmatch(text, -1)
	if len(lines) == 0 {
		return "", false
	}
	name := lines[len(lines)-1][1]
	if mode := emacsMode.FindSubmatch(name); mode != nil {
		name = mode[1]
	}
	return ByAlias(string(name))
}

// byVim reads vim: set ft=c: and similar lines. Types that contradict each other count for nothing.
func byVim(text []byte) (string, bool) {
	lines := vimLine.FindAllSubmatch(text, -1)
	if len(lines) == 0 {
		return "", false
	}
	types := vimType.FindAllSubmatch(lines[len(lines)-1][1], -1)
	if len(types) == 0 {
		return "", false
	}
	for _, other := range types[1:] {
		if !bytes.Equal(other[1], types[0][1]) {
			return "", false
		}
	}
	return ByAlias(string(types[0][1]))
}
