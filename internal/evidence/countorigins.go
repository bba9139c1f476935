package evidence

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
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
// The selection of a request does not matter here: an answer is the answer to a wider request,
// without the other documents.

const (
	// mostOrigins bounds the origins of a question that are looked for. So many make an idiom of a
	// small index.
	mostOrigins = threshold.IdiomDocuments
	// fewOrigins is the least number of origins that tell how many documents others have.
	fewOrigins = 2
	// sampled is the number of fingerprints that tell the other documents of an origin.
	// leastSampled is the least number beyond the question. looked is how many times as many are
	// looked up for those that are no idioms.
	sampled, leastSampled, looked = 32, 12, 8
)

// origins counts the documents beyond the first one of each origin.
type origins struct {
	documents int
	further   map[query.Term]int // those that have a term
	sizes     []int              // how many documents each origin has
}

// estimate adds the documents of other origins, given the terms. Such an origin has as many
// documents as the median of the origins asked for.
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

const (
	// originDepth is the depth of the search whose best documents are asked, whatever an answer
	// lists.
	originDepth = DefaultTop + align.MoreCandidates
	// mostAsked bounds the best documents that are asked for their origins at a time. The best ones
	// of each window are asked, too; mostRounds bounds how many times.
	mostAsked, mostRounds = 1 + align.MoreCandidates, 5
)

// countOrigins counts the documents of the origins that share much of the question. It is given the
// best documents of a search, and of its windows.
func (p *prover) countOrigins(ctx context.Context, found *query.Result, inWindows []string) (o origins, err error) {
	p.ofOrigins = map[string]int{}
	if p.request.MaxTerms > 0 || p.request.Known != nil {
		return o, nil
	}
	first := *found
	first.Hits = first.Hits[:min(len(first.Hits), originDepth)]
	n := askedNext{found: &first, depth: originDepth, paths: map[string]bool{}}
	o.further = map[query.Term]int{}
	for round := range mostRounds {
		// The documents of few origins may take all places of the search.
		best, err := p.askedNext(ctx, &n, round > 0)
		if round == 0 && err == nil {
			best, err = p.withBestOfWindows(ctx, best, inWindows)
		}
		if err == nil {
			err = p.askOrigins(ctx, best, n.found.Terms, &o)
		}
		if err != nil {
			return o, err
		}
		if len(best) == 0 || o.documents == 0 || len(o.sizes) == mostOrigins {
			break
		}
	}
	o.estimate(n.found.Terms)
	return o, nil
}

// askedNext is a place in the documents that share most with the question, the best first.
type askedNext struct {
	found *query.Result
	depth int // of the search
	next  int
	paths map[string]bool // of versions
}

// askedNext returns the next documents that may be asked for their origins, one version of each
// path. It leaves out documents of counted origins.
func (p *prover) askedNext(ctx context.Context, n *askedNext, deeper bool) (best []query.Hit, err error) {
	for len(best) < mostAsked {
		all := n.found.Hits
		if n.next == len(all) {
			if !deeper || len(all) < n.depth || n.depth >= mostFolded || all[len(all)-1].Score < threshold.CountedVersion*all[0].Score {
				break
			}
			n.depth = min(4*n.depth, mostFolded)
			if n.found, err = p.search(ctx, p.request, p.question.vector, n.depth); err != nil {
				return nil, err
			}
			continue
		}
		h := all[n.next]
		n.next++
		if p.ofOrigins[h.ID] != 0 {
			continue
		}
		described, err := p.describe(ctx, []string{h.ID})
		if err != nil {
			return nil, err
		}
		if path := pathOf(described[0].Occurrences); path == "" || !n.paths[path] {
			best, n.paths[path] = append(best, h), true
		}
	}
	return best, nil
}

// withBestOfWindows returns documents and the best ones of windows, with what they share.
func (p *prover) withBestOfWindows(ctx context.Context, best []query.Hit, ids []string) ([]query.Hit, error) {
	slices.Sort(ids)
	further := slices.DeleteFunc(slices.Compact(ids), func(id string) bool {
		return slices.ContainsFunc(best, func(h query.Hit) bool { return h.ID == id })
	})
	if len(further) == 0 {
		return best, nil
	}
	scored, err := p.state.Score(ctx, p.question.vector, further, p.request.options())
	return append(best, scored...), err
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
		if p.ofOrigins[d.ID] != 0 {
			continue
		}
		if len(o.sizes) == mostOrigins {
			break
		}
		ids, err := p.ofOrigin(ctx, d, len(o.sizes)+1)
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

// shareAlike reports whether two documents share nearly the same fingerprints with the question.
// Documents of one origin do.
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
	return float64(both) >= threshold.AlikeShared*float64(max(len(x.Matched), len(y.Matched)))
}

// sharesIfRare returns the weight of the material that a document shares with the question. The
// weight is as if the material were rare. It returns 0 if only few documents have the material.
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

// ifRare returns the weight of shared material as if the material were rare. It returns 0 if it is
// rare.
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
	if df < threshold.OriginDocuments {
		return 0
	}
	return weight * query.IDF(n, 1) / query.IDF(n, df)
}

