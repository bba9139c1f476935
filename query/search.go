package query

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	bindex "github.com/blevesearch/bleve_index_api"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// Options say how a question is asked. The zero value ranks everything by containment.
type Options struct {
	// Measure is what to rank by.
	Measure Measure
	// Top is how many documents to return; under 1 means all that share a term.
	Top int
	// MinScore leaves out documents with a lower score.
	MinScore float64
	// Documents is N, the number of documents that idf is based on; under 1 means all of the
	// Bleve index. An index that holds documents of other kinds too must set it.
	Documents int
	// Weights are those of the reader's snapshot for all fields of the index that hold
	// fingerprints, see [Weights.Fresh]; nil leaves Cosine and Resemblance of the hits at 0,
	// and then only Containment can be the measure.
	Weights *Weights
	// MaxTerms asks with that many terms only: see [Vector.Smallest]. Under 1 means all.
	MaxTerms int
	// Fields names the field of the index for each representation to ask. Terms of a representation
	// that is not in it are left out of the question. nil stands for the fields that package index
	// writes: each representation's, by its name.
	Fields map[analyzer.Representation]string
}

// Result is the answer to a question.
type Result struct {
	Hits []Hit
	// Terms are the question's terms as they were asked, by falling idf.
	Terms []TermStats
	Stats Stats
}

// Hit is a document that shares terms with the question.
type Hit struct {
	ID string // of the Bleve document
	// Score is that of the measure; all three are given besides.
	Score, Containment, Cosine, Resemblance float64
	// Matched are the shared terms, as indexes into the Terms of the [Result].
	Matched []int
}

// TermStats says how rare a term is.
type TermStats struct {
	Term
	DF  int // documents that hold it
	IDF float64
}

// Stats say what a question cost.
type Stats struct {
	Terms      int // distinct terms looked up
	Found      int // of those, terms that some document holds
	Postings   int // postings read or probed
	Candidates int // documents that were given a score, if only in part
	Duration   time.Duration
}

// Search returns the best documents for the question. The reader is one of a scorch index, or
// the error is [ErrNotScorch]. When ctx is done it returns ctx's error.
func Search(ctx context.Context, r bindex.IndexReader, v *Vector, o Options) (*Result, error) {
	results, err := SearchAll(ctx, r, []*Vector{v}, o)
	if err != nil {
		return nil, err
	}
	return results[0], nil
}

// SearchAll does what [Search] does for several questions, in their order. What they have in common
// is looked up and read once. Of the Stats, Duration is that of all questions up to this one.
func SearchAll(ctx context.Context, r bindex.IndexReader, vs []*Vector, o Options) ([]*Result, error) {
	start := time.Now()
	if o.Measure != Containment && o.Weights == nil {
		return nil, fmt.Errorf("searching by %s: it needs the weights of the documents: see ComputeWeights", o.Measure)
	}
	questions, err := newQuestions(ctx, r, vs, o)
	if err != nil {
		return nil, fmt.Errorf("searching: %w", err)
	}
	results := make([]*Result, len(questions))
	for i, s := range questions {
		if results[i], err = s.run(ctx); err != nil {
			return nil, fmt.Errorf("searching: %w", err)
		}
		results[i].Stats.Duration = time.Since(start)
	}
	return results, nil
}

// Score returns the measures of the documents with those ids, in their order; those that the reader
// does not have are left out. Of the options those that choose documents are not used.
func Score(ctx context.Context, r bindex.IndexReader, v *Vector, ids []string, o Options) ([]Hit, error) {
	s, err := newQuestion(ctx, r, v, o)
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
		h.Score = [...]float64{Containment: h.Containment, Cosine: h.Cosine, Resemblance: h.Resemblance}[o.Measure]
	}
	return hits, nil
}

// question is one question on one snapshot.
type question struct {
	o     Options
	r     *reader
	terms []weighted // by falling idf
	stats Stats
}

