package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/parts"
	"github.com/chaffinch-search/chaffinch/internal/skips"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// readAs reports which parts a question was read as. An example is "read as Markdown: 2 blocks of
// Python, 1 of Go, 3 of Text; left out: line 9 (has no tokens)". It is empty for a question of text
// alone.
func readAs(q answer.Question) string {
	var languages, left []string
	counts := map[string]int{}
	for _, p := range q.Parts {
		if counts[p.Language] == 0 {
			languages = append(languages, p.Language)
		}
		counts[p.Language]++
		if p.Unread != "" {
			left = append(left, fmt.Sprintf("%s (%s)", p.Lines, p.Unread))
		}
	}
	if len(counts) == 0 || len(counts) == 1 && counts[lex.Prose.Name] > 0 {
		return skips.Lines(q.LeftOut)
	}
	if i := slices.Index(languages, lex.Prose.Name); i >= 0 { // last
		languages = append(slices.Delete(languages, i, i+1), lex.Prose.Name)
	}
	one, many, note := nouns(q.Language)
	var texts []string
	for i, l := range languages {
		count := terminal.Plural(counts[l], one, many)
		if i > 0 {
			count = terminal.Thousands(counts[l])
		}
		texts = append(texts, count+" of "+l)
	}
	lines := skips.Lines(q.LeftOut)
	if lines != "" {
		lines = "; " + lines
	}
	return "read as " + q.Language + ": " + strings.Join(texts, ", ") + note + leftOut(left) + lines
}

// nouns returns the words for the parts of a format, and a note on it.
func nouns(format string) (one, many, note string) {
	switch format {
	case parts.Diff:
		return "hunk", "hunks", " (lines of the new file)"
	case parts.Notebook:
		return "cell", "cells", ""
	}
	return "block", "blocks", ""
}

// leftOut lists the first parts that were not searched for, with their lines.
func leftOut(all []string) string {
	const most = 3
	if len(all) == 0 {
		return ""
	}
	text := "; left out: lines " + strings.Join(all[:min(most, len(all))], ", ")
	if more := len(all) - most; more > 0 {
		text += fmt.Sprintf(" and %s more", terminal.Thousands(more))
	}
	return text
}
