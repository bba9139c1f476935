package collection

import (
	"container/list"
	"context"
	"fmt"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/charset"
	"github.com/chaffinch-search/chaffinch/internal/answer"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// prepared is a file read again and made ready to be aligned. Nothing in it changes any more.
type prepared struct {
	document *align.Document
	rarity   align.Rarity
	ignored  []align.Span // boilerplate
	weights  map[uint64]float64
	size     align.Size
}

// prepare reads and lexes the file.
func (c *comparison) prepare(ctx context.Context, f *file) (*prepared, error) {
	content, err := f.source.read(ctx)
	if err != nil {
		return nil, fmt.Errorf("reading %s again: %w", f.path, err)
	}
	text, err := charset.DecodeContext(ctx, content)
	if err != nil {
		return nil, err
	}
	var n analyzer.Analysis
	if err := c.analyzer.AnalyzeContext(ctx, f.language, text.UTF8, &n); err != nil {
		return nil, err
	}
	p := &prepared{document: answer.NewDocument(&text, n.Tokens), ignored: c.boilerplate(&n)}
	p.document.Ignore(p.ignored)
	f.ignored.Store(lengthOf(p.ignored))
	p.rarity = align.NewRarity(c.analyzer, &n, query.IDF(c.table.Documents(), 1), c.idfOf(&n))
	if err != nil {
		return nil, err
	}
	p.rarity.Ignore(p.ignored)
	p.size = align.SizeOf(p.document, p.rarity)
	p.weights = c.weightsOf(&n, p.ignored)
	return p, nil
}

// idfOf knows the k-grams that are fingerprints of the file, as an index would.
func (c *comparison) idfOf(n *analyzer.Analysis) func(analyzer.Representation) func(uint64) (float64, bool) {
	return func(r analyzer.Representation) func(uint64) (float64, bool) {
		known := make(map[uint64]float64, len(n.Fingerprints[r]))
		for _, f := range n.Fingerprints[r] {
			if _, done := known[f.Hash]; !done {
				known[f.Hash] = query.IDF(c.table.Documents(), c.table.DF(r, f.Hash))
			}
		}
		return func(hash uint64) (float64, bool) {
			idf, ok := known[hash]
			return idf, ok
		}
	}
}

// weightsOf returns the idf of the file's fingerprints that are no boilerplate, to see which files of
// two units share some. Units of one file do not need it.
func (c *comparison) weightsOf(n *analyzer.Analysis, ignored []align.Span) map[uint64]float64 {
	if c.o.By == ByFile {
		return nil
	}
	query.WithoutSpans(c.analyzer, n, ignored)
	all := map[uint64]float64{}
	for r, prints := range n.Fingerprints {
		for _, f := range prints {
			all[f.Hash] = query.IDF(c.table.Documents(), c.table.DF(analyzer.Representation(r), f.Hash))
		}
	}
	return all
}

// cache keeps the prepared files that were used last. It may be used from several goroutines.
type cache struct {
	mu    sync.Mutex
	most  int // tokens
	used  int
	order *list.List // of *entry, used last first
	by    map[*file]*list.Element
}

type entry struct {
	f   *file
	mu  sync.Mutex
	p   *prepared
	err error // why it cannot be
}

// cacheTokens bounds the cache: a token needs some 80 bytes.
const cacheTokens = 2 << 20

func newCache() *cache {
	return &cache{most: cacheTokens, order: list.New(), by: map[*file]*list.Element{}}
}

// get returns the file, prepared by now or before; nil if it cannot be read again, which is noted. The error is
// ctx's, when it is done.
func (c *comparison) get(ctx context.Context, f *file) (*prepared, error) {
	p, err := c.cache.entry(f).get(func() (*prepared, error) { return c.prepare(ctx, f) }, ctx.Err)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		c.gone(f, err)
	}
	return p, nil
}

// get prepares the file if that has not been done, and keeps the outcome unless stopped returns an error.
func (e *entry) get(prepare func() (*prepared, error), stopped func() error) (*prepared, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.p == nil && e.err == nil {
		p, err := prepare()
		if stopped() != nil {
			return nil, stopped()
		}
		e.p, e.err = p, err
	}
	return e.p, e.err
}

func (c *cache) entry(f *file) *entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, known := c.by[f]; known {
		c.order.MoveToFront(at)
		return at.Value.(*entry)
	}
	e := &entry{f: f}
	c.by[f] = c.order.PushFront(e)
	c.used += f.tokens
	for c.used > c.most && c.order.Len() > 1 {
		last := c.order.Back()
		old := c.order.Remove(last).(*entry).f
		delete(c.by, old)
		c.used -= old.tokens
	}
	return e
}
