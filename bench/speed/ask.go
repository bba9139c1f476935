package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/blevesearch/bleve/v2"
	bquery "github.com/blevesearch/bleve/v2/search/query"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
	"github.com/chaffinch-search/chaffinch/bench/internal/snippet"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/disk"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/blevequery"
)

// timings holds query times in milliseconds, and the agreement of the answers.
type timings struct {
	Questions int
	Terms     float64 // of a question, mean
	Chaffinch latency
	Bleve     latency
	Answer    latency // of whole answers
	// Weighing is the extra time of the first question by cosine, compared with the second, in
	// seconds.
	Weighing float64
	// SameSet counts the questions for which both find the same number of documents.
	SameSet int
	// OriginFirst counts the questions whose own document chaffinch puts first.
	OriginFirst int
}

// latency is a distribution of times in milliseconds.
type latency struct {
	Median float64
	P99    float64
	Worst  float64
}

// cost counts the parts of an index and of a question.
type cost struct {
	Contents int
	// By representation. Single counts terms that one content holds.
	Postings [analyzer.Representations]int
	Terms    [analyzer.Representations]int
	Single   [analyzer.Representations]int
	// Medians over the questions, each with all its k-grams as in the program, for 20 candidates by
	// the index alone.
	QuestionMS float64
	Candidates float64
	Read       float64
}

// top is the number of requested answers.
const top = 10

// ask searches the index at path, and plain Bleve's index at plain. If plain is empty, Bleve's
// query searches our index.
func ask(path, plain string, questions []snippet.Snippet) (timings, cost, error) {
	ctx := context.Background()
	a := timings{Questions: len(questions)}
	x, err := chaffinch.Open(ctx, path, index.Options{ReadOnly: true})
	if err != nil {
		return a, cost{}, err
	}
	defer x.Close()
	s, err := x.Snapshot()
	if err != nil {
		return a, cost{}, err
	}
	defer s.Close()
	if plain == "" {
		plain = published(path)
	}
	other, err := bleve.OpenUsing(plain, map[string]any{"read_only": true, "bolt_timeout": "1s"})
	if err != nil {
		return a, cost{}, fmt.Errorf("opening plain Bleve's index: %w", err)
	}
	defer other.Close()
	c := cost{Contents: s.Contents()}
	if err := a.search(ctx, x.Analyzer(), s, other, questions); err != nil {
		return a, c, err
	}
	if err := c.question(ctx, x.Analyzer(), s, questions); err != nil {
		return a, c, err
	}
	if err := c.count(ctx, s); err != nil {
		return a, c, err
	}
	return a, c, a.answer(ctx, x, questions)
}

// published returns the state of our index that readers open, which is a Bleve index itself.
func published(path string) string {
	if all, _ := filepath.Glob(filepath.Join(path, "published", "[0-9]*")); len(all) > 0 {
		return all[len(all)-1]
	}
	return path
}

// search times both searchers, in turns, and compares what they find.
func (a *timings) search(ctx context.Context, an *analyzer.Analyzer, s *disk.Snapshot, plain bleve.Index,
	questions []snippet.Snippet) error {
	var ours, theirs []float64
	var n analyzer.Analysis
	o := query.Options{Top: top, Documents: s.Contents()}
	for i, q := range questions {
		an.Analyze(detect.Language(q.Path, q.Source), q.Source, &n)
		v := query.NewVector(query.Terms(&n))
		a.Terms += float64(v.Len()) / float64(len(questions))
		start := time.Now()
		found, err := blevequery.Search(ctx, s.Reader(), v, o)
		if err != nil {
			return err
		}
		own := ms(time.Since(start))
		request := bleve.NewSearchRequestOptions(disjunction(v), top, 0, false)
		start = time.Now()
		other, err := plain.SearchInContext(ctx, request)
		if err != nil {
			return err
		}
		if i >= warmUp(len(questions)) {
			ours, theirs = append(ours, own), append(theirs, ms(time.Since(start)))
		}
		all, err := blevequery.Search(ctx, s.Reader(), v, query.Options{Documents: o.Documents})
		if err != nil {
			return err
		}
		if uint64(len(all.Hits)) == other.Total {
			a.SameSet++
		}
		if len(found.Hits) == 0 {
			continue
		}
		if first, _ := disk.ContentOf(found.Hits[0].ID); first == q.Content {
			a.OriginFirst++
		}
	}
	a.Chaffinch, a.Bleve = distribution(ours), distribution(theirs)
	return nil
}

// warmUp is the number of untimed questions at the start, while the index is not in memory.
func warmUp(n int) int { return min(20, n/10) }

func disjunction(v *query.Vector) bquery.Query {
	var terms []bquery.Query
	for _, t := range v.Terms() {
		q := bleve.NewTermQuery(t.Text())
		q.SetField(t.Representation.String())
		terms = append(terms, q)
	}
	return bleve.NewDisjunctionQuery(terms...)
}

// question measures what the candidates of a question cost.
func (c *cost) question(ctx context.Context, an *analyzer.Analyzer, s *disk.Snapshot,
	questions []snippet.Snippet) error {
	var times, candidates, read []float64
	var n analyzer.Analysis
	for _, q := range questions {
		an.Analyze(detect.Language(q.Path, q.Source), q.Source, &n)
		v := query.NewVector(append(query.Terms(&n), query.SpareTerms(an, &n, nil)...))
		start := time.Now()
		found, err := blevequery.Search(ctx, s.Reader(), v, query.Options{Top: 20, Documents: s.Contents()})
		if err != nil {
			return err
		}
		times = append(times, ms(time.Since(start)))
		candidates = append(candidates, float64(found.Stats.Candidates))
		read = append(read, float64(found.Stats.Postings))
	}
	c.QuestionMS, c.Candidates, c.Read = median(times), median(candidates), median(read)
	return nil
}

// count counts the terms and postings of each representation.
func (c *cost) count(ctx context.Context, s *disk.Snapshot) error {
	for i := range analyzer.Representation(analyzer.Representations) {
		err := blevequery.EachTerm(ctx, s.Reader(), i.String(), func(_ []byte, df int) error {
			c.Terms[i]++
			c.Postings[i] += df
			if df == 1 {
				c.Single[i]++
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("counting terms: %w", err)
		}
	}
	return nil
}

// answer times whole answers, and the weighing that the first one by cosine needs.
func (a *timings) answer(ctx context.Context, x *chaffinch.Index, questions []snippet.Snippet) error {
	one := func(q snippet.Snippet, measure string) (*answer.Answer, float64, error) {
		start := time.Now()
		found, err := x.Search(ctx, chaffinch.Document{Name: q.Path, Source: q.Source},
			chaffinch.SearchOptions{Measure: measure, Top: top, MinScore: 0.001})
		return found, ms(time.Since(start)), err
	}
	var whole []float64
	for i, q := range questions {
		found, took, err := one(q, "evidence")
		if err != nil {
			return err
		}
		if i >= warmUp(len(questions)) && found.Stats.Aligned > 0 {
			whole = append(whole, took)
		}
	}
	a.Answer = distribution(whole)
	var cosine [2]float64
	for i := range cosine {
		var err error
		if _, cosine[i], err = one(questions[0], "cosine"); err != nil {
			return err
		}
	}
	a.Weighing = (cosine[0] - cosine[1]) / 1000
	return nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func distribution(times []float64) latency {
	return latency{median(times), metric.Quantile(times, .99), metric.Quantile(times, 1)}
}
