package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// askOptions are the options of search and similar.
type askOptions struct {
	*global
	set       *pflag.FlagSet
	question  string   // the first of them
	questions []string // files, folders or "-"; for similar also ids
	lines     string
	language  string
	chaffinch.SearchOptions
	top        int // 0 for all
	filter     filterFlags
	corpus     string
	packed     int // archives in the folder corpus, which are not searched
	copies     bool
	matchLines matchLineFlags
	format     string
	as         answerFormat // of format
	folders    folderFlags
	similar    bool
	prints     string               // file of fingerprints
	printed    []chaffinch.Document // in it
}

func (o *askOptions) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	o.set = flags
	flags.StringVar(&o.lines, "lines", "", "use only lines `A:B`")
	flags.StringVar(&o.language, "lang", "", "lex as `LANGUAGE` (default: detected)")
	flags.StringVar(&o.Measure, "measure", answer.Measures[0],
		"rank by `MEASURE`: "+strings.Join(answer.Measures, ", "))
	flags.IntVarP(&o.top, "top", "n", 10, "list at most `N` documents of each file, 0 for all")
	flags.Float64Var(&o.MinScore, "min-score", chaffinch.DefaultMinScore(answer.Measures[0], o.similar),
		"minimum `SCORE` to list")
	flags.IntVar(&o.MaxTerms, "max-terms", 0,
		"containment: look up only the `N` smallest hashes")
	flags.StringVar(&o.Collection, "collection", "", "documents of the collection `NAME`")
	o.filter.register(flags)
	flags.StringVar(&o.GroupBy, "group-by", "", "list the best document of each `GROUP`: "+strings.Join(answer.GroupKeys, ", "))
	flags.StringVar(&o.corpus, "corpus", "", corpusUsage)
	once(flags, "corpus")
	flags.BoolVar(&o.Explain, "explain", false,
		"show matched fingerprints and their rarity")
	registerImports(flags, &o.CountImports)
	flags.BoolVar(&o.copies, "copies", false, "list the copies of each document below it")
	flags.StringVar(&o.format, "format", answerFormats[0].Name,
		"write `FORMAT`: "+strings.Join(formatNames(answerFormats), ", ")+" (for editors)")
	o.matchLines.register(flags)
	o.folders.register(flags)
	offerFixed(cmd, "measure", answer.Measures...)
	offerFixed(cmd, "format", formatNames(answerFormats)...)
	offerFixed(cmd, "group-by", answer.GroupKeys...)
}

// registerImports declares the flag that counts import lines.
func registerImports(flags *pflag.FlagSet, to *bool) {
	flags.BoolVar(to, "count-imports", false, "count import lines like all other code")
}

func runAsk(ctx context.Context, in io.Reader, out, errOut io.Writer, o askOptions) error {
	if !o.set.Changed("min-score") {
		o.MinScore = chaffinch.DefaultMinScore(o.Measure, o.similar)
	}
	if err := o.readPrints(); err != nil {
		return err
	}
	if err := cmp.Or(o.filter.parse(), o.check()); err != nil {
		return err
	}
	sayPipes(errOut, o.questions...)
	if o.isMany() {
		return o.askEach(ctx, in, out, errOut)
	}
	question, err := o.read(ctx, in, o.question) // before the index is opened, which for --corpus may take long
	if err != nil {
		return err
	}
	x, err := o.openAsked(ctx, errOut)
	if err != nil {
		return err
	}
	defer x.Close()
	ask := x.Search
	if o.similar {
		ask = x.Similar
	}
	a, err := ask(ctx, question, o.options())
	if errors.Is(err, index.ErrUnknownContent) {
		return fmt.Errorf("%w: chaffinch list --json has the ids", err)
	}
	if err != nil {
		return err
	}
	nameFlags(&a.Warnings, o.indexName(x))
	if len(a.Hits) == 0 {
		a.Warnings = append(a.Warnings, warning.Said(o.unpacked())...)
	}
	several, err := o.showCollections(ctx, x)
	if err != nil {
		return err
	}
	return o.print(out, errOut, a, questionLines(question), several)
}

// indexName returns the index as advice names it; empty if that need not.
func (o *askOptions) indexName(x *chaffinch.Index) string {
	if o.corpus != "" {
		return x.Path()
	}
	return o.index
}

