package origin

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

// wrapping has the extensions of the formats of snippets.
var wrapping = map[level]string{markdown: ".md", diff: ".patch", notebook: ".ipynb"}

// before and after are the prose around a block of code, as in the answer of an assistant.
var (
	before = []string{
		"Here's a version that does what you want:", "You could try the following code.",
		"Sure! The function below handles all the cases that you mentioned, including the empty one.",
		"# Solution\n\nI'd write it like this, because it's easier to test:",
	}
	after = []string{
		"Let me know if you have any questions.", "Note that it doesn't check for errors, so you'd have to add that.",
		"## How it works\n\n1. It reads the input.\n2. It returns the result.\n\nHope that helps!",
	}
)

// wrap returns a document of the format with the snippet in it.
func wrap(l level, rng *rand.Rand, s *snippet) []byte {
	first, last := before[rng.IntN(len(before))], after[rng.IntN(len(after))]
	switch l {
	case markdown:
		return wrapMarkdown(rng, s, first, last)
	case diff:
		return wrapDiff(rng, s)
	}
	return wrapNotebook(s, first, last)
}

// wrapMarkdown names the language of every second block.
func wrapMarkdown(rng *rand.Rand, s *snippet, first, last string) []byte {
	fence, label := "```", ""
	for bytes.Contains(s.source, []byte(fence)) {
		fence += "`"
	}
	if rng.IntN(2) == 0 {
		label = s.lang.Name
	}
	return fmt.Appendf(nil, "%s\n\n%s%s\n%s\n%s\n\n%s\n", first, fence, label, bytes.TrimRight(s.source, "\n"), fence, last)
}

// wrapDiff adds the snippet to a file.
func wrapDiff(rng *rand.Rand, s *snippet) []byte {
	lines := code.Lines(s.source)
	at := 1 + rng.IntN(500)
	out := fmt.Appendf(nil, "diff --git a/new%[1]s b/new%[1]s\nindex 12ab34c..56de78f 100644\n--- a/new%[1]s\n+++ b/new%[1]s\n"+
		"@@ -%[2]d,3 +%[2]d,%[3]d @@\n \n-old\n", s.ext, at, len(lines)+2)
	for _, line := range lines {
		out = append(out, '+')
		out = append(append(out, bytes.TrimRight(line, "\r\n")...), '\n')
	}
	return append(out, " \n"...)
}

// wrapNotebook makes a cell of the snippet.
func wrapNotebook(s *snippet, first, last string) []byte {
	var lines []string
	for _, line := range code.Lines(s.source) {
		lines = append(lines, string(line))
	}
	type object = map[string]any
	text := func(t string) object {
		return object{"cell_type": "markdown", "metadata": object{}, "source": []string{t}}
	}
	cell := object{"cell_type": "code", "metadata": object{}, "execution_count": 1, "outputs": []any{}, "source": lines}
	out, err := json.MarshalIndent(object{
		"cells": []any{text(first), cell, text(last)}, "nbformat": 4, "nbformat_minor": 5,
		"metadata": object{"language_info": object{"name": s.lang.Name}},
	}, "", " ")
	if err != nil {
		panic(err) // strings always encode
	}
	return append(out, '\n')
}
