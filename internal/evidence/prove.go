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
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/mapped"
	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// hit is a hit while the question is answered: as the answer lists it, and what it is judged by.
type hit struct {
	answer.Hit // without Matches, Runs, Kind and Alignment, which list sets
	content    index.Content
	found      query.Hit // scores by the index alone
	weight     float64   // of the evidence, in rare tokens
	matches    []match   // unlikely to be chance, in the order of the question
	runs       []printedRun
	document   *align.Document // that was aligned; nil if it is released
	unread     error           // why it was not aligned
	own        [2]int          // tokens of the question and of the document
	shapes     align.Shapes    // of the matches; of those that are no duplicates, unless whole documents are compared
	scratch    *scratch        // owns the memory of document
}

// match is a hit's match as the answer lists it, with its evidence.
type match struct {
	answer.Match // without Renames, Invisible and New, which list sets
	aligned      align.Match
	change       align.Change
	names        align.Names // of a match of [align.ForOrigin]
	rareText     float64     // the share, by idf, of its text that no ten documents have
	spelled      align.Spelled
	rareSpelled  float64 // the share, by idf, of the text of spelled that hardly any document has
	alike        int     // documents with the structure of a match that may be an idiom: see [prover.countAlike]
	second       float64 // the share of its weight that a document of another origin explains: see [prover.findSecond]
	rareBeside   float64 // the share, by idf, of its text that no three documents have; set with second
	one, alone   bool    // no other document has, or explains, half of an edited match, and that decides: likewise
}

func newMatch(m align.Match, weight float64, question, document *align.Document) match {
	change := m.Changes(question, document)
	return match{
		Match: answer.Match{
			Question: answer.LinesOf(question.Range(m.A)), Document: answer.LinesOf(document.Range(m.B)),
			Tokens: m.Tokens, Imports: m.Discounted(question, document), Kind: change.Kind.String(), Weight: weight, Duplicate: m.Duplicate,
		},
		aligned: m, change: change,
	}
}

// prover aligns the candidates of one question, and reads what their ranking needs of the index.
type prover struct {
	*Asker
	ranking
	aligned  int  // candidates
	ranked   bool // the first candidates were chosen: see foremost
	aligning time.Duration
	unread   []answer.UnreadDocument // documents: see [answer.Answer]

	terms     []query.TermStats                      // that were looked up; versions of a path count as one document
	documents int                                    // that their idf is based on
	repeats   map[query.Term]int                     // of the question; nil until they are counted
	several   duplicates                             // of the question; set with repeats
	runs      *runsOf                                // of the question; nil until a candidate is judged by them
	printed   *[analyzer.Representations][]hashPrint // of the question; nil until a hit of hashes is ranked
	ofOrigins map[string]int                         // the number of the origin of a document that is counted, from 1
	samples   map[string]*sample                     // of documents that were read
	alike     map[analyzer.Span]int                  // documents with most of the structure of a part of the question
	having    map[analyzer.Span][]query.Hit          // documents with some of the structure of a part of the question
	rivals    map[string][]match                     // of documents that were aligned to see what they explain
	one       map[string]bool                        // whether documents are of one origin, by their ids
	dfs       map[query.Term]int                     // of terms; nil until one is asked for
}

// prove aligns the candidates with the question, on all processors. The hits are in the order of
// the candidates.
func (p *prover) prove(ctx context.Context, candidates []candidate) ([]hit, error) {
	start := time.Now()
	hits := make([]hit, len(candidates))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, i := range largestFirst(candidates) {
		group.Go(func() (err error) {
			if err := ctx.Err(); err != nil {
				return err
			}
			err = mapped.Read(func() (err error) {
				hits[i], err = p.align(ctx, candidates[i])
				return err
			})
			if !p.request.Alignments && !p.request.Cover { // a cover needs parts of matches
				hits[i].release()
			}
			return err
		})
	}
	err := group.Wait()
	for i := range hits {
		if hits[i].Aligned {
			p.aligned++
		}
		if hits[i].HashesOnly {
			p.rankByHashes(&hits[i])
		}
		p.addRival(&hits[i])
	}
	p.aligning += time.Since(start)
	return hits, err
}

