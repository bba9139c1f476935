package analyzer

import (
	"bytes"
	"maps"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/parts"
)

// DropProse removes the prose of a notebook that also has code. It counts the lines as left out.
// Markdown with chunks that run, as of R Markdown and Quarto, is a notebook.
// src is its source. Call it between [Analysis.Lex] and [Analyzer.Fingerprint].
func (n *Analysis) DropProse(src []byte) {
	isProse := func(p Part) bool { return p.Language == lex.Prose && !p.Inside }
	if !n.Parted() || !parts.IsNotebook(n.Language, src) {
		return
	}
	all := n.Parts()
	if !slices.ContainsFunc(all, isProse) || !slices.ContainsFunc(all, func(p Part) bool { return p.Language != lex.Prose && p.Len() > 0 }) {
		return
	}
	kept, lines := n.Tokens[:0], 0
	for _, p := range all {
		if !isProse(p) {
			kept = append(kept, n.Tokens[p.From-1:p.To]...)
		} else if p.Len() > 0 {
			lines += 1 + bytes.Count(src[n.Tokens[p.From].Start:n.Tokens[p.To-1].End], []byte("\n"))
		}
	}
	n.Tokens = kept
	n.LeftOut = maps.Clone(n.LeftOut)
	if n.LeftOut == nil {
		n.LeftOut = map[string]int{}
	}
	n.LeftOut[parts.LeftProse] += lines
}
