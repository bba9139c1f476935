package detect

import (
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/linguist"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Code under names that say nothing: without an extension, with an unknown one, or .txt.

const (
	// leastCode is the least number of tokens of such code.
	leastCode = 40
	// leastKeywords is the least share of keywords in it. Tables and lists have fewer.
	leastKeywords = 0.03
	// firstHead is the number of bytes that must look like a program for more of them to be read. Most texts end there.
	firstHead = 4 << 10
	// mostOdd is the largest share of values that follow a value in it. Half of prose has more, and
	// nearly all code less.
	mostOdd = 0.1
)

// ofPrograms are the languages that such code is in. Tables and lists often look like others.
var ofPrograms = []string{
	"C", "C#", "C++", "Dart", "Go", "Haskell", "Java", "JavaScript", "Kotlin", "PHP", "Perl", "Python", "R",
	"Ruby", "Rust", "Scala", "Swift", "TypeScript",
}

// File is [Language] for a file of a collection. It also finds a program under a name that says nothing.
// A question under such a name is rather read in several ways.
func File(name string, content []byte) *lex.Language {
	l := Language(name, content)
	if l == lex.Prose && !IsNameless(name) && saysNothing(baseName(name)) {
		return codeOrProse(headOf(content, detectHead))
	}
	return l
}

// Unread returns linguist's name of the programming language that the name of a file says, if [Language] reads
// such a file as text, because package lex knows neither the language nor one that is close to it. Otherwise
// it is empty.
func Unread(name string) string {
	name = baseName(name)
	names := namesFor(name)
	if inner, wrapped := withoutWrapping(name); wrapped && len(names) == 0 {
		names = namesFor(inner)
	}
	if len(ourLanguages(names)) > 0 || pickClose(name, names, nil) != nil {
		return ""
	}
	for _, known := range names {
		if linguist.IsProgramming(known) {
			return known
		}
	}
	return ""
}

// saysNothing reports whether code may have that name.
func saysNothing(name string) bool {
	names := namesFor(name)
	return len(names) == 0 || slices.Contains(names, "Text")
}

// codeOrProse returns the language of a content that is a program without doubt, or [lex.Prose].
func codeOrProse(head []byte) *lex.Language {
	if looksLikeProse(head) {
		return lex.Prose
	}
	l := likeliest(headOf(head, firstHead), guessable())
	if len(head) > firstHead && slices.Contains(ofPrograms, l.Name) {
		l = likeliest(head, guessable())
	}
	if !slices.Contains(ofPrograms, l.Name) {
		return lex.Prose
	}
	tokens := l.Lex(nil, head)
	keywords := float64(lex.CountKeywords(tokens))
	if len(tokens) < leastCode || keywords < leastKeywords*float64(len(tokens)) || lex.Oddness(tokens) > mostOdd {
		return lex.Prose
	}
	return l
}
