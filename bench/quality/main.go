// Command quality measures how well scores tell copies from other documents, on labelled pairs.
//
//	go run ./bench/quality [flags] FOLDER [SET...]
//	go run ./bench/quality ~/sets
//	go run ./bench/quality -scorer resemblance ~/sets ocd
//	go run ./bench/quality -write '{}.tsv' ~/sets
//
// Without a SET it measures all sets of the folder. A set is a file NAME.pairs.tsv, or the same in
// gzip as .gz, in UTF-8. Its columns are separated by tabs; more columns may follow:
//
//	DOCUMENT  DOCUMENT  LABEL
//
// LABEL is 1 if one document is a copy of the other, else 0. Documents are named by their paths
// below FOLDER/data, with slashes. The score of A and B is also that of B and A.
//
// # Figures
//
// AP is the average precision, and AUC the area under the ROC curve. F1 is the best one, and "at"
// is its threshold. For MAP and hit@1, every document that has a copy is a question, and its
// answers are the documents that it is paired with. The sets irplag_all and hjc1 have rules of
// their own: see protocols. Equal scores are given the worst order. Package metric defines the
// figures.
//
// # Scores
//
// The scorer evidence aligns, as the command pairs does. The other scorers are measures of the
// index alone. The rarity of a token or term is counted over the documents of the set.
//
// A file of scores has lines DOCUMENT DOCUMENT SCORE, separated by tabs. A pair without a score has
// 0. {} in its name is replaced by the name of the set.
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
	"github.com/chaffinch-search/chaffinch/bench/internal/observed"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// scorers are the values of -scorer.
var scorers = []string{"cosine", "evidence", "resemblance"}

// options are the flags and arguments.
type options struct {
	folder   string
	names    []string
	scorer   string
	settings analyzer.Settings
	write    string
	observe  string
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
	representation := f.String("representation", "both",
		"`what` of a token counts: structure, exact or both")
	selection := f.String("selection", "",
		"`how` fingerprints are selected, such as robust (default: as an index does)")
	f.StringVar(&o.write, "write", "", "write the scores to this `file`")
	f.StringVar(&o.observe, "observe", "", "write the labelled scores to this `file`, for ./bench/calibrate")
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
	var err error
	o.settings, err = settings(*representation, *selection)
	return o, err
}

// run measures the sets that the command line names, and prints a row for each.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := parseOptions(args, stderr)
	if err != nil {
		return err
	}
	sets, err := findSets(o.folder, o.names)
	if err != nil {
		return err
	}
	if o.write != "" && len(sets) > 1 && !strings.Contains(o.write, "{}") {
		return fmt.Errorf("-write names one file for %d sets: put {} in it for the set's name", len(sets))
	}
	table := terminal.NewTable("set", ">files", ">pairs", ">copies", ">AP", ">AUC", ">F1", ">at",
		">MAP", ">hit@1")
	var all []observed.Score
	for _, s := range sets {
		scores, err := o.measure(ctx, s, stderr)
		if err != nil {
			return fmt.Errorf("measuring %s: %w", s.name, err)
		}
		if o.observe != "" {
			all = append(all, scores.observed(s)...)
		}
		table.Row(append([]string{s.name}, figuresOf(s, scores).cells()...)...)
	}
	if o.observe != "" {
		if err := observed.WriteFile(o.observe, all); err != nil {
			return fmt.Errorf("writing the scores: %w", err)
		}
	}
	fmt.Fprintln(stdout, "scored by", o.scorer)
	return table.Write(stdout, terminal.Style{})
}

// measure reads a set and has its pairs scored.
func (o *options) measure(ctx context.Context, s *set, stderr io.Writer) (scores, error) {
	if err := s.read(); err != nil {
		return nil, err
	}
	start := time.Now()
	scores := scores{}
	if err := o.score(ctx, s, scores, stderr); err != nil {
		return nil, err
	}
	fmt.Fprintf(stderr, "%s: scored in %.1f s\n", s.name, time.Since(start).Seconds())
	if o.write == "" {
		return scores, nil
	}
	return scores, scores.writeFile(s, strings.ReplaceAll(o.write, "{}", s.name))
}
