// Package origin measures how well chaffinch finds where code came from.
//
// It cuts snippets from a corpus, mutates them and searches for their origin. It prints how often
// the origin is the first answer, or one of the first five, and how well scores tell such questions
// from questions without an origin.
//
//	go -C bench run ./quality origin [flags] CORPUS
//	go -C bench run ./quality origin -n 300 "$(go env GOROOT)/src"
//
// A share of the corpus's folders (-holdout) is held out of the index. Questions without an origin
// are cut from there, and so is the foreign material of mutations. Snippets are runs of 15 to 60
// whole lines of hand-written code that start anywhere. Every snippet is searched at ten levels:
//
//	verbatim  the bytes as they are
//	relaid    comments and blank lines stripped, other indentation; the same tokens
//	renamed   all identifiers renamed, one to one; literals kept
//	edited    10% of the lines dropped, 15% foreign lines inserted
//	embedded  in the middle of a foreign file of 300 to 1500 lines
//	comment   the same as a comment, by lines or as a block
//	string    the same as a long string
//	markdown  as a block in an answer of an assistant; every second block names its language
//	diff      as added lines of a unified diff
//	notebook  as a cell of a Jupyter notebook
//
// Levels that need comments or strings are left out for languages and snippets without them. An
// eleventh level, anywhere, uses as many other
// snippets, unchanged, that are cut by lines anywhere in their files. Every second snippet begins
// inside a comment or string, as long as the corpus has such lines. Its tokens are the file's
// tokens between the cuts.
//
// -min-lines, -max-lines and -min-tokens bound the snippets.
//
// # Right answers
//
// A right answer is a document that contains the snippet's whole token sequence, identifiers and
// literals taken as classes. A snippet occurs once if no other content of the index has 90% of its
// set of 12-grams. A held-out snippet for which one has 90% is not searched. Files of the same
// bytes are one content. Figures are printed for all snippets and for those that occur once.
//
// "right" is the share of questions whose first answer is right and scores above the threshold that
// 5% of the questions without an origin exceed. "surely right" is the same by probability.
//
// # Scores by length
//
// -lines 5,10,20 cuts snippets of these numbers of lines instead. It prints the scores of their
// origins, and of the first answers to questions without an origin: quantiles, and the shares that
// reach some scores. A snippet has at least four tokens a line, or 80. -foreign FOLDER takes the
// questions without an origin, and the foreign material, from another corpus, which is not
// indexed; then nothing is held out.
//
//	go -C bench run ./quality origin -lines 5,10,20,40,80,160 -foreign OTHER CORPUS
//
// The same corpus, flags and seed give the same questions. -observe writes the scores for command
// calibrate.
package origin

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/observed"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	files "github.com/chaffinch-search/chaffinch/internal/corpus"
)

// Run makes and answers the questions, and prints the figures.
func Run(b *cli.Bench) error {
	var p plan
	b.IntVar(&p.perLevel, "n", 300, "questions with an origin, and without, for each level")
	b.Uint64Var(&p.seed, "seed", 1, "seed of all random choices")
	holdout := b.Float64("holdout", 0.05, "share of the folders that is held out")
	foreign := b.String("foreign", "", "take questions without an origin from this `folder`, and hold nothing out")
	extensions := b.String("ext", "", "cut only from files with these `extensions`, such as .c,.h")
	b.IntVar(&p.size.minLines, "min-lines", 15, "least number of lines of a snippet")
	b.IntVar(&p.size.maxLines, "max-lines", 60, "most lines of a snippet")
	b.IntVar(&p.size.minTokens, "min-tokens", minTokens, "least number of tokens of a snippet")
	lines := b.Numbers("lines", "print the scores of snippets of these `numbers` of lines, such as 5,10,20")
	observe := b.String("observe", "", "write the labelled scores to this `file`, for calibrate")
	if err := b.Parse("CORPUS"); err != nil {
		return err
	}
	if p.size.minLines < 1 || p.size.maxLines < p.size.minLines {
		return errors.New("-min-lines must be at least 1, and -max-lines no less")
	}
	p.lines = *lines
	c, err := openCorpus(b.Arg(0), *foreign, *holdout, p.seed)
	if err != nil {
		return err
	}
	if *extensions != "" {
		c.extensions = strings.Split(*extensions, ",")
	}
	r := &report{corpus: c, seed: p.seed}
	questions, err := makeQuestions(c, p)
	if err != nil {
		return err
	}
	if r.results, err = indexAndAsk(b, c, questions); err != nil {
		return err
	}
	if err := observed.Write(*observe, r.observed(filepath.Base(b.Arg(0)))); err != nil {
		return err
	}
	if len(p.lines) == 0 {
		return r.print(b)
	}
	return r.printScores(b, p.lines)
}

// result is the answer to one question.
type result struct {
	*question
	// rank of the first right answer, from 1; 0 if there is none.
	rank int
	// score and sure are the score and probability of the first answer; -Inf if there is none.
	score, sure float64
	// tokens is the number of the question's tokens.
	tokens int
	// proved is the score of the first right answer; 0 if there is none.
	proved float64
}

// indexAndAsk indexes the documents of the corpus that are not held out, and answers all questions.
func indexAndAsk(b *cli.Bench, c *corpus, questions []question) (results []result, err error) {
	o := index.UpdateOptions{Corpus: document.Options{NoIgnore: true}}
	for _, d := range c.held {
		if !c.foreign {
			o.Corpus.Exclude = append(o.Corpus.Exclude, "/"+files.EscapePattern(d.name))
		}
	}
	x, _, err := b.Indexed(c.dir, index.DefaultSettings(), o)
	if err != nil {
		return nil, fmt.Errorf("indexing the corpus: %w", err)
	}
	for i := range questions {
		r, err := ask(b, x, &questions[i])
		if err != nil {
			return nil, fmt.Errorf("asking for %s: %w", questions[i].name, err)
		}
		results = append(results, r)
		if len(results)%500 == 0 {
			fmt.Fprintf(b.Notes, "asked %d of %d questions\n", len(results), len(questions))
		}
	}
	return results, nil
}

// ask answers one question as the command search does, and compares the answers with the truth.
func ask(ctx context.Context, x *chaffinch.Index, q *question) (result, error) {
	r := result{question: q, score: math.Inf(-1), sure: math.Inf(-1)}
	found, err := x.Search(ctx, chaffinch.Document{Name: q.name, Source: q.source}, chaffinch.SearchOptions{})
	if err != nil {
		return r, err
	}
	if r.tokens = found.Question.Tokens; len(found.Hits) > 0 {
		r.score, r.sure = found.Hits[0].Score, found.Hits[0].Probability
	}
	i := slices.IndexFunc(found.Hits, func(h answer.Hit) bool {
		return slices.ContainsFunc(h.Occurrences, func(o index.Occurrence) bool { return slices.Contains(q.truth, o.Path) })
	})
	if i >= 0 {
		r.rank, r.proved = i+1, found.Hits[i].Score
	}
	return r, nil
}
