package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/answer"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/query"
)

// askOptions are those of search and similar.
type askOptions struct {
	*global
	question   string
	lines      string
	language   string
	measure    string
	top        int
	minScore   float64
	maxTerms   int
	collection string
	corpus     string
	explain    bool
	cover      bool
	matchLines matchLineFlags
	exceptSame bool
}

// evidence is what is ranked by unless one of the index's measures is asked for.
const evidence = "evidence"

func (o *askOptions) register(cmd *cobra.Command, minScore float64) {
	flags := cmd.Flags()
	flags.StringVar(&o.lines, "lines", "", "ask with lines `A:B` only, counted from 1")
	flags.StringVar(&o.language, "lang", "", "`LANGUAGE` of the question (default: told from name and content)")
	flags.StringVar(&o.measure, "measure", evidence, "`MEASURE` to rank by: evidence, or by the index alone containment, cosine or\nresemblance")
	flags.IntVarP(&o.top, "top", "n", 10, "how many documents to list, at most; 0 lists all")
	flags.Float64Var(&o.minScore, "min-score", minScore, "least `SCORE` to list, from 0 to 1")
	flags.IntVar(&o.maxTerms, "max-terms", 0, "with --measure containment, ask with `N` fingerprints only, those of the\nsmallest hashes; 0 asks with all")
	flags.StringVar(&o.collection, "collection", "", "list documents of the collection `NAME` only")
	flags.StringVar(&o.corpus, "corpus", "", "ask about `FOLDER`: its index is kept in the user's cache, and brought up to date first")
	flags.BoolVar(&o.explain, "explain", false, "say how many fingerprints matched, how rare they are, and what the heaviest\nmatch is")
	o.matchLines.register(flags)
	cmd.ValidArgsFunction = oneFile
	offerLanguages(cmd)
	offerMeasures(cmd)
	offerCollections(cmd, o.global)
	offerFolders(cmd, "corpus")
}

