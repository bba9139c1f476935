package blevequery

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	bindex "github.com/blevesearch/bleve_index_api"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/query"
)

// Search returns the best documents for the question. It returns [ErrNotScorch] if the reader is
// not of a scorch index, [ErrNoField] if no document has a field that Options.Fields names, and
// ctx's error when ctx is done.
func Search(ctx context.Context, r bindex.IndexReader, v *query.Vector, o query.Options) (*query.Result, error) {
	results, err := SearchAll(ctx, r, []*query.Vector{v}, o)
	if err != nil {
		return nil, err
	}
	return results[0], nil
}

// SearchAll is [Search] for several questions, in their order. It looks up and reads common terms
// once. Stats.Duration is the time from the start to the end of that question.
func SearchAll(ctx context.Context, r bindex.IndexReader, vs []*query.Vector,
	o query.Options) ([]*query.Result, error) {
	start := time.Now()
	if o.Measure != query.Containment && o.Weights == nil {
		return nil, fmt.Errorf("searching by %s needs weights of documents: see ComputeWeights",
			o.Measure)
	}
	questions, err := newQuestions(ctx, r, vs, o)
	if err == nil {
		err = checkNamed(r, &o, vs)
	}
	if err != nil {
		return nil, fmt.Errorf("searching: %w", err)
	}
	results := make([]*query.Result, len(questions))
	for i, s := range questions {
		if results[i], err = s.run(ctx); err != nil {
			return nil, fmt.Errorf("searching: %w", err)
		}
		results[i].Stats.Duration = time.Since(start)
	}
	return results, nil
}

// Score returns the measures of the documents with these ids, in their order. Ids that the reader
// does not have are skipped. Options that select documents are ignored.
func Score(ctx context.Context, r bindex.IndexReader, v *query.Vector, ids []string,
	o query.Options) ([]query.Hit, error) {
	s, err := newQuestion(ctx, r, v, o)
	if err == nil {
		err = checkNamed(r, &o, []*query.Vector{v})
	}
	if err != nil {
		return nil, fmt.Errorf("scoring: %w", err)
	}
	var known []candidate
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("scoring: %w", err)
		}
		doc, ok, err := s.r.number(id)
		if err != nil {
			return nil, fmt.Errorf("scoring %s: %w", id, err)
		}
		if !ok {
			continue
		}
		known = append(known, candidate{doc: doc, id: id})
	}
	hits, err := s.hits(ctx, known)
	if err != nil {
		return nil, fmt.Errorf("scoring: %w", err)
	}
	for i := range hits {
		h := &hits[i]
		h.Score = [...]float64{
			query.Containment: h.Containment, query.Cosine: h.Cosine, query.Resemblance: h.Resemblance,
		}[o.Measure]
	}
	return hits, nil
}

// LookUp returns each term's rarity among n documents, by descending idf.
func LookUp(ctx context.Context, r bindex.IndexReader, v *query.Vector, n int) ([]query.TermStats, error) {
	s, err := newQuestion(ctx, r, v, query.Options{Documents: n})
	if err != nil {
		return nil, fmt.Errorf("looking up terms: %w", err)
	}
	return s.termStats(), nil
}

// question is the state of one question on one snapshot.
type question struct {
	o     query.Options
	r     *reader
	terms []weighted // by descending idf
	stats query.Stats
}

