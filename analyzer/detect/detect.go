package detect

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
	"github.com/chaffinch-search/chaffinch/analyzer/internal/linguist"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// Detection of the language by name and content.
//
// The name decides if it can, by linguist's file names and extensions: a look-up, without reading
// the content. If an extension belongs to several of our languages, linguist's rules for it decide,
// then the classifier. Headers are the exception. .h is by far the most frequent ambiguous
// extension, and linguist's rules take two milliseconds for it.

const (
	// detectHead is the number of bytes of a content that the classifier and the rules for headers
	// read.
	detectHead = 16 << 10
	// ruleHead is the number of bytes that linguist's rules read, which are slow regular
	// expressions.
	ruleHead = 4 << 10
)

// Language returns the language of a file by its name, or else by its content. The content also
// decides if it is a program without doubt that does not look like the name's language. There may
// be no name, as for a snippet from standard input: see [IsNameless]. The result is never nil: it
// is [lex.Prose] for everything but programs in a known language. Content may be nil or cut short;
// at most its first 16 KiB are read.
func Language(name string, content []byte) *lex.Language {
	if IsNameless(name) {
		return Candidates(name, content, 1)[0]
	}
	l := detectName(baseName(name), content)
	if l == nil {
		return lex.Prose
	}
	t := templated(l, baseName(name), content)
	if !isTemplate(t) {
		return overruled(t, content)
	}
	if hasFront(t, content) {
		return t
	}
	around := hostOf(t)
	found := overruled(around, content)
	if found == around || isTemplate(l) && found != innerOf(name) && holdsTag(t, name, headOf(content, detectHead)) {
		return t
	}
	return found
}

// Candidates returns one to n likely languages of a content, the best guess first. With a name, it
// returns the result of [Language] alone. For a snippet without a name, callers can try several.
func Candidates(name string, content []byte, n int) []*lex.Language {
	n = max(n, 1)
	if !IsNameless(name) {
		return []*lex.Language{Language(name, content)}
	}
	head := headOf(content, detectHead)
	if len(bytes.TrimSpace(head)) == 0 {
		return []*lex.Language{lex.Prose}
	}
	var found []*lex.Language
	if l := detectMarks(head); l != nil {
		found = append(found, l)
	}
	signs := signsIn(head)
	clearly := signs.areClear()
	switch {
	case looksLikeJSON(head):
		found = append(found, knownAs("JSON"))
	case clearly:
	case looksLikeINI(head):
		found = append(found, knownAs("INI"))
	case looksLikeYAML(head):
		found = append(found, knownAs("YAML"))
	}
	if !clearly && looksLikeProse(head) {
		found = append(found, lex.Prose)
	}
	if len(found) < n {
		found = append(found, signs.classify(head, n+1)...) // one more, as pickFortran may name one twice
	}
	found = append(found, lex.Prose)
	if i := slices.Index(found, knownAs("Fortran")); i >= 0 {
		found[i] = pickFortran(head, found[i])
	}
	if hasTag(head) && !slices.Contains(found, knownAs("HTML")) {
		found = slices.Insert(found, 1, knownAs("HTML"))
	}
	i := slices.Index(found, knownAs("HTML"))
	if i == 0 && isForeignRoot(head) {
		found = slices.Insert(found, 0, knownAs("XML"))
		i++
	}
	var templates []*lex.Language
	marks := 0
	if i >= 0 || hasTag(head) || hasMarkupLine(head) || hasMark(head, []string{"@using ", "@inject ", "@model "}) {
		templates, marks = templatesIn(head)
	}
	switch surely := marks >= threshold.TemplateMarks; {
	case surely && beginsAsTemplate(head):
		i = 0
	case i < 0 && surely:
		i = 1
	case i < 0:
		templates = nil
	}
	found = slices.Insert(found, max(0, i), templates...)
	return firstDistinct(found, n)
}

// guessable returns the languages that the content alone may identify. They must not be changed.
var guessable = sync.OnceValue(func() []*lex.Language {
	return slices.DeleteFunc(lex.Languages(), func(l *lex.Language) bool {
		return l == lex.Prose || isByName(l)
	})
})

