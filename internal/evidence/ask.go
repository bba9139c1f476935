package evidence

import (
	"context"
	"fmt"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/boilerplate"
	"github.com/chaffinch-search/chaffinch/internal/screen"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Request is a question with the way it is to be asked.
type Request struct {
	Name   string
	Source []byte
	// Language is how to lex the source; nil tells it from name and content.
	Language *lex.Language
	// Evidence ranks by aligned matches; otherwise Measure does, by the index alone.
	Evidence bool
	Measure  query.Measure
	// Cover lists, with Evidence, the fewest documents that explain most of the question.
	Cover bool
	// Whole compares documents as wholes; otherwise a part of the question is enough.
	Whole    bool
	Top      int     // documents; under 1 means all
	MinScore float64 // of a hit
	MaxTerms int     // asks with that many fingerprints only; under 1 means all
	// Collection keeps to documents that were seen in that collection; empty means all.
	Collection string
	// ExceptSame leaves out the content that is the question itself.
	ExceptSame bool
	Explain    bool
	// Measures asks for cosine and resemblance of the hits even if the question needs no weights of
	// documents: then every hit is analysed, and its terms are looked up.
	Measures bool
	// Sources keeps the alignment of every hit, with both sources, for those who print them.
	Sources bool
	// FirstLine is the number of the source's first line in the file it was cut from; under 1
	// means 1.
	FirstLine int
}

// Asker asks questions of one snapshot. Not for several goroutines.
type Asker struct {
	index       *index.Index
	analyzer    *analyzer.Analyzer
	snapshot    *index.Snapshot
	weights     *query.Weights   // nil until a question needs them: see weigh
	boilerplate *boilerplate.Set // nil before the first question
}

// New returns an asker for the present state of the index. Close it before the index.
func New(x *index.Index) (*Asker, error) {
	s, err := x.Snapshot()
	if err != nil {
		return nil, err
	}
	return &Asker{index: x, analyzer: x.Analyzer(), snapshot: s}, nil
}

// Close releases the snapshot.
func (a *Asker) Close() error { return a.snapshot.Close() }

// Snapshot returns the state that is asked.
func (a *Asker) Snapshot() *index.Snapshot { return a.snapshot }

// Ask answers the question.
func (a *Asker) Ask(ctx context.Context, r Request) (*Answer, error) {
	start := time.Now()
	answer, err := a.ask(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("asking for %s: %w", r.Name, err)
	}
	if err := a.warnOfCollection(r.Collection, answer); err != nil {
		return nil, fmt.Errorf("asking for %s: %w", r.Name, err)
	}
	answer.Stats.Microseconds = time.Since(start).Microseconds()
	return answer, nil
}

// warnOfCollection warns of a collection that the index does not have.
func (a *Asker) warnOfCollection(name string, answer *Answer) error {
	if name == "" {
		return nil
	}
	df, err := a.snapshot.DF(index.FieldCollection, name)
	if err == nil && df == 0 {
		answer.Warnings = append(answer.Warnings, fmt.Sprintf("the index has no collection %s: list --collections lists them", name))
	}
	return err
}

func (a *Asker) ask(ctx context.Context, r Request) (*Answer, error) {
	if err := a.readBoilerplate(ctx); err != nil {
		return nil, err
	}
	if r.Measure != query.Containment {
		if err := a.weigh(ctx); err != nil {
			return nil, err
		}
	}
	t, err := a.inBestLanguage(ctx, r)
	if err != nil {
		return nil, err
	}
	t.prepare(a)
	hits, err := a.ranked(ctx, r, t)
	if err != nil {
		return nil, err
	}
	for _, d := range t.desks {
		d.clear()
	}
	if r.Measures {
		if err := a.measure(ctx, r, t, hits); err != nil {
			return nil, err
		}
	}
	s := t.result.Stats
	return &Answer{t.question, t.warnings, hits, Stats{
		Terms: s.Terms, Postings: s.Postings, Candidates: s.Candidates, Aligned: t.aligned, Aligning: t.aligning,
	}}, nil
}

// ranked returns the hits in their final order, at most r.Top.
func (a *Asker) ranked(ctx context.Context, r Request, t *attempt) ([]Hit, error) {
	if r.Evidence {
		return a.byEvidence(ctx, r, t)
	}
	hits, err := a.byMeasure(ctx, r, t)
	if err != nil {
		return nil, err
	}
	if err := a.proveAll(ctx, r, t, hits); err != nil {
		return nil, err
	}
	showAll(r, t, hits)
	return hits, nil
}

// byMeasure returns the best by the index alone.
func (a *Asker) byMeasure(ctx context.Context, r Request, t *attempt) ([]Hit, error) {
	for depth := r.depth(); ; depth *= 4 {
		hits, err := a.hits(ctx, r, t)
		if err != nil {
			return nil, err
		}
		// Of those found some may have been left out; if that leaves too few, look deeper.
		if r.Top < 1 || len(hits) >= r.Top || len(t.result.Hits) < depth {
			return hits, nil
		}
		if err := a.search(ctx, r, t, 4*depth); err != nil {
			return nil, err
		}
	}
}

// hits returns what is to be shown of those found, at most r.Top.
func (a *Asker) hits(ctx context.Context, r Request, t *attempt) ([]Hit, error) {
	hits := []Hit{}
	for _, h := range t.result.Hits {
		if r.Top > 0 && len(hits) == r.Top {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		hit, ok, err := a.hit(r, t, h)
		if err != nil {
			return nil, err
		}
		if ok {
			hits = append(hits, hit)
		}
	}
	return hits, nil
}

// attempt is the question as asked in one language.
type attempt struct {
	source   []byte // decoded
	same     string // the id of what the question is, if that is to be left out
	question Question
	warnings []string
	analysis analyzer.Analysis // without the fingerprints of boilerplate
	given    []analyzer.Span   // boilerplate
	ignored  int               // distinct fingerprints of it that are not asked for
	vector   *query.Vector
	result   *query.Result

	// What follows is for the evidence.
	document *align.Document
	rarity   align.Rarity
	weight   float64 // of the whole question, in rare tokens
	aligned  int     // documents
	desks    []*desk // they are taken apart on, if they are not kept
	aligning time.Duration
}

// prepare makes the question ready to be aligned.
func (t *attempt) prepare(a *Asker) {
	t.document = align.NewDocument(t.source, t.analysis.Tokens)
	t.document.Ignore(t.given)
	t.rarity = a.rarity(&t.analysis, t.result.Terms)
	t.rarity.Ignore(t.given)
	t.weight = t.rarity.Sum(analyzer.Span{From: 0, To: t.document.Len()})
}

// guesses is in how many languages a question is tried that has neither a name nor a language.
const guesses = 4

// inBestLanguage asks in the language of the request, or the one that the name and content say.
// Where only the content can say, a short snippet tells too little: it is asked in every likely
// language, and the one that finds most is taken.
func (a *Asker) inBestLanguage(ctx context.Context, r Request) (*attempt, error) {
	text := corpus.Decode(r.Source)
	same := ""
	if r.ExceptSame {
		same = index.BlobID(r.Source)
	}
	languages := []*lex.Language{r.Language}
	if r.Language == nil {
		languages = detect.Candidates(r.Name, text.UTF8, guesses)
	}
	var best *attempt
	for _, l := range languages {
		t := &attempt{source: text.UTF8, same: same}
		err := a.attempt(ctx, r, l, t)
		if err != nil {
			return nil, err
		}
		if best == nil || t.score() > best.score() {
			best = t
		}
	}
	return best, nil
}

// score says how much of the question makes sense in the language: what is boilerplate, and of the
// rest what the best document has.
func (t *attempt) score() float64 {
	given := float64(t.question.Boilerplate) / float64(max(1, t.question.Tokens))
	if len(t.result.Hits) == 0 {
		return given
	}
	return given + (1-given)*t.result.Hits[0].Score
}

// attempt asks in the language.
func (a *Asker) attempt(ctx context.Context, r Request, l *lex.Language, t *attempt) error {
	n := &t.analysis
	a.analyzer.Analyze(l, t.source, n)
	t.question = Question{Name: r.Name, Language: l.Name, Tokens: len(n.Tokens), Guarantee: a.analyzer.Guarantee(l)}
	t.leaveOut(a.analyzer, a.boilerplate)
	terms := query.Terms(n)
	if r.Measure == query.Containment && t.question.own() < spareBelow*t.question.Guarantee {
		terms = append(terms, query.SpareTerms(a.analyzer, n, t.given)...)
	}
	t.vector = query.NewVector(terms)
	t.question.Fingerprints = t.vector.Len()
	t.warnings = warnings(t.question, a.analyzer, l)
	return a.search(ctx, r, t, r.depth())
}

// search sets the attempt's result to the best documents, as many as depth.
func (a *Asker) search(ctx context.Context, r Request, t *attempt, depth int) error {
	var err error
	o := a.options(r)
	o.Top = depth
	t.result, err = query.Search(ctx, a.snapshot.Reader(), t.vector, o)
	return err
}

func (a *Asker) options(r Request) query.Options {
	o := query.Options{
		Measure: r.Measure, MaxTerms: r.MaxTerms, Documents: a.snapshot.Contents(),
	}
	if r.Measure != query.Containment {
		o.Weights = a.weights
	}
	if !r.Evidence {
		o.MinScore = r.MinScore
	}
	return o
}

// spareBelow is how many times the guarantee threshold a question may be long, boilerplate apart, to
// be asked with all its k-grams: a longer one has fingerprints enough of its own.
const spareBelow = 4

// depth is how many documents to ask for at first; under 1 means all.
func (r Request) depth() int {
	if r.Evidence && r.Top > 0 {
		return r.Top + align.MoreCandidates
	}
	if r.Top > 0 && r.ExceptSame {
		return r.Top + 1
	}
	return r.Top
}

// warnings says what a user may take wrongly.
func warnings(q Question, a *analyzer.Analyzer, l *lex.Language) []string {
	shortest := 0 // k: fewer tokens have no k-gram
	for r := range analyzer.Representation(analyzer.Representations) {
		if s, ok := a.Settings().Scheme(l, r); ok && (shortest == 0 || s.K < shortest) {
			shortest = s.K
		}
	}
	subject := "the question"
	if q.Boilerplate > 0 {
		subject = "boilerplate apart, the question"
	}
	switch {
	case q.Tokens == 0:
		return []string{"the question has no tokens: it is empty, or all of it is comments"}
	case q.own() == 0:
		return []string{"all of the question is boilerplate, which is ignored: chaffinch boilerplate list says what is"}
	case q.own() < shortest:
		return []string{fmt.Sprintf("%s has only %s and the shortest fingerprint takes %d: "+
			"ask with more lines", subject, screen.Plural(q.own(), "token", "tokens"), shortest)}
	case q.Guarantee == 0 && q.Fingerprints == 0:
		return []string{"no fingerprint of the question was selected, and the selection of this index guarantees none: " +
			"ask with more lines"}
	case q.Guarantee == 0:
		return []string{"the selection of this index gives no guarantee: copies may be missing"}
	case q.own() < q.Guarantee:
		return []string{fmt.Sprintf("%s has %d tokens, fewer than the %d from which every copy is found: "+
			"some may be missing", subject, q.own(), q.Guarantee)}
	}
	return []string{}
}

// hit adds to a hit what the index knows of its content. ok is false if it is to be left out.
func (a *Asker) hit(r Request, t *attempt, h query.Hit) (hit Hit, ok bool, err error) {
	id, isContent := index.ContentOf(h.ID)
	if !isContent || id == t.same {
		return hit, false, nil
	}
	c, err := a.snapshot.Content(id)
	if err != nil {
		return hit, false, err
	}
	occurrences, err := a.snapshot.Occurrences(id)
	if err != nil {
		return hit, false, err
	}
	if occurrences = in(r.Collection, occurrences); len(occurrences) == 0 {
		return hit, false, nil
	}
	hit = Hit{
		Content: id, Language: c.Language, Tokens: c.Tokens,
		Score: h.Score, Containment: h.Containment, Resemblance: h.Resemblance, Cosine: rounded(h.Cosine),
		Occurrences: occurrences, id: h.ID, known: c,
	}
	if r.Explain {
		hit.Explain = t.explanation(h, a.snapshot.Contents())
	}
	return hit, true, nil
}

func in(collection string, all []index.Occurrence) []index.Occurrence {
	if collection == "" {
		return all
	}
	var kept []index.Occurrence
	for _, o := range all {
		if o.Collection == collection {
			kept = append(kept, o)
		}
	}
	return kept
}
