// Package evidence finds the documents of an index that a question came from, with proof: every
// match is aligned token by token.
//
// The files are in the order of an answer:
//
//	evidence.go        asks: reads the question, gets candidates, proves and orders them
//
//	readings.go        in which languages and formats a question is read
//	nameless.go        the readings of a question without a name
//	formats.go         the readings of a question in a format of several parts
//	otherlanguages.go  the readings of a question that is not found in the likely languages
//	readingscore.go    how well a reading fits
//	question.go        lexes the question, excludes boilerplate, describes it
//	questionparts.go   the parts of a question in a format of several parts
//	comments.go        questions that are comments, and the documents that have these
//	skipped.go         warns that the index skipped the file of the question
//
//	candidates.go      gets candidates from the index
//	promise.go         estimates which candidates are worth reading
//	runs.go            finds the runs of a question that a candidate has most of
//	descriptions.go    caches descriptions of contents
//	lexed.go           caches tokens of candidates
//
//	countversions.go   counts the versions of a path as one document
//	countorigins.go    counts documents of one origin as one
//	countgenerated.go  counts generated copies, and finds the hand-written ones behind them
//	frequency.go       how common the material of a match is
//
//	prove.go           reads the candidates again and aligns them with the question
//	identical.go       proves a document that has the bytes of the question
//	hashes.go          ranks candidates by fingerprints, where no source can be read
//	cosine.go          computes cosine and resemblance of hits found without weights
//	sharedparts.go     the probability that similar documents share a part, by search
//
//	rank.go            proves candidates until no better one is likely
//	order.go           orders the hits, and decides how many are listed
//	regions.go         searches for unexplained parts, and lists hits that explain more first
//	versions.go        makes one hit of the versions of a path
//	groups.go          makes one hit of a group, such as a package
//	cover.go           chooses few hits that explain most of the question
//	answer.go          completes the hits of the answer
//
//	compare.go         compares two texts without an index
package evidence

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/boilerplate"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/internal/parts"
	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Request is a question and its options. Of the options, Top is under 1 for all documents.
type Request struct {
	answer.Options
	Name   string
	Path   string       // tells the language, in place of Name; empty if Name does
	Source []byte       // the part, as read; ExceptSame compares its id
	Text   *corpus.Text // the decoded file
	// Known is the analysis of a question if only its fingerprints are known. Text then has its
	// lines only.
	Known *analyzer.Analysis
	Part  Bytes // of Text, to ask with
	// Cut means that the text may begin or end inside a comment or string.
	Cut bool
	// Language is the language to lex the source in. Nil detects it from name and content.
	Language *lex.Language
	// Evidence ranks by aligned matches; otherwise ByIndex does, by the index alone.
	Evidence bool
	ByIndex  query.Measure // finds the candidates
	// Several means that the question is one of several, so no documents are read for comments.
	Several bool
	// Whole compares whole documents; otherwise documents may match a part of the question.
	Whole bool
	Order shares.Key // of the hits by evidence
	// Selects restricts the search to contents with an occurrence that it selects; nil selects all.
	Selects func(index.Content, index.Occurrence) bool
	// Group names the group of an occurrence. Only the best hit of each group is listed; nil lists
	// all.
	Group func(index.Occurrence) string
	// ExceptSame omits the content that is identical to the question.
	ExceptSame bool
	// File is the path of the file that the question is, or is in. It is empty if it is not in one.
	File string
	// ExceptFile omits the occurrences at File.
	ExceptFile bool
	// Keyed means that ids of contents are under a key of the index.
	Keyed bool

	memo      *memo  // of the readings
	identical string // id of the only content that is listed, which has the bytes of the question; empty lists all
}

// Asker answers questions on one state of an index. It is safe for concurrent use.
type Asker struct {
	analyzer *analyzer.Analyzer
	state    index.State

	mu          sync.Mutex       // guards the following until it is set; then it does not change
	boilerplate *boilerplate.Set // nil before the first question
	languages   []*lex.Language  // nil before the first question without a hit

	lexed     atomic.Pointer[lexed] // tokens of candidates; nil if none are kept
	described described
}

// New returns an asker for a state of an index, and the index's analyzer. Closing the asker closes
// the state.
func New(s index.State, a *analyzer.Analyzer) *Asker { return &Asker{analyzer: a, state: s} }

// Close closes the state.
func (a *Asker) Close() error { return a.state.Close() }

// State returns the state that is searched.
func (a *Asker) State() index.State { return a.state }

// Prepare computes the data that questions share, and caches tokens of candidates afterwards.
func (a *Asker) Prepare(ctx context.Context) error {
	a.lexed.CompareAndSwap(nil, newLexed(mostLexed))
	if err := a.readBoilerplate(ctx); err != nil {
		return err
	}
	if w, ok := a.state.(weigher); ok {
		return w.Weigh(ctx)
	}
	return nil
}

