// Command quality measures how well scores tell copies from other documents, on labelled sets.
//
//	go run ./bench/quality [flags] FOLDER [SET...]
//	go run ./bench/quality ~/sets
//	go run ./bench/quality -scorer resemblance ~/sets
//	go run ./bench/quality -write ours.tsv ~/sets ocd; go run ./bench/quality -scores theirs.tsv ~/sets ocd
//
// Without a SET all of the folder are measured. A set is a file of the folder, or the same in gzip
// as .gz, in UTF-8, with columns separated by tabs; documents are named by their paths below
// FOLDER/data, with slashes:
//
//	NAME.pairs.tsv   DOCUMENT  DOCUMENT  LABEL [LEVEL [SPLIT]]
//	NAME.search.tsv  QUESTION  DOCUMENT  LABEL [LEVEL [SPLIT]]
//	NAME.none.txt    QUESTION
//
// LABEL is 1 where one is a copy of the other, else 0; LEVEL says what kind of pair it is, SPLIT
// which part of the set it belongs to. In a pair set the documents are those that are named, and
// their idf is that among themselves. In a search set the questions are looked for in all files
// below data/NAME that are not questions themselves; what is not named a copy is none. The questions
// of NAME.none.txt have no copy there.
//
// # Figures
//
// Of pairs: AP, the average precision; AUC, that of the ROC curve; the best F1 with its threshold,
// precision and recall; precision at given recalls and recall at given precisions. Of searches:
// MAP, MRR, hit@k, and r@k, the copies among the first k answers over those that could be there.
// In a pair set every file that has a copy is a question, put to the files it is paired with. Where
// there are questions without a copy, right is the share of right first answers above the score that
// 5% of theirs exceed, and AUC says how well the first score tells both kinds apart. Equal scores
// are given the worst order, except that of equal first answers the one scored first counts.
// Package metric defines them all. JSON has some figures for which the table has no room.
//
// Of a level, the positive pairs are measured against all negative ones, whatever their level; in a
// search set, the questions by their copies of that level, all else being none. Its recall is that at
// the best threshold of the whole set. More than 40 levels are not told apart.
//
// # Options of sets
//
// A set is measured as its authors ask for: flag -set NAME:OPTION=VALUE, several times if need be.
//
//	query=REGEXP      as questions take only paths that it matches
//	retrieval=BOOL    measure MAP and the like, too (default true)
//	self=N            give F1 also as if pairs came in both directions, with N pairs of a file with itself
//	beta=B            let recall count B times as much as precision in F (default 1)
//	split=S           use the rows of that split only
//	tune=S            take the threshold that is best on that split
//	splits=BOOL       give figures for every split, too
//	directed=BOOL     do not take a score of A and B for one of B and A (default: in search sets)
//	search=BOOL       take a pair set for a search set
//	documents=FOLDER  search in that folder below data (default NAME)
//	none=FILE         questions without a copy (default NAME.none.txt where there is one)
//
// Known already are irplag_all:query=/L\d, ocd:self=100 and hjc1:retrieval=false.
//
// # Scores
//
// Scorer evidence aligns: in a pair set both documents of every pair, as the program's similar scores
// them, in a search set those that its search does. The others are the measures of the index alone. How
// rare a token or term is, is counted over the documents of the set.
//
// A file of scores has lines DOCUMENT DOCUMENT SCORE, separated by tabs. Of a pair that is there
// several times the highest counts, one that is missing scores 0. {} in the name of a file of scores
// stands for the name of the set.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/internal/screen"
)

