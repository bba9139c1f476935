package evidence

import (
	"context"

	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/query"
)

// A generator may copy one text into hundreds of documents. The text is then an idiom by its document
// frequency, and its origin is not among the candidates. So documents that look generated or minified, and
// that share about as much with the question as the best one, are counted, and not as documents that have
// its terms.

const (
	// mostJudged bounds the documents that are read to find out what a hand has written, and mostWritten how
	// many of these are aligned.
	mostJudged, mostWritten = 2048, 10
	// aboutEqual is the share of the best score by the index from which a document may be as good an origin.
	aboutEqual = 0.95
)

// copies describes the documents that share about as much as the best one.
type copies struct {
	generated int         // how many look generated or minified, and are not counted as of an origin
	written   []query.Hit // that a hand has written, if none of the hits is
}

// copies judges the documents that share about as much as the best hit: the hits, and those behind
// them if the last one that was found does, too.
func (p *prover) copies(ctx context.Context, hits []hit, found *query.Result) (c copies, err error) {
	n := len(found.Hits)
	if n == 0 {
		return c, nil
	}
	least := found.Hits[0].Score * aboutEqual
	machine, written := false, false
	for i := range hits {
		if hits[i].found.Score >= least {
			if !p.ofOrigins[hits[i].Content] {
				c.generated += hits[i].machine()
			}
			machine, written = machine || hits[i].machine() > 0, written || hits[i].machine() == 0
		}
	}
	if p.request.Top < 1 || n < p.request.depth() || !machine || found.Hits[n-1].Score < least {
		return c, nil
	}
	deeper, err := p.search(ctx, p.request, p.question.vector, max(2*n, mostJudged))
	if err != nil {
		return c, err
	}
	candidates, err := p.candidates(ctx, deeper.Hits[min(n, len(deeper.Hits)):])
	if err != nil {
		return c, err
	}
	var source []byte
	for _, next := range candidates {
		if next.found.Score < least {
			break
		}
		text, err := p.state.Source(ctx, next.content, next.occurrences, source)
		switch {
		case ctx.Err() != nil:
			return c, context.Cause(ctx)
		case err != nil:
			continue // it is gone
		}
		source = text
		if looks(next.occurrences, corpus.Decode(text).UTF8) != "" {
			if !p.ofOrigins[next.content.ID] {
				c.generated++
			}
		} else if !written && len(c.written) < mostWritten {
			c.written = append(c.written, next.found)
		}
	}
	return c, nil
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

// again aligns hits anew, after the question was weighed anew.
func (p *prover) again(ctx context.Context, hits []hit) ([]hit, error) {
	candidates := make([]candidate, len(hits))
	for i := range hits {
		if hits[i].Aligned {
			p.aligned--
		}
		hits[i].release()
		candidates[i] = candidate{hits[i].found, hits[i].content, hits[i].Occurrences, hits[i].Group, hits[i].Others}
	}
	return p.prove(ctx, candidates)
}
