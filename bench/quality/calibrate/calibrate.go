// Package calibrate fits how certain a score makes a copy, and prints how far that can be trusted.
//
//	go -C bench run ./quality origin -observe go.tsv -foreign OTHER "$(go env GOROOT)/src"
//	go -C bench run ./quality -observe sets.tsv FOLDER
//	go -C bench run ./quality -scorer similar -observe sets2.tsv FOLDER
//	go -C bench run ./quality changes -observe changes.tsv FOLDER...
//	go -C bench run ./quality changes -similar -observe changes2.tsv FOLDER...
//	go -C bench run ./quality changes -classes -observe classes.tsv FOLDER
//	go -C bench run ./quality calibrate go.tsv sets.tsv sets2.tsv changes.tsv changes2.tsv classes.tsv
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
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/chaffinch-search/chaffinch/bench/internal/observed"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// Run fits to the scores of files.
func Run(_ context.Context, files []string, stdout, _ io.Writer) error {
	if len(files) == 0 {
		return errors.New("name files that -observe of origin, quality or changes wrote")
	}
	var all []observed.Score
	for _, name := range files {
		scores, err := observed.ReadFile(name)
		if err != nil {
			return err
		}
		all = append(all, scores...)
	}
	for _, use := range []string{observed.Search, observed.Similar, observed.Pairs} {
		of := slices.DeleteFunc(slices.Clone(all), func(s observed.Score) bool { return s.Use != use })
		if len(of) == 0 {
			continue
		}
		if err := report(stdout, use, of); err != nil {
			return err
		}
	}
	return nil
}

// report prints the coefficients that are fitted to the scores of a use.
func report(w io.Writer, use string, all []observed.Score) error {
	sets := map[string][]observed.Score{}
	for _, s := range all {
		sets[s.Set] = append(sets[s.Set], s)
	}
	m := fit(sets, "")
	fmt.Fprintf(w, "%s: {%.3f, %.3f, %.3f, %.3f}\n\n", use, m[0], m[1], m[2], m[3])
	table := terminal.NewTable("set", ">scores", ">copies", ">ECE", ">aside", "from 0.5", "from 0.9")
	for _, name := range slices.Sorted(maps.Keys(sets)) {
		of := sets[name]
		aside, from := "-", m
		if len(sets) > 1 {
			from = fit(sets, name)
			aside = fmt.Sprintf("%.3f", errorOf(binsOf(by(from), of)))
		}
		table.Row(name, fmt.Sprint(len(of)), fmt.Sprint(countCopies(of)),
			fmt.Sprintf("%.3f", errorOf(binsOf(by(m), of))), aside, said(by(from), of, 0.5), said(by(from), of, 0.9))
	}
	if err := table.Write(w, terminal.Style{}); err != nil {
		return err
	}
	fmt.Fprintln(w)
	return asShown(w, sets)
}

// asShown prints how far the probabilities that were shown are right, if any was observed.
func asShown(w io.Writer, sets map[string][]observed.Score) error {
	table := terminal.NewTable("as shown", ">scores", ">copies", ">ECE", "from 0.5", "from 0.9")
	rows := 0
	for _, name := range slices.Sorted(maps.Keys(sets)) {
		of := slices.DeleteFunc(slices.Clone(sets[name]), func(s observed.Score) bool { return s.Sure == 0 })
		if len(of) == 0 {
			continue
		}
		rows++
		table.Row(name, fmt.Sprint(len(of)), fmt.Sprint(countCopies(of)), fmt.Sprintf("%.3f", errorOf(binsOf(shown, of))),
			said(shown, of, 0.5), said(shown, of, 0.9))
	}
	if rows == 0 {
		return nil
	}
	defer fmt.Fprintln(w)
	return table.Write(w, terminal.Style{})
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
