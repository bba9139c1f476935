package chaffinch

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
)

// Filter selects the occurrences that a question may find. The zero value selects all. In texts, * stands
// for any text, and case does not matter. What an occurrence does not say is not selected.
type Filter struct {
	// Path is that of the document below its root, with slashes.
	Path string
	// Language is that in which the document was lexed, by name or alias.
	Language string
	// License is one of the licences in the occurrence's expression, such as MIT or CC-BY-SA-*.
	License string
	// Repository and Author are as the occurrence has them.
	Repository, Author string
	// After and Before bound the date: not before After, and before Before.
	After, Before time.Time
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
var notInID = regexp.MustCompile(`[^A-Za-z0-9.+-]+`)

// Matcher returns what selects occurrences; nil for the zero value, which selects all. The language of a content
// may be unknown, that is empty, and is then selected.
func (f Filter) Matcher() func(index.Content, index.Occurrence) bool {
	if f == (Filter{}) {
		return nil
	}
	language, _ := lex.ParseLanguage(f.Language) // see SearchOptions.Check
	path, license, repository, author := wildcard(f.Path), wildcard(f.License), wildcard(f.Repository), wildcard(f.Author)
	return func(c index.Content, o index.Occurrence) bool {
		switch {
		case language != nil && c.Language != "" && c.Language != language.Name,
			!path(o.Path), !repository(o.Repository), !author(o.Author),
			f.License != "" && !slices.ContainsFunc(notInID.Split(o.License, -1), license),
			!f.After.IsZero() && (o.Date.IsZero() || o.Date.Before(f.After)),
			!f.Before.IsZero() && (o.Date.IsZero() || !o.Date.Before(f.Before)):
			return false
		}
		return true
	}
}

// both returns what selects the occurrences that x and y select. Either may be nil, which selects all.
func both(x, y func(index.Content, index.Occurrence) bool) func(index.Content, index.Occurrence) bool {
	if x == nil {
		return y
	}
	if y == nil {
		return x
	}
	return func(c index.Content, o index.Occurrence) bool { return x(c, o) && y(c, o) }
}

// SWHID returns the identifier of a content by ISO/IEC 18670, with what qualifies it: the repository, the
// revision and the path of the occurrence, if it has them, and the lines, if From is positive.
func SWHID(content string, o index.Occurrence, lines Lines) string {
	id := "swh:1:cnt:" + content
	escape := strings.NewReplacer("%", "%25", ";", "%3B", "\n", "%0A").Replace
	if o.Repository != "" {
		id += ";origin=" + escape(o.Repository)
	}
	if len(o.Revision) == 40 {
		id += ";anchor=swh:1:rev:" + o.Revision + ";path=/" + escape(o.Path)
	}
	switch {
	case lines.From > 0 && lines.To > lines.From:
		id += fmt.Sprintf(";lines=%d-%d", lines.From, lines.To)
	case lines.From > 0:
		id += fmt.Sprintf(";lines=%d", lines.From)
	}
	return id
}