func newSearch(g *global) *cobra.Command {
	o := askOptions{global: g}
	cmd := &cobra.Command{
		Use:   "search FILE",
		Short: "Find the origin of a snippet or file",
		Long: `Search lists the documents of the index that FILE ("-" for standard input)
or a part of it came from, the likeliest first. The index names candidates;
these are read again and compared with the question token by token.

The score says how surely the material has its origin there, from 0 to 1: it
grows with the tokens that match in long runs, and with their rarity. A licence
header that stands everywhere counts for little, and so do a few common lines;
.5 is as much as some five lines that stand nowhere else. Beside it stand the
share of the question that the document covers, the kind of the copy (verbatim,
renamed, edited) and the lines of both sides, of the heaviest match where there
are several (+2: two more).

Any run of tokens as long as the guarantee is found; a shorter question is
answered as well as it can be, with a warning. A question made of several
sources is best asked with --cover. What chaffinch boilerplate has added to the
index is ignored, and how much that was is said.

--measure ranks by the index alone: by the share of the question's fingerprints
that a document holds, weighted by rarity (containment), by the cosine of both
term vectors, or by the share of all their fingerprints that both hold
(resemblance).

--context shows the lines of the document that match, with their numbers in the
question and in the document, and a sign: = says that the tokens are the same,
~ that some identifiers have other names, - and + how the lines of the question
and of the document differ. Lines around a match have no sign.`,
		Example: `  chaffinch search snippet.go
  chaffinch search --lines 120:160 main.c
  xsel | chaffinch search --lang python -
  chaffinch search --corpus ~/src/linux snippet.c
  chaffinch search --cover --side-by-side assignment.py
  chaffinch search --json snippet.go | jq '.hits[0].occurrences[0].path'`,
		SuggestFor: []string{"find", "grep", "query"},
		Args:       oneArg("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.question = args[0]
			return runAsk(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	o.register(cmd, 0.001)
	cmd.Flags().BoolVar(&o.cover, "cover", false, "list the fewest documents that explain most of the question")
	return cmd
}

func newSimilar(g *global) *cobra.Command {
	o := askOptions{global: g, exceptSame: true}
	cmd := &cobra.Command{
		Use:   "similar FILE|CONTENT",
		Short: "List the documents similar to one",
		Long: `Similar lists the documents that are like FILE ("-" for standard input) as a
whole, the most similar first; exact copies of it are left out. In place of a
file it takes the id of a content in the index, as list and --json print it,
alone or as a SWHID (swh:1:cnt:...). The score is the share of both documents
that matches, from 0 to 1, rare and long matches counting more; it is 1 for the
same tokens. --measure ranks by the index alone, as for search.`,
		Example: `  chaffinch similar lib/parse.c
  chaffinch similar --measure resemblance -n 0 lib/parse.c
  chaffinch similar 8f3c1a4a0e3c6cf0a6d8f5d0ecb3c7b1d2a3e4f5`,
		Args: oneArg("FILE or CONTENT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.question = args[0]
			return runAsk(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	o.register(cmd, 0.001)
	return cmd
}

func runAsk(ctx context.Context, in io.Reader, out, errOut io.Writer, o askOptions) error {
	r, err := o.request()
	if err != nil {
		return err
	}
	content, err := o.read(ctx, in, &r) // before the index is opened, which for --corpus may take long
	if err != nil {
		return err
	}
	x, err := o.openAsked(ctx, errOut)
	if err != nil {
		return err
	}
	defer x.Close()
	asker, err := answer.New(x)
	if err != nil {
		return err
	}
	defer asker.Close()
	if content != "" {
		if err := o.readContent(ctx, asker.Snapshot(), content, &r); err != nil {
			return err
		}
	}
	a, err := asker.Ask(ctx, r)
	if err != nil {
		return err
	}
	return o.print(out, errOut, a)
}

func (o *askOptions) print(out, errOut io.Writer, a *answer.Answer) error {
	if o.json {
		return nothingIf(printJSON(out, a), len(a.Hits))
	}
	for _, w := range a.Warnings {
		warn(errOut, w)
	}
	if len(a.Hits) == 0 {
		return o.nothing(errOut, report.NothingFound(a.Question, o.minScore))
	}
	return report.AnswerText(out, a, report.AnswerOptions{
		Adds: o.cover, Explain: o.explain, Lines: o.matchLines.form(), Layout: layout(out, o.matchLines.context),
	})
}

// openAsked opens the index to ask, which for --corpus is made or brought up to date first.
func (o *askOptions) openAsked(ctx context.Context, errOut io.Writer) (*index.Index, error) {
	if o.corpus == "" {
		return o.open(ctx, errOut)
	}
	return o.openCorpus(ctx, errOut, o.corpus)
}

// request checks the options that do not need the index.
func (o *askOptions) request() (answer.Request, error) {
	m, err := o.candidates()
	if err != nil {
		return answer.Request{}, err
	}
	lang, err := language(o.language)
	if err != nil {
		return answer.Request{}, err
	}
	if err := o.check(); err != nil {
		return answer.Request{}, err
	}
	return answer.Request{
		Language: lang, Evidence: o.measure == evidence, Measure: m, Whole: o.exceptSame, Cover: o.cover, Top: o.top, MinScore: o.minScore, MaxTerms: o.maxTerms,
		Collection: o.collection, ExceptSame: o.exceptSame, Explain: o.explain, Measures: o.json, Sources: o.matchLines.form() != nil,
	}, nil
}

// candidates returns the measure of the index: the one to rank by, or that which finds candidates
// for the evidence.
func (o *askOptions) candidates() (query.Measure, error) {
	switch {
	case o.measure != evidence:
		m, err := query.ParseMeasure(o.measure)
		if err != nil {
			return 0, fmt.Errorf("unknown measure %q: use evidence, containment, cosine or resemblance", o.measure)
		}
		return m, nil
	case o.exceptSame:
		return query.Cosine, nil
	}
	return query.Containment, nil
}

func (o *askOptions) check() error {
	switch {
	case o.top < 0:
		return fmt.Errorf("--top is %d: use 1 or more, or 0 for all", o.top)
	case !(o.minScore >= 0 && o.minScore <= 1):
		return fmt.Errorf("--min-score is %g: use 0 to 1", o.minScore)
	case o.maxTerms < 0:
		return fmt.Errorf("--max-terms is %d: use 1 or more, or 0 for all", o.maxTerms)
	case o.cover && o.measure != evidence:
		return fmt.Errorf("--cover needs the evidence: leave --measure out")
	case o.maxTerms > 0 && o.measure != query.Containment.String():
		return fmt.Errorf("--max-terms estimates the containment only: leave it out, or ask by --measure containment")
	}
	if err := o.matchLines.check(); err != nil {
		return err
	}
	return exclusive("corpus", o.corpus != "", "index", o.index != "")
}
