package evidence

import (
	"context"

	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/query"
)

const (
	// mostJudged bounds the documents that are read to find out what a hand has written, and mostWritten how
	// many of these are aligned.
	mostJudged, mostWritten = 2048, 10
	// aboutEqual is the share of the best score by the index from which a document may be as good an origin.
	aboutEqual = 0.95
)

// written returns documents that a hand has written, and that may be as good as the best hits if all of these
// look generated or minified. A generator may have copied one text into many documents, behind which its origin
// is not among the candidates.
func (p *prover) written(ctx context.Context, hits []Hit, found *query.Result) (written []query.Hit, err error) {
	n := len(found.Hits)
	if p.request.Top < 1 || n < p.request.depth() || n == 0 {
		return nil, nil
	}
	least := found.Hits[0].Score * aboutEqual
	if found.Hits[n-1].Score < least {
		return nil, nil
	}
	for i := range hits {
		if hits[i].machine() == 0 && hits[i].Found.Score >= least {
			return nil, nil
		}
	}
	deeper, err := p.search(ctx, p.request, p.question.vector, max(2*n, mostJudged))
	if err != nil {
		return nil, err
	}
	candidates, err := p.candidates(ctx, deeper.Hits[min(n, len(deeper.Hits)):])
	if err != nil {
		return nil, err
	}
	var source []byte
	for _, c := range candidates {
		if c.found.Score < least || len(written) == mostWritten {
			break
		}
		text, err := p.state.Source(ctx, c.content, c.occurrences, source)
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case err != nil:
			continue // it is gone
		}
		source = text
		if looks(c.occurrences, corpus.Decode(text).UTF8) == corpus.Kept {
			written = append(written, c.found)
		}
	}
	return written, nil
}
