// Command origin measures how well an engine finds where code came from.
//
// It cuts snippets from a corpus, mutates them, asks the engine for their origin and prints how
// often the origin is the first answer, one of the first five, and how often an origin is claimed
// for a snippet that has none. Usage:
//
//	go run ./bench/origin [flags] CORPUS...
//	go run ./bench/origin -n 300 $(go env GOROOT)/src
//
// A share of the corpus's directories (-holdout) is held out: the engine must not index them.
// Snippets from there are the no-origin questions, and foreign material for mutations comes from
// there. Snippets are runs of whole lines of hand-written code that start anywhere. Every snippet
// is asked for at five levels:
//
//	verbatim  the bytes as they are
//	relaid    comments stripped, other line breaks, indentation and spacing; the same tokens
//	renamed   all identifiers renamed, one to one; literals kept
//	edited    10% of the lines dropped, 15% foreign lines strewn in
//	embedded  in the middle of a foreign file of 300 to 1500 lines
//
// A right answer is a document that contains the snippet's whole token sequence, identifiers and
// literals taken as classes. A snippet stands once if no other content of the index has 90%
// (-near) of its set of 12-grams. A held-out snippet for which one has 90% (-known) is not asked:
// lower -known to be rid of edited copies, which a good engine rightly finds. Results are given for
// all snippets and for those that stand once. Copies of a file are one content.
//
// Where an engine shows evidence, matches of lines and a coverage, the first right answer's is held
// against the truth. A copy lies, in the question, on the lines from the first to the last token
// that comes from the snippet, and in the file of the cut on the lines from the first to the last
// token that the question has kept. What the engine shows as the copy is its match of the most
// tokens, with all matches that lie within 10 lines of it, or of another one that belongs to it, in
// both files. Both are compared at four edges: the first and the last line, in the question and in
// the file. That is done only if the answer is the file of the cut, or has the same bytes: where
// the copy lies in other right answers is not looked up. The coverage is held against the share of
// the question's tokens that come from the snippet, whichever the right answer. A foreign line that
// equals one of the origin counts as foreign.
//
// The same corpus, flags and -seed give the same questions.
//
// To measure another program, lay out the corpus without the holdout and the questions, index the
// first and ask the second; {} stands for the question's file, and the output is chaffinch's JSON:
//
//	go run ./bench/origin -dry -kept K -dump Q CORPUS
//	chaffinch index --index X K
//	go run ./bench/origin -questions Q -command "chaffinch search --json --index X {}" K
//
// With -json, a row's "evidence" has the errors: "edges", "question_edges" and "document_edges" in
// lines, "coverage" as a share, each with "median" and "q90"; "coverage_within_5_points"; and of how
// many answers: "right", "at_cut" (they are the file of the cut) and "placed" (and show matches). It
// is null for an engine without evidence. -answers gives the errors of every question.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"
)

// options are the flags and arguments.
type options struct {
	plan
	corpus    []string
	holdout   float64
	minScore  float64
	json      bool
	dry       bool
	command   string
	timeout   time.Duration
	dump      string
	questions string
	kept      string
	answers   string
}

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr, openEngine); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return
		}
		fmt.Fprintln(os.Stderr, "origin:", err)
		os.Exit(1)
	}
}

