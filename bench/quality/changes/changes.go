// Package changes measures which changes of code chaffinch sees through.
//
//	go -C bench run ./quality changes [flags] FOLDER...
//	go -C bench run ./quality changes "$(go env GOROOT)/src" /usr/lib/python3.11
//	go -C bench run ./quality changes -functions FOLDER        single functions instead of files
//
// It takes hand-written files of 60 to 300 lines from the folders, -n of each language. With
// -functions it takes one function of 8 to 40 lines from each of as many files, which is a file
// from then on. Of every file it makes a changed copy for each kind of change:
//
//	names renamed             all names, one to one
//	each name renamed anew    all names, and another one at every place
//	literals changed          numbers, characters, and the words of strings
//	statements reordered      neighbours that do not need each other's names are exchanged
//	functions reordered       in the file and in every class, at random
//	dead code every 3rd line  statements of other files, with new names
//	if and else swapped       the condition is negated
//	types changed             int for long, and the like
//	loops rewritten           for as while, range as index, and the like
//	functions extracted       a run of statements of every function becomes a function
//	comments translated       other words
//	no comments, re-laid out  other indentation, no blank lines
//	five changes at once      names, literals, statements, functions, dead code
//	as if rewritten           loops, branches, statements, functions, types, comments and all names
//
// Names that a line imports stay. The copies need not compile: there is no parser, only the tokens,
// the brackets and the indentation. Their brackets, strings and comments close. A file to which a
// change does not apply is left out, and counted in the column none.
//
// # Figures
//
// The files of a language and their copies of one kind are compared, all with all, as the command
// pairs does. A file and its copy are a copy. All other pairs are not: two files, or one file and a
// copy of another, unless they are of one project, the first folder of their paths: these may be
// relatives. A file is not chosen if it has a third of the 12-grams of another chosen one, or
// two thirds if names and literals are taken as one: it may be a copy.
//
//	median  score of the copies
//	listed  share of the copies that score 0.25 or more
//	shown   share of the copies that pairs lists by default: also the best, weak pairs of a file
//	at      the score that 1 in 100 of the other pairs exceeds
//	AP      average precision
//
// Then every copy is searched in an index of the files, and of -others more of the language, as by
// the command search.
//
//	hit@1   share of the copies whose first answer is the file
//
// # Similar documents
//
// With -similar all copies in a language are indexed together with their files and the others, and
// every file is searched in the index, as by the command similar. The table has the scores of the
// copies, and of all other documents that are found.
//
// # Classes
//
// With -classes each folder below FOLDER holds solutions of one task by different people, such as
// an exercise. A fifth of them get a copy with a change of some kind. All are compared,
// each class by itself, and -observe writes the labelled scores, from which command calibrate fits
// how sure a pair of a class is.
//
// The same folders, flags and seed give the same figures.
package changes

import (
	"fmt"
	"strconv"

	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
	"github.com/chaffinch-search/chaffinch/bench/internal/observed"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// bench is one run.
type bench struct {
	*cli.Bench
	n, others          int
	functions, classes bool
	minLines, maxLines int
	seed               uint64
}

// Run changes, compares and prints the figures.
func Run(c *cli.Bench) error {
	b := &bench{Bench: c, minLines: 60, maxLines: 300}
	c.IntVar(&b.n, "n", 30, "files of each language that are changed")
	c.IntVar(&b.others, "others", 300, "more files of each language in the index, if there are so many")
	c.BoolVar(&b.functions, "functions", false, "take one function of every file")
	similar := c.Bool("similar", false, "ask for the files as the command similar does")
	c.BoolVar(&b.classes, "classes", false, "the folders are classes: solutions of one task by different people")
	c.Uint64Var(&b.seed, "seed", 1, "seed of all random choices")
	observe := c.String("observe", "", "write the labelled scores to this `file`, for calibrate")
	if err := c.Parse("FOLDER..."); err != nil {
		return err
	}
	measure, set := b.changes, "changed files"
	switch {
	case b.functions:
		b.minLines, b.maxLines, set = 8, 40, "changed functions"
	case b.classes:
		b.minLines, b.maxLines = 8, 1000
	}
	switch {
	case b.classes:
		measure = b.measureClasses
	case *similar:
		measure = b.similar
	}
	all, err := measure()
	if err != nil {
		return err
	}
	for i := range all {
		if all[i].Set == "" {
			all[i].Set = set
		}
	}
	return observed.Write(*observe, all)
}

// changes compares and searches for copies in all languages, and prints a table for each.
func (b *bench) changes() (all []observed.Score, err error) {
	languages, err := b.choose()
	if err != nil {
		return nil, err
	}
	total := make([]outcome, len(kinds))
	for _, s := range languages {
		fmt.Fprintf(b.Notes, "%s: %d files and %d others\n", s.lang.Name, len(s.chosen), len(s.others))
		of, err := b.measure(s)
		if err != nil {
			return nil, fmt.Errorf("measuring %s: %w", s.lang.Name, err)
		}
		if err := b.print(of, s.lang.Name); err != nil {
			return nil, err
		}
		for i, o := range of {
			total[i].add(o)
			all = append(all, o.pairs...)
		}
	}
	return all, b.print(total, "all languages")
}

// print prints a table with a row for each kind.
func (b *bench) print(all []outcome, name string) error {
	table := terminal.NewTable(name, ">copies", ">none", ">median", ">listed", ">shown", ">at", ">AP", ">hit@1")
	for i, o := range all {
		table.Row(append([]string{kinds[i].name}, o.cells()...)...)
	}
	err := b.Print(table)
	fmt.Fprintln(b.Out)
	return err
}

// alarms is the share of the other pairs that may score more than the column at.
const alarms = 0.01

// outcome is the result of one kind of change.
type outcome struct {
	pairs []observed.Score // copies, and others
	shown int              // copies that pairs lists by default, weak ones too
	first int              // copies whose first answer is their file
	left  int              // files to which the change does not apply
}

func (o *outcome) add(other outcome) {
	o.pairs = append(o.pairs, other.pairs...)
	o.shown += other.shown
	o.first += other.first
	o.left += other.left
}

// cells are the figures, - if the change applies to no file.
func (o *outcome) cells() []string {
	var copied, foreign, scores []float64
	var positive []bool
	listed := 0
	for _, p := range o.pairs {
		scores, positive = append(scores, p.Score), append(positive, p.Copy)
		if !p.Copy {
			foreign = append(foreign, p.Score)
			continue
		}
		copied = append(copied, p.Score)
		if p.Score >= threshold.ListedPair {
			listed++
		}
	}
	cells := []string{strconv.Itoa(len(copied)), strconv.Itoa(o.left), "-", "-", "-", "-", "-", "-"}
	if n := float64(len(copied)); n > 0 {
		for i, figure := range []float64{metric.Quantile(copied, 0.5), float64(listed) / n, float64(o.shown) / n, metric.Quantile(foreign, 1-alarms),
			metric.NewCurve(scores, positive).AveragePrecision(), float64(o.first) / n} {
			cells[2+i] = metric.Figure(figure).String()
		}
	}
	return cells
}