// largestFirst returns the indexes of the candidates, largest first, which minimizes idle time of
// processors.
func largestFirst(candidates []candidate) []int {
	order := make([]int, len(candidates))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(candidates[j].content.Tokens, candidates[i].content.Tokens)
	})
	return order
}

// align reads the candidate's content and aligns it with the question.
func (p *prover) align(ctx context.Context, c candidate) (hit, error) {
	h := c.hit()
	if p.request.Known != nil {
		h.unread, h.HashesOnly = errNoSource, true
		return h, nil
	}
	n, err := p.read(ctx, c, &h)
	if errors.Is(err, index.ErrHashOnly) {
		h.unread, h.HashesOnly = err, true
		return h, nil
	}
	if errors.Is(err, index.ErrSourceGone) {
		h.unread = err
		p.rankUnread(&h)
		return h, nil
	}
	if err != nil {
		return h, err
	}
	q := p.question
	ignored := p.boilerplate.Spans(n)
	h.document.Ignore(ignored)
	if !p.request.CountImports {
		h.document.Discount(n.Imports(h.document.Source()))
	}
	var found align.Found
	similarity := 0.0
	if p.request.Whole {
		found.Matches = align.Align(q.Document, h.document)
		query.WithoutSpans(p.analyzer, n, ignored)
		terms, err := p.lookUp(ctx, n)
		if err != nil {
			return h, err
		}
		rarity := p.rarity(n, terms, p.state.Contents(), align.ForSimilarity)
		rarity.Ignore(ignored)
		rarity.Ignore(h.document.Discounted())
		var assessed []align.Assessment
		similarity, assessed = align.Assess(q.Document, h.document, found.Matches, q.Rarity, rarity)
		if len(ignored) == 0 && len(q.Document.Ignored()) == 0 { // the cosine counts boilerplate of h
			similarity = align.SimilarityInIndex(similarity, h.found.Cosine, q.Document.Own())
		}
		for _, m := range assessed {
			found.Weights = append(found.Weights, m.Weights[0])
		}
		found.Notable = align.Notable(found.Matches, found.Weights)
		found.Weight = align.ExplainedBy(found.Matches, found.Weights, q.Document.Own())
	} else {
		found = align.Find(q.Document, h.document, q.Rarity)
	}
	matches, weights := found.Matches, found.Weights
	h.weight = found.Weight
	p.rank(&h, similarity)
	var names []align.Names
	if !p.request.Whole {
		names = found.Names(q.Document, h.document)
	}
	for at, i := range found.Notable {
		m := newMatch(matches[i], weights[i], q.Document, h.document)
		if names != nil {
			m.names = names[at]
			if p.spells() {
				m.spelled = m.aligned.Spelled(q.Document, h.document, q.Rarity)
			}
		}
		if n.Parted() {
			m.setLanguage(n.LanguageAt(m.aligned.B.From), h.Language)
		}
		h.matches = append(h.matches, m)
		if p.request.Whole || !m.Duplicate {
			h.shapes.Add(q.Document, h.document, m.aligned)
		}
	}
	if q.comments != nil && len(h.matches) > 0 && h.Score >= p.least { // others are not listed
		h.SameComments = sameComments(q.comments, commentsOf(n, &corpus.Text{UTF8: h.document.Source()}, Bytes{}, ignored))
	}
	h.own = [2]int{q.Document.Own(), h.document.Own()}
	h.share()
	return h, nil
}

// judge counts the documents that have the matches of the hits. It sets how likely the hits are
// origins, or copies of the question.
func (p *prover) judge(ctx context.Context, hits []hit) error {
	p.countDF(hits)
	if err := p.countAlike(ctx, hits); err != nil {
		return err
	}
	for i := range hits {
		h := &hits[i]
		if !h.Aligned || !p.request.Evidence {
			continue
		}
		if p.request.Whole {
			h.Evident = h.Score
			h.Probability = max(align.CertaintyOfSimilar(h.Score, h.shapes.Length(min(h.once(0), h.once(1)))), p.parts.of(h))
			continue
		}
		idiom := threshold.IdiomDF(p.documents)
		h.Evident, h.Probability = align.Sure(h.weight, h.evident(idiom), h.own[0], h.once(0), &h.shapes)
		if h.Probability >= threshold.UnlikelyHit {
			if err := p.findSecond(ctx, h); err != nil {
				return err
			}
			if parts := h.beside(idiom); parts != nil { // the score stays: a second document hides no copy
				_, h.Probability = align.Sure(h.weight, parts, h.own[0], h.once(0), &h.shapes)
			}
		}
		for j := range h.matches {
			h.matches[j].Evident *= h.shapes.Share()
		}
	}
	return nil
}

