package evidence

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/screen"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// The second stage: candidates, which the index finds, are read, aligned with the question, and
// ordered by what is found.

// byEvidence returns the best candidates by what aligning them proves.
func (a *Asker) byEvidence(ctx context.Context, r Request, t *attempt) ([]Hit, error) {
	p := &proof{a: a, r: r, t: t, done: map[string]bool{}}
	for depth := r.depth(); ; depth *= 2 {
		if err := p.prove(ctx, t.result.Hits); err != nil {
			return nil, err
		}
		if n := len(t.result.Hits); depth < 1 || n < depth || p.hopeless(t.result.Hits[n-1]) || p.settled() {
			break
		}
		if err := a.search(ctx, r, t, 2*depth); err != nil {
			return nil, err
		}
	}
	inWindows, err := a.fromWindows(ctx, r, t)
	if err != nil {
		return nil, err
	}
	if err := p.prove(ctx, inWindows); err != nil {
		return nil, err
	}
	if r.Cover {
		return cover(r, t, p.hits), nil
	}
	return rank(r, t, p.hits), nil
}

// proof collects the candidates of one question that were aligned.
type proof struct {
	a    *Asker
	r    Request
	t    *attempt
	done map[string]bool // by id of the Bleve document
	hits []Hit
}

// desk is the memory that a candidate is taken apart in. There are millions of tokens to a question, so it
// serves one after another.
type desk struct {
	document align.Document
	source   []byte
	tokens   []lex.Token
}

var desks = sync.Pool{New: func() any { return new(desk) }}

// clear makes the desk free for another candidate. Nothing may use its document any more.
func (d *desk) clear() {
	if d != nil {
		d.document.Reset(nil, nil)
		desks.Put(d)
	}
}

// prove aligns those that have not been aligned yet.
func (p *proof) prove(ctx context.Context, found []query.Hit) error {
	first := len(p.hits)
	for _, h := range found {
		if p.done[h.ID] || p.hopeless(h) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		p.done[h.ID] = true
		hit, ok, err := p.a.hit(p.r, p.t, h)
		if err != nil {
			return err
		}
		if ok {
			p.hits = append(p.hits, hit)
		}
	}
	return p.a.proveAll(ctx, p.r, p.t, p.hits[first:])
}

// proveAll aligns the hits' contents with the question.
func (a *Asker) proveAll(ctx context.Context, r Request, t *attempt, hits []Hit) error {
	start := time.Now()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, i := range largestFirst(hits) {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			err := a.prove(ctx, r, t, &hits[i])
			if !r.Sources && !r.Cover {
				hits[i].show(t) // keep what may be shown only, so that the next one has the memory
				hits[i].Alignment = nil
				hits[i].desk.clear()
				hits[i].desk = nil
			}
			return err
		})
	}
	err := group.Wait()
	for i := range hits {
		if hits[i].Aligned {
			t.aligned++
		}
		if hits[i].desk != nil && !r.Sources {
			t.desks = append(t.desks, hits[i].desk)
		}
	}
	t.aligning += time.Since(start)
	return err
}

// largestFirst returns the hits' numbers in an order in which processors are idle for the shortest time.
func largestFirst(hits []Hit) []int {
	order := make([]int, len(hits))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(hits[j].Tokens, hits[i].Tokens) })
	return order
}

// promise is the weight that aligning may at best prove, as far as the index tells.
func (p *proof) promise(h query.Hit) float64 { return align.Promise(h.Containment, p.t.weight) }

// hopeless says that the hit would have too low a score to be shown.
func (p *proof) hopeless(h query.Hit) bool {
	return !p.r.Whole && align.Origin(p.promise(h)) < p.r.MinScore
}

// settled says whether enough candidates are aligned: as many as were asked for and some more, and
// so many that no further one could be the first, as far as the index tells.
func (p *proof) settled() bool {
	switch n := len(p.hits); {
	case n < p.r.Top+align.MoreCandidates:
		return false // others were left out, of another collection
	case n >= align.MostCandidates, p.r.Whole: // cosine and similarity agree well enough on who is among the first
		return true
	}
	best := 0.0
	for _, h := range p.hits {
		best = max(best, h.weight)
	}
	return p.promise(p.t.result.Hits[len(p.t.result.Hits)-1]) < best
}

// rank orders the hits by their weight and takes the best.
func rank(r Request, t *attempt, hits []Hit) []Hit {
	slices.SortStableFunc(hits, func(x, y Hit) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), cmp.Compare(y.weight, x.weight),
			cmp.Compare(y.Containment, x.Containment), cmp.Compare(x.Content, y.Content))
	})
	kept := []Hit{}
	for _, h := range hits {
		if h.Score >= r.MinScore && h.Score > 0 && (r.Top < 1 || len(kept) < r.Top) {
			kept = append(kept, h)
		}
	}
	showAll(r, t, kept)
	return kept
}

// showAll fills in what is told of the hits that are shown, and warns of those that could not be read.
func showAll(r Request, t *attempt, hits []Hit) {
	for i := range hits {
		h := &hits[i]
		if !h.Aligned {
			t.warnings = append(t.warnings, fmt.Sprintf("%s is gone or has changed since it was indexed: ranked by the index alone",
				screen.CutPath(h.Occurrences[0].File(), 60)))
		}
		h.show(t)
		if !r.Sources {
			h.Alignment = nil
		}
	}
}

