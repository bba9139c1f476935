package detect

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
	"github.com/chaffinch-search/chaffinch/analyzer/internal/linguist"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Extensions that languages share. If linguist's rules, or the content, find a language that
// package lex does not know, the file is lexed in a close language, or is text. Code read in a
// wrong language loses whole blocks: an apostrophe or a brace begins a string or comment there.

// pickRuled returns the language of a file with a shared extension, if it is foreign: a close
// language, or nil. It ignores the rules of headers and formats, which are slow or rarely hold.
func pickRuled(name string, names []string, ours []*lex.Language, content []byte) (l *lex.Language, foreign bool) {
	if len(names) == len(ours) || len(content) == 0 || isHeader(name) || ours[0].Parted() || ours[0] == lex.Prose {
		return nil, false
	}
	head := headOf(content, ruleHead)
	if isPackage(name, head) {
		return nil, true
	}
	areForeign := func(names []string) bool { return len(names) > 0 && len(ourLanguages(names)) == 0 }
	if ruled := linguist.ByRulesIf(name, head, areForeign); ruled != nil {
		return closeTo(ruled), true
	}
	others := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return knownAs(n) != nil })
	if len(ours) == 1 && !begins(ours[0], head) {
		return closeTo(others), true
	}
	return nil, false
}

// begins reports whether a content begins like a document in l. For formats the first byte decides.
func begins(l *lex.Language, head []byte) bool {
	text := withoutMargin(head)
	if len(text) == 0 {
		return true
	}
	switch l.Name {
	case "XML":
		return text[0] == '<'
	case "JSON":
		return text[0] == '{' || text[0] == '[' || text[0] == '/'
	}
	return true
}

// isHeader reports whether a name is one of a C header.
func isHeader(name string) bool { return strings.EqualFold(path.Ext(name), ".h") }

// closeTo returns the language that is close to the only one of these, or nil.
func closeTo(names []string) *lex.Language {
	if len(names) != 1 || language.Close(names[0]) == nil {
		return nil
	}
	return knownAs(language.Close(names[0]).Name)
}

// isPackage reports whether a file describes an RPM package. Tests in Ruby share the extension.
func isPackage(name string, head []byte) bool {
	if !strings.EqualFold(path.Ext(name), ".spec") {
		return false
	}
	for line := range bytes.Lines(head) {
		if word, _, _ := bytes.Cut(line, []byte(":")); string(word) == "Name" || string(word) == "Summary" {
			return true
		}
		if word := bytes.TrimRight(line, "\r\n "); slices.Contains(packageParts, string(word)) {
			return true
		}
	}
	return false
}

// packageParts begin parts of such a file.
var packageParts = []string{"%description", "%prep", "%build", "%install", "%files", "%changelog"}

// units are extensions of systemd units and other INI-like files that linguist lacks.
var units = []string{
	".socket", ".timer", ".mount", ".automount", ".target", ".path", ".slice", ".swap", ".network", ".netdev",
	".link", ".container", ".volume", ".kube", ".nspawn", ".dnssd", ".conf", ".gitreview", ".theme", ".lpi",
}

// isUnit reports whether a file has such an extension and begins with a section.
func isUnit(name string, content []byte) bool {
	if !slices.Contains(units, strings.ToLower(path.Ext(name))) {
		return false
	}
	for line := range bytes.Lines(headOf(content, ruleHead)) {
		text := bytes.TrimSpace(line)
		if len(text) > 0 && text[0] != '#' && text[0] != ';' {
			return text[0] == '[' && text[len(text)-1] == ']'
		}
	}
	return false
}