// documents returns how many documents have an edited match that is not known to be alone. A short
// one has few fingerprints, and some of these no document has, so its df proves nothing.
func (m *match) documents() int {
	if m.names.Tokens < threshold.ShortMatch {
		return max(m.DF, align.Several)
	}
	return max(m.DF, 1)
}

// spells reports whether a text that hardly any document has is rare. The index has many.
func (p *prover) spells() bool { return p.documents >= threshold.RareSpelledDocuments }

// evident sets the matches' evidence, and returns it as parts. It returns nil if all have their
// weight. Idioms have less: only rare parts of material with the document frequency of an idiom
// count. Short runs that hardly any document has may have more.
func (h *hit) evident(idiom int) (parts []align.Part) {
	changed := false
	for i := range h.matches {
		m := &h.matches[i]
		m.Evident = m.names.EvidentOfIdiom(m.Weight, m.alike, m.rareText)
		if m.change.Kind == align.Edited {
			df := m.documents()
			switch {
			case m.alone:
				df = align.Alone
			case m.one:
				df = 1
			}
			m.Evident = min(m.Evident, m.names.Evident(m.Weight, df))
		}
		if m.isRare() {
			m.Evident = max(m.Evident, m.spelled.Evident(h.own[0]))
		}
		evident := m.rarer(m.Evident, idiom)
		changed = changed || evident != m.Weight
		parts = append(parts, m.aligned.Part(evident))
	}
	if !changed {
		return nil
	}
	return parts
}

// isRare reports whether hardly any document has the text of a short run.
func (m *match) isRare() bool { return m.rareSpelled >= threshold.RareSpelled }

// rarer returns the evidence of a match. If the match may be an idiom, only its rare parts count,
// unless its text is rare and no second document has it.
func (m *match) rarer(evident float64, idiom int) float64 {
	if m.DF >= idiom && (!m.isRare() || m.second > 0) {
		return min(evident, m.Rare*m.Weight)
	}
	return evident
}

// beside returns the evidence of the matches that is left beside second documents; nil if there are
// none: see [prover.findSecond].
func (h *hit) beside(idiom int) (parts []align.Part) {
	if !slices.ContainsFunc(h.matches, func(m match) bool { return m.second > 0 }) {
		return nil
	}
	for i := range h.matches {
		m := &h.matches[i]
		evident := min(m.Evident, m.names.EvidentBeside(m.Weight, m.second, m.rareBeside))
		parts = append(parts, m.aligned.Part(m.rarer(evident, idiom)))
	}
	return parts
}

// share sets the shares that are in matches.
func (h *hit) share() {
	tokens := [2]int{}
	for i := range h.matches {
		m := &h.matches[i]
		if !m.aligned.DuplicateB {
			tokens[0] += m.Tokens - m.Imports
		}
		if !m.Duplicate {
			tokens[1] += m.Tokens - m.Imports
		}
	}
	h.cover(float64(tokens[0])/float64(max(1, h.own[0])), float64(tokens[1])/float64(max(1, h.own[1])))
}

// cover sets the shares of the question and of the document.
func (h *hit) cover(question, document float64) {
	h.Coverage, h.DocumentCoverage = min(1, question), min(1, document)
	h.Shares = answer.Shares(shares.Of(h.own, [2]float64{h.Coverage, h.DocumentCoverage}))
}

// once is the number of tokens of the question, or of the document, without duplicates.
func (h *hit) once(side int) int {
	n := h.own[side]
	for i := range h.matches {
		m := &h.matches[i]
		if side == 0 && m.Duplicate || side == 1 && m.aligned.DuplicateB {
			n -= m.Tokens - m.Imports
		}
	}
	return n
}

