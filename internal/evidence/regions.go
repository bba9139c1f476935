package evidence

import (
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// A question may be made from several documents. The documents that share most with the whole are
// then relatives of one of them, and would fill an answer. So the unexplained parts are searched
// for separately, and the hits that explain more come before the others.

const (
	// leastRest is the least number of tokens of an unexplained part of a question that is searched
	// for.
	leastRest = 32
	// mostRests bounds these parts: the longest ones count.
	mostRests = 64
)

// regions records which tokens of a question are explained.
type regions struct {
	explained []bool
	weights   []float64 // of the tokens
}

func (r *ranking) newRegions() regions {
	q := r.question
	g := regions{make([]bool, q.Document.Len()), make([]float64, q.Document.Len())}
	for i := range g.weights {
		g.weights[i] = q.Rarity.Class[i] + q.Rarity.Text[i]
	}
	return g
}

// gain returns the weight of a hit's matches and runs that are mostly unexplained.
func (g regions) gain(h *hit) (sum float64) {
	add := func(weight float64, spans func(yield func(from, to int))) {
		fresh, whole := 0.0, 0.0
		spans(func(from, to int) {
			for i := from; i < to; i++ {
				whole += g.weights[i]
				if !g.explained[i] {
					fresh += g.weights[i]
				}
			}
		})
		if whole > 0 && fresh*2 >= whole {
			sum += weight * fresh / whole
		}
	}
	for _, m := range h.matches {
		if m.Duplicate {
			continue
		}
		add(m.Weight, func(yield func(from, to int)) {
			for _, t := range m.aligned.Tiles {
				yield(t.A, t.A+t.Length)
			}
		})
	}
	for _, run := range h.runs {
		add(run.Weight, func(yield func(from, to int)) { yield(run.From, run.To) })
	}
	return sum
}

// explain marks the tokens that a hit explains.
func (g regions) explain(h *hit) {
	for _, s := range h.spans() {
		for i := s.From; i < s.To; i++ {
			g.explained[i] = true
		}
	}
}

// regionsFirst puts those hits first that explain something no hit before explains. The first hit
// stays the first. The others keep their order, as do hits that explain about as much.
func (r *ranking) regionsFirst(hits []hit) {
	if len(hits) < 3 {
		return
	}
	g := r.newRegions()
	g.explain(&hits[0])
	gains := make([]float64, len(hits))
	for at := 1; at < len(hits)-1; at++ {
		most := 0.0
		for i := at; i < len(hits); i++ {
			if gains[i] = 0; hits[i].Score >= threshold.Believed {
				gains[i] = g.gain(&hits[i])
			}
			most = max(most, gains[i])
		}
		if most < threshold.LeastGain {
			return
		}
		next := at
		for gains[next] < most*threshold.AboutAsMuch {
			next++
		}
		h := hits[next]
		copy(hits[at+1:next+1], hits[at:next])
		hits[at] = h
		g.explain(&h)
	}
}

// fromRest returns documents that share much with the parts that no hit explains.
func (p *prover) fromRest(ctx context.Context, hits []hit) ([]query.Hit, error) {
	r := p.request
	if r.Whole || r.MaxTerms > 0 {
		return nil, nil
	}
	g := p.newRegions()
	found := false
	for i := range hits {
		if hits[i].Score >= max(r.MinScore, threshold.Believed) {
			g.explain(&hits[i])
			found = true
		}
	}
	if !found {
		return nil, nil
	}
	spans := g.rests()
	if len(spans) == 0 {
		return nil, nil
	}
	vectors := make([]*query.Vector, len(spans))
	for i, s := range spans {
		vectors[i] = query.NewVector(query.TermsBetween(&p.question.analysis, s.From, s.To))
	}
	best, _, _, err := p.bestOfWindows(ctx, vectors, spans)
	if err != nil {
		return nil, err
	}
	ids := idsByWeight(best)
	n := 0
	for n < min(len(ids), fromWindows) && align.Promise(1, best[ids[n]]) >= threshold.LeastGain {
		n++
	}
	if n == 0 {
		return nil, nil
	}
	return p.state.Score(ctx, p.question.vector, ids[:n], r.options())
}

// rests returns the unexplained parts of the question that may weigh enough, the longest first.
func (g regions) rests() (spans []analyzer.Span) {
	for from := 0; from < len(g.explained); {
		to, weight := from, 0.0
		for to < len(g.explained) && !g.explained[to] {
			weight += g.weights[to]
			to++
		}
		if to-from >= leastRest && weight >= threshold.LeastGain {
			spans = append(spans, analyzer.Span{From: from, To: to})
		}
		from = to + 1
	}
	slices.SortStableFunc(spans, func(x, y analyzer.Span) int { return y.Len() - x.Len() })
	return spans[:min(len(spans), mostRests)]
}
