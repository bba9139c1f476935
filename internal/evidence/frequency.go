package evidence

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// countDF sets the document frequency of each match of the hits. It is the median over the
// question's fingerprints in the match. It says how common the material is. The score allows for it
// already. It also sets which part of the evidence is in fingerprints that are no idioms, and which
// part of its text is rare.
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

// textOf returns the share, by idf, of the known text of a part that fewer documents have.
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

// dfOf returns how many documents have a fingerprint of the question. ok is false if it was not
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

// findAlone sets which edited matches only one document has, and which no other document explains,
// where that decides. Each part of such a match may be in a second document, so their document
// frequencies do not tell. A second document may have all parts far apart, so shared fingerprints
// do not tell who explains it.
func (p *prover) findAlone(ctx context.Context, hits []hit) error {
	var shapes []*query.Vector
	var spans []analyzer.Span
	each := func(f func(*match, string)) {
		for i := range hits {
			for j := range hits[i].matches {
				m := &hits[i].matches[j]
				if m.change.Kind == align.Edited && m.Weight >= threshold.LeastGain && (m.names.NeedOne(m.documents()) || m.names.NeedAlone(m.documents())) {
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
		if err == nil && m.names.NeedOne(m.documents()) {
			m.one, err = p.isOne(ctx, m, content)
		}
		if err == nil && !m.one && m.names.NeedAlone(m.documents()) {
			m.alone, err = p.isAlone(ctx, m, content)
		}
	})
	return err
}

// mostForks bounds the other documents with half of a match that may be of its origin.
const mostForks = threshold.IdiomDocuments

// isOne reports whether no document of another origin has half of a content's structure in a match.
func (p *prover) isOne(ctx context.Context, m *match, content string) (bool, error) {
	others, known := p.sharing(m, content, threshold.EditedShape)
	if !known {
		return false, nil
	}
	return p.areOneOrigin(ctx, content, others)
}

// isAlone reports whether no document of another origin explains half of a match of a content. It
// asks those that share most of its structure.
func (p *prover) isAlone(ctx context.Context, m *match, content string) (bool, error) {
	rivals, known := p.sharing(m, content, threshold.RivalShape)
	if !known {
		return false, nil
	}
	rivals = rivals[:min(len(rivals), 1+mostForks)]
	weights, err := p.explained(ctx, rivals, m.aligned.A)
	if err != nil {
		return false, err
	}
	var others []query.Hit
	for i, h := range rivals {
		if weights[i] >= threshold.EditedPart*m.Weight {
			others = append(others, h)
		}
	}
	return p.areOneOrigin(ctx, content, others)
}

// areOneOrigin reports whether there are no others, or few that are of the content's origin.
func (p *prover) areOneOrigin(ctx context.Context, content string, others []query.Hit) (one bool, err error) {
	if len(others) == 0 || len(others) > mostForks {
		return len(others) == 0, nil
	}
	all := append(idsOf(others), content)
	slices.Sort(all)
	key := strings.Join(all, " ")
	one, ok := p.one[key]
	if !ok {
		if one, err = p.areOne(ctx, all); err != nil {
			return false, err
		}
		p.one[key] = one
	}
	return one, nil
}

// sharing returns the documents of other origins with a share of a content's structure in a match.
// Documents with most come first. ok is false if the content has none of it.
func (p *prover) sharing(m *match, content string, share float64) (others []query.Hit, ok bool) {
	hits, has := p.having[m.aligned.A], map[int]bool{}
	for _, h := range hits {
		if h.ID == content {
			for _, at := range h.Matched {
				has[at] = true
			}
		}
	}
	both, origin := map[string]int{}, p.ofOrigins[content]
	for _, h := range hits {
		for _, at := range h.Matched {
			if has[at] {
				both[h.ID]++
			}
		}
		same := h.ID == content || h.ID == p.question.same || origin != 0 && p.ofOrigins[h.ID] == origin
		if !same && float64(both[h.ID]) >= share*float64(len(has)) {
			others = append(others, h)
		}
	}
	order.Short(others, func(x, y query.Hit) int { return both[y.ID] - both[x.ID] })
	return others, len(has) > 0
}

// explained aligns documents with the question, each once. It returns the weights that they explain
// of a part of the question. A document that cannot be read may explain all.
func (p *prover) explained(ctx context.Context, documents []query.Hit, part analyzer.Span) ([]float64, error) {
	var ids []string
	var found []query.Hit
	for _, h := range documents {
		if _, ok := p.rivals[h.ID]; !ok {
			ids, found = append(ids, h.ID), append(found, h)
		}
	}
	described, err := p.describe(ctx, ids)
	if err != nil {
		return nil, err
	}
	candidates := make([]candidate, len(found))
	for i, d := range described {
		candidates[i] = candidate{found: found[i], content: d.Content, occurrences: d.Occurrences}
	}
	hits, err := p.prove(ctx, candidates)
	if err != nil {
		return nil, err
	}
	for i := range hits {
		hits[i].release()
	}
	weights := make([]float64, len(documents))
	for i, h := range documents {
		for _, m := range p.rivals[h.ID] {
			weights[i] += m.within(part)
		}
	}
	return weights, nil
}

// addRival keeps the matches of an aligned document. One that cannot be read may explain all.
func (p *prover) addRival(h *hit) {
	if p.rivals == nil {
		p.rivals = map[string][]match{}
	}
	if p.rivals[h.Content] = h.matches; !h.Aligned {
		p.rivals[h.Content] = []match{{Match: answer.Match{Weight: math.Inf(1)}}}
	}
}

// mostSecond bounds the documents that may be of the origin of a match that they explain.
const mostSecond = 3

// findSecond sets how much of each match that may be an idiom a second document explains. It is of
// another origin. If it explains as much, chance or an idiom does, and the match proves no copy.
func (p *prover) findSecond(ctx context.Context, h *hit) (err error) {
	for _, m := range p.maybeIdioms([]hit{*h}) {
		if m.second, err = p.secondOf(ctx, m, h.Content); err != nil {
			return err
		}
		if m.second > 0 {
			text := p.textOf(m.aligned.A, align.Several)
			m.rareBeside = text.of()
		}
	}
	return nil
}

// secondOf returns the share of a match's weight that another document explains, if it is over
// [threshold.SecondPart]; else 0.
func (p *prover) secondOf(ctx context.Context, m *match, content string) (float64, error) {
	type rival struct {
		id    string
		share float64
	}
	var rivals []rival
	origin := p.ofOrigins[content]
	for id, matches := range p.rivals {
		if id == content || id == p.question.same || origin != 0 && p.ofOrigins[id] == origin {
			continue
		}
		weight := 0.0
		var beside []match
		for i := range matches {
			if w := matches[i].within(m.aligned.A); w > 0 && !matches[i].Duplicate {
				weight, beside = weight+w, append(beside, matches[i])
			}
		}
		if weight >= threshold.SecondPart*m.Weight && !math.IsInf(weight, 1) && !m.hasNamesOf(beside) {
			rivals = append(rivals, rival{id, weight / m.Weight})
		}
	}
	order.Short(rivals, func(x, y rival) int { return cmp.Or(cmp.Compare(y.share, x.share), cmp.Compare(x.id, y.id)) })
	for _, r := range rivals[:min(len(rivals), mostSecond)] {
		one, err := p.areOneOrigin(ctx, content, []query.Hit{{ID: r.id}})
		if err != nil {
			return 0, err
		}
		if !one {
			return r.share, nil
		}
	}
	return 0, nil
}

// hasNamesOf reports whether most names that a match and others rename have the same counterparts.
// Then the material of both documents is of one origin.
func (m *match) hasNamesOf(others []match) bool {
	counterparts := map[string]string{}
	for i := range others {
		for _, r := range others[i].change.Renames {
			counterparts[r.From] = r.To
		}
	}
	same, both := 0, 0
	for _, r := range m.change.Renames {
		if to, ok := counterparts[r.From]; ok {
			if both++; to == r.To {
				same++
			}
		}
	}
	return both > 0 && float64(same) >= threshold.SameCounterparts*float64(both)
}

// within returns the match's weight in a part of the question.
func (m *match) within(part analyzer.Span) float64 {
	if math.IsInf(m.Weight, 1) {
		return m.Weight
	}
	tokens := 0
	for _, t := range m.aligned.Tiles {
		tokens += max(0, min(t.A+t.Length, part.To)-max(t.A, part.From))
	}
	return m.Weight * float64(tokens) / float64(m.aligned.Tokens)
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
