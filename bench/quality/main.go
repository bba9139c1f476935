// Command quality measures how well scores distinguish copies from other documents, on labelled
// pairs.
//
//	go -C bench run ./quality [flags] FOLDER [SET...]
//	go -C bench run ./quality ~/sets
//	go -C bench run ./quality -scorer resemblance ~/sets ocd
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
// is its threshold. For MAP and hit@1, every document that has a copy is a question. Its answers
// are the documents that it is paired with; MAP is the mean of the questions' average precisions.
// The sets irplag_all and hjc1 have rules of their own: see protocols. Equal scores are given the
// worst order. Package metric defines the figures.
//
// Between AP and AUC is the interval of AP that holds 95% of 1,000 draws of the tasks: see
// intervals.go. The draws are the same in every run. A set whose documents are all in one folder
// has none.
//
// # Scores
//
// The scorer evidence aligns, as the command pairs does, and lists all pairs. The scorer listed has
// only the pairs that the command lists by default; the others score 0. The scorer unusual is the
// order of the list. The scorer similar searches an index for each of the documents, as the command
// similar does. The other scorers are measures of the index alone. The rarity of a token or term is
// counted over the documents of the set.
//
// # Other measures
//
// The first argument may name another measure, which reads flags and arguments of its own:
//
//	origin        finds where mutated snippets came from
//	changes       compares changed files and functions with all others, and searches for them
//	alone         compares files of two folders, each with one other
//	calibrate     fits probabilities to the scores that the flag -observe of the others writes
//	scan          scans projects with planted copies
//	guess         guesses the language of contents without names
//	lexers        compares comments and strings with the lexers of Pygments
//	renamed       compares pieces with copies whose names are changed, for each language
//	translations  lists translations between programming languages, as pairs does
//
// go -C bench doc ./quality/origin describes one.
package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/observed"
	"github.com/chaffinch-search/chaffinch/bench/quality/alone"
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
var scorers = []string{"cosine", "evidence", "listed", "resemblance", similar, "unusual"}

// similar is the scorer that searches as the command similar does.
const similar = "similar"

func main() {
	cli.Main("quality", map[string]cli.Run{
		"alone":        alone.Run,
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

// bench is one run.
type bench struct {
	*cli.Bench
	scorer   string
	settings analyzer.Settings
}

// run measures the sets that the command line names, and prints a row for each.
func run(c *cli.Bench) (err error) {
	b := &bench{Bench: c}
	c.StringVar(&b.scorer, "scorer", "evidence", "what scores: "+strings.Join(scorers, ", "))
	selection := c.String("selection", "", "`how` fingerprints are selected, such as robust (default: as an index does)")
	observe := c.String("observe", "", "write the labelled scores to this `file`, for calibrate")
	if err := c.Parse("FOLDER", "[SET...]"); err != nil {
		return err
	}
	if !slices.Contains(scorers, b.scorer) {
		return fmt.Errorf("-scorer is %q: use one of %s", b.scorer, strings.Join(scorers, ", "))
	}
	if b.settings, err = settings(*selection); err != nil {
		return err
	}
	sets, err := findSets(c.Arg(0), c.Args()[1:])
	if err != nil {
		return err
	}
	use := observed.Pairs
	if b.scorer == similar {
		use = observed.Similar
	}
	var all []observed.Score
	table := terminal.NewTable("set", ">files", ">pairs", ">copies", ">AP", ">95% of draws", ">AUC", ">F1", ">at", ">MAP", ">hit@1")
	for _, s := range sets {
		scores, err := b.score(s)
		if err != nil {
			return fmt.Errorf("measuring %s: %w", s.name, err)
		}
		all = append(all, scores.observed(s, use)...)
		f := figuresOf(s, scores)
		table.Row(s.name, terminal.Thousands(len(s.documents())), terminal.Thousands(len(s.rows)), terminal.Thousands(f.copies),
			f.ap.String(), s.interval(scores), f.auc.String(), f.f1.String(), f.threshold.String(), f.mean.String(), f.hit1.String())
	}
	if err := observed.Write(*observe, all); err != nil {
		return err
	}
	fmt.Fprintln(c.Out, "scored by", b.scorer)
	return c.Print(table)
}
