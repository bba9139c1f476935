package answer

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
)

// Filter selects the occurrences that a question may find. The zero value selects all. In texts, *
// stands for any text, and case does not matter. A filter on a field excludes occurrences that lack
// the field.
type Filter struct {
	// Path is the document's path below its root, with slashes.
	Path string `json:"path,omitempty" doc:"path of the document; * is any text"`
	// Language is the language in which the document was lexed, by name or alias.
	Language string `json:"language,omitempty" doc:"language of the document"`
	// License is the occurrence's expression, or a licence in it, such as MIT or CC-BY-SA-*. The
	// value unknown selects the occurrences without a licence.
	License string `json:"license,omitempty" doc:"SPDX id, such as MIT or CC-BY-SA-*; unknown selects documents without one"`
	// Repository is the address or name of the occurrence's repository. A git repository on disk
	// has its address, with and without the query, its path, and the name of its folder, with and
	// without .git.
	Repository string `json:"repository,omitempty" doc:"address, path or name of a repository; * is any text"`
	// Author is an author of the occurrence: Name <address>, the name or the address.
	Author string `json:"author,omitempty" doc:"name or address; * is any text"`
	// After and Before bound the date: not before After, and before Before. Of an edited post both
	// dates must be.
	After  time.Time `json:"after,omitzero" doc:"this time or later"`
	Before time.Time `json:"before,omitzero" doc:"before this time"`
}

// Check returns the error of a search with this filter. It may be an unknown language, or dates
// that no document has.
func (f Filter) Check() error {
	if _, err := lex.ParseLanguage(f.Language); err != nil {
		return err
	}
	if !f.After.IsZero() && !f.Before.IsZero() && !f.After.Before(f.Before) {
		return option.Fail(option.NoDates, option.After, dateOf(f.After), option.Before, dateOf(f.Before), option.Before)
	}
	return nil
}

// dateOf returns the date of a time, with the time of day unless that is midnight in UTC.
func dateOf(t time.Time) string {
	if t = t.UTC(); t.Equal(t.Truncate(24 * time.Hour)) {
		return t.Format(time.DateOnly)
	}
	return t.Format(time.RFC3339)
}

// wildcard returns a matcher for a text with *.
func wildcard(pattern string) func(string) bool {
	parts := strings.Split(strings.ToLower(pattern), "*")
	first, last := parts[0], parts[len(parts)-1]
	return func(text string) bool {
		text = strings.ToLower(text)
		if pattern == "" || len(parts) == 1 {
			return pattern == "" || text == first
		}
		if len(text) < len(first)+len(last) || !strings.HasPrefix(text, first) || !strings.HasSuffix(text, last) {
			return false
		}
		text = text[len(first) : len(text)-len(last)]
		for _, part := range parts[1 : len(parts)-1] {
			_, after, ok := strings.Cut(text, part)
			if !ok {
				return false
			}
			text = after
		}
		return true
	}
}

// notInID separates the licences of an expression.
var notInID = lazyregexp.New(`[^A-Za-z0-9.+-]+`)

// Matcher returns a predicate for occurrences, or nil if the filter is zero. It accepts contents
// whose language is empty, that is unknown.
func (f Filter) Matcher() func(document.Content, document.Occurrence) bool {
	if f == (Filter{}) {
		return nil
	}
	language, _ := lex.ParseLanguage(f.Language) // see Check
	path, license, repository, author := wildcard(f.Path), f.license(), wildcard(f.Repository), wildcard(f.Author)
	return func(c document.Content, o document.Occurrence) bool {
		switch {
		case language != nil && c.Language != "" && c.Language != language.Name,
			!path(o.Path), !license(o.License),
			f.Repository != "" && !slices.ContainsFunc(repositoryNames(o), repository),
			f.Author != "" && !slices.ContainsFunc(authorNames(o.Author), author),
			!f.After.IsZero() && (o.Date.IsZero() || o.Date.Before(f.After)),
			!f.Before.IsZero() && (o.Date.IsZero() || !o.Date.Before(f.Before) || !o.Edited.Before(f.Before)):
			return false
		}
		return true
	}
}

// UnknownLicense is the [Filter].License that selects occurrences without one.
const UnknownLicense = "unknown"

// license returns the matcher for the licence of an occurrence.
func (f Filter) license() func(string) bool {
	var spellings []func(string) bool
	for _, spelling := range spdx.Spellings(f.License) {
		spellings = append(spellings, wildcard(spelling))
	}
	matches := func(l string) bool {
		return slices.ContainsFunc(spellings, func(is func(string) bool) bool { return is(l) })
	}
	return func(l string) bool {
		switch {
		case f.License == "":
			return true
		case l == "":
			return strings.EqualFold(f.License, UnknownLicense)
		}
		return matches(l) || slices.ContainsFunc(notInID.Split(l, -1), func(id string) bool { return id != "" && matches(id) })
	}
}

// authorNames returns the names of authors separated by semicolons. These are each author, and for
// Name <address> also both parts. It returns nothing if the author is unknown.
func authorNames(author string) []string {
	if author == "" {
		return nil
	}
	names := []string{author}
	for one := range strings.SplitSeq(author, "; ") {
		name, address, ok := strings.Cut(one, "<")
		if names = append(names, one); ok {
			names = append(names, strings.TrimSpace(name), strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(address), ">")))
		}
	}
	return names
}

// repositoryNames returns the names of the repository of an occurrence; nothing if it is unknown.
func repositoryNames(o document.Occurrence) []string {
	var names []string
	if o.Repository != "" {
		names = append(names, o.Repository)
	}
	if !document.IsRepositoryAddress(o.Root) {
		return names
	}
	address, _ := document.Address(o.Root)
	names = append(names, o.Root, address)
	if u, err := url.Parse(address); err == nil {
		base := path.Base(u.Path)
		names = append(names, u.Path, base, strings.TrimSuffix(base, ".git"))
	}
	return names
}
