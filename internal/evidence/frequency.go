package evidence

import (
	"context"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// countDF sets the document frequency of each match of the hits: the median over the question's
// fingerprints in it. It says how common the material is. The score allows for it already. It also
// sets which part of the evidence is in fingerprints that are no idioms, and which part of its text
// is rare.
func (p *prover) countDF(hits []hit) {
	idiom := threshold.IdiomDF(p.documents)
	var found []int
	count := func(s analyzer.Span) (median int, rare float64) {
		found = found[:0]
		var all share
		for _, t := range query.TermsBetween(&p.question.analysis, s.From, s.To) {
			df, ok := p.dfOf(t)
			if !ok {
				continue
			}
			idf := query.IDF(p.documents, df)
			found = append(found, max(1, df))
			all.add(idf, df < idiom)
		}
		if len(found) == 0 {
			return 0, 1
		}
		slices.Sort(found)
		return found[len(found)/2], all.of()
	}
	for _, h := range hits {
		for i := range h.matches {
			m := &h.matches[i]
			m.DF, m.Rare = count(m.aligned.A)
			text := p.textOf(m.aligned.A, threshold.IdiomDocuments)
			m.rareText = text.of()
			if text = p.textOf(m.spelled.A, align.Several); text.sum > 0 {
				m.rareSpelled = text.of()
			}
		}
		for i := range h.runs {
			r := &h.runs[i]
			r.DF, r.Rare = count(r.Span)
		}
	}
}

// textOf returns the part, by idf, of the known text of a part of the question that fewer documents
// have.
func (p *prover) textOf(s analyzer.Span, fewer int) (text share) {
	for _, t := range query.TermsBetween(&p.question.analysis, s.From, s.To) {
		if df, ok := p.dfOf(t); ok && t.Representation == analyzer.Exact && df > 0 {
			text.add(query.IDF(p.documents, df), df < fewer)
		}
	}
	return text
}

// share is a part of a sum.
type share struct{ part, sum float64 }

func (s *share) add(v float64, in bool) {
	if s.sum += v; in {
		s.part += v
	}
}

// of returns the share; of nothing it is 1.
func (s *share) of() float64 {
	if s.sum == 0 {
		return 1
	}
	return s.part / s.sum
}

// dfOf returns how many documents have a fingerprint of the question; ok is false if it was not
// looked up.
func (p *prover) dfOf(t query.Term) (df int, ok bool) {
	if p.dfs == nil {
		p.dfs = make(map[query.Term]int, len(p.terms))
		for _, t := range p.terms {
			t.Spare = false
			p.dfs[t.Term] = t.DF
		}
	}
	df, ok = p.dfs[t]
	return df, ok
}

// mostAlike bounds the documents that may be alike and are looked at.
const mostAlike = 10 * threshold.IdiomDocuments

// countAlike counts the documents that have most of the structure of each match that may be an
// idiom. The parts of a structure may be common where the whole is rare, so their document
// frequencies do not tell. Documents of an origin count as one.
func (p *prover) countAlike(ctx context.Context, hits []hit) error {
	if p.request.Whole || !p.request.Evidence {
		return nil
	}
	if p.alike == nil {
		p.alike, p.having, p.one = map[analyzer.Span]int{}, map[analyzer.Span][]query.Hit{}, map[string]bool{}
	}
	var shapes []*query.Vector
	var spans []analyzer.Span
	for _, m := range p.maybeIdioms(hits) {
		span := m.aligned.A
		if _, ok := p.alike[span]; ok {
			continue
		}
		p.alike[span] = 0
		if shape := p.shape(span); shape.Len() > 0 {
			shapes, spans = append(shapes, shape), append(spans, span)
		}
	}
	if len(shapes) > 0 {
		found, err := p.state.Search(ctx, shapes, query.Options{Measure: query.Containment, Top: mostAlike, MinScore: threshold.ShapeContained})
		if err != nil {
			return err
		}
		for i, span := range spans {
			p.alike[span] = p.have(found[i].Hits, mostOfShape(span)*float64(shapes[i].Len()))
		}
	}
	for _, m := range p.maybeIdioms(hits) {
		m.alike = p.alike[m.aligned.A]
	}
	return p.findAlone(ctx, hits)
}

// findAlone sets which edited matches only one document has, where that decides. Each part of such
// a match may be in a second document, so their document frequencies do not tell.
func (p *prover) findAlone(ctx context.Context, hits []hit) error {
	var shapes []*query.Vector
	var spans []analyzer.Span
	each := func(f func(*match, string)) {
		for i := range hits {
			for j := range hits[i].matches {
				m := &hits[i].matches[j]
				if m.change.Kind == align.Edited && m.Weight >= threshold.LeastGain && m.names.NeedOne(m.documents()) {
					f(m, hits[i].Content)
				}
			}
		}
	}
	each(func(m *match, _ string) {
		if _, ok := p.having[m.aligned.A]; !ok {
			p.having[m.aligned.A] = nil
			shapes, spans = append(shapes, p.structure(m.aligned.A)), append(spans, m.aligned.A)
		}
	})
	if len(shapes) > 0 {
		found, err := p.state.Search(ctx, shapes, query.Options{Measure: query.Containment, Top: mostAlike, MinScore: threshold.ShapeContained})
		if err != nil {
			return err
		}
		for i, span := range spans {
			p.having[span] = found[i].Hits
		}
	}
	var err error
	each(func(m *match, content string) {
		if err == nil {
			m.alone, err = p.isAlone(ctx, p.having[m.aligned.A], content)
		}
	})
	return err
}

// mostForks bounds the other documents with half of a match that may be of its origin.
const mostForks = threshold.IdiomDocuments

// isAlone reports whether no document of another origin has half of what a content has of some
// terms.
func (p *prover) isAlone(ctx context.Context, hits []query.Hit, content string) (bool, error) {
	has := map[int]bool{}
	for _, h := range hits {
		if h.ID == content {
			for _, at := range h.Matched {
				has[at] = true
			}
		}
	}
	if len(has) == 0 {
		return false, nil
	}
	having, origin := []string{content}, p.ofOrigins[content]
	for _, h := range hits {
		both := 0
		for _, at := range h.Matched {
			if has[at] {
				both++
			}
		}
		same := h.ID == content || h.ID == p.question.same || origin != 0 && p.ofOrigins[h.ID] == origin
		if !same && float64(both) >= threshold.EditedShape*float64(len(has)) {
			having = append(having, h.ID)
		}
	}
	if len(having) == 1 || len(having) > 1+mostForks {
		return len(having) == 1, nil
	}
	slices.Sort(having)
	key := strings.Join(having, " ")
	one, ok := p.one[key]
	if !ok {
		var err error
		if one, err = p.areOne(ctx, having); err != nil {
			return false, err
		}
		p.one[key] = one
	}
	return one, nil
}

// structure returns the structure of a part of the question.
func (p *prover) structure(s analyzer.Span) *query.Vector {
	return query.NewVector(slices.DeleteFunc(query.TermsBetween(&p.question.analysis, s.From, s.To), func(t query.Term) bool {
		return t.Representation != analyzer.Structure
	}))
}

// mostOfShape is the share of the fingerprints of a structure that documents alike have at least.
func mostOfShape(s analyzer.Span) float64 {
	if s.Len() < threshold.ShortMatch {
		return threshold.ShortIdiomShape
	}
	return threshold.IdiomShape
}

// maybeIdioms returns the matches that may be idioms.
func (p *prover) maybeIdioms(hits []hit) (all []*match) {
	for i := range hits {
		for j := range hits[i].matches {
			m := &hits[i].matches[j]
			if m.names.MayBeIdiom() && m.Weight >= threshold.LeastGain {
				all = append(all, m)
			}
		}
	}
	return all
}

// shape returns the structure of a part of the question. It has no terms if too few documents have
// these.
func (p *prover) shape(s analyzer.Span) *query.Vector {
	shape := p.structure(s)
	documents := 0
	for _, t := range shape.Terms() {
		if df, ok := p.dfOf(t); ok {
			documents += max(1, df)
		}
	}
	if float64(documents) < mostOfShape(s)*threshold.IdiomDocuments*float64(shape.Len()) {
		return query.NewVector(nil)
	}
	return shape
}

// have counts the documents that have as many terms at least. Documents of an origin count as one.
func (p *prover) have(hits []query.Hit, terms float64) (n int) {
	origins := map[int]bool{}
	for _, h := range hits {
		switch origin := p.ofOrigins[h.ID]; {
		case float64(len(h.Matched)) < terms:
		case origin != 0:
			origins[origin] = true
		default:
			n++
		}
	}
	return n + len(origins)
}
