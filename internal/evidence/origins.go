package evidence

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Many documents that have the same code prove that it is an idiom only if they are independent.
// Forks, vendored copies and releases of a file are not: they share nearly all they have. So the
// documents of one origin count as one: they share most of the text that they have beyond the
// question.
//
// This is asked only where it may matter: of documents that share a part of the question that would
// be a finding if it were rare, and that several documents have. The other documents of an origin
// are found by a sample of the fingerprints that one of them has beyond the question: one document
// is read, and one question is asked, for each origin. docs/decisions/idioms.md has the
// measurements.
//
// What a request selects does not matter here: an answer is the same as that of a request for more,
// without the others.

const (
	// leastShared is the least document frequency of material whose origins are counted. Fewer
	// documents change a weight by a fifth at most in an index of some size.
	leastShared = 5
	// mostOrigins bounds the origins of a question that are looked for: so many make an idiom of a
	// small index.
	mostOrigins = threshold.IdiomDocuments
	// fewOrigins is the least number of origins that tell how many documents others have.
	fewOrigins = 2
	// alike is the share of their fingerprints of the question that two documents of an origin have
	// both.
	alike = 0.9
	// sampled is the number of fingerprints that tell the other documents of an origin, and
	// leastSampled the least number beyond the question.
	sampled, leastSampled = 32, 12
	// sameOrigin is the share of the sample that documents of one origin have, each fingerprint
	// alike: those that a fork changed are rare. Such a document has at least leastContained of it
	// by idf.
	sameOrigin, leastContained = 0.7, 0.1
	// sameWhole and sameLength bound documents that have hardly anything beyond the question: the
	// share of all fingerprints that they have in common, and how much longer one may be.
	sameWhole, sameLength = 0.75, 1.5
)

// origins counts the documents beyond the first one of each origin.
type origins struct {
	documents int
	further   map[query.Term]int // those that have a term
	sizes     []int              // how many documents each origin has
}

// estimate adds those of other origins, given the terms: they have as many documents as the median
// of the origins asked for.
func (o *origins) estimate(terms []query.TermStats) {
	if len(o.sizes) < fewOrigins {
		return
	}
	slices.Sort(o.sizes)
	size := o.sizes[(len(o.sizes)-1)/2]
	for _, t := range terms {
		if rest := t.DF - o.further[t.Term] - len(o.sizes); rest > 0 {
			o.further[t.Term] += rest - (rest+size-1)/size
		}
	}
}

// originDepth is the depth of the search whose best documents are asked: of an answer of ten.
const originDepth = 10 + align.MoreCandidates

// mostAsked is how many of the best documents of the question may be asked for their origins,
// besides the best one of each window. Every search is as deep.
const mostAsked = 1 + align.MoreCandidates

// countOrigins counts the documents of the origins that share much of the question, given the best
// documents of a search, and of its windows.
func (p *prover) countOrigins(ctx context.Context, found *query.Result, inWindows []string) (o origins, err error) {
	p.ofOrigins = map[string]bool{}
	if p.request.MaxTerms > 0 {
		return o, nil
	}
	if found, err = p.toDepth(ctx, found, originDepth); err != nil {
		return o, err
	}
	near, err := p.describe(ctx, idsOf(found.Hits[:min(len(found.Hits), mostFolded)]))
	if err != nil {
		return o, err
	}
	var best []query.Hit // one version of each path
	paths := map[string]bool{"": false}
	for i := 0; i < len(near) && len(best) < mostAsked; i++ {
		if path := pathOf(near[i].Occurrences); !paths[path] {
			best, paths[path] = append(best, found.Hits[i]), path != ""
		}
	}
	slices.Sort(inWindows)
	further := slices.DeleteFunc(slices.Compact(inWindows), func(id string) bool {
		return slices.ContainsFunc(best, func(h query.Hit) bool { return h.ID == id })
	})
	if len(further) > 0 {
		scored, err := p.state.Score(ctx, p.question.vector, further, p.request.options())
		if err != nil {
			return o, err
		}
		best = append(best, scored...)
	}
	o.further = map[query.Term]int{}
	for depth := originDepth; ; {
		if err := p.askOrigins(ctx, best, found.Terms, &o); err != nil {
			return o, err
		}
		// The documents of few origins may take all places of the search.
		n := len(found.Hits)
		if o.documents == 0 || len(o.sizes) == mostOrigins || n < depth || depth >= mostFolded || found.Hits[n-1].Score < leastOfVersions*found.Hits[0].Score {
			o.estimate(found.Terms)
			return o, nil
		}
		depth = min(4*depth, mostFolded)
		if found, err = p.search(ctx, p.request, p.question.vector, depth); err != nil {
			return o, err
		}
		best = slices.DeleteFunc(found.Hits[min(n, len(found.Hits)):], func(h query.Hit) bool { return p.ofOrigins[h.ID] })
		best = best[:min(len(best), mostAsked)]
	}
}

// toDepth returns the best documents of a search, so many whatever the request lists.
func (p *prover) toDepth(ctx context.Context, found *query.Result, depth int) (*query.Result, error) {
	if n := p.request.depth(); 0 < n && n < depth && len(found.Hits) >= n {
		return p.search(ctx, p.request, p.question.vector, depth)
	}
	to := *found
	to.Hits = to.Hits[:min(len(to.Hits), depth)]
	return &to, nil
}