// ofOrigin returns the ids of the documents of a document's origin, its own first. It leaves out
// documents of earlier origins. It returns one version of a path, because versions count as one
// already. The origin gets the number.
func (p *prover) ofOrigin(ctx context.Context, d index.Described, number int) ([]string, error) {
	p.ofOrigins[d.ID] = number
	sample, err := p.sampleOf(ctx, d)
	switch {
	case errors.Is(err, index.ErrSourceGone), errors.Is(err, index.ErrHashOnly):
		return []string{d.ID}, nil
	case err != nil:
		return nil, err
	}
	o := query.Options{Measure: query.Containment, Top: mostFolded, MinScore: threshold.OriginContained}
	found, err := p.state.Search(ctx, []*query.Vector{sample.terms}, o)
	if err != nil {
		return nil, err
	}
	same := slices.DeleteFunc(found[0].Hits, func(h query.Hit) bool { return !sample.in(h, sample.terms) })
	described, err := p.describe(ctx, idsOf(same))
	if err != nil {
		return nil, err
	}
	ids, paths := []string{d.ID}, map[string]bool{pathOf(d.Occurrences): true}
	for _, d := range described {
		if p.ofOrigins[d.ID] != 0 || d.Tokens > sample.longest {
			continue
		}
		p.ofOrigins[d.ID] = number
		if path := pathOf(d.Occurrences); path == "" || !paths[path] {
			ids, paths[path] = append(ids, d.ID), true
		}
	}
	return ids, nil
}

// sample tells the documents of an origin.
type sample struct {
	terms   *query.Vector
	share   float64           // that they have at least
	longest int               // in tokens
	beyond  *query.Vector     // all terms to choose from, if there are enough
	known   []query.TermStats // of some of these, once they are looked up
}

// in reports whether a document has enough of some terms of the sample.
func (s *sample) in(h query.Hit, terms *query.Vector) bool {
	return float64(len(h.Matched)) >= s.share*float64(terms.Len())
}

// sampleOf returns a sample of a document's fingerprints beyond the question. Programs of one
// structure may be independent, so the fingerprints are exact; import lines have none. It reads a
// document once.
func (p *prover) sampleOf(ctx context.Context, d index.Described) (*sample, error) {
	if s := p.samples[d.ID]; s != nil {
		return s, nil
	}
	s, err := p.newSample(ctx, d)
	if err == nil {
		if p.samples == nil {
			p.samples = map[string]*sample{}
		}
		p.samples[d.ID] = s
	}
	return s, err
}

// newSample is sampleOf for a document that was not read.
func (p *prover) newSample(ctx context.Context, d index.Described) (*sample, error) {
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
	if beyond := query.NewVector(p.beyond(&n)); beyond.Len() >= leastSampled {
		return &sample{terms: beyond.Smallest(sampled), share: threshold.SameOrigin, longest: math.MaxInt, beyond: beyond}, nil
	}
	return &sample{terms: query.NewVector(query.Terms(&n)).Smallest(sampled), share: threshold.SameWhole, longest: int(threshold.SameLength * float64(d.Tokens))}, nil
}

// beyond returns the exact fingerprints of a document beyond the question. They begin where the
// document has no structure of the question.
func (p *prover) beyond(n *analyzer.Analysis) (terms []query.Term) {
	asked := map[query.Term]bool{}
	for _, t := range p.question.vector.Terms() {
		t.Spare = false
		asked[t] = true
	}
	has := func(r analyzer.Representation, f winnow.Fingerprint) bool {
		return asked[query.Term{Representation: r, Hash: f.Hash & winnow.TermMask}]
	}
	scheme, _ := p.analyzer.Settings().Scheme(n.Language, analyzer.Structure)
	shared := make([]bool, len(n.Tokens)+scheme.K)
	for _, f := range n.Fingerprints[analyzer.Structure] {
		for i := range scheme.K {
			shared[int(f.Token)+i] = shared[int(f.Token)+i] || has(analyzer.Structure, f)
		}
	}
	for _, f := range n.Fingerprints[analyzer.Exact] {
		if !shared[f.Token] && !has(analyzer.Exact, f) {
			terms = append(terms, query.Term{Representation: analyzer.Exact, Hash: f.Hash})
		}
	}
	return terms
}

// rareSample returns the terms of a sample that are no idioms if so many documents count as one.
// Helpers that a compiler writes into each file do not make files one origin. It has less than
// leastSampled terms if they do not tell.
func (p *prover) rareSample(ctx context.Context, s *sample, documents int) (*query.Vector, error) {
	if s.beyond == nil {
		return s.terms, nil
	}
	if s.known == nil {
		found, err := p.state.Search(ctx, []*query.Vector{s.beyond.Smallest(looked * sampled)}, query.Options{Measure: query.Containment, Top: 1})
		if err != nil {
			return nil, err
		}
		s.known = found[0].Terms
	}
	var rare []query.Term
	for _, t := range s.known {
		if t.DF-documents+1 < threshold.IdiomDF(p.documents) {
			rare = append(rare, t.Term)
		}
	}
	return query.NewVector(rare).Smallest(sampled), nil
}

// areOne reports whether some documents are of one origin. All have most of what the shortest one
// has beyond the question and beyond idioms. So a bundle is of the origin of its sources.
func (p *prover) areOne(ctx context.Context, ids []string) (bool, error) {
	described, err := p.describe(ctx, ids)
	if err != nil {
		return false, err
	}
	shortest := slices.MinFunc(described, func(x, y index.Described) int {
		return cmp.Or(cmp.Compare(x.Tokens, y.Tokens), cmp.Compare(x.ID, y.ID))
	})
	sample, err := p.sampleOf(ctx, shortest)
	switch {
	case errors.Is(err, index.ErrSourceGone), errors.Is(err, index.ErrHashOnly):
		return false, nil
	case err != nil:
		return false, err
	}
	if slices.ContainsFunc(described, func(d index.Described) bool { return d.Tokens > sample.longest }) {
		return false, nil
	}
	terms, err := p.rareSample(ctx, sample, len(ids))
	if err != nil || terms.Len() < leastSampled && sample.beyond != nil {
		return false, err
	}
	hits, err := p.state.Score(ctx, terms, ids, query.Options{Measure: query.Containment})
	return err == nil && !slices.ContainsFunc(hits, func(h query.Hit) bool { return !sample.in(h, terms) }), err
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
