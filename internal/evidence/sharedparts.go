package evidence

import (
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// A copied function may be a small part of two large documents. They are then hardly similar,
// although search is sure of the part. So similar also searches, and reports the larger of both
// probabilities. A document that search is sure of is listed, however little both are alike as
// wholes.

// sureParts are the probabilities of search that a question about whole documents has a part of a
// document.
type sureParts struct {
	p    *prover // of the same question, to be searched for
	all  proofs
	sure map[string]float64 // by id of the content
	list bool               // documents that search is sure of are listed
}

// searchParts searches for the question, read in the same language. It returns nil unless whole
// documents are compared.
func (a *Asker) searchParts(ctx context.Context, r Request, q *question) (*sureParts, error) {
	if !r.Whole || !r.Evidence || r.Known != nil {
		return nil, nil
	}
	list := r.MinScore <= threshold.ListedSimilar
	r.Whole, r.ByIndex, r.Promising, r.Alignments, r.Order = false, query.Containment, true, false, shares.ByScore
	r.Language, r.memo = q.language, &memo{read: map[way]*reading{}}
	d, err := a.read(ctx, r, q.language)
	if err != nil {
		return nil, err
	}
	searched := a.questionOf(r, d, nil)
	searched.comments = nil
	r.MinScore = align.CertaintyOf(align.ForOrigin).Score(threshold.AskedPart, searched.Document.Own())
	s := &sureParts{p: a.newProver(r, searched), sure: map[string]float64{}, list: list}
	s.all = proofs{p: s.p, done: map[string]bool{}}
	if !list {
		return s, nil
	}
	found, depth, inWindows, err := s.p.countVersions(ctx, searched.found)
	if err != nil {
		return nil, err
	}
	if _, err := s.all.deepen(ctx, found, depth); err != nil {
		return nil, err
	}
	if err := s.all.add(ctx, inWindows); err != nil {
		return nil, err
	}
	return s, s.judge(ctx, s.all.hits)
}

// judge keeps how sure search is of the hits.
func (s *sureParts) judge(ctx context.Context, hits []hit) error {
	if err := s.p.judge(ctx, hits); err != nil {
		return err
	}
	for i := range hits {
		s.all.done[hits[i].Content] = true
		s.sure[hits[i].Content] = hits[i].Probability
	}
	return nil
}

// of returns how sure search is of a hit. It returns 0 if that is unlikely to be much.
func (s *sureParts) of(h *hit) float64 {
	if s == nil {
		return 0
	}
	return s.sure[h.Content]
}

// lists reports whether a hit is listed as search is sure of it.
func (s *sureParts) lists(h *hit) bool { return s != nil && s.list && s.of(h) >= threshold.SurePart }

// addParts adds the documents that search is sure of.
func (x *proofs) addParts(ctx context.Context, s *sureParts) error {
	if s == nil || !s.list {
		return nil
	}
	var ids []string
	for id, sure := range s.sure {
		if sure >= threshold.SurePart && !x.done[id] {
			ids = append(ids, id)
		}
	}
	return x.addContents(ctx, ids)
}

// ask searches for the question in the hits that search did not list.
func (s *sureParts) ask(ctx context.Context, hits []hit) error {
	if s == nil {
		return nil
	}
	var ids []string
	for i := range hits {
		if !s.all.done[hits[i].Content] {
			ids = append(ids, hits[i].Content)
		}
	}
	known := len(s.all.hits)
	if err := s.all.addContents(ctx, ids); err != nil {
		return err
	}
	return s.judge(ctx, s.all.hits[known:])
}

// addContents proves contents with these ids.
func (x *proofs) addContents(ctx context.Context, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	slices.Sort(ids)
	found, err := x.p.state.Score(ctx, x.p.question.vector, ids, x.p.request.options())
	if err != nil {
		return err
	}
	return x.add(ctx, found)
}