// rankUnread ranks a hit whose content is gone by what the index says.
func (p *prover) rankUnread(h *hit) {
	h.Looks = looks(h.Occurrences, nil)
	h.weight = align.Unproved(h.found.Containment, p.weight)
	p.rank(h, align.UnprovedSimilarity(h.found.Cosine))
}

// rank sets the hit's score if the request ranks by evidence: the similarity if whole documents are
// compared, otherwise the score of the hit's weight.
func (r *ranking) rank(h *hit, similarity float64) {
	switch {
	case !r.request.Evidence:
	case r.request.Whole:
		h.Score = similarity
	default:
		h.Score = align.Origin(h.weight)
	}
}

// read reads and lexes the candidate's content, and sets the hit's document. If whole documents are
// compared, the analysis has fingerprints.
func (p *prover) read(ctx context.Context, c candidate, h *hit) (*analyzer.Analysis, error) {
	l, err := languageOf(c.content)
	if err != nil {
		return nil, err
	}
	s := scratches.Get().(*scratch)
	var source []byte
	if p.request.identical != "" {
		source = append(s.source[:0], p.request.Source...)
	} else if source, err = p.state.Source(ctx, c.content, c.occurrences, s.source); err != nil {
		scratches.Put(s)
		return nil, err
	}
	s.source = source
	text := corpus.Decode(source).UTF8
	n := p.lex(c, l, text, s)
	h.Looks = looks(c.occurrences, text)
	s.document.Reset(l, text, n.Tokens)
	s.document.For(p.request.use())
	s.document.WithTexts(n.Texts)
	h.document, h.scratch, h.Aligned = &s.document, s, true
	return n, nil
}

// lex lexes a candidate, unless its tokens are kept. The analysis must not be changed. If whole
// documents are compared, it has fingerprints.
func (p *prover) lex(c candidate, l *lex.Language, text []byte, s *scratch) *analyzer.Analysis {
	key := lexedKey{c.content.ID, l}
	if !p.request.Whole {
		if tokens := p.lexed.Load().get(key); tokens != nil {
			return &analyzer.Analysis{Language: l, Tokens: tokens}
		}
	}
	n := &s.analysis
	n.Tokens = slices.Grow(n.Tokens[:0], min(c.content.Tokens, len(text)))
	if p.request.Whole {
		p.analyzer.Analyze(l, text, n)
		return n
	}
	n.LexKnown(l, text, c.content.Tokens)
	if n.Texts == nil {
		p.lexed.Load().add(key, n.Tokens)
	}
	return n
}

// looks judges a content's names and, if one looks written by hand, the text. See [answer.Hit].
func looks(occurrences []index.Occurrence, text []byte) (reason document.Reason) {
	var o document.Options
	for _, at := range occurrences {
		if reason = corpus.Judge(o, at.Path, nil); reason == document.Kept {
			return corpus.Judge(o, at.Path, text)
		}
	}
	return reason
}

// languageOf returns the language in which the content was indexed.
func languageOf(c index.Content) (*lex.Language, error) {
	l, ok := lex.Lookup(c.Language)
	if !ok {
		return nil, fmt.Errorf("content %s: unknown language %q", c.ID, c.Language)
	}
	return l, nil
}

// lookUp returns the rarity of the fingerprints of an analysed document.
func (a *Asker) lookUp(ctx context.Context, n *analyzer.Analysis) ([]query.TermStats, error) {
	return a.state.LookUp(ctx, query.NewVector(query.Terms(n)))
}

// scratch holds the buffers for reading and lexing a candidate. A question may take millions of
// tokens, so the next candidate reuses them.
type scratch struct {
	document align.Document
	source   []byte
	analysis analyzer.Analysis
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// release drops the hit's document, so that its memory can be reused.
func (h *hit) release() {
	if h.scratch != nil {
		h.scratch.document.Reset(nil, nil, nil)
		scratches.Put(h.scratch)
	}
	h.document, h.scratch = nil, nil
}
