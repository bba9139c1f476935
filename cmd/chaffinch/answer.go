package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/chaffinch-search/chaffinch/index"
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
	if len(a.Hits) == 0 {
		return o.nothing(errOut, fmt.Sprintf("%s (%s, %s): nothing found with a score of %g or more",
			screen.CutPath(shown(a.Question.Name), 40), a.Question.Language,
			screen.Plural(a.Question.Tokens, "token", "tokens"), o.minScore))
	}
	style := screen.StyleFor(out)
	table := screen.NewTable(">score", ">cont", ">resem", ">cosine", "language", ">tokens", "/document")
	for _, h := range a.Hits {
		table.Row(share(h.Score), share(h.Containment), share(h.Resemblance), share(h.Cosine),
			h.Language, screen.Thousands(h.Tokens), place(h.Occurrences))
	}
	if !o.explain {
		return table.Write(out, style)
	}
	return table.WriteWith(out, style, func(i int) string { return "       " + a.Hits[i].Explain.String() })
}

func share(v float64) string { return fmt.Sprintf("%.3f", v) }

// place names a content by its first occurrence.
func place(all []index.Occurrence) string {
	text := screen.Safe(nearby(all[0].File()))
	if more := len(all) - 1; more > 0 {
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