// showCollections reports whether text has the collections of hits: if the index has several. Other
// formats do without, so the index is not read.
func (o *askOptions) showCollections(ctx context.Context, x *chaffinch.Index) (bool, error) {
	if o.as.Warnings || o.as.Plain || o.Collection != "" {
		return false, nil
	}
	collections, err := x.Collections(ctx)
	return len(collections) > 1, err
}

// print prints the answer, in text with the collections if there are several.
func (o *askOptions) print(out, errOut io.Writer, a *answer.Answer, asked answer.Lines, several bool) error {
	write := func() error { return o.as.one(out, a, o.textOptions(out, asked, several), o.question) }
	if o.as.Warnings {
		return nothingIf(write(), len(a.Hits))
	}
	for _, w := range a.Warnings {
		warn(errOut, w.Text)
	}
	if len(a.Hits) == 0 {
		return o.nothing(errOut, report.NothingFound(a, o.MinScore, filtersIn(o.set), terminal.StyleFor(errOut)))
	}
	if o.as.Plain {
		sayMore(errOut, a.More)
	}
	return write()
}

// sayMore reports how many documents the rows for an editor leave out.
func sayMore(errOut io.Writer, more int) {
	for _, w := range report.NotListed(more, "more document", "more documents", "--top 0") {
		warn(errOut, w)
	}
}

// isFile reports whether a question is one that an editor can open.
func isFile(name string) bool {
	_, err := os.Stat(name)
	return err == nil && name != "-"
}

func (o *askOptions) textOptions(out io.Writer, asked answer.Lines, collections bool) report.AnswerOptions {
	return report.AnswerOptions{
		Sure: o.Measure == answer.Measures[0], Adds: o.Cover, Shares: o.similar, Explain: o.Explain, Top: o.top, Copies: o.copies, Collections: collections,
		Lines: o.matchLines.printer(), Layout: o.matchLines.layout(out), Question: asked,
	}
}

const corpusUsage = "`SOURCE` (folder, pkg:NAME, deps:FILE) instead of an index"

// openAsked opens the index to search; with --corpus it is created or updated first.
func (o *askOptions) openAsked(ctx context.Context, errOut io.Writer) (*chaffinch.Index, error) {
	if o.corpus == "" {
		return o.open(ctx, errOut)
	}
	return o.openCorpus(ctx, errOut, o.corpus, func(path string, reason document.Reason, _ error) {
		if isUnopened(path, reason) {
			o.packed++
		}
	}, func(text string) { warn(errOut, text) })
}

// isUnopened reports whether a skipped file is an archive that --archives would read.
func isUnopened(path string, reason document.Reason) bool {
	return corpus.IsArchive(path) && (reason == document.Binary || reason == document.TooLarge)
}

// unpacked reports that archives in the folder of --corpus were not searched; nothing if there is
// none.
func (o *askOptions) unpacked() []string {
	if o.packed == 0 {
		return nil
	}
	return []string{fmt.Sprintf("archives in %s were not searched (%d): index it with chaffinch index --archives --index NEW, and search with --index NEW",
		o.corpus, o.packed)}
}

func (o *askOptions) options() chaffinch.SearchOptions {
	s := o.SearchOptions
	s.Top, s.Filter, s.Measures = o.top, o.filter.Filter, o.as.Warnings
	if s.Top == 0 {
		s.Top = -1 // all
	}
	s.Alignments = o.matchLines.printer() != nil || o.as.Matches
	return s
}

// check returns an error for options that make no sense, before anything is read.
func (o *askOptions) check() error {
	switch {
	case o.top < 0:
		return fmt.Errorf("--top is %d: use 1 or more, or 0 for all", o.top)
	case o.MaxTerms < 0:
		return fmt.Errorf("--max-terms is %d: use 1 or more, or 0 for all", o.MaxTerms)
	}
	if err := o.checkFormat(); err != nil {
		return err
	}
	if err := o.options().Check(); err != nil {
		return err
	}
	if err := cmp.Or(o.matchLines.check(), o.checkMany()); err != nil {
		return err
	}
	return exclusive("corpus", o.corpus != "", "index", o.index != "")
}

// checkFormat selects the format and returns an error for flags that need another one.
func (o *askOptions) checkFormat() (err error) {
	if o.as, err = formatPrinted(answerFormats, o.set, o.format, o.json); err != nil {
		return err
	}
	if o.as.Plain && (o.Explain || o.copies || o.matchLines.printer() != nil) {
		return fmt.Errorf("--format %s has one row for each match: omit --explain, --copies, --context and --side-by-side", o.as.Name)
	}
	return nil
}