// Ask answers the question. It checks ctx between candidates and every few hundred terms.
func (a *Asker) Ask(ctx context.Context, r Request) (*answer.Answer, error) {
	start := time.Now()
	result, err := a.ask(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("asking for %s: %w", r.Name, err)
	}
	hits, err := a.commented(ctx, r, result)
	if err != nil {
		return nil, fmt.Errorf("asking for %s: %w", r.Name, err)
	}
	if len(hits) > 0 {
		result.Hits = hits
		result.Warnings = slices.DeleteFunc(result.Warnings, ofComments)
	}
	result.Stats.Microseconds = time.Since(start).Microseconds()
	return result, nil
}

func (a *Asker) ask(ctx context.Context, r Request) (*answer.Answer, error) {
	r.Top = min(r.Top, max(1, a.state.Contents())) // so that no multiple of it overflows
	r.memo = &memo{read: map[way]*reading{}}
	if err := a.readBoilerplate(ctx); err != nil {
		return nil, err
	}
	result, tried, err := a.answerReadings(ctx, r)
	if err != nil || r.settles(result) {
		return result, err
	}
	further, err := a.furtherReadings(ctx, r, tried)
	for _, q := range further {
		other, err := a.answer(ctx, r, q)
		if err != nil {
			return nil, err
		}
		if r.prefers(other, result) {
			return other, nil
		}
		addUnread(result, other.Unread)
	}
	if err != nil || len(result.Hits) > 0 || r.Language != nil || r.Known != nil || !parts.IsProse(r.text()) {
		return result, err
	}
	// Prose that is not found is read by its name, or as text. It is not read in the language that
	// has some of the words.
	l := lex.Prose
	if !detect.IsNameless(r.path()) {
		l = detect.Language(r.path(), r.Text.UTF8)
	}
	if result.Question.Language == l.Name {
		return result, nil
	}
	r.Language = l
	return a.ask(ctx, r)
}