// isByName reports whether the language never follows from the content alone.
func isByName(l *lex.Language) bool { return language.ByName(l.Name).ByName }

// IsNameless reports whether a path does not describe a file. It is empty, "-", or the path of an
// open file, such as /dev/fd/63, which shells pass for <(...).
func IsNameless(name string) bool {
	return name == "" || name == "-" || name == "/dev/stdin" || strings.HasPrefix(name, "/dev/fd/") ||
		strings.HasPrefix(name, "/proc/self/fd/")
}

// firstDistinct returns the first n different languages.
func firstDistinct(all []*lex.Language, n int) []*lex.Language {
	var distinct []*lex.Language
	for _, l := range all {
		if len(distinct) < n && !slices.Contains(distinct, l) {
			distinct = append(distinct, l)
		}
	}
	return distinct
}

// knownAs returns the language with that name, alias or dialect, or nil. Unlike [lex.Lookup] it
// takes none of linguist's aliases.
func knownAs(name string) *lex.Language {
	r := language.ByName(name)
	if r == nil {
		return nil
	}
	l, _ := lex.Lookup(r.Name)
	return l
}

// baseName returns the last element of a path with / or \ between its elements.
func baseName(name string) string {
	return path.Base(strings.ReplaceAll(name, `\`, "/"))
}

func headOf(content []byte, n int) []byte { return content[:min(len(content), n)] }

// detectName returns the language by name, or by marks in the content, or nil.
func detectName(name string, content []byte) *lex.Language {
	for range 3 {
		names := namesFor(name)
		inner, wrapped := withoutWrapping(name)
		if len(names) > 0 {
			if l := pick(name, names, content); l != nil || !wrapped {
				return l
			}
		}
		if !wrapped {
			break
		}
		name = inner
	}
	if isUnit(name, content) {
		return knownAs("INI")
	}
	return detectMarks(headOf(content, detectHead))
}

// namesFor returns linguist's names of the languages a file of that name may have.
func namesFor(name string) []string {
	if names := linguist.ByFilename(name); len(names) > 0 {
		return names
	}
	return linguist.ByExtension(name)
}

// wrappings are extensions that do not depend on the language: a.c.orig is a C file.
var wrappings = []string{
	".in", ".orig", ".bak", ".old", ".new", ".rej", ".tmpl", ".tpl", ".template", ".dist", ".sample",
	".example", "~",
}

// withoutWrapping returns name without an extension of wrappings, and false if it has none.
func withoutWrapping(name string) (string, bool) {
	for _, w := range wrappings {
		if n := len(name) - len(w); n > 0 && strings.EqualFold(name[n:], w) {
			return name[:n], true
		}
	}
	return "", false
}

// pick chooses among the languages of a name. It ignores those that package lex cannot read, unless
// linguist's rules decide for one. The result is nil if package lex can read none.
func pick(name string, names []string, content []byte) *lex.Language {
	ours := ourLanguages(names)
	if len(ours) == 0 {
		return pickClose(name, names, content)
	}
	if l, ruled := pickRuled(name, names, ours, content); ruled {
		return l
	}
	if slices.Contains(names, "Fortran") { // not the free form, which has its own name there
		return pickFortran(content, knownAs("Fortran Fixed Form"))
	}
	if len(names) == 1 {
		return ours[0]
	}
	if isHeader(name) {
		return pickHeader(content)
	}
	if len(ours) > 1 {
		if l := ourLanguages(linguist.ByShebang(content)); len(l) > 0 && slices.Contains(ours, l[0]) {
			return l[0]
		}
		xml := knownAs("XML")
		if slices.Contains(ours, xml) && isRoot(withoutMargin(headOf(content, detectHead))) {
			return xml
		}
		ours = slices.DeleteFunc(ours, func(l *lex.Language) bool { return l == xml })
	}
	if len(ours) == 1 {
		return ours[0]
	}
	switch known := ourLanguages(linguist.ByRules(name, headOf(content, ruleHead))); len(known) {
	case 0:
		ours = untold(name, ours)
	case 1:
		return known[0]
	default:
		ours = known
	}
	return contradicted(likeliest(headOf(content, detectHead), ours), content, 0)
}

// untold returns the languages that linguist's rules might not have found. A language that is never
// guessed is excluded if a rule names it, because that rule did not hold.
func untold(name string, ours []*lex.Language) []*lex.Language {
	ruled := linguist.Ruled(name)
	left := slices.DeleteFunc(slices.Clone(ours), func(l *lex.Language) bool {
		return isByName(l) && slices.Contains(ruled, l.Name)
	})
	if len(left) == 0 {
		return ours
	}
	return left
}

// pickClose returns a known language close to one of these, which package lex lacks. If there are
// several, linguist's rules decide. The result is nil if none is close, or they do not decide.
func pickClose(name string, names []string, content []byte) *lex.Language {
	if l := closeTo(names); l != nil || len(names) == 1 || !slices.ContainsFunc(names, isClose) {
		return l
	}
	return closeTo(linguist.ByRules(name, headOf(content, ruleHead)))
}

// ourLanguages returns our languages for linguist's names, each once, in the same order.
func ourLanguages(names []string) []*lex.Language {
	var ours []*lex.Language
	for _, name := range names {
		if l := knownAs(name); l != nil && !slices.Contains(ours, l) {
			ours = append(ours, l)
		}
	}
	return ours
}

// detectMarks returns the language that a content declares. A shebang, an XML declaration or a mode
// line declares it. The result is nil if there is no such mark, or if package lex does not know the
// language.
func detectMarks(head []byte) *lex.Language {
	names := linguist.ByShebang(head)
	if ours := ourLanguages(names); len(ours) > 0 {
		return ours[0]
	} else if l := closeTo(names); l != nil {
		return l
	}
	switch text := withoutMargin(head); {
	case bytes.HasPrefix(text, []byte("<")) && bytes.Contains(text, []byte("<?php")):
		return knownAs("PHP")
	case bytes.HasPrefix(text, []byte("<?xml")):
		return knownAs("XML")
	}
	if !bytes.Contains(head, []byte("-*-")) && !bytes.Contains(head, []byte("vim:")) {
		return nil
	}
	if name, ok := linguist.ByModeline(head); ok {
		return knownAs(name)
	}
	return nil
}

// isRoot reports whether a text begins with a tag, a declaration or an instruction of XML. What
// follows the name of a tag is its end or an attribute: in Rust, <T as U> is none.
func isRoot(text []byte) bool {
	return root.Match(text) && !bytes.HasPrefix(text, []byte("<?php")) && !bytes.HasPrefix(text, []byte("<?hh"))
}

var root = lazyregexp.New(`^<([?!]|[A-Za-z][\w.:-]*(\s+[\w.:-]+\s*=|\s*/?>))`)

// withoutMargin returns text without leading white space and byte order mark.
func withoutMargin(text []byte) []byte { return bytes.TrimLeft(text, " \t\r\n\uFEFF") }

// looksLikeProse reports whether a content is obviously prose. Prose has several words, and few of
// the marks that are frequent in code.
func looksLikeProse(head []byte) bool {
	var words, marks, letters int
	last := proseByte(0)
	for _, b := range head {
		kind := proseBytes[b]
		letter := kind & proseLetter
		letters += int(letter)
		words += int(letter &^ last)
		marks += int(kind >> 1)
		last = letter
	}
	return words >= proseWords && marks*proseMarks < letters
}

const (
	// proseWords is the minimum number of words of prose.
	proseWords = 6
	// proseMarks is the minimum number of letters for each mark of code in prose.
	proseMarks = 30
)

// proseByte is the role of a byte in prose.
type proseByte uint8

const (
	proseLetter proseByte = 1 << iota
	proseMark             // of code
)

var proseBytes = func() (all [256]proseByte) {
	for b := range 256 {
		if lower(byte(b))-'a' < 26 || b >= 0x80 {
			all[b] = proseLetter
		}
	}
	for _, b := range []byte("{}[]();=<>_$\\|&+*#@~^%/") {
		all[b] = proseMark
	}
	return all
}()