func newQuestion(ctx context.Context, r bindex.IndexReader, v *Vector, o Options) (*question, error) {
	all, err := newQuestions(ctx, r, []*Vector{v}, o)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// newQuestions looks up the terms of all questions.
func newQuestions(ctx context.Context, r bindex.IndexReader, vs []*Vector, o Options) ([]*question, error) {
	rd, err := newReader(r)
	if err != nil {
		return nil, err
	}
	if o.Weights != nil && len(o.Weights.norms) != rd.size {
		return nil, fmt.Errorf("the weights are of another snapshot: see Weights.Fresh")
	}
	if o.Documents < 1 {
		n, err := r.DocCount()
		if err != nil {
			return nil, err
		}
		o.Documents = int(n)
	}
	asked := make([]*Vector, len(vs))
	for i, v := range vs {
		asked[i] = v.in(o.Fields).Smallest(o.MaxTerms)
	}
	all := union(asked)
	found, err := rd.findAll(ctx, all.terms, o.field)
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

// field returns the name of the field that holds the representation's fingerprints.
func (o *Options) field(r analyzer.Representation) string {
	if o.Fields == nil {
		return r.String()
	}
	return o.Fields[r]
}

// in returns the vector of those terms whose representation is among the fields, if they are named.
func (v *Vector) in(fields map[analyzer.Representation]string) *Vector {
	unnamed := func(t Term) bool { _, named := fields[t.Representation]; return !named }
	if fields == nil || !slices.ContainsFunc(v.terms, unnamed) {
		return v
	}
	return &Vector{terms: slices.DeleteFunc(slices.Clone(v.terms), unnamed)}
}

// union returns the vector of all terms.
func union(vs []*Vector) *Vector {
	if len(vs) == 1 {
		return vs[0]
	}
	var terms []Term
	for _, v := range vs {
		terms = append(terms, v.terms...)
	}
	return NewVector(terms)
}

// weigh takes the postings of every term of v out of those found, which are of all, and sorts the
// terms by falling idf.
func (s *question) weigh(v, all *Vector, found []postings) {
	terms := make([]weighted, len(v.terms))
	order := make([]uint64, len(v.terms)) // df above, and below the place: terms are in the order of equals
	at := 0
	for i, t := range v.terms {
		if compareTerms(all.terms[at], t) != 0 { // of several questions, each has a small part of all terms
			next, _ := slices.BinarySearchFunc(all.terms[at:], t, compareTerms)
			at += next
		}
		p := found[at]
		if p.df > 0 {
			s.stats.Found++
		}
		terms[i] = weighted{t, p.df, IDF(s.o.Documents, p.df), p}
		order[i] = uint64(p.df)<<32 | uint64(i)
	}
	slices.Sort(order)
	s.stats.Terms = len(terms)
	s.terms = make([]weighted, 0, len(terms))
	for _, o := range order {
		s.terms = append(s.terms, terms[uint32(o)])
	}
}

func (s *question) run(ctx context.Context) (*Result, error) {
	docs, scoring, release, err := s.candidates(ctx, s.o.Top)
	if err != nil {
		return nil, err
	}
	defer release()
	best, err := s.best(ctx, s.found(docs, scoring))
	if err != nil {
		return nil, err
	}
	result := &Result{Stats: s.stats}
	if result.Hits, err = s.hits(ctx, best); err != nil {
		return nil, err
	}
	result.Terms = s.termStats()
	return result, nil
}

func (s *question) termStats() []TermStats {
	stats := make([]TermStats, len(s.terms))
	for i, t := range s.terms {
		stats[i] = TermStats{t.Term, t.df, t.idf}
	}
	return stats
}

// sumsPool keeps accumulators, as *[]float64, from one question to the next; all are 0 in between.
var sumsPool sync.Pool

func takeSums(n int) *[]float64 {
	if sums, ok := sumsPool.Get().(*[]float64); ok && len(*sums) >= n {
		return sums
	}
	sums := make([]float64, n)
	return &sums
}

// scored gives a document its sum.
type scored struct {
	*scoring
	sums []float64
}

func (s scored) of(doc int) float64 { return s.final(s.sums[doc], doc) }

// candidates returns the documents that may be among the top, with their scores. release takes
// the accumulators back.
func (s *question) candidates(ctx context.Context, top int) ([]int, scored, func(), error) {
	taken := takeSums(s.r.size)
	sums := *taken
	sc := newScoring(s.o.Measure, s.terms, s.o.Weights)
	a := &accumulator{s: sc, k: top, sums: sums, stats: &s.stats}
	docs, err := a.top(ctx)
	release := func() {
		for _, doc := range a.open {
			sums[doc] = 0
		}
		sumsPool.Put(taken)
	}
	if err != nil {
		release()
		return nil, scored{}, nil, err
	}
	return docs, scored{sc, sums}, release, nil
}

// candidate is a document with its score, not cut at 1.
type candidate struct {
	doc   int
	id    string
	score float64
}

// found returns the documents with their scores, those under the least score left out, and the
// ids still to be filled in.
func (s *question) found(docs []int, sc scored) []candidate {
	found := make([]candidate, 0, len(docs))
	for _, doc := range docs {
		if score := sc.of(doc); score >= s.o.MinScore && score > 0 {
			found = append(found, candidate{doc: doc, score: score})
		}
	}
	return found
}

// betweenIDs is how many ids are read, each some microseconds, before the context is looked at
// again.
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
		// Common terms alone make ties of thousands: not all are sorted.
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

// contenders are those whose score is not less than the k-th best: only their ids are needed to put
// them in order.
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

// hits computes all measures of the documents, from the terms that each shares.
func (s *question) hits(ctx context.Context, of []candidate) ([]Hit, error) {
	measures := []Measure{Containment, Cosine, Resemblance}
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
	hits := make([]Hit, len(of))
	for i, c := range of {
		at, _ := slices.BinarySearch(docs, c.doc)
		h := Hit{ID: c.id, Score: min(c.score, 1), Matched: matched[at]}
		values := [3]*float64{Containment: &h.Containment, Cosine: &h.Cosine, Resemblance: &h.Resemblance}
		for _, m := range measures {
			*values[m] = min(scorings[m].final(sums[at][m], c.doc), 1)
		}
		hits[i] = h
	}
	return hits, nil
}