// answerReadings answers the request's question, as its readings in turn until one finds a copy.
// The name may be wrong, and code may be prose. A text that seems to begin in a string may still be
// whole. It also returns the questions that it tried, unless they are long.
func (a *Asker) answerReadings(ctx context.Context, r Request) (result *answer.Answer, tried []*question, err error) {
	readings, expected, err := a.readings(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	clear(r.memo.read) // the others take as much memory
	try := func(d *reading) error {
		q := a.questionOf(r, d, r.unlike(expected, d.analysis.Language))
		if !r.isLong() {
			tried = append(tried, q)
		}
		other, err := a.answer(ctx, r, q)
		switch {
		case err != nil:
			return err
		case result == nil || r.prefers(other, result):
			result = other
		default:
			addUnread(result, other.Unread)
		}
		return nil
	}
	var others []way
	var read []*lex.Language
	for i, d := range readings {
		readings[i] = nil
		l := d.analysis.Language
		read = append(read, l)
		if d.cut != (lex.Cut{}) || len(d.partCuts) > 0 {
			others = append(others, way{language: l})
		}
		if err := try(d); err != nil || r.settles(result) {
			return result, tried, err
		}
	}
	if expected != nil {
		looks := detect.File(r.path(), r.Text.UTF8)                              // a program under a name that says nothing
		isRead := func(l *lex.Language) bool { return l == looks || l.Parted() } // the lines of a diff are not read as code
		if looks != expected && !slices.ContainsFunc(read, isRead) {
			others = append(others, way{language: looks, cut: r.Cut})
		}
	}
	for _, w := range others {
		as := r
		as.Cut = w.cut
		d, err := a.readNew(ctx, as, w.language)
		if err == nil {
			err = try(d)
		}
		if err != nil || r.settles(result) {
			return result, tried, err
		}
	}
	return result, tried, nil
}

// settles reports whether the answer finds a likely copy, so that no other reading is tried. The
// prose of a program is in its comments, such as a licence, so it settles nothing. A hit that was
// not aligned settles, as nothing tells that it is unlikely.
func (r Request) settles(a *answer.Answer) bool {
	switch {
	case !r.believes(a.Hits) || !r.Evidence || r.Whole:
		return r.believes(a.Hits)
	case a.Question.Language == lex.Prose.Name && r.Language == nil && !parts.IsProse(r.text()):
		return false
	}
	return slices.ContainsFunc(a.Hits, func(h answer.Hit) bool { return !h.Aligned || h.IsLikely() })
}

// prefers reports whether the answer to another reading replaces the answer to an earlier one. Only
// a likely copy replaces weaker hits, so the least score of a command makes no difference.
func (r Request) prefers(other, earlier *answer.Answer) bool {
	return r.believes(other.Hits) && !r.believes(earlier.Hits) || r.settles(other) && !r.settles(earlier)
}

// isLong reports whether a question counts as a file.
func (r Request) isLong() bool { return len(r.Text.UTF8) > threshold.LongestCut }

// text returns the question, decoded.
func (r Request) text() []byte {
	if r.Part != (Bytes{}) {
		return r.Text.UTF8[r.Part.From:r.Part.To]
	}
	return r.Text.UTF8
}

// addUnread adds documents that another reading of the question could not read.
func addUnread(a *answer.Answer, others []answer.UnreadDocument) {
	for _, u := range others {
		if !slices.ContainsFunc(a.Unread, func(known answer.UnreadDocument) bool { return known.Content == u.Content }) {
			a.Unread = append(a.Unread, u)
		}
	}
}

// believes reports whether hits prove that a question is read in the right language. Weak hits,
// listed by a low minimum score, do not.
func (r Request) believes(hits []answer.Hit) bool {
	return len(hits) > 0 && (!r.Evidence || slices.ContainsFunc(hits, func(h answer.Hit) bool {
		return h.Score >= threshold.Believed || r.Whole && h.Probability >= threshold.SurePart
	}))
}

func (a *Asker) newProver(r Request, q *question) *prover {
	return &prover{
		Asker: a, terms: q.found.Terms, documents: a.state.Contents(),
		ranking: ranking{
			request: r, question: q, least: r.MinScore, spelled: r.MinScore, weight: q.Rarity.Sum(all(q.Document)),
			histories: map[string]*history{}, groups: map[string]int{},
		},
	}
}

// answer answers the question.
func (a *Asker) answer(ctx context.Context, r Request, q *question) (*answer.Answer, error) {
	p := a.newProver(r, q)
	parts, err := a.searchParts(ctx, r, q)
	if err != nil {
		return nil, err
	}
	if p.parts = parts; r.Cover && r.Likely > 0 {
		own := q.Document.Own()
		p.least = min(p.least, align.CertaintyOf(align.ForOrigin).Score(r.Likely, own))
		p.spelled = min(p.least, align.LeastSpelled(r.MinScore, own))
	}
	ranked := p.byMeasure
	if r.Evidence {
		ranked = p.byEvidence
	}
	o, err := ranked(ctx, q.found)
	if err != nil {
		return nil, err
	}
	if r.Measures {
		if err := p.measure(ctx, o.found.Terms, o.hits); err != nil {
			return nil, err
		}
	}
	if err := p.judge(ctx, o.hits); err != nil {
		return nil, err
	}
	o.hits = p.likely(o.hits)
	unknown, err := a.unknownCollection(ctx, r.Collection)
	if err != nil {
		return nil, err
	}
	if len(o.hits) == 0 {
		skipped, err := a.skipWarnings(ctx, r)
		if err != nil {
			return nil, err
		}
		o.warnings = slices.Concat(o.warnings, q.commentWarnings(r), formWarnings(r), skipped)
	}
	same, err := a.occurrencesOf(ctx, r, q.same)
	if err != nil {
		return nil, err
	}
	found := o.found.Stats
	return &answer.Answer{
		Question: q.Question, Identical: same,
		Warnings: append([]answer.Warning{}, slices.Concat(q.reread, q.textWarnings(r), q.cutWarnings(r.Text.UTF8), a.warnings(q), o.warnings, unknown)...),
		Hits:     p.list(o.hits), Weaker: p.weaker + p.unlikely, WeakerVerbatim: p.weakerVerbatim, More: p.more, Unread: p.unread,
		Stats: answer.Stats{
			Terms: found.Terms, Postings: found.Postings, Candidates: found.Candidates, Aligned: p.aligned, Aligning: p.aligning,
		},
	}, nil
}

// occurrencesOf returns the occurrences of a content that the request may list.
func (a *Asker) occurrencesOf(ctx context.Context, r Request, content string) ([]index.Occurrence, error) {
	if content == "" {
		return nil, nil
	}
	var all []index.Occurrence
	err := a.state.Occurrences(ctx, index.Where{Content: content, Collection: r.Collection}, func(o index.Occurrence) error {
		if r.lists(index.Content{}, o) {
			all = append(all, o)
		}
		return nil
	})
	order.Short(all, index.Occurrence.Compare)
	return all, err
}

// readBoilerplate reads the boilerplate of the index unless an earlier question has.
func (a *Asker) readBoilerplate(ctx context.Context) (err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.boilerplate == nil {
		a.boilerplate, err = boilerplate.Read(ctx, a.state, a.analyzer)
	}
	return err
}