func newQuestion(ctx context.Context, r bindex.IndexReader, v *query.Vector,
	o query.Options) (*question, error) {
	all, err := newQuestions(ctx, r, []*query.Vector{v}, o)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// newQuestions looks up the terms of all questions.
func newQuestions(ctx context.Context, r bindex.IndexReader, vs []*query.Vector,
	o query.Options) ([]*question, error) {
	rd, err := newReader(r)
	if err != nil {
		return nil, err
	}
	if o.Weights != nil && len(o.Weights.Norms) != rd.size {
		return nil, fmt.Errorf("the weights are stale: compute them again (see Weights.Fresh)")
	}
	if o.Documents < 1 {
		n, err := r.DocCount()
		if err != nil {
			return nil, err
		}
		o.Documents = int(n)
	}
	asked := make([]*query.Vector, len(vs))
	for i, v := range vs {
		asked[i] = only(v, o.Fields).Smallest(o.MaxTerms)
	}
	all := union(asked)
	found, err := rd.findAll(ctx, all.Terms(), func(r analyzer.Representation) string { return fieldOf(&o, r) })
	if err != nil {
		return nil, err
	}
	questions := make([]*question, len(vs))
	for i, v := range asked {
		questions[i] = &question{o: o, r: rd}
		questions[i].weigh(v, all, found)
	}
	return questions, nil
}

// checkNamed returns an error if a field that Options.Fields names is in no document. An index
// without documents has no fields, and nothing to find.
func checkNamed(r bindex.IndexReader, o *query.Options, vs []*query.Vector) error {
	if o.Fields == nil {
		return nil // an index of package index may lack one, such as structure if it has prose only
	}
	if n, err := r.DocCount(); err != nil || n == 0 {
		return err
	}
	for _, v := range vs {
		if err := checkFields(r, fieldsOf(o, v), func(string) bool { return false }); err != nil {
			return err
		}
	}
	return nil
}

// fieldOf returns the name of the field with the representation's fingerprints.
func fieldOf(o *query.Options, r analyzer.Representation) string {
	if o.Fields == nil {
		return r.String()
	}
	return o.Fields[r]
}

// only returns the vector of the terms whose representation has a field. It returns v itself if
// fields is nil.
func only(v *query.Vector, fields map[analyzer.Representation]string) *query.Vector {
	unnamed := func(t query.Term) bool { _, named := fields[t.Representation]; return !named }
	if fields == nil || !slices.ContainsFunc(v.Terms(), unnamed) {
		return v
	}
	return query.NewVector(slices.DeleteFunc(slices.Clone(v.Terms()), unnamed))
}

// union returns the vector of all terms.
func union(vs []*query.Vector) *query.Vector {
	if len(vs) == 1 {
		return vs[0]
	}
	var terms []query.Term
	for _, v := range vs {
		terms = append(terms, v.Terms()...)
	}
	return query.NewVector(terms)
}

// weigh assigns the postings to the terms of v, and sorts by descending idf.
func (s *question) weigh(v, all *query.Vector, found []postings) {
	terms := make([]weighted, len(v.Terms()))
	order := make([]uint64, len(v.Terms())) // df in the upper half, index in the lower
	at := 0
	for i, t := range v.Terms() {
		if query.CompareTerms(all.Terms()[at], t) != 0 { // v may be one of several questions
			next, _ := slices.BinarySearchFunc(all.Terms()[at:], t, query.CompareTerms)
			at += next
		}
		p := found[at]
		if p.df > 0 {
			s.stats.Found++
		}
		terms[i] = weighted{t, p.df, query.IDF(s.o.Documents, p.df), p}
		order[i] = uint64(p.df)<<32 | uint64(i)
	}
	slices.Sort(order)
	s.stats.Terms = len(terms)
	s.terms = make([]weighted, 0, len(terms))
	for _, o := range order {
		s.terms = append(s.terms, terms[uint32(o)])
	}
}

func (s *question) run(ctx context.Context) (*query.Result, error) {
	found, err := s.candidates(ctx)
	if err != nil {
		return nil, err
	}
	best, err := s.best(ctx, found)
	if err != nil {
		return nil, err
	}
	result := &query.Result{Stats: s.stats}
	if result.Hits, err = s.hits(ctx, best); err != nil {
		return nil, err
	}
	result.Terms = s.termStats()
	return result, nil
}

func (s *question) termStats() []query.TermStats {
	stats := make([]query.TermStats, len(s.terms))
	for i, t := range s.terms {
		stats[i] = query.TermStats{Term: t.Term, DF: t.df, IDF: t.idf}
	}
	return stats
}

// sumsPool pools accumulators of type *[]float64, all zero.
var sumsPool sync.Pool

func takeSums(n int) *[]float64 {
	if sums, ok := sumsPool.Get().(*[]float64); ok && len(*sums) >= n {
		return sums
	}
	sums := make([]float64, n)
	return &sums
}

// candidate is a document with its score, which may exceed 1.
type candidate struct {
	doc   int
	id    string
	score float64
}

// candidates returns the documents that may be among the top, without ids. Their scores are at
// least the minimum.
func (s *question) candidates(ctx context.Context) ([]candidate, error) {
	sums := takeSums(s.r.size)
	sc := newScoring(s.o.Measure, s.terms, s.o.Weights)
	a := &accumulator{s: sc, k: s.o.Top, sums: *sums, stats: &s.stats}
	docs, err := a.top(ctx)
	found := make([]candidate, 0, len(docs))
	for _, doc := range docs {
		if score := sc.final(a.sums[doc], doc); score >= s.o.MinScore && score > 0 {
			found = append(found, candidate{doc: doc, score: score})
		}
	}
	for _, doc := range a.open {
		a.sums[doc] = 0
	}
	sumsPool.Put(sums) // not after a panic, which may leave others than a.open's
	return found, err
}

// betweenIDs is how many ids are read between checks of ctx. Each takes some microseconds.
const betweenIDs = 256

// best returns the top documents in order, with their ids. It overwrites found.
func (s *question) best(ctx context.Context, found []candidate) ([]candidate, error) {
	found = s.contenders(found)
	k := s.o.Top
	if k < 1 {
		k = len(found)
	}
	kept := found[:0]
	for i, c := range found {
		if i%betweenIDs == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		id, err := s.r.id(c.doc)
		if err != nil {
			return nil, err
		}
		c.id = id
		// Common terms alone cause ties of thousands, so not all are sorted.
		if kept = append(kept, c); len(kept) == 2*k {
			slices.SortFunc(kept, compareCandidates)
			kept = kept[:k]
		}
	}
	slices.SortFunc(kept, compareCandidates)
	return kept[:min(k, len(kept))], nil
}

func compareCandidates(a, b candidate) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id))
}

