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

// Telling languages apart.
//
// The name decides wherever it can, as linguist knows names and extensions: that is
// a look-up and no look at the content. Where an extension belongs to several languages of ours, linguist's
// rules for that extension are asked, then the classifier. Headers are the exception: .h is the most
// frequent ambiguous name by far and linguist's rules take two milliseconds for it, so the words and, where
// they leave it open, the tokens of its beginning are looked at.

const (
	// detectHead is how much of a content the classifier and the rules for headers look at.
	detectHead = 16 << 10
	// ruleHead is how much of a content linguist's rules look at; they are slow regular expressions.
	ruleHead = 4 << 10
)

// Detect returns the language of a file by its name, and by its content where the name leaves it open.
// A name that is empty or "-" is a text that has none, such as a snippet from standard input. The result
// is never nil: what is no program in a language known here is Prose. Content may be nil or cut short;
// at most its first 16 KiB are looked at.
func Language(name string, content []byte) *lex.Language {
	if isNameless(name) {
		return Candidates(name, content, 1)[0]
	}
	if l := detectName(baseName(name), content); l != nil {
		return l
	}
	return lex.Prose
}

// DetectCandidates returns what the content may be, the best guess first, at most n languages and at
// least one. For a file whose name decides that is one language, as Detect gives it; for a snippet
// without a name the caller may want to try several.
func Candidates(name string, content []byte, n int) []*lex.Language {
	n = max(n, 1)
	if !isNameless(name) {
		return []*lex.Language{Language(name, content)}
	}
	head := headOf(content, detectHead)
	var found []*lex.Language
	if l := detectMarks(head); l != nil {
		found = append(found, l)
	}
	if looksLikeINI(head) {
		found = append(found, knownAs("INI"))
	}
	if looksLikeProse(head) {
		found = append(found, lex.Prose)
	}
	if len(found) < n {
		found = append(found, classify(head, guessable())...)
	}
	found = append(found, lex.Prose)
	if i := slices.Index(found, knownAs("Fortran")); i >= 0 {
		found[i] = pickFortran(head, found[i])
	}
	return firstDistinct(found, n)
}

// guessable returns the languages that may be guessed from content alone.
func guessable() []*lex.Language {
	return slices.DeleteFunc(lex.Languages(), func(l *lex.Language) bool { return l == lex.Prose || language.ByName(l.Name).ByName })
}

func isNameless(name string) bool { return name == "" || name == "-" }

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

// knownAs returns the language with that name, alias or dialect among ours, or nil. Unlike [Lookup]
// it takes none of linguist's aliases.
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

// detectName goes by the name first. The result is nil if nobody knows the name or what is inside.
func detectName(name string, content []byte) *lex.Language {
	for range 3 {
		names := linguist.ByFilename(name)
		if len(names) == 0 {
			names = linguist.ByExtension(name)
		}
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
	return detectMarks(headOf(content, detectHead))
}

// wrappings are extensions that say nothing about the language of what is before them.
var wrappings = []string{".in", ".orig", ".bak", ".old", ".new", ".rej", ".tmpl", ".tpl", ".template", ".dist", ".sample", ".example", "~"}

// withoutWrapping returns name without an extension of wrappings, and false if it has none.
func withoutWrapping(name string) (string, bool) {
	for _, w := range wrappings {
		if n := len(name) - len(w); n > 0 && strings.EqualFold(name[n:], w) {
			return name[:n], true
		}
	}
	return "", false
}

// pick chooses among the languages a name stands for. Languages that are not ours do not take part,
// unless linguist's rules name one of them. The result is nil if none is ours.
func pick(name string, names []string, content []byte) *lex.Language {
	ours := ourLanguages(names)
	if len(ours) == 0 {
		return nil
	}
	if slices.Contains(names, "Fortran") { // not the free form, which has its own name there
		return pickFortran(content, knownAs("Fortran Fixed Form"))
	}
	if len(names) == 1 {
		return ours[0]
	}
	if strings.EqualFold(path.Ext(name), ".h") {
		return pickHeader(content)
	}
	if len(ours) > 1 {
		xml := knownAs("XML")
		if bytes.HasPrefix(withoutMargin(headOf(content, detectHead)), []byte("<?xml")) {
			return xml
		}
		ours = slices.DeleteFunc(ours, func(l *lex.Language) bool { return l == xml })
	}
	if len(ours) == 1 {
		return ours[0]
	}
	if ruled := ourLanguages(linguist.ByRules(name, headOf(content, ruleHead))); len(ruled) == 1 {
		return ruled[0]
	} else if len(ruled) > 1 {
		ours = ruled
	}
	return classify(headOf(content, detectHead), ours)[0]
}

// ourLanguages returns the languages that read those with linguist's names, each once, in their order.
func ourLanguages(names []string) []*lex.Language {
	var ours []*lex.Language
	for _, name := range names {
		if l := knownAs(name); l != nil && !slices.Contains(ours, l) {
			ours = append(ours, l)
		}
	}
	return ours
}

// detectMarks goes by what a content says about itself: a shebang, an XML declaration, a mode line.
// The result is nil if it says nothing or names a language that is not ours.
func detectMarks(head []byte) *lex.Language {
	if ours := ourLanguages(linguist.ByShebang(head)); len(ours) > 0 {
		return ours[0]
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

// withoutMargin returns text from its first byte on that is no white space and no byte order mark.
func withoutMargin(text []byte) []byte { return bytes.TrimLeft(text, " \t\r\n\uFEFF") }

// looksLikeProse reports whether a content plainly is running text: several words, and among its bytes
// hardly any of the marks that code is full of.
func looksLikeProse(head []byte) bool {
	var words, marks, letters int
	inWord := false
	for _, b := range head {
		letter := lower(b)-'a' < 26 || b >= 0x80
		if letter {
			letters++
			if !inWord {
				words++
			}
		}
		inWord = letter
		if strings.IndexByte("{}[]();=<>_$\\|&+*#@~^%/", b) >= 0 {
			marks++
		}
	}
	return words >= proseWords && marks*proseMarks < letters
}

const (
	// proseWords is how many words there must be before a text is taken for prose.
	proseWords = 6
	// proseMarks is how many letters there must be to each mark of code.
	proseMarks = 30
)
