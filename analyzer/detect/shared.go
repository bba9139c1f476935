package detect

import (
	"bytes"
	_ "embed" // the signs
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
	"github.com/chaffinch-search/chaffinch/analyzer/internal/linguist"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Extensions that languages share. If linguist's rules, or the content, find a language that
// package lex does not know, the file is lexed in a close language, or is text. Code read in a
// wrong language loses whole blocks: an apostrophe or a brace begins a string or comment there.

// pickRuled returns the language of a file with a shared extension, if a sign shows it. A foreign
// file gets a close language, or nil. It ignores the rules of headers and formats, which are slow
// or rarely hold.
func pickRuled(name string, names []string, ours []*lex.Language, content []byte) (l *lex.Language, ruled bool) {
	if len(content) == 0 || isHeader(name) {
		return nil, false
	}
	if signed := signedAs(name, content); signed != "" {
		if l := knownAs(signed); l != nil {
			return l, true
		}
		return closeTo([]string{signed}), true
	}
	if len(names) == len(ours) || ours[0].Parted() || ours[0] == lex.Prose && !slices.ContainsFunc(names, isClose) {
		return nil, false
	}
	head := headOf(content, ruleHead)
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

// closeTo returns the language that is close to each of these, or nil.
func closeTo(names []string) *lex.Language {
	if len(names) == 0 || !isClose(names[0]) {
		return nil
	}
	for _, name := range names[1:] {
		if language.Close(name) != language.Close(names[0]) {
			return nil
		}
	}
	return knownAs(language.Close(names[0]).Name)
}

// isClose reports whether a language lacks a row, and is close to one that has it.
func isClose(name string) bool { return language.Close(name) != nil }

// sharedSigns has signs of languages whose extension others share, where linguist's rules miss
// them. A line has the extension, a language, and its signs, written as in signs.txt. Signs may
// begin with ….
//
//go:embed shared.txt
var sharedSigns string

// sharedSign is a sign of sharedSigns.
type sharedSign struct {
	sign
	language string // its name of linguist's, which may have no row
}

// shareds holds sharedSigns by extension.
var shareds = sync.OnceValue(func() map[string][]sharedSign {
	all := map[string][]sharedSign{}
	for line := range strings.Lines(sharedSigns) {
		extension, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		name, texts, _ := strings.Cut(rest, ": ")
		for text := range strings.SplitSeq(texts, " | ") {
			all[extension] = append(all[extension], sharedSign{newSign(text), name})
		}
	}
	return all
})

// signedAs returns linguist's name of the language that a sign shows for an extension, or "".
func signedAs(name string, content []byte) string {
	all := shareds()[strings.ToLower(path.Ext(name))]
	if len(all) == 0 {
		return ""
	}
	for line := range bytes.Lines(headOf(content, detectHead)) {
		line = bytes.TrimSpace(line)
		for i := range all {
			if all[i].in(line) {
				return all[i].language
			}
		}
	}
	return ""
}

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
