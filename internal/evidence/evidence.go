// Package evidence finds the documents of an index that a question came from, and proves it.
//
//	question    decoded, its language found, lexed, boilerplate left out       question.go
//	candidates  the contents that the index names for it                       candidates.go
//	hits        candidates read again and aligned with the question            prove.go
//	result      the hits in order, or the fewest that explain most of it       rank.go, cover.go
//
// It returns what it found as values of the packages below; how that is printed is not decided
// here.
package evidence

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/boilerplate"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Request is a question with the way it is to be asked.
type Request struct {
	Name   string
	Source []byte // in any encoding
	// Text is Source decoded, if the caller has that already; nil decodes Source.
	Text *corpus.Text
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
	// Measures asks for cosine and resemblance of the hits even if the question needs no weights of
	// documents: then every hit is analysed, and its terms are looked up.
	Measures bool
	// Sources keeps the documents of the hits, with their sources, for those who print them.
	Sources bool

	// Explain and FirstLine are for those who show the result. FirstLine is the number of the
	// source's first line in the file it was cut from; under 1 means 1.
	Explain   bool
	FirstLine int
}

// Result is what a question found.
type Result struct {
	Question Question
	Warnings []string // what a user may take wrongly
	Hits     []Hit    // best first
	// Terms are those that were asked for, by falling idf: see [query.Hit.Matched].
	Terms []query.TermStats
	Stats Stats
}

// Question says how a question was understood.
type Question struct {
	Name     string
	Language *lex.Language
	Document *align.Document
	Rarity   align.Rarity
	// Boilerplate counts the tokens that were ignored, Ignored the distinct fingerprints in them.
	Boilerplate, Ignored int
	Fingerprints         int // asked for
	// Guarantee is t: any run of that many tokens that a document shares is found. 0 is none.
	Guarantee int
}

// Stats say what a result cost.
type Stats struct {
	query.Stats               // of the last search of the index
	Aligned     int           // candidates read and aligned
	Aligning    time.Duration // the share of the time that went into that
	Duration    time.Duration // all of it
}

// Asker asks questions of one snapshot. It may be used by several goroutines.
type Asker struct {
	index    *index.Index
	analyzer *analyzer.Analyzer
	snapshot *index.Snapshot

	mu          sync.Mutex       // guards the following until they are set; then they do not change
	weights     *query.Weights   // nil until a question needs them: see weigh
	boilerplate *boilerplate.Set // nil before the first question
}

// Open returns an asker for the present state of the index. Close it before the index.
func Open(x *index.Index) (*Asker, error) {
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

// Ask answers the question. It looks at ctx between candidates and some hundred terms.
func (a *Asker) Ask(ctx context.Context, r Request) (*Result, error) {
	start := time.Now()
	result, err := a.ask(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("asking for %s: %w", r.Name, err)
	}
	result.Stats.Duration = time.Since(start)
	return result, nil
}

func (a *Asker) ask(ctx context.Context, r Request) (*Result, error) {
	if err := a.ready(ctx, r.Measure); err != nil {
		return nil, err
	}
	q, found, err := a.understand(ctx, r)
	if err != nil {
		return nil, err
	}
	p := &prover{Asker: a, request: r, question: q, weight: q.Rarity.Sum(all(q.Document))}
	var o *outcome
	switch {
	case r.Evidence:
		o, err = p.byEvidence(ctx, found)
	default:
		o, err = p.byMeasure(ctx, found)
	}
	if err != nil {
		return nil, err
	}
	if r.Measures {
		if err := p.measure(ctx, o.found.Terms, o.hits); err != nil {
			return nil, err
		}
	}
	unknown, err := a.unknownCollection(r.Collection)
	if err != nil {
		return nil, err
	}
	return &Result{
		Question: q.Question,
		Warnings: slices.Concat(a.warnings(&q.Question), o.warnings, unknown),
		Hits:     o.hits, Terms: o.found.Terms,
		Stats: Stats{Stats: o.found.Stats, Aligned: p.aligned, Aligning: p.aligning},
	}, nil
}

// ready reads what questions by that measure need and that is not there yet.
func (a *Asker) ready(ctx context.Context, m query.Measure) error {
	if err := a.readBoilerplate(ctx); err != nil {
		return err
	}
	if m != query.Containment {
		return a.weigh(ctx)
	}
	return nil
}

func (a *Asker) readBoilerplate(ctx context.Context) (err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.boilerplate == nil {
		a.boilerplate, err = boilerplate.Read(ctx, a.snapshot, a.analyzer)
	}
	return err
}
