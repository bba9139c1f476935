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
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/observed"
)

// options are the flags and the argument.
type options struct {
	plan
	corpus     string
	holdout    float64
	foreign    string
	extensions string
	observe    string
}

func parseOptions(args []string, stderr io.Writer) (*options, error) {
	o := &options{}
	f := cli.Flags()
	f.SetOutput(stderr)
	f.IntVar(&o.perLevel, "n", 300, "questions with an origin, and without, for each level")
	f.Uint64Var(&o.seed, "seed", 1, "seed of all random choices")
	f.Float64Var(&o.holdout, "holdout", 0.05, "share of the folders that is held out")
	f.StringVar(&o.foreign, "foreign", "", "take questions without an origin from this `folder`, and hold nothing out")
	f.StringVar(&o.extensions, "ext", "", "cut only from files with these `extensions`, such as .c,.h")
	f.IntVar(&o.size.minLines, "min-lines", usual.minLines, "least number of lines of a snippet")
	f.IntVar(&o.size.maxLines, "max-lines", usual.maxLines, "most lines of a snippet")
	f.IntVar(&o.size.minTokens, "min-tokens", usual.minTokens, "least number of tokens of a snippet")
	f.Func("lines", "print the scores of snippets of these `numbers` of lines, such as 5,10,20", o.setLines)
	f.StringVar(&o.observe, "observe", "", "write the labelled scores to this `file`, for calibrate")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	o.corpus = f.Arg(0)
	switch {
	case f.NArg() != 1:
		return nil, errors.New("name one folder to cut from, such as $(go env GOROOT)/src")
	case o.perLevel < 1:
		return nil, errors.New("-n must be at least 1")
	case o.holdout <= 0 || o.holdout >= 1:
		return nil, errors.New("-holdout must lie between 0 and 1")
	case o.size.minLines < 1 || o.size.maxLines < o.size.minLines || o.size.minTokens < 1:
		return nil, errors.New("-min-lines, -max-lines and -min-tokens must be at least 1, the second no less than the first")
	}
	return o, nil
}

// setLines reads numbers of lines, separated by commas.
func (o *options) setLines(text string) error {
	for field := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(field)
		if err != nil || n < 1 {
			return errors.New("use numbers of lines from 1, separated by commas")
		}
		o.lines = append(o.lines, n)
	}
	return nil
}

// Run makes and answers the questions, and prints the figures.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := parseOptions(args, stderr)
	if err != nil {
		return err
	}
	r, err := o.measure(ctx, stderr)
	if err != nil {
		return err
	}
	if o.observe != "" {
		if err := observed.WriteFile(o.observe, r.observed(filepath.Base(o.corpus))); err != nil {
			return fmt.Errorf("writing the scores: %w", err)
		}
	}
	if len(o.lines) == 0 {
		return r.write(stdout)
	}
	return r.writeScores(stdout, o.lines)
}

// open lists the corpus, and the one that foreign questions come from.
func (o *options) open() (*corpus, error) {
	holdout := o.holdout
	if o.foreign != "" {
		holdout = 0
	}
	c, err := openCorpus(o.corpus, holdout, o.seed)
	if err != nil {
		return nil, err
	}
	if o.extensions != "" {
		c.extensions = strings.Split(o.extensions, ",")
	}
	if o.foreign != "" {
		err = c.addForeign(o.foreign)
	}
	return c, err
}

// measure makes and answers the questions.
func (o *options) measure(ctx context.Context, progress io.Writer) (*report, error) {
	c, err := o.open()
	if err != nil {
		return nil, err
	}
	questions, err := makeQuestions(c, o.plan)
	if err != nil {
		return nil, err
	}
	if len(questions) == 0 {
		return nil, fmt.Errorf("no questions could be made of %d files", len(c.documents))
	}
	results, err := indexAndAsk(ctx, c, questions, progress)
	return &report{corpus: c, results: results}, err
}
