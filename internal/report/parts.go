package report

import (
	"strings"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/parts"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// readAs says which parts a question was read as: "read as Markdown: 2 blocks of Python, 1 of Go". It
// is empty for a question without parts of code.
func readAs(q chaffinch.Question) string {
	var languages []string
	counts := map[string]int{}
	for _, p := range q.Parts {
		if p.Language == lex.Prose.Name {
			continue
		}
		if counts[p.Language] == 0 {
			languages = append(languages, p.Language)
		}
		counts[p.Language]++
	}
	one, many := "block", "blocks"
	lines := ""
	switch q.Language {
	case parts.Diff:
		one, many, lines = "hunk", "hunks", " (lines are those of the new file)"
	case parts.Notebook:
		one, many = "cell", "cells"
	}
	var texts []string
	for i, l := range languages {
		count := terminal.Plural(counts[l], one, many)
		if i > 0 {
			count = terminal.Thousands(counts[l])
		}
		texts = append(texts, count+" of "+l)
	}
	if len(texts) == 0 {
		return ""
	}
	return "read as " + q.Language + ": " + strings.Join(texts, ", ") + lines
}