// parseOptions reads the command line.
func parseOptions(args []string, stderr io.Writer) (*options, error) {
	o := &options{}
	var levels string
	f := flag.NewFlagSet("origin", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.IntVar(&o.perLevel, "n", 300, "questions with an origin, and without, per level")
	f.Uint64Var(&o.seed, "seed", 1, "seed of all random choices")
	f.StringVar(&levels, "levels", "verbatim,relaid,renamed,edited,embedded", "levels to ask")
	f.IntVar(&o.limits.minLines, "min-lines", 15, "lines of the shortest snippet")
	f.IntVar(&o.limits.maxLines, "max-lines", 60, "lines of the longest snippet")
	f.IntVar(&o.limits.minTokens, "min-tokens", 80, "tokens of the shortest snippet")
	f.Float64Var(&o.holdout, "holdout", 0.05, "share of the directories that is held out")
	f.Float64Var(&o.near, "near", 0.9, "share of a snippet's 12-grams that makes another content its double")
	f.Float64Var(&o.known, "known", 0.9, "share of a held-out snippet's 12-grams that makes it known")
	f.Float64Var(&o.minScore, "min-score", 0, "score from which an answer counts as an alarm")
	f.BoolVar(&o.json, "json", false, "print JSON")
	f.BoolVar(&o.dry, "dry", false, "make the questions, but do not ask them")
	f.StringVar(&o.command, "command", "", "ask this command; {} stands for the question's file")
	f.DurationVar(&o.timeout, "timeout", time.Minute, "time the command may take for one question")
	f.StringVar(&o.dump, "dump", "", "write the questions, truth.tsv and places.tsv to this `folder`")
	f.StringVar(&o.questions, "questions", "", "ask the questions dumped to this `folder`, with their -seed and -holdout")
	f.StringVar(&o.kept, "kept", "", "lay out the files to index in this `folder`")
	f.StringVar(&o.answers, "answers", "", "write a line for each question to this `file`")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	o.corpus = f.Args()
	var err error
	if o.levels, err = parseLevels(levels); err != nil {
		return nil, err
	}
	return o, o.check()
}

// check refuses what cannot be measured.
func (o *options) check() error {
	switch {
	case len(o.corpus) == 0 && (o.questions == "" || o.command == "" && !o.dry):
		return errors.New("no corpus: name the folders to cut from, e.g. $(go env GOROOT)/src")
	case o.questions != "" && o.dump != "":
		return errors.New("-dump and -questions do not go together")
	case o.perLevel < 1:
		return errors.New("-n must be at least 1")
	case o.limits.minLines < 1 || o.limits.maxLines < o.limits.minLines:
		return errors.New("-min-lines must be at least 1 and at most -max-lines")
	case o.limits.minTokens < gramLength:
		return fmt.Errorf("-min-tokens must be at least %d", gramLength)
	case o.near <= 0 || o.near > 1 || o.known <= 0 || o.known > 1:
		return errors.New("-near and -known must lie above 0 and be at most 1")
	case o.holdout <= 0 || o.holdout >= 1:
		return errors.New("-holdout must lie between 0 and 1")
	}
	return nil
}

// run does what the command line asks for.
func run(args []string, stdout, stderr io.Writer, open opener) error {
	o, err := parseOptions(args, stderr)
	if err != nil {
		return err
	}
	c, questions, skipped, err := o.prepare(stderr)
	if err != nil {
		return err
	}
	if err := o.store(c, questions); err != nil {
		return err
	}
	if o.dry {
		return nil
	}
	results, opening, err := o.ask(c, questions, stderr, open)
	if err != nil {
		return err
	}
	if err := o.storeAnswers(results); err != nil {
		return err
	}
	r := o.report(c, results, skipped)
	r.OpenSeconds = opening.Seconds()
	if o.json {
		return r.writeJSON(stdout)
	}
	r.writeText(stdout)
	return nil
}

// prepare makes the questions, or reads them together with the settings they were made with.
func (o *options) prepare(stderr io.Writer) (*corpus, []question, census, error) {
	var questions []question
	var err error
	if o.questions != "" {
		if questions, o.seed, o.holdout, err = readDump(o.questions); err != nil {
			return nil, nil, nil, fmt.Errorf("reading questions: %w", err)
		}
	}
	c, err := openCorpus(o.corpus, o.holdout, o.seed)
	if err != nil || o.questions != "" {
		return c, ofLevels(questions, o.levels), nil, err
	}
	start := time.Now()
	questions, skipped, err := makeQuestions(c, o.plan)
	if err == nil && len(questions) == 0 {
		err = fmt.Errorf("no questions could be made of %d files: %v", len(c.documents), skipped)
	}
	if err == nil {
		fmt.Fprintf(stderr, "made %d questions in %s\n", len(questions), clock(time.Since(start).Seconds()))
	}
	return c, questions, skipped, err
}

func ofLevels(questions []question, levels []level) []question {
	wanted := make(map[level]bool)
	for _, l := range levels {
		wanted[l] = true
	}
	var kept []question
	for _, q := range questions {
		if wanted[q.Level] {
			kept = append(kept, q)
		}
	}
	return kept
}

// store writes the questions and the files to index, as far as that is asked for.
func (o *options) store(c *corpus, questions []question) error {
	if o.dump != "" {
		if err := dump(o.dump, c, questions); err != nil {
			return fmt.Errorf("dumping questions: %w", err)
		}
	}
	if o.kept != "" {
		return c.linkKept(o.kept)
	}
	return nil
}

// ask builds the engine, measures how long that takes, and puts the questions to it.
func (o *options) ask(c *corpus, questions []question, stderr io.Writer, open opener) (
	results []result, opening time.Duration, err error) {
	start := time.Now()
	e, err := o.open(open, c)
	if err != nil {
		return nil, 0, fmt.Errorf("opening the engine: %w", err)
	}
	opening = time.Since(start)
	results = askAll(e, questions, c.canonical, stderr)
	for _, r := range results {
		if r.err != nil {
			fmt.Fprintf(stderr, "the first error, at %s: %v\n", r.question.ID, r.err)
			break
		}
	}
	if err := closeEngine(e); err != nil {
		return nil, 0, fmt.Errorf("closing the engine: %w", err)
	}
	return results, opening, nil
}

func (o *options) open(open opener, c *corpus) (engine, error) {
	if o.command != "" {
		return newCLIEngine(o.command, o.timeout)
	}
	return open(o.corpus, c.keep)
}

func (o *options) storeAnswers(results []result) error {
	if o.answers == "" {
		return nil
	}
	file, err := os.Create(o.answers)
	if err != nil {
		return err
	}
	if err := errors.Join(writeAnswers(file, results), file.Close()); err != nil {
		return fmt.Errorf("writing %s: %w", o.answers, err)
	}
	return nil
}

// report sums up the results.
func (o *options) report(c *corpus, results []result, skipped census) *report {
	r := &report{Seed: o.seed, Holdout: o.holdout, MinScore: o.minScore, NotUsed: skipped}
	for _, d := range c.documents {
		if d.held {
			r.HeldOut++
		} else {
			r.Indexed++
		}
	}
	r.summarise(results, o.levels)
	return r
}
