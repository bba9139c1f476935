// Package calibrate fits how certain a score makes a copy, and prints how far that can be trusted.
//
//	go -C bench run ./quality origin -observe /tmp/go -foreign OTHER "$(go env GOROOT)/src"
//	go -C bench run ./quality -observe /tmp/sets FOLDER
//	go -C bench run ./quality -scorer similar -observe /tmp/sets2 FOLDER
//	go -C bench run ./quality changes -observe /tmp/changes FOLDER...
//	go -C bench run ./quality changes -similar -observe /tmp/changes2 FOLDER...
//	go -C bench run ./quality changes -classes -observe /tmp/classes FOLDER
//	go -C bench run ./quality calibrate /tmp/go /tmp/sets /tmp/sets2 /tmp/changes /tmp/changes2 /tmp/classes
//
// The files hold labelled scores of answers of search and similar, and of pairs. For each of these
// uses, calibrate fits the probability that the first answer is an origin, or that one document is
// a copy of the other:
//
//	logit(probability) = a + b x logit(score) + c x ln(tokens/200) + d x their product
//
// tokens is the number of tokens of the question, or of the shorter document. Each set counts
// alike, however many scores it has. package align holds the fitted coefficients.
//
// # Figures
//
//	ECE     expected calibration error, over ten bins of the probability: the mean distance between
//	        the probability and the share of copies, weighted by the number of scores
//	aside   the same if the set is left out of the fit
//	from    the mean probability from there on, the share of copies, and number, likewise
//
// The table "as shown" has the same for the probabilities that pairs shows: the larger one of two.
package calibrate

import (
	"fmt"
	"maps"
	"slices"

	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/observed"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// Run fits to the scores of files.
func Run(b *cli.Bench) error {
	if err := b.Parse("FILE..."); err != nil {
		return err
	}
	all := map[string]map[string][]observed.Score{} // by use and set
	for _, name := range b.Args() {
		scores, err := observed.Read(name)
		if err != nil {
			return err
		}
		for _, s := range scores {
			if all[s.Use] == nil {
				all[s.Use] = map[string][]observed.Score{}
			}
			all[s.Use][s.Set] = append(all[s.Use][s.Set], s)
		}
	}
	for _, use := range []string{observed.Search, observed.Similar, observed.Pairs} {
		if all[use] == nil {
			continue
		}
		if err := report(b, use, all[use]); err != nil {
			return err
		}
	}
	return nil
}

// report prints the coefficients that are fitted to the scores of a use. It also prints how far the
// probabilities are right: those by the coefficients, and those that were shown.
func report(b *cli.Bench, use string, sets map[string][]observed.Score) error {
	m := fit(sets, "")
	fmt.Fprintf(b.Out, "%s: {%.3f, %.3f, %.3f, %.3f}\n\n", use, m[0], m[1], m[2], m[3])
	fitted := terminal.NewTable("set", ">scores", ">copies", ">ECE", ">aside", "from 0.5", "from 0.9")
	asShown := terminal.NewTable("as shown", ">scores", ">copies", ">ECE", "from 0.5", "from 0.9")
	for _, name := range slices.Sorted(maps.Keys(sets)) {
		of := sets[name]
		aside, without := "-", m
		if len(sets) > 1 {
			without = fit(sets, name)
			aside = errorOf(by(without), of)
		}
		fitted.Row(name, fmt.Sprint(len(of)), fmt.Sprint(countCopies(of)), errorOf(by(m), of), aside,
			said(by(without), of, 0.5), said(by(without), of, 0.9))
		seen := slices.DeleteFunc(slices.Clone(of), func(s observed.Score) bool { return s.Sure == 0 })
		if len(seen) > 0 {
			asShown.Row(name, fmt.Sprint(len(seen)), fmt.Sprint(countCopies(seen)), errorOf(shown, seen),
				said(shown, seen, 0.5), said(shown, seen, 0.9))
		}
	}
	for _, t := range []*terminal.Table{fitted, asShown} {
		if t.Rows() == 0 {
			continue
		}
		if err := b.Print(t); err != nil {
			return err
		}
		fmt.Fprintln(b.Out)
	}
	return nil
}

// said compares the mean probability from some probability on with the share of copies.
func said(says probability, of []observed.Score, least float64) string {
	n, copies, sum := 0, 0, 0.
	for _, s := range of {
		if p := says(s); p >= least {
			n, sum = n+1, sum+p
			if s.Copy {
				copies++
			}
		}
	}
	if n == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f %.2f (%d)", sum/float64(n), float64(copies)/float64(n), n)
}

func countCopies(of []observed.Score) (n int) {
	for _, s := range of {
		if s.Copy {
			n++
		}
	}
	return n
}