// askOrigins asks the documents that share much of the question for their origins.
func (p *prover) askOrigins(ctx context.Context, best []query.Hit, terms []query.TermStats, o *origins) error {
	rare := map[string]float64{}
	for i, h := range best {
		if !slices.ContainsFunc(best, func(other query.Hit) bool { return other.ID != best[i].ID && shareAlike(h, other) }) {
			continue
		}
		if weight := p.sharesIfRare(h, terms); align.Origin(weight) >= threshold.ListedFinding {
			rare[h.ID] = weight
		}
	}
	described, err := p.describe(ctx, idsByWeight(rare))
	if err != nil {
		return err
	}
	for _, d := range described {
		if p.ofOrigins[d.ID] {
			continue
		}
		if len(o.sizes) == mostOrigins {
			break
		}
		ids, err := p.ofOrigin(ctx, d)
		if err != nil {
			return err
		}
		if err := p.countFurther(ctx, ids, terms, o.further); err != nil {
			return err
		}
		o.documents, o.sizes = o.documents+len(ids)-1, append(o.sizes, len(ids))
	}
	return nil
}

// shareAlike reports whether two documents share nearly the same fingerprints with the question, as
// documents of one origin do.
func shareAlike(x, y query.Hit) bool {
	has := map[int]bool{}
	for _, at := range x.Matched {
		has[at] = true
	}
	both := 0
	for _, at := range y.Matched {
		if has[at] {
			both++
		}
	}
	return float64(both) >= alike*float64(max(len(x.Matched), len(y.Matched)))
}

// sharesIfRare returns the weight of what a document shares with the question as if it were rare,
// if several documents have it; else 0.
func (p *prover) sharesIfRare(h query.Hit, terms []query.TermStats) float64 {
	if align.Origin(p.ifRare(h, terms, p.weight)) < threshold.ListedFinding {
		return 0
	}
	weight := h.Containment * p.weight
	if !p.question.spare {
		if p.runs == nil {
			p.runs = p.newRunsOf()
		}
		weight = p.runs.explained(h, len(terms))
	}
	return p.ifRare(h, terms, weight)
}

// ifRare returns what a weight that a document shares with the question would be if it were rare; 0
// if it is.
func (p *prover) ifRare(h query.Hit, terms []query.TermStats, weight float64) float64 {
	if len(h.Matched) == 0 {
		return 0
	}
	dfs := make([]int, len(h.Matched))
	for i, at := range h.Matched {
		dfs[i] = terms[at].DF
	}
	slices.Sort(dfs)
	df, n := dfs[len(dfs)/2], p.state.Contents()
	if df < leastShared {
		return 0
	}
	return weight * query.IDF(n, 1) / query.IDF(n, df)
}

// ofOrigin returns the ids of the documents of a document's origin, its own first. It leaves out
// those of earlier origins. Of the versions of a path, which count as one already, it returns one.
func (p *prover) ofOrigin(ctx context.Context, d index.Described) ([]string, error) {
	p.ofOrigins[d.ID] = true
	terms, err := p.printsOf(ctx, d)
	switch {
	case errors.Is(err, index.ErrSourceGone), errors.Is(err, index.ErrHashOnly):
		return []string{d.ID}, nil
	case err != nil:
		return nil, err
	}
	asked := map[query.Term]bool{}
	for _, t := range p.question.vector.Terms() {
		t.Spare = false
		asked[t] = true
	}
	all := query.NewVector(terms)
	beyond := query.NewVector(slices.DeleteFunc(slices.Clone(all.Terms()), func(t query.Term) bool {
		return asked[t] || t.Representation != analyzer.Exact // programs of one structure may be independent
	}))
	share, longest := sameOrigin, math.MaxInt
	if beyond.Len() < leastSampled {
		beyond, share, longest = all, sameWhole, int(sameLength*float64(d.Tokens))
	}
	sample := beyond.Smallest(sampled)
	found, err := p.state.Search(ctx, []*query.Vector{sample}, query.Options{Measure: query.Containment, Top: mostFolded, MinScore: leastContained})
	if err != nil {
		return nil, err
	}
	same := slices.DeleteFunc(found[0].Hits, func(h query.Hit) bool { return float64(len(h.Matched)) < share*float64(sample.Len()) })
	described, err := p.describe(ctx, idsOf(same))
	if err != nil {
		return nil, err
	}
	ids, paths := []string{d.ID}, map[string]bool{pathOf(d.Occurrences): true}
	for _, d := range described {
		if p.ofOrigins[d.ID] || d.Tokens > longest {
			continue
		}
		p.ofOrigins[d.ID] = true
		if path := pathOf(d.Occurrences); path == "" || !paths[path] {
			ids, paths[path] = append(ids, d.ID), true
		}
	}
	return ids, nil
}

// printsOf returns the fingerprints of a document, without those of import lines.
func (p *prover) printsOf(ctx context.Context, d index.Described) ([]query.Term, error) {
	source, err := p.state.Source(ctx, d.Content, d.Occurrences, nil)
	if err != nil {
		return nil, err
	}
	l, err := languageOf(d.Content)
	if err != nil {
		return nil, err
	}
	text := corpus.Decode(source).UTF8
	var n analyzer.Analysis
	p.analyzer.Analyze(l, text, &n)
	query.WithoutSpans(p.analyzer, &n, n.Imports(text))
	return query.Terms(&n), nil
}

// countFurther counts, by fingerprint of the question, the documents that have it beyond the first.
func (p *prover) countFurther(ctx context.Context, ids []string, terms []query.TermStats, further map[query.Term]int) error {
	if len(ids) < 2 {
		return nil
	}
	scored, err := p.state.Score(ctx, p.question.vector, ids, p.request.options())
	if err != nil {
		return err
	}
	having := map[int]int{}
	for _, h := range scored {
		for _, at := range h.Matched {
			if having[at]++; having[at] > 1 {
				further[terms[at].Term]++
			}
		}
	}
	return nil
}
