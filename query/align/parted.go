package align

import (
	"slices"
	"sort"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// A document of several parts has a border before each: see package parts. Borders are ignored like
// boilerplate, so no match extends over one. Code and prose are aligned one after the other,
// because their seeds differ in length.

// parted describes the parts of a document.
type parted struct {
	borders     []analyzer.Span
	starts      []int           // of the parts, at their borders
	seeds       []int           // of the parts
	code, prose []analyzer.Span // the parts of each kind, without borders
	inside      int             // the first token of code inside comments and strings, or the end
}

// setParts sets the parts of a document whose first token is a border.
func (d *Document) setParts() {
	n := analyzer.Analysis{Tokens: d.tokens}
	p := &parted{inside: len(d.tokens)}
	for _, part := range n.Parts() {
		p.borders = append(p.borders, span(part.From-1, part.From))
		p.starts = append(p.starts, part.From-1)
		if part.Inside {
			p.inside = min(p.inside, part.From-1)
		}
		if part.Language == lex.Prose {
			p.seeds, p.prose = append(p.seeds, proseSeed), append(p.prose, part.Span)
		} else {
			p.seeds, p.code = append(p.seeds, codeSeed), append(p.code, part.Span)
		}
	}
	if len(p.code) == 0 {
		d.seed = proseSeed
	}
	d.parted, d.ignored = p, analyzer.MergeSpans(slices.Clone(p.borders))
}

// has reports whether the document has tokens with seeds of that length.
func (d *Document) has(seed int) bool {
	switch {
	case d.parted == nil:
		return d.seed == seed
	case seed == proseSeed:
		return len(d.parted.prose) > 0
	}
	return len(d.parted.code) > 0
}

// outside is the span of the tokens before code inside comments and strings.
func (d *Document) outside() analyzer.Span {
	if d.parted == nil {
		return span(0, d.Len())
	}
	return span(0, d.parted.inside)
}

// partAt returns the part of the token.
func (d *Document) partAt(token int) analyzer.Span {
	if d.parted == nil {
		return span(0, d.Len())
	}
	i := sort.SearchInts(d.parted.starts, token+1)
	to := d.Len()
	if i < len(d.parted.starts) {
		to = d.parted.starts[i] // its border
	}
	return span(d.parted.starts[max(0, i-1)]+1, to) // after its border
}

// seedAt returns the length of seeds in the part of the token.
func (d *Document) seedAt(token int) int {
	if d.parted == nil {
		return d.seed
	}
	i := sort.SearchInts(d.parted.starts, token+1) - 1
	return d.parted.seeds[max(0, i)]
}

// ignoredFor returns the spans that are not aligned with seeds of that length.
func (d *Document) ignoredFor(seed int) []analyzer.Span {
	switch {
	case d.parted == nil:
		return d.ignored
	case seed == proseSeed:
		return analyzer.MergeSpans(slices.Concat(d.ignored, d.parted.code))
	}
	return analyzer.MergeSpans(slices.Concat(d.ignored, d.parted.prose))
}
