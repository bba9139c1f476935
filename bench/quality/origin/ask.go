package origin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	files "github.com/chaffinch-search/chaffinch/internal/corpus"
)

// result is the answer to one question.
type result struct {
	question *question
	// rank of the first right answer, from 1; 0 if there is none.
	rank int
	// score of the first answer; -Inf if there is none.
	score float64
	// sure is the probability of the first answer; -Inf if there is none.
	sure float64
	// tokens is the number of the question's tokens.
	tokens int
	// proved is the score of the first right answer; 0 if there is none.
	proved float64
	err    error
}

// indexAndAsk indexes the documents of the corpus that are not held out, and answers all questions.
func indexAndAsk(ctx context.Context, c *corpus, questions []question, progress io.Writer) (results []result, err error) {
	x, remove, err := cli.Index(index.DefaultSettings())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	o := index.UpdateOptions{Corpus: document.Options{NoIgnore: true}}
	for _, d := range c.documents {
		if d.held && !d.outside {
			o.Corpus.Exclude = append(o.Corpus.Exclude, "/"+files.EscapePattern(d.name))
		}
	}
	if _, err = x.Update(ctx, index.Source{Root: c.dir}, o); err != nil {
		return nil, fmt.Errorf("indexing the corpus: %w", err)
	}
	return askAll(ctx, x, questions, progress), nil
}

// askAll answers all questions, one after the other, and reports progress and the first error.
func askAll(ctx context.Context, x *chaffinch.Index, questions []question,
	progress io.Writer) []result {
	results := make([]result, len(questions))
	failed := false
	for i := range questions {
		r := ask(ctx, x, &questions[i])
		results[i] = r
		if r.err != nil && !failed {
			failed = true
			fmt.Fprintf(progress, "the first error, at %s: %v\n", r.question.ID, r.err)
		}
		if (i+1)%500 == 0 {
			fmt.Fprintf(progress, "asked %d of %d questions\n", i+1, len(questions))
		}
	}
	return results
}

// ask answers one question as the command search does.
func ask(ctx context.Context, x *chaffinch.Index, q *question) result {
	found, err := x.Search(ctx, chaffinch.Document{Name: q.ID, Source: q.Source},
		chaffinch.SearchOptions{})
	if err != nil {
		return result{question: q, score: math.Inf(-1), sure: math.Inf(-1), err: err}
	}
	r := compare(q, found.Hits)
	r.tokens = found.Question.Tokens
	return r
}

// compare compares the answers to a question with the truth.
func compare(q *question, hits []answer.Hit) result {
	r := result{question: q, score: math.Inf(-1), sure: math.Inf(-1)}
	if len(hits) == 0 {
		return r
	}
	r.score, r.sure = hits[0].Score, hits[0].Probability
	i := slices.IndexFunc(hits, func(h answer.Hit) bool { return occursIn(h, q.Truth) })
	if i < 0 {
		return r
	}
	r.rank = i + 1
	r.proved = hits[i].Score
	return r
}

// occursIn reports whether one of the documents has the content of the hit.
func occursIn(h answer.Hit, documents []string) bool {
	return slices.ContainsFunc(h.Occurrences, func(o index.Occurrence) bool {
		return slices.Contains(documents, o.Path)
	})
}