// options are the flags and arguments.
type options struct {
	folder   string
	names    []string
	sets     setFlags
	scorer   string
	analyzer analyzer.Settings
	scores   string
	write    string
	json     bool
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

// parseOptions reads the command line.
func parseOptions(args []string, stderr io.Writer) (*options, error) {
	o := &options{sets: setFlags{}}
	var representation, selection string
	var k, w int
	f := flag.NewFlagSet("quality", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&o.scorer, "scorer", "evidence", "what scores: "+strings.Join(scorerNames(), ", "))
	f.StringVar(&representation, "representation", "both", "`what` of a token counts: structure, exact or both")
	f.IntVar(&k, "k", 0, "`tokens` in a k-gram of the one representation (default: the index's)")
	f.IntVar(&w, "w", 0, "`hashes` in a window of the one representation (default: the index's)")
	f.StringVar(&selection, "selection", "", "`how` fingerprints with a window are chosen: robust, winnowing, open-closed (default: the index's)")
	f.StringVar(&o.scores, "scores", "", "read the scores from this `file` instead")
	f.StringVar(&o.write, "write", "", "write the scores to this `file`")
	f.BoolVar(&o.json, "json", false, "print JSON")
	f.Var(o.sets, "set", "measure a set so: `NAME:OPTION=VALUE` (repeatable; go doc ./bench/quality lists them)")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	if f.NArg() == 0 {
		return nil, errors.New("no sets: name the folder that holds them")
	}
	o.folder, o.names = f.Arg(0), f.Args()[1:]
	var err error
	if o.analyzer, err = settings(representation, selection, k, w); err != nil {
		return nil, err
	}
	return o, o.check(f)
}

// check refuses flags that would do nothing.
func (o *options) check(f *flag.FlagSet) error {
	if scorers[o.scorer] == nil {
		return fmt.Errorf("-scorer is %q: use one of %s", o.scorer, strings.Join(scorerNames(), ", "))
	}
	if o.scores == "" {
		return nil
	}
	var err error
	f.Visit(func(given *flag.Flag) { // by name
		if err == nil && slices.Contains([]string{"scorer", "representation", "k", "w", "selection", "write"}, given.Name) {
			err = fmt.Errorf("-scores and -%s do not go together", given.Name)
		}
	})
	return err
}

// settings returns the default ones as the flags change them.
func settings(representation, selection string, k, w int) (analyzer.Settings, error) {
	s := analyzer.DefaultSettings()
	one := &s.Structure
	switch representation {
	case analyzer.Structure.String():
		s.Exact = winnow.Scheme{}
	case analyzer.Exact.String():
		one, s.Structure = &s.Exact, winnow.Scheme{}
	case "both":
		if k != 0 || w != 0 {
			return s, errors.New("-k and -w are those of one representation: say -representation structure or exact")
		}
	default:
		return s, fmt.Errorf("-representation is %q: use structure, exact or both", representation)
	}
	if k != 0 {
		one.K = k
	}
	if w != 0 {
		one.W = w
	}
	if selection != "" {
		choose(selection, &s.Structure, &s.Exact, &s.Text)
	}
	_, err := analyzer.New(s)
	return s, err
}

// choose lets the schemes that are not off select so.
func choose(selection string, schemes ...*winnow.Scheme) {
	for _, s := range schemes {
		if !s.Off() {
			s.Selection = selection
		}
	}
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
		return r.writeJSON(stdout)
	}
	return r.writeText(stdout)
}

// measureAll measures the sets that are asked for.
func (o *options) measureAll(ctx context.Context, stderr io.Writer) (*outcome, error) {
	sets, err := findSets(o.folder, o.names, o.sets)
	if err != nil {
		return nil, err
	}
	if o.write != "" && len(sets) > 1 && !strings.Contains(o.write, "{}") {
		return nil, fmt.Errorf("-write %s would be written %d times: put {} for the set's name into it", o.write, len(sets))
	}
	r := &outcome{By: o.by()}
	for _, s := range sets {
		result, err := o.measure(ctx, s, stderr)
		if err != nil {
			return nil, fmt.Errorf("measuring %s: %w", s.name, err)
		}
		r.Sets = append(r.Sets, result)
	}
	return r, nil
}

// by says where the scores come from.
func (o *options) by() string {
	if o.scores != "" {
		return o.scores
	}
	return o.scorer
}

// measure reads a set, has its pairs scored and computes its figures.
func (o *options) measure(ctx context.Context, s *set, stderr io.Writer) (*result, error) {
	if err := s.read(); err != nil {
		return nil, err
	}
	start := time.Now()
	scores := newScores(s)
	if o.scores != "" {
		if err := scores.readFile(strings.ReplaceAll(o.scores, "{}", s.name)); err != nil {
			return nil, err
		}
	} else if err := o.score(ctx, s, scores, stderr); err != nil {
		return nil, err
	}
	fmt.Fprintf(stderr, "%s: %s scored in %.1f s\n", s.name, screen.Plural(scores.given(), "pair", "pairs"),
		time.Since(start).Seconds())
	if o.write != "" {
		if err := scores.writeFile(strings.ReplaceAll(o.write, "{}", s.name)); err != nil {
			return nil, err
		}
	}
	return evaluate(s, scores), nil
}

func (o *options) score(ctx context.Context, s *set, scores *scores, stderr io.Writer) error {
	t, err := newTask(s, o.analyzer, scores, stderr)
	if err != nil {
		return err
	}
	return scorers[o.scorer](ctx, t)
}
