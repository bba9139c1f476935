package lex

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
	"github.com/chaffinch-search/chaffinch/analyzer/internal/linguist"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// A Language turns sources of one programming language, or prose, into tokens. It is immutable, so
// several goroutines may use it.
type Language struct {
	// Name is the name of the language in reports and settings: "Go", "C++", "Text".
	Name string

	row     *language.Row // nil: words
	parted  *language.Row // of a format of several parts; else nil
	once    sync.Once
	program *program
	idle    atomic.Pointer[scanner] // for the next call of Lex
}

// String returns the name.
func (l *Language) String() string { return l.Name }

// Aliases returns further names of the language that [Lookup] accepts, besides linguist's.
func (l *Language) Aliases() []string {
	switch {
	case l.row != nil:
		return strings.Fields(l.row.Aliases)
	case l.parted != nil:
		return strings.Fields(l.parted.Aliases)
	}
	return nil
}

// Extension returns linguist's primary extension of the language with its dot, or "".
func (l *Language) Extension() string { return linguist.Extension(l.Name) }

// catalog holds all languages. The tables of each are made when it is first used.
var catalog = sync.OnceValue(func() map[*language.Row]*Language {
	all := map[*language.Row]*Language{language.Text: Prose}
	for _, r := range language.Rows() {
		all[r] = &Language{Name: r.Name, row: r}
	}
	for _, r := range language.Parted {
		all[r] = &Language{Name: r.Name, parted: r}
	}
	return all
})

// Prose is running text in any script; its tokens are words. Package detect returns it for texts
// and for everything that it does not recognize.
var Prose = &Language{Name: "Text"}

// Parted reports whether documents consist of parts in other languages, as in Markdown.
// Package parts takes them apart; [Language.Lex] reads all of such a document as words.
func (l *Language) Parted() bool { return l.parted != nil }

// Languages returns all languages, including Prose, sorted by name. The caller owns the slice.
func Languages() []*Language { return slices.DeleteFunc(slices.Clone(sorted()), (*Language).Parted) }

// Formats returns the formats of several parts, sorted by name: see [Language.Parted]. The caller
// owns the slice.
func Formats() []*Language {
	return slices.DeleteFunc(slices.Clone(sorted()), func(l *Language) bool { return !l.Parted() })
}

// sorted holds all languages and formats, sorted by name.
var sorted = sync.OnceValue(func() []*Language {
	all := slices.Collect(maps.Values(catalog()))
	slices.SortFunc(all, func(a, b *Language) int { return strings.Compare(a.Name, b.Name) })
	return all
})

// Lookup finds a language by its name, alias or extension without the dot. Case does not matter:
// "c++", "cpp", "golang", "py", "text". It returns false for an unknown name.
func Lookup(name string) (*Language, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	if l := named(name); l != nil {
		return l, true
	}
	if known, ok := linguist.ByAlias(name); ok {
		if l := named(known); l != nil {
			return l, true
		}
	}
	if name == "" || strings.ContainsAny(name, "./\\") {
		return nil, false
	}
	names := linguist.ByExtension("x." + name)
	if l, ok := onlyOurs(names); ok {
		return l, true
	}
	known, _ := linguist.ByAlias(name)
	return closeTo(append(names, known))
}

// ParseLanguage is [Lookup] for a user's name: nil for an empty one, an error if unknown.
func ParseLanguage(name string) (*Language, error) {
	if name == "" {
		return nil, nil
	}
	l, ok := Lookup(name)
	if !ok {
		return nil, option.Fail(option.UnknownLanguage, name)
	}
	return l, nil
}

// closeTo returns the language close to the names. It returns false if none or several are.
func closeTo(names []string) (*Language, bool) {
	for i, name := range names {
		if r := language.Close(name); r != nil {
			names[i] = r.Name
		}
	}
	return onlyOurs(names)
}

// onlyOurs returns the language that linguist's names denote. It returns false for none or several.
func onlyOurs(names []string) (*Language, bool) {
	var found *Language
	for _, name := range names {
		l := named(name)
		if l == nil || l == found {
			continue
		}
		if found != nil {
			return nil, false
		}
		found = l
	}
	return found, found != nil
}

// named returns the language with that name, alias or dialect, in any case, or nil, without
// linguist's tables.
func named(name string) *Language {
	if r := language.ByName(name); r != nil {
		return catalog()[r]
	}
	return nil
}
