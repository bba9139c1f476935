// Package changes measures which changes of code chaffinch sees through.
//
//	go -C bench run ./quality changes [flags] FOLDER...
//	go -C bench run ./quality changes "$(go env GOROOT)/src" /usr/lib/python3.11
//	go -C bench run ./quality changes -lang C,Java -n 60 FOLDER
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
// copy of another. A file is not chosen if it has a third of the 12-grams of another chosen one, or
// two thirds if names and literals are taken as one: it may be a copy.
//
//	median  score of the copies
//	listed  share of the copies that score 0.25 or more, which pairs lists by default
//	recall  share of the copies that score more than all but 1 in 100 of the other pairs
//	at      the score that 1 in 100 of the other pairs exceeds
//	AP      average precision
//
// Then every copy is searched in an index of the files, and of -others more of the language, as by
// the command search.
//
//	hit@1   share of the copies whose first answer is the file
//	MRR     mean reciprocal rank of the file among ten answers
//
// # Similar documents
//
// With -similar all copies in a language are indexed together with their files and the others, and
// every file is searched in the index, as by the command similar. Right answers are the copies of
// all kinds.
//
//	MAP            mean average precision
//	hit@1          share of the files whose first answer is a copy
//	listed         copies that score 0.15 or more, which similar lists by default
//	others listed  other documents that do
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
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/observed"
)

// config is set by the flags.
type config struct {
	n, others          int
	functions, similar bool
	classes            bool
	minLines, maxLines int
	seed               uint64
	languages          []string // empty for all
	observe            string
	folders            []string
}

func parseConfig(args []string, stderr io.Writer) (config, error) {
	var c config
	f := cli.Flags()
	f.SetOutput(stderr)
	f.IntVar(&c.n, "n", 30, "files of each language that are changed")
	f.IntVar(&c.others, "others", 300, "more files of each language in the index, if there are so many")
	f.BoolVar(&c.functions, "functions", false, "take one function of every file")
	f.BoolVar(&c.similar, "similar", false, "ask for the files as the command similar does")
	f.BoolVar(&c.classes, "classes", false, "the folders are classes: solutions of one task by different people")
	f.Uint64Var(&c.seed, "seed", 1, "seed of all random choices")
	f.StringVar(&c.observe, "observe", "", "write the labelled scores to this `file`, for calibrate")
	f.Func("lang", "change only these `languages`, such as C,Java", func(text string) error {
		for name := range strings.SplitSeq(text, ",") {
			lang, ok := lex.Lookup(name)
			if !ok || syntaxes[lang.Name] == nil {
				return fmt.Errorf("%s cannot be changed: add it to syntax.go", name)
			}
			c.languages = append(c.languages, lang.Name)
		}
		return nil
	})
	if err := f.Parse(args); err != nil {
		return c, err
	}
	c.folders = slices.Clone(f.Args())
	c.minLines, c.maxLines = 60, 300
	switch {
	case c.functions:
		c.minLines, c.maxLines = 8, 40
	case c.classes:
		c.minLines, c.maxLines = 8, 1000
	}
	switch {
	case len(c.folders) == 0:
		return c, errors.New("name a folder of code, such as $(go env GOROOT)/src")
	case c.n < 2:
		return c, errors.New("-n must be at least 2")
	}
	return c, nil
}

// Run changes, compares and prints the figures.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	c, err := parseConfig(args, stderr)
	if err != nil {
		return err
	}
	if c.classes {
		return runClasses(ctx, c, stdout, stderr)
	}
	all, err := choose(c)
	if err != nil {
		return err
	}
	if c.similar {
		return runSimilar(ctx, c, all, stdout)
	}
	var languages []outcomes
	for _, s := range all {
		fmt.Fprintf(stderr, "%s: %d files and %d others\n", s.lang.Name, len(s.chosen), len(s.others))
		of, err := measure(ctx, c, s)
		if err != nil {
			return fmt.Errorf("measuring %s: %w", s.lang.Name, err)
		}
		languages = append(languages, of)
		if err := of.write(stdout, s.lang.Name); err != nil {
			return err
		}
	}
	total := together(languages)
	if err := c.writeObserved(total.observed(c.set())); err != nil {
		return err
	}
	return total.write(stdout, "all languages")
}

// set is the name of the data in labelled scores.
func (c config) set() string {
	if c.functions {
		return "changed functions"
	}
	return "changed files"
}

// writeObserved writes the scores to the file of -observe, if there is one.
func (c config) writeObserved(scores []observed.Score) error {
	if c.observe == "" {
		return nil
	}
	if err := observed.WriteFile(c.observe, scores); err != nil {
		return fmt.Errorf("writing the scores: %w", err)
	}
	return nil
}
