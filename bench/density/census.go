package main

import (
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// compared are the selections, in the order of the table.
var compared = []string{winnow.SelectRobust, winnow.SelectOpenClosed}

// part is what has a scheme of its own: a representation of code, or prose.
type part struct {
	name           string
	representation analyzer.Representation
	prose          bool
	files, tokens  int
	rows           []row // by rising k
}

// row is one k and w.
type row struct {
	k, w   int
	counts []count // by selection
}

// count is what one selection keeps.
type count struct {
	selection        winnow.Selection
	prints, postings int
	terms            map[uint64]struct{} // those in the sample
}

// census counts what all selections keep of the documents that it is given.
type census struct {
	sample uint64
	parts  []*part
	seen   map[string]bool // contents

	tokens               []lex.Token // memory that is used again
	symbols              []uint64
	grams, inner, hashes []uint64
	selected             []int
}

func newCensus(sample uint64) *census {
	c := &census{sample: sample, seen: map[string]bool{}}
	s := analyzer.DefaultSettings()
	for _, p := range []struct {
		part
		guarantee int
	}{
		{part{name: "structure", representation: analyzer.Structure}, s.Structure.Guarantee()},
		{part{name: "exact", representation: analyzer.Exact}, s.Exact.Guarantee()},
		{part{name: "text", representation: analyzer.Exact, prose: true}, s.Text.Guarantee()},
	} {
		p.rows = rowsOf(p.guarantee)
		c.parts = append(c.parts, &p.part)
	}
	return c
}

// rowsOf returns all k and w of a guarantee, but the k of 1, where nothing is a run, and of t, where
// every k-gram is kept.
func rowsOf(guarantee int) (rows []row) {
	for k := 2; k < guarantee; k++ {
		r := row{k: k, w: guarantee - k + 1}
		for _, name := range compared {
			s, err := winnow.Scheme{K: k, W: r.w, Selection: name}.New()
			if err != nil {
				continue // no k and w of a guarantee that is in range
			}
			r.counts = append(r.counts, count{selection: s, terms: map[uint64]struct{}{}})
		}
		rows = append(rows, r)
	}
	return rows
}

// read counts the files below root.
func (c *census) read(ctx context.Context, root string) error {
	var buf []byte
	var o corpus.Options
	return corpus.Walk(ctx, root, o, func(f corpus.File) error {
		content, reason, _ := corpus.Read(f, o, buf) // what cannot be read is skipped, as an index does
		buf = content
		if reason != corpus.Kept || c.seen[index.BlobID(content)] {
			return nil
		}
		c.seen[index.BlobID(content)] = true
		c.add(detect.Language(f.Path, content), content)
		return nil
	}, nil)
}

// add counts one document.
func (c *census) add(l *lex.Language, content []byte) {
	c.tokens = l.Lex(c.tokens[:0], content)
	for _, p := range c.parts {
		if p.prose != (l == lex.Prose) {
			continue
		}
		p.files++
		p.tokens += len(c.tokens)
		c.symbols = c.symbols[:0]
		for _, t := range c.tokens {
			c.symbols = append(c.symbols, p.representation.Symbol(t))
		}
		for _, r := range p.rows {
			c.grams = winnow.Grams(c.grams[:0], c.symbols, r.k)
			for i := range r.counts {
				c.count(&r.counts[i])
			}
		}
	}
}

// count adds what one selection keeps of the document.
func (c *census) count(n *count) {
	c.selected = c.selected[:0]
	if s, ok := n.selection.(winnow.InnerSelection); ok {
		c.inner = winnow.Grams(c.inner[:0], c.symbols, s.Inner())
		c.selected = s.Select(c.selected, c.inner)
	} else {
		c.selected = n.selection.Select(c.selected, c.grams)
	}
	c.hashes = c.hashes[:0]
	for _, i := range c.selected {
		c.hashes = append(c.hashes, c.grams[i])
	}
	n.prints += len(c.hashes)
	slices.Sort(c.hashes)
	c.hashes = slices.Compact(c.hashes)
	n.postings += len(c.hashes)
	for _, h := range c.hashes {
		if h%c.sample == 0 {
			n.terms[h] = struct{}{}
		}
	}
}