// contenders returns the candidates with at least the k-th best score. Only their ids are needed.
func (s *question) contenders(found []candidate) []candidate {
	if s.o.Top < 1 || len(found) <= s.o.Top {
		return found
	}
	scores := make([]float64, len(found))
	for i, c := range found {
		scores[i] = c.score
	}
	least := kthLargest(scores, s.o.Top)
	return slices.DeleteFunc(found, func(c candidate) bool { return c.score < least })
}

// hits computes all measures of the documents from the terms that each shares.
func (s *question) hits(ctx context.Context, of []candidate) ([]query.Hit, error) {
	measures := []query.Measure{query.Containment, query.Cosine, query.Resemblance}
	if s.o.Weights == nil {
		measures = measures[:1]
	}
	var scorings [3]*scoring
	for _, m := range measures {
		scorings[m] = newScoring(m, s.terms, s.o.Weights)
	}
	docs := make([]int, len(of))
	for i, c := range of {
		docs[i] = c.doc
	}
	slices.Sort(docs)
	docs = slices.Compact(docs)
	sums := make([][3]float64, len(docs)) // in the order of docs
	matched := make([][]int, len(docs))
	var local []uint32
	for t := range s.terms {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		err := s.terms[t].postings.probe(docs, &local, func(doc int) {
			at, _ := slices.BinarySearch(docs, doc)
			matched[at] = append(matched[at], t)
			for _, m := range measures {
				sums[at][m] += scorings[m].weight(&s.terms[t])
			}
		})
		if err != nil {
			return nil, err
		}
	}
	hits := make([]query.Hit, len(of))
	for i, c := range of {
		at, _ := slices.BinarySearch(docs, c.doc)
		h := query.Hit{ID: c.id, Score: min(c.score, 1), Matched: matched[at]}
		values := [3]*float64{
			query.Containment: &h.Containment, query.Cosine: &h.Cosine, query.Resemblance: &h.Resemblance,
		}
		for _, m := range measures {
			*values[m] = min(scorings[m].final(sums[at][m], c.doc), 1)
		}
		hits[i] = h
	}
	return hits, nil
}
