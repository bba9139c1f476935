package evidence

import (
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query"
)

// A generator may copy one text into hundreds of documents. The text is then an idiom by its
// document frequency, and its origin is not among the candidates. So documents that look generated
// or minified, and that share about as much with the question as the best one, are counted, and not
// as documents that have its terms.

// mostJudged bounds the documents that are read to find hand-written documents. mostWritten bounds
// the hand-written documents that are aligned.
const mostJudged, mostWritten = 2048, 10

// copies describes the documents that share about as much as the best one.
type copies struct {
	generated int         // how many look generated or minified, and are not counted as of an origin
	written   []query.Hit // that a hand has written, and the search did not find, if it found no such document
}

// copies judges the documents that share about as much as the best one. These are the found
// documents, and if the last of them shares as much, too, the documents after it.
func (p *prover) copies(ctx context.Context, found *query.Result) (c copies, err error) {
	n := len(found.Hits)
	if n == 0 {
		return c, nil
	}
	least := found.Hits[0].Score * threshold.AsPromising
	equal := func(hits []query.Hit) []query.Hit {
		end := slices.IndexFunc(hits, func(h query.Hit) bool { return h.Score < least })
		if end < 0 {
			return hits
		}
		return hits[:end]
	}
	machine, written := false, false
	paths := map[string]bool{} // versions of a path count as one already
	err = p.judgeLooks(ctx, equal(found.Hits), func(d candidate, generated bool) {
		machine, written = machine || generated, written || !generated
		if path := pathOf(d.occurrences); path == "" || !paths[path] {
			paths[path] = true
			c.count(p, d, generated)
		}
	})
	if err != nil || p.request.Top < 1 || n < p.request.depth() || !machine || found.Hits[n-1].Score < least {
		return c, err
	}
	deeper, err := p.search(ctx, p.request, p.question.vector, max(2*n, mostJudged))
	if err != nil {
		return c, err
	}
	err = p.judgeLooks(ctx, equal(deeper.Hits[min(n, len(deeper.Hits)):]), func(d candidate, generated bool) {
		c.count(p, d, generated)
		if !generated && !written && len(c.written) < mostWritten {
			c.written = append(c.written, d.found)
		}
	})
	return c, err
}

// count counts a document if it looks generated.
func (c *copies) count(p *prover, d candidate, generated bool) {
	if generated && p.ofOrigins[d.content.ID] == 0 {
		c.generated++
	}
}

// judgeLooks judges whether documents look generated or minified. It leaves out documents that are
// gone.
func (p *prover) judgeLooks(ctx context.Context, hits []query.Hit, judged func(d candidate, generated bool)) error {
	candidates, err := p.candidates(ctx, hits)
	if err != nil {
		return err
	}
	var source []byte
	for _, d := range candidates {
		text, err := p.state.Source(ctx, d.content, d.occurrences, source)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil:
			continue
		}
		source = text
		judged(d, looks(d.occurrences, corpus.Decode(text).UTF8) != "")
	}
	return nil
}

// discount weighs the question anew, without some documents that have its terms.
func (p *prover) discount(documents int) {
	left, terms := p.documents-documents, p.terms
	counted := make([]query.TermStats, len(terms))
	for i, t := range terms {
		if t.DF > 0 {
			t.DF = max(1, t.DF-documents)
			t.IDF = query.IDF(left, t.DF)
		}
		counted[i] = t
	}
	p.weigh(counted, left)
}
