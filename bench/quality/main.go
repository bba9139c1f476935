// Command quality measures how well scores tell copies from other documents, on labelled sets.
//
//	go run ./bench/quality [flags] FOLDER [SET...]
//	go run ./bench/quality ~/sets
//	go run ./bench/quality -scorer resemblance ~/sets ocd
//	go run ./bench/quality -write '{}.tsv' ~/sets
//	go run ./bench/quality -scores '{}.tsv' ~/sets
//
// Without a SET all of the folder are measured. A set is a file of the folder, or the same in gzip
// as .gz, in UTF-8, with columns separated by tabs. Documents are named by their paths below
// FOLDER/data, with slashes:
//
//	NAME.pairs.tsv   DOCUMENT  DOCUMENT  LABEL [LEVEL ...]
//	NAME.search.tsv  QUESTION  DOCUMENT  LABEL [LEVEL ...]
//	NAME.none.txt    QUESTION
//
// LABEL is 1 where one is a copy of the other, else 0; LEVEL says what kind of copy it is. In a
// pair set the documents are those that are named, and a score of A and B is one of B and A. In a
// search set the questions are asked of all files below data/NAME that are not questions
// themselves; what is not named a copy is none. The questions of NAME.none.txt have no copy there.
//
// # Figures
//
// Of pairs: AP, the average precision; AUC, that of the ROC curve; the best F1 with its threshold,
// precision and recall; precision at given recalls and recall at given precisions. Of searches:
// MAP, MRR, hit@k, and r@k, the copies among the first k answers over those that could be there. In
// a pair set every file that has a copy is a question, asked of the files that it is paired with.
// With -query only paths that match the expression are questions: the sets irplag_all and hjc1 have
// such rules of their own, see protocols.
//
// Where there are questions without a copy, right is the share of right first answers above the
// score that 5% of theirs exceed, and AUC says how well the first score tells both kinds apart.
// Equal scores are given the worst order, except that of equal first answers the one scored first
// counts. Package metric defines them all. JSON has figures for which the table has no room.
//
// The positive pairs of a level are measured against all negative pairs. In a search set a level is
// measured by the questions that have copies of it; all else counts as no copy. Its recall is that
// at the best threshold of the whole set. More than 40 levels are not told apart.
//
// # Scores
//
// The scorer evidence aligns: pairs as the command pairs does, answers as search does. The other
// scorers are the measures of the index alone. The rarity of a token or term is counted over the
// documents of the set.
//
// A file of scores has lines DOCUMENT DOCUMENT SCORE, separated by tabs. Of several scores for a
// pair the highest counts; a pair without a score has 0. {} in the name of a file of scores stands
// for the name of the set.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// options are the flags and arguments.
type options struct {
	folder         string
	names          []string
	query          *regexp.Regexp // nil means all
	scorer         string
	representation string
	selection      string
	scores         string
	write          string
	json           bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "quality:", err)
		os.Exit(1)
	}
}

func parseOptions(args []string, stderr io.Writer) (*options, error) {
	o := &options{}
	f := flag.NewFlagSet("quality", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&o.scorer, "scorer", "evidence", "what scores: "+strings.Join(scorers, ", "))
	f.StringVar(&o.representation, "representation", "both",
		"`what` of a token counts: structure, exact or both")
	f.StringVar(&o.selection, "selection", "",
		"`how` fingerprints are selected, such as robust (default: as an index does)")
	f.StringVar(&o.scores, "scores", "", "read the scores from this `file` instead")
	f.StringVar(&o.write, "write", "", "write the scores to this `file`")
	f.BoolVar(&o.json, "json", false, "print JSON")
	f.Func("query", "only paths that match this `regexp` are questions", func(text string) (err error) {
		o.query, err = regexp.Compile(text)
		return err
	})
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	if f.NArg() == 0 {
		return nil, errors.New("name the folder that holds the sets")
	}
	o.folder, o.names = f.Arg(0), f.Args()[1:]
	if !slices.Contains(scorers, o.scorer) {
		return nil, fmt.Errorf("-scorer is %q: use one of %s", o.scorer, strings.Join(scorers, ", "))
	}
	if _, err := settings(o.representation, o.selection); err != nil {
		return nil, err
	}
	var err error
	f.Visit(func(given *flag.Flag) {
		scoring := []string{"scorer", "representation", "selection", "write"}
		if o.scores != "" && err == nil && slices.Contains(scoring, given.Name) {
			err = fmt.Errorf("-scores and -%s do not go together", given.Name)
		}
	})
	return o, err
}

// run does what the command line asks for.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := parseOptions(args, stderr)
	if err != nil {
		return err
	}
	r, err := o.measureAll(ctx, stderr)
	if err != nil {
		return err
	}
	if o.json {
		e := json.NewEncoder(stdout)
		e.SetIndent("", "  ")
		return e.Encode(r)
	}
	return r.writeText(stdout)
}

// measureAll measures the sets that are asked for.
func (o *options) measureAll(ctx context.Context, stderr io.Writer) (*outcome, error) {
	sets, err := findSets(o.folder, o.names)
	if err != nil {
		return nil, err
	}
	if o.write != "" && len(sets) > 1 && !strings.Contains(o.write, "{}") {
		return nil, fmt.Errorf("-write names one file for %d sets: put {} for the set's name into it", len(sets))
	}
	r := &outcome{By: o.scorer}
	if o.scores != "" {
		r.By = o.scores
	}
	for _, s := range sets {
		if o.query != nil {
			s.query = o.query
		}
		result, err := o.measure(ctx, s, stderr)
		if err != nil {
			return nil, fmt.Errorf("measuring %s: %w", s.name, err)
		}
		r.Sets = append(r.Sets, result)
	}
	return r, nil
}

// measure reads a set, has its pairs scored and computes its figures.
func (o *options) measure(ctx context.Context, s *set, stderr io.Writer) (*result, error) {
	if err := s.read(); err != nil {
		return nil, err
	}
	start := time.Now()
	scores := newScores(s)
	var err error
	if o.scores != "" {
		err = scores.readFile(strings.ReplaceAll(o.scores, "{}", s.name))
	} else {
		err = o.score(ctx, s, scores, stderr)
	}
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(stderr, "%s: %s scored in %.1f s\n", s.name, terminal.Plural(scores.given(), "pair", "pairs"),
		time.Since(start).Seconds())
	if o.write != "" {
		if err := scores.writeFile(strings.ReplaceAll(o.write, "{}", s.name)); err != nil {
			return nil, err
		}
	}
	return evaluate(s, scores), nil
}
