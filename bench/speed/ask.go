package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/blevesearch/bleve/v2"
	bquery "github.com/blevesearch/bleve/v2/search/query"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/bench/snippet"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/answer"
	"github.com/chaffinch-search/chaffinch/query"
)

// asked is what asking took, in milliseconds, and whether the answers agree.
type asked struct {
	Questions int     `json:"questions"`
	Terms     float64 `json:"terms"` // of a question, on average
	Open      float64 `json:"openMS"`
	Chaffinch latency `json:"chaffinchMS"`
	Bleve     latency `json:"bleveMS"`
	// Answer is the time of whole answers as search gives them, Evidence the median share of it
	// that goes into reading and aligning candidates, for 20 of them.
	Answer   latency `json:"answerMS"`
	Evidence float64 `json:"evidenceMS"`
	// Weighing is what the first question by cosine takes beyond the second, in seconds.
	Weighing float64 `json:"weighingSeconds"`
	// SameSet counts the questions for which both find as many documents, SameFirst those
	// for which they put the same one first, by their different scores.
	SameSet   int `json:"sameSet"`
	SameFirst int `json:"sameFirst"`
	// OriginFirst counts the questions whose own document chaffinch puts first.
	OriginFirst int `json:"originFirst"`
}

// latency is a distribution of times in milliseconds.
type latency struct {
	Median float64 `json:"median"`
	P99    float64 `json:"p99"`
	Worst  float64 `json:"worst"`
}

const top = 10

func ask(c config) (*asked, error) {
	questions, err := cut(c)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	x, err := index.Open(context.Background(), c.dir, index.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer x.Close()
	s, err := x.Snapshot()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	a := &asked{Questions: len(questions), Open: ms(time.Since(start))}
	plain, closePlain, err := openPlain(c, x)
	if err != nil {
		return nil, err
	}
	defer closePlain()
	var ours, theirs []float64
	for i, q := range questions {
		v := vector(x.Analyzer(), q)
		a.Terms += float64(v.Len()) / float64(len(questions))
		o, t, err := a.both(plain, s, q, v)
		if err != nil {
			return nil, err
		}
		if i >= warmUp(len(questions)) {
			ours, theirs = append(ours, o), append(theirs, t)
		}
	}
	a.Chaffinch, a.Bleve = distribution(ours), distribution(theirs)
	return a, a.answer(x, questions)
}

// openPlain opens plain Bleve's index, if there is one; otherwise it returns ours.
func openPlain(c config, x *index.Index) (bleve.Index, func(), error) {
	if c.other == "" {
		return x.Bleve(), func() {}, nil
	}
	plain, err := bleve.OpenUsing(c.other, map[string]any{"read_only": true, "bolt_timeout": "1s"})
	if err != nil {
		return nil, nil, fmt.Errorf("opening plain Bleve's index: %w", err)
	}
	return plain, func() { plain.Close() }, nil
}

// answer times whole answers, and the weighing that the first one by cosine needs.
func (a *asked) answer(x *index.Index, questions []snippet.Snippet) error {
	asker, err := answer.New(x)
	if err != nil {
		return err
	}
	defer asker.Close()
	var whole, each []float64
	for i, q := range questions {
		found, took, err := a.one(asker, q, true, query.Containment)
		if err != nil {
			return err
		}
		if i >= warmUp(len(questions)) && found.Stats.Aligned > 0 {
			whole = append(whole, took)
			each = append(each, ms(found.Stats.Aligning)/float64(found.Stats.Aligned))
		}
	}
	a.Answer, a.Evidence = distribution(whole), 20*distribution(each).Median
	var cosine [2]float64
	for i := range cosine {
		if _, cosine[i], err = a.one(asker, questions[0], false, query.Cosine); err != nil {
			return err
		}
	}
	a.Weighing = (cosine[0] - cosine[1]) / 1000
	return nil
}

// one answers a question, by evidence or by the index alone.
func (a *asked) one(asker *answer.Asker, q snippet.Snippet, evidence bool, m query.Measure) (*answer.Answer, float64, error) {
	r := answer.Request{Name: q.Path, Source: q.Source, Evidence: evidence, Measure: m, Top: top, MinScore: 0.001}
	start := time.Now()
	found, err := asker.Ask(context.Background(), r)
	return found, ms(time.Since(start)), err
}

// warmUp is how many questions are not timed: the index is not in memory yet.
func warmUp(n int) int { return min(20, n/10) }

func vector(a *analyzer.Analyzer, q snippet.Snippet) *query.Vector {
	var n analyzer.Analysis
	a.Analyze(analyzer.Detect(q.Path, q.Source), q.Source, &n)
	return query.NewVector(query.Terms(&n))
}

// both asks the question of both searchers and compares the answers.
func (a *asked) both(plain bleve.Index, s *index.Snapshot, q snippet.Snippet, v *query.Vector) (ours, theirs float64, err error) {
	ctx := context.Background()
	o := query.Options{Top: top, Documents: s.Contents()}
	start := time.Now()
	found, err := query.Search(ctx, s.Reader(), v, o)
	if err != nil {
		return 0, 0, err
	}
	ours = ms(time.Since(start))
	request := bleve.NewSearchRequestOptions(disjunction(v), top, 0, false)
	start = time.Now()
	other, err := plain.SearchInContext(ctx, request)
	if err != nil {
		return 0, 0, err
	}
	theirs = ms(time.Since(start))
	o.Top = 0
	all, err := query.Search(ctx, s.Reader(), v, o)
	if err != nil {
		return 0, 0, err
	}
	if uint64(len(all.Hits)) == other.Total {
		a.SameSet++
	}
	if len(found.Hits) == 0 {
		return ours, theirs, nil
	}
	first, _ := index.ContentOf(found.Hits[0].ID)
	if len(other.Hits) > 0 && first == contentOf(other.Hits[0].ID) {
		a.SameFirst++
	}
	if first == q.Content {
		a.OriginFirst++
	}
	return ours, theirs, nil
}

// contentOf returns the content of a document of plain Bleve's index, or of ours.
func contentOf(document string) string {
	if id, ok := index.ContentOf(document); ok && len(document) > len(index.BlobID(nil)) {
		return id
	}
	return document
}

func disjunction(v *query.Vector) bquery.Query {
	var terms []bquery.Query
	for _, t := range v.Terms() {
		q := bleve.NewTermQuery(t.Text())
		q.SetField(t.Representation.String())
		terms = append(terms, q)
	}
	return bleve.NewDisjunctionQuery(terms...)
}

// cut returns the questions of a run.
func cut(c config) ([]snippet.Snippet, error) {
	return snippet.Cut(context.Background(), c.corpus, c.questions, c.lines, c.seed)
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func distribution(times []float64) latency {
	if len(times) == 0 {
		return latency{}
	}
	slices.Sort(times)
	at := func(share float64) float64 { return times[min(len(times)-1, int(share*float64(len(times))))] }
	return latency{at(.5), at(.99), times[len(times)-1]}
}
