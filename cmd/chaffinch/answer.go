package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/answer"
	"github.com/chaffinch-search/chaffinch/internal/screen"
)

func (o *askOptions) print(out, errOut io.Writer, a *answer.Answer) error {
	if o.json {
		return nothingIf(printJSON(out, a), len(a.Hits))
	}
	for _, w := range a.Warnings {
		warn(errOut, w)
	}
	ignored := boilerplateIgnored(a.Question)
	if len(a.Hits) == 0 {
		text := fmt.Sprintf("%s (%s, %s): nothing found with a score of %g or more",
			screen.CutPath(shown(a.Question.Name), 40), a.Question.Language,
			screen.Plural(a.Question.Tokens, "token", "tokens"), o.minScore)
		if ignored != "" {
			text += "; " + ignored
		}
		return o.nothing(errOut, text)
	}
	style := screen.StyleFor(out)
	if ignored != "" {
		if _, err := fmt.Fprintln(out, style.Dim(ignored)); err != nil {
			return err
		}
	}
	table := screen.NewTable(">score", o.coverHead(), "kind", "lines", "language", "/document")
	for _, h := range a.Hits {
		table.Row(share(h.Score), o.percent(h), h.Kind, questionLines(h), h.Language, place(h))
	}
	return table.WriteWith(out, style, func(i int) string {
		below := ""
		if o.explain {
			below = style.Dim(explained(&a.Hits[i])) + "\n"
		}
		return below + o.evidence.show(out, a.Hits[i].Alignment)
	})
}

// boilerplateIgnored says how much of the question was not asked for; if all was, a warning says so.
func boilerplateIgnored(q answer.Question) string {
	if q.Boilerplate == 0 || q.Boilerplate == q.Tokens {
		return ""
	}
	return fmt.Sprintf("%s of %s are boilerplate and were ignored", screen.Thousands(q.Boilerplate),
		screen.Plural(q.Tokens, "token", "tokens"))
}

// explained says in words why a document is listed.
func explained(h *answer.Hit) string {
	const indent = "       "
	text := screen.Wrap(indent+h.Explain.String(), indent)
	m, _ := h.Largest()
	if m == nil {
		return text
	}
	most := fmt.Sprintf("largest match: %s, %s", screen.Plural(m.Tokens, "token", "tokens"), m.Kind)
	for i, n := range m.Renames {
		if i == shownRenames {
			most += fmt.Sprintf(" and %d more", len(m.Renames)-i)
			break
		}
		most += fmt.Sprintf("%s %s is %s", map[bool]string{true: ":", false: ","}[i == 0], screen.Safe(n.Question), screen.Safe(n.Document))
	}
	return text + "\n" + screen.Wrap(indent+most, indent)
}

// shownRenames is how many renamed identifiers an explanation names.
const shownRenames = 5

func share(v float64) string { return fmt.Sprintf("%.3f", v) }

// coverHead is the head of the column of percent.
func (o *askOptions) coverHead() string {
	if o.cover {
		return ">adds"
	}
	return ">cover"
}

// percent is the share of the question that the hit explains, with --cover beyond those before it,
// as far as that is known.
func (o *askOptions) percent(h answer.Hit) string {
	switch {
	case !h.Aligned:
		return "?"
	case o.cover:
		return fmt.Sprintf("%.0f%%", 100*h.Adds)
	}
	return fmt.Sprintf("%.0f%%", 100*h.Coverage)
}

// questionLines names the lines of the question that the hit explains.
func questionLines(h answer.Hit) string {
	m, more := h.Largest()
	if m == nil {
		return ""
	}
	text := m.Question.String()
	if more > 0 {
		text += fmt.Sprintf(" +%d", more)
	}
	return text
}

// place names a content by its first occurrence, and the lines of its largest match.
func place(h answer.Hit) string {
	text := screen.Safe(nearby(h.Occurrences[0].File()))
	if m, _ := h.Largest(); m != nil {
		text += ":" + m.Document.String()
	}
	if more := len(h.Occurrences) - 1; more > 0 {
		text += " and " + screen.Plural(more, "copy", "copies")
	}
	return text
}

// nearby returns the path as it would be typed here: relative if it is below this folder.
func nearby(path string) string {
	dir, err := os.Getwd()
	if err != nil {
		return path
	}
	rel, err := filepath.Rel(dir, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return path
	}
	return rel
}
