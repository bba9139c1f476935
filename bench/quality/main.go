// Command quality measures how well scores distinguish copies from other documents, on labelled
// pairs.
//
//	go -C bench run ./quality [flags] FOLDER [SET...]
//	go -C bench run ./quality ~/sets
//	go -C bench run ./quality -scorer resemblance ~/sets ocd
//	go -C bench run ./quality -write '{}.tsv' ~/sets
//
// Without a SET it measures all sets of the folder. A set is a file NAME.pairs.tsv, or the same in
// gzip as .gz, in UTF-8. Its columns are separated by tabs; more columns may follow:
//
//	DOCUMENT  DOCUMENT  LABEL
//
// LABEL is 1 if one document is a copy of the other, otherwise 0. Documents are named by their
// paths below FOLDER/data, with slashes. The score of A and B is also the score of B and A.
//
// # Figures
//
// AP is the average precision, and AUC the area under the ROC curve. F1 is the best one, and "at"
// is its threshold. For MAP and hit@1, every document that has a copy is a question, and its
// answers are the documents that it is paired with. The sets irplag_all and hjc1 have rules of
// their own: see protocols. Equal scores are given the worst order. Package metric defines the
// figures.
//
// The second table has intervals that hold 95% of 1,000 draws of the tasks: see intervals.go. The
// draws are the same in every run. A set whose documents are all in one folder has no intervals.
//
// # Scores
//
// The scorer evidence aligns, as the command pairs does, and lists all pairs. The scorer listed has
// only the pairs that the command lists by default; the others score 0. The scorer unusual is the
// order of the list. The scorer similar searches
// an index for each of the documents, as the command similar does. The other scorers are measures
// of the index alone. The rarity of a token or term is counted over the documents of the set.
//
// A file of scores has lines DOCUMENT DOCUMENT SCORE, separated by tabs. A pair without a score has
// 0. {} in its name is replaced by the name of the set.
//
// To compare two variants, write the scores of one and name them to the other. A third table has
// the differences and their intervals, from the same draws for both:
//
//	go -C bench run ./quality -write '/tmp/{}.tsv' ~/sets
//	go -C bench run ./quality -against '/tmp/{}.tsv' ~/sets
//
// # Other measures
//
// The first argument may name another measure, which reads flags and arguments of its own:
//
//	origin     finds where mutated snippets came from
//	changes    compares changed files and functions with all others, and searches for them
//	calibrate  fits probabilities to the scores that the flag -observe of the others writes
//	scan       scans projects with planted copies
//	guess      guesses the language of contents without names
//	lexers     compares comments and strings with the lexers of Pygments
//	renamed    compares pieces with copies whose names are changed, for each language
//	translations  lists translations between programming languages, as pairs does
//
// go -C bench doc ./quality/origin describes one.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/observed"
	"github.com/chaffinch-search/chaffinch/bench/quality/calibrate"
	"github.com/chaffinch-search/chaffinch/bench/quality/changes"
	"github.com/chaffinch-search/chaffinch/bench/quality/guess"
	"github.com/chaffinch-search/chaffinch/bench/quality/lexers"
	"github.com/chaffinch-search/chaffinch/bench/quality/origin"
	"github.com/chaffinch-search/chaffinch/bench/quality/renamed"
	"github.com/chaffinch-search/chaffinch/bench/quality/scan"
	"github.com/chaffinch-search/chaffinch/bench/quality/translations"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// scorers are the values of -scorer.
var scorers = []string{"cosine", "evidence", "listed", "resemblance", "similar", "unusual"}

// options are the flags and arguments.
type options struct {
	folder   string
	names    []string
	scorer   string
	settings analyzer.Settings
	write    string
	observe  string
	against  string
}

func main() {
	cli.Main("quality", map[string]cli.Run{
		"calibrate":    calibrate.Run,
		"changes":      changes.Run,
		"origin":       origin.Run,
		"scan":         scan.Run,
		"translations": translations.Run,
		"guess":        guess.Run,
		"lexers":       lexers.Run,
		"renamed":      renamed.Run,
	}, run)
}

func parseOptions(args []string, stderr io.Writer) (*options, error) {
	o := &options{}
	f := cli.Flags()
	f.SetOutput(stderr)
	f.StringVar(&o.scorer, "scorer", "evidence", "what scores: "+strings.Join(scorers, ", "))
	selection := f.String("selection", "",
		"`how` fingerprints are selected, such as robust (default: as an index does)")
	f.StringVar(&o.write, "write", "", "write the scores to this `file`")
	f.StringVar(&o.observe, "observe", "", "write the labelled scores to this `file`, for calibrate")
	f.StringVar(&o.against, "against", "", "compare with the scores in this `file`")
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
	o.settings, err = settings(*selection)
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
	for flag, file := range map[string]string{"-write": o.write, "-against": o.against} {
		if file != "" && len(sets) > 1 && !strings.Contains(file, "{}") {
			return fmt.Errorf("%s names one file for %d sets: put {} in it for the set's name", flag, len(sets))
		}
	}
	var all []observed.Score
	t := newTables()
	for _, s := range sets {
		var other scores
		if o.against != "" {
			if other, err = readScoresFile(strings.ReplaceAll(o.against, "{}", s.name)); err != nil {
				return err
			}
		}
		scores, err := o.measure(ctx, s, stderr)
		if err != nil {
			return fmt.Errorf("measuring %s: %w", s.name, err)
		}
		if o.observe != "" {
			all = append(all, scores.observed(s, o.use())...)
		}
		t.add(s, scores, other)
	}
	if o.observe != "" {
		if err := observed.WriteFile(o.observe, all); err != nil {
			return fmt.Errorf("writing the scores: %w", err)
		}
	}
	fmt.Fprintln(stdout, "scored by", o.scorer)
	return t.write(stdout)
}

// use is the use of the scores.
func (o *options) use() string {
	if o.scorer == similar {
		return observed.Similar
	}
	return observed.Pairs
}

// tables are the output: the figures, their intervals, and the differences to other scores.
type tables struct {
	figures, intervals, differences *terminal.Table
	compared                        bool
}

func newTables() *tables {
	return &tables{
		figures: terminal.NewTable("set", ">files", ">pairs", ">copies", ">AP", ">AUC", ">F1", ">at",
			">MAP", ">hit@1"),
		intervals:   terminal.NewTable("95% of draws", ">tasks", ">AP", ">AUC", ">F1", ">MAP", ">hit@1"),
		differences: terminal.NewTable("difference", "figure", ">here", ">there", ">less", ">95% from", ">to"),
	}
}

// add adds the rows of a set. other are the scores to compare with, or nil.
func (t *tables) add(s *set, c, other scores) {
	divided := newTasks(s, c)
	drawn := divided.draw()
	t.figures.Row(append([]string{s.name}, figuresOf(s, c).cells()...)...)
	t.intervals.Row(append([]string{s.name}, divided.intervalCells(drawn)...)...)
	if other == nil {
		return
	}
	t.compared = true
	here, there := figuresOf(s, c), figuresOf(s, other)
	for _, row := range differences(here, there, drawn, newTasks(s, other).draw()) {
		t.differences.Row(append([]string{s.name}, row...)...)
	}
}

// write writes the tables with an empty line between them.
func (t *tables) write(w io.Writer) error {
	all := []*terminal.Table{t.figures, t.intervals}
	if t.compared {
		all = append(all, t.differences)
	}
	for i, one := range all {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := one.Write(w, terminal.Style{}); err != nil {
			return err
		}
	}
	return nil
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
