package evidence

import (
	"bytes"
	"context"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// A document with the bytes of the question needs no search. It has all of the question's
// fingerprints. Their document frequencies give its evidence. If that is not sure, and documents of
// one origin, or versions of a path, count as one, the question is searched for like any other. The
// source of the document is the question, so an index of hashes only proves it, too.
//
// A long text proves the document if hardly anything of it is common, whatever is rare in it: of
// threshold.LongText tokens on, the score is 0.99 or more. Then a sample is looked up. So a scan of
// a project whose files are all in the index takes a twentieth of the time of searches.

// AskIdentical answers the question with the document d only, which has its bytes. The score and
// the probability are as in a search for the question; if sure, up to a few hundredths lower. The
// request has a language, and no part.
func (a *Asker) AskIdentical(ctx context.Context, r Request, d index.Described) (*answer.Answer, error) {
	if err := a.readBoilerplate(ctx); err != nil {
		return nil, err
	}
	r.Evidence, r.ByIndex, r.Alignments, r.Cover, r.MinScore, r.Top = true, query.Containment, true, false, 0, 1
	r.identical = d.ID
	r.memo = &memo{read: map[way]*reading{}}
	if d.Tokens >= threshold.LongText && a.boilerplate.Len() == 0 {
		frequent, err := a.isFrequent(ctx, r.Language, r.Text.UTF8)
		if err != nil {
			return nil, err
		}
		if result := r.asRare(d); !frequent && result != nil {
			return result, nil
		}
	}
	read := &reading{kept: 1}
	r.Part.lex(r.Language, r.Text.UTF8, &read.analysis)
	a.fingerprint(r, r.Language, read)
	read.analysis.Trim()
	terms, err := a.state.LookUp(ctx, read.vector)
	if err != nil {
		return nil, err
	}
	same := query.Hit{ID: d.ID, Score: 1, Containment: 1}
	for i := range terms {
		same.Matched = append(same.Matched, i)
	}
	read.found = &query.Result{Terms: terms, Hits: []query.Hit{same}}
	q := a.questionOf(r, read, nil)
	p := a.newProver(r, q)
	hits, err := p.prove(ctx, []candidate{{found: same, content: d.Content, occurrences: d.Occurrences}})
	if err != nil {
		return nil, err
	}
	if err := p.judge(ctx, hits); err != nil {
		return nil, err
	}
	if mayBeRarer := pathOf(d.Occurrences) != "" || p.ifRare(same, terms, p.weight) > 0; mayBeRarer && hits[0].Probability < threshold.SureCopy {
		return a.ask(ctx, r)
	}
	return &answer.Answer{Question: q.Question, Hits: p.list(hits), Warnings: []answer.Warning{}}, nil
}

// asRare returns the answer if all of the question were rare. It is nil if the question is short
// without its import lines, or if repeats take something from the evidence.
func (r Request) asRare(d index.Described) *answer.Answer {
	var n analyzer.Analysis
	r.Part.lex(r.Language, r.Text.UTF8, &n)
	text := align.NewDocument(r.Language, r.Text.UTF8, n.Tokens)
	text.For(r.use())
	text.WithTexts(n.Texts)
	if !r.CountImports {
		text.Discount(n.Imports(r.Text.UTF8))
	}
	whole := align.Match{A: all(text), B: all(text), Tokens: text.Len(), Identical: text.Len(), Tiles: []align.Tile{{Length: text.Len()}}}
	var shapes align.Shapes
	shapes.Add(text, text, align.Match{Tiles: []align.Tile{{Length: min(text.Len(), mostShaped)}}})
	own := text.Own()
	if own < threshold.LongText || shapes.Share() < 1 {
		return nil
	}
	h := candidate{content: d.Content, occurrences: d.Occurrences}.hit()
	lines := answer.LinesOf(text.Range(whole.A))
	h.matches = []match{{
		Match: answer.Match{
			Question: lines, Document: lines, Tokens: whole.Tokens, Imports: whole.Tokens - own, Kind: align.Verbatim.String(),
			Weight: float64(own), Evident: float64(own), Rare: 1, DF: 1,
		},
		aligned: whole,
	}}
	h.Aligned, h.Looks, h.document, h.Keyed = true, looks(d.Occurrences, r.Text.UTF8), text, r.Keyed
	h.cover(1, 1)
	h.weight = align.Explained([]align.Part{{Weight: float64(own)}}, own)
	h.Score, h.Probability = align.Sure(h.weight, nil, own, own, &shapes)
	h.Evident = h.Score
	q := &question{Document: text, Question: answer.Question{Name: r.Name, Language: r.Language.Name, Tokens: n.Len()}}
	h.list(q)
	return &answer.Answer{Question: q.Question, Hits: []answer.Hit{h.Hit}, Warnings: []answer.Warning{}}
}

// mostShaped is how many tokens of a text show that it is not repetitive. All different shapes of
// its beginning are shapes of the text, and a number of these is enough.
const mostShaped = 2000

// For most texts, a few fingerprints from the middle show that the text is not common. If half of
// the middle's fingerprints are frequent, one of the first ten is, with a probability of 0.999.
const (
	probeBytes = 4 << 10
	probeFirst = 10
	probeTerms = 24
)

// isFrequent reports whether the index has half of a text's fingerprints as often as idioms. The
// versions of a file count one by one here, so the text may still be rare.
func (a *Asker) isFrequent(ctx context.Context, l *lex.Language, text []byte) (bool, error) {
	contents := a.state.Contents()
	idiom := threshold.IdiomDF(contents)
	if contents < idiom {
		return false, nil
	}
	idf := query.IDF(contents, idiom)
	probe := middle(text, probeBytes)
	terms := a.termsOfText(l, probe)
	if share, err := a.shareBelow(ctx, idf, terms.Smallest(probeFirst)); share == 0 || err != nil {
		return false, err
	}
	if share, err := a.shareBelow(ctx, idf, terms.Smallest(probeTerms)); share < threshold.FrequentSample || err != nil {
		return false, err
	}
	if len(probe) < len(text) {
		terms = a.termsOfText(l, text)
	}
	share, err := a.shareBelow(ctx, idf, terms)
	return share >= threshold.FrequentText, err
}

// termsOfText returns the fingerprints of a text.
func (a *Asker) termsOfText(l *lex.Language, text []byte) *query.Vector {
	var n analyzer.Analysis
	a.analyzer.Analyze(l, text, &n)
	return query.NewVector(query.Terms(&n))
}

// shareBelow returns the share of fingerprints with at most that idf in the index.
func (a *Asker) shareBelow(ctx context.Context, idf float64, terms *query.Vector) (float64, error) {
	stats, err := a.state.LookUp(ctx, terms)
	if err != nil || len(stats) == 0 {
		return 0, err
	}
	often := 0
	for _, t := range stats {
		if t.IDF <= idf {
			often++
		}
	}
	return float64(often) / float64(len(stats)), nil
}

// middle returns whole lines of the middle of a text, at most n bytes.
func middle(text []byte, n int) []byte {
	if len(text) <= n {
		return text
	}
	from := (len(text) - n) / 2
	cut := text[from : from+n]
	if i := bytes.IndexByte(cut, '\n'); i >= 0 {
		cut = cut[i+1:]
	}
	if i := bytes.LastIndexByte(cut, '\n'); i >= 0 {
		cut = cut[:i+1]
	}
	return cut
}