// prove reads the hit's content and aligns it with the question.
func (a *Asker) prove(ctx context.Context, r Request, t *attempt, h *Hit) error {
	h.desk = desks.Get().(*desk)
	source, err := a.snapshot.SourceOf(ctx, h.known, h.Occurrences, h.desk.source)
	if errors.Is(err, index.ErrSourceGone) {
		h.weight = align.Unproved(h.Containment, t.weight)
		if r.Whole {
			h.score(r, align.UnprovedSimilarity(h.Cosine))
		} else {
			h.score(r, align.Origin(h.weight))
		}
		return nil
	}
	if err != nil {
		return err
	}
	h.desk.source = source
	text := corpus.Decode(source).UTF8
	n, given, err := a.lex(r, h, text)
	if err != nil {
		return err
	}
	document := &h.desk.document
	document.Reset(text, n.Tokens)
	document.Ignore(given)
	all := align.Align(t.document, document)
	h.Aligned = true
	h.Alignment = &Alignment{Question: t.document, Document: document, FirstLine: max(1, r.FirstLine)}
	var weights []float64
	for _, m := range all {
		weight := m.Weight(t.document, document, t.rarity)
		weights = append(weights, weight)
		h.Alignment.Matches = append(h.Alignment.Matches, m)
	}
	h.weight = align.Explained(weights, t.document.Own())
	h.Alignment.DropSlight(weights)
	if !r.Whole {
		h.score(r, align.Origin(h.weight))
		return nil
	}
	terms, err := a.lookUp(ctx, n)
	if err != nil {
		return err
	}
	rarity := a.rarity(n, terms)
	rarity.Ignore(given)
	h.score(r, align.Similarity(t.document, document, all, t.rarity, rarity))
	return nil
}

// lex takes the hit's decoded source apart, and finds the boilerplate in it. Its other fingerprints are there
// where documents are compared as wholes.
func (a *Asker) lex(r Request, h *Hit, source []byte) (*analyzer.Analysis, []align.Span, error) {
	l, err := h.language()
	if err != nil {
		return nil, nil, err
	}
	n := &analyzer.Analysis{Language: l, Tokens: slices.Grow(h.desk.tokens[:0], min(h.Tokens, len(source)))}
	if r.Whole {
		a.analyzer.Analyze(l, source, n)
	} else {
		n.Tokens = l.Lex(n.Tokens, source)
	}
	h.desk.tokens = n.Tokens
	given := a.boilerplate.Spans(n)
	query.WithoutSpans(a.analyzer, n, given)
	return n, given, nil
}

// DropSlight keeps the matches that do not look like chance, whose weights are given, and the slight
// ones that follow or precede one of those closely on both sides. It returns their numbers.
func (al *Alignment) DropSlight(weights []float64) (kept []int) {
	kept = align.Notable(al.Matches, weights)
	matches := al.Matches[:0]
	for _, i := range kept {
		matches = append(matches, al.Matches[i])
	}
	al.Matches = matches
	return kept
}

// rarity says how much the tokens of an analysed document weigh, of which these are the terms.
func (a *Asker) rarity(n *analyzer.Analysis, terms []query.TermStats) align.Rarity {
	var idf align.IDF
	if len(terms) > 0 {
		idf = query.IDFs(terms)
	}
	return align.NewRarity(a.analyzer, n, query.IDF(a.snapshot.Contents(), 1), idf)
}

// language returns the one that the hit's content was indexed as.
func (h *Hit) language() (*lex.Language, error) {
	l, ok := lex.Lookup(h.Language)
	if !ok {
		return nil, fmt.Errorf("content %s: unknown language %q", h.Content, h.Language)
	}
	return l, nil
}

// lookUp returns how rare the fingerprints of an analysed document are.
func (a *Asker) lookUp(ctx context.Context, n *analyzer.Analysis) ([]query.TermStats, error) {
	return query.LookUp(ctx, a.snapshot.Reader(), query.NewVector(query.Terms(n)), a.snapshot.Contents())
}

// score sets the hit's score, unless it was ranked by a measure.
func (h *Hit) score(r Request, score float64) {
	if r.Evidence {
		h.Score = score
	}
}

// show fills in what a person or program is told of the matches, unless that is done already.
func (h *Hit) show(t *attempt) {
	if h.Matches != nil {
		return
	}
	h.Matches = []Match{}
	if h.Alignment == nil {
		return
	}
	al := h.Alignment
	covered := 0
	kind := align.Verbatim
	for _, m := range al.Matches {
		change := m.Changes(al.Question, al.Document)
		al.Changes = append(al.Changes, change)
		covered += m.Tokens
		kind = max(kind, change.Kind)
		shown := al.match(m, change)
		shown.weight = m.Weight(al.Question, al.Document, t.rarity)
		h.Matches = append(h.Matches, shown)
	}
	if len(al.Matches) > 0 {
		h.Kind = kind.String()
		h.Coverage = float64(covered) / float64(max(1, al.Question.Own()))
	}
}

func (al *Alignment) match(m align.Match, c align.Change) Match {
	shown := Match{
		Question: lines(al.Question.Range(m.A), al.FirstLine-1), Document: lines(al.Document.Range(m.B), 0),
		Tokens: m.Tokens, Kind: c.Kind.String(), Renames: []Rename{},
	}
	for _, n := range c.Renames {
		shown.Renames = append(shown.Renames, Rename{n.From, n.To, n.Count})
	}
	return shown
}

func lines(r align.Range, before int) Lines {
	return Lines{r.First.Line + before, r.Last.Line + before}
}
