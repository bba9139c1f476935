// Package boilerplate finds material in documents that does not show an origin: starter code,
// licences, generated parts. Collect it in a [Set], or read the boilerplate of an index with
// [Read]; [Set.Spans] then returns the parts of a document to ignore.
package boilerplate

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// Set is the set of all k-grams of the boilerplate. Concurrent reading is safe once nothing is
// added any more.
type Set struct {
	analyzer *analyzer.Analyzer
	grams    [analyzer.Representations]map[uint64]struct{}
}

// New returns an empty set for documents analysed by the analyzer.
func New(a *analyzer.Analyzer) *Set {
	b := &Set{analyzer: a}
	for r := range b.grams {
		b.grams[r] = map[uint64]struct{}{}
	}
	return b
}

// Read returns the boilerplate of the index, for documents analysed by the analyzer. An index
// without boilerplate costs one look-up; otherwise all of it is read and lexed.
func Read(ctx context.Context, s index.State, a *analyzer.Analyzer) (*Set, error) {
	all := New(a)
	var n analyzer.Analysis
	err := s.EachBoilerplate(ctx, func(b index.Boilerplate) error {
		l, ok := lex.Lookup(b.Language)
		if !ok {
			return fmt.Errorf("boilerplate %s: unknown language %q", b.Names[0], b.Language)
		}
		source, err := b.Source()
		if err != nil {
			return fmt.Errorf("boilerplate %s: %w", b.Names[0], err)
		}
		n.Lex(l, corpus.Decode(source).UTF8)
		all.Add(&n)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading the boilerplate of the index: %w", err)
	}
	return all, nil
}

// Add adds a document, analysed by the analyzer of the set.
func (b *Set) Add(doc *analyzer.Analysis) {
	buf := buffers.Get().(*[]winnow.Fingerprint)
	defer buffers.Put(buf)
	for r := range analyzer.Representation(analyzer.Representations) {
		*buf = b.analyzer.AppendGrams((*buf)[:0], doc, r)
		for _, g := range *buf {
			b.grams[r][g.Hash] = struct{}{}
		}
	}
}

// AddExact adds the exact k-grams of a document inside of the spans.
func (b *Set) AddExact(doc *analyzer.Analysis, spans []analyzer.Span) {
	for _, p := range doc.Parts() {
		scheme, ok := b.analyzer.Settings().Scheme(p.Language, analyzer.Exact)
		if !ok {
			continue
		}
		for _, g := range b.analyzer.AppendPartGrams(nil, doc, p, analyzer.Exact) {
			from := int(g.Token)
			if slices.ContainsFunc(spans, func(s analyzer.Span) bool { return s.From <= from && from+scheme.K <= s.To }) {
				b.grams[analyzer.Exact][g.Hash] = struct{}{}
			}
		}
	}
}

// buffers pools the memory of the k-grams of a document.
var buffers = sync.Pool{New: func() any { return new([]winnow.Fingerprint) }}

// Len returns the number of k-grams in the set.
func (b *Set) Len() int {
	n := 0
	for _, grams := range b.grams {
		n += len(grams)
	}
	return n
}

// renamedRun is the factor by which a run must be longer if its names differ. Short structures are
// common: a loop in the boilerplate should not make all loops boilerplate.
const renamedRun = 2

// Spans returns the parts of an analysed document that are boilerplate, in order. A part is a run
// of tokens with every k-gram in the set: at least the guarantee threshold long in the exact
// representation, and at least twice as long in structure.
func (b *Set) Spans(doc *analyzer.Analysis) []analyzer.Span {
	if len(b.grams[analyzer.Structure])+len(b.grams[analyzer.Exact]) == 0 {
		return nil
	}
	var spans []analyzer.Span
	buf := buffers.Get().(*[]winnow.Fingerprint)
	defer buffers.Put(buf)
	for _, p := range doc.Parts() {
		for r := range analyzer.Representation(analyzer.Representations) {
			scheme, ok := b.analyzer.Settings().Scheme(p.Language, r)
			if !ok || len(b.grams[r]) == 0 {
				continue
			}
			*buf = b.analyzer.AppendPartGrams((*buf)[:0], doc, p, r)
			least := leastRun(p.Language, r, scheme) - scheme.K + 1
			b.eachRun(r, *buf, least, func(from, to int) {
				spans = append(spans, analyzer.Span{From: p.From + from, To: p.From + to - 1 + scheme.K})
			})
		}
	}
	return analyzer.MergeSpans(spans)
}

// eachRun calls f for the maximal runs of at least that many k-grams in the set. It looks up the
// last k-gram of a possible run first, as Boyer and Moore do: if it is not in the set, no run
// contains it, and those before it are not looked up. In documents with little boilerplate one
// k-gram in 25 is looked up in structure.
func (b *Set) eachRun(r analyzer.Representation, grams []winnow.Fingerprint, least int,
	f func(from, to int)) {
	known := func(i int) bool { _, ok := b.grams[r][grams[i].Hash]; return ok }
	begin := 0 // of the next possible run
	for begin+least <= len(grams) {
		from := begin + least // where the known k-grams before it begin
		for from > begin && known(from-1) {
			from--
		}
		if from > begin {
			begin = from // the k-gram before it is unknown
			continue
		}
		to := begin + least
		for to < len(grams) && known(to) {
			to++
		}
		f(begin, to)
		begin = to + 1
	}
}

// leastRun returns the minimum length of a part, in tokens.
func leastRun(l *lex.Language, r analyzer.Representation, s winnow.Scheme) int {
	least := s.Guarantee()
	if r == analyzer.Structure && l != lex.Prose {
		least *= renamedRun
	}
	return least
}

// Tokens returns the number of tokens in spans that do not overlap.
func Tokens(spans []analyzer.Span) (n int) {
	for _, s := range spans {
		n += s.Len()
	}
	return n
}
