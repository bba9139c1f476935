package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/answer"
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
	exceptSame bool
}

func (o *askOptions) register(cmd *cobra.Command, measure string, minScore float64) {
	flags := cmd.Flags()
	flags.StringVar(&o.lines, "lines", "", "ask with lines `A:B` only, counted from 1")
	flags.StringVar(&o.language, "lang", "", "`LANGUAGE` of the question (default: told from name and content)")
	flags.StringVar(&o.measure, "measure", measure, "`MEASURE` to rank by: containment, cosine or resemblance")
	flags.IntVarP(&o.top, "top", "n", 10, "how many documents to list, at most; 0 lists all")
	flags.Float64Var(&o.minScore, "min-score", minScore, "least `SCORE` to list, from 0 to 1")
	flags.IntVar(&o.maxTerms, "max-terms", 0, "ask with `N` fingerprints only, those of the smallest hashes; 0 asks with all")
	flags.StringVar(&o.collection, "collection", "", "list documents of the collection `NAME` only")
	flags.StringVar(&o.corpus, "corpus", "", "ask about `FOLDER`: its index is kept in the user's cache, and brought up to date first")
	flags.BoolVar(&o.explain, "explain", false, "say how many fingerprints matched, and how rare they are")
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
		Long: `Search lists the documents of the index that hold material of FILE ("-" for
standard input), those first that hold most of it. The score is the share of
the question that the document holds, from 0 to 1, each part weighing as much
as it is rare: a licence header that stands everywhere counts for little.

Any run of tokens as long as the guarantee is found; a shorter question is
answered as well as it can be, with a warning.

Of each document three measures are shown: the share of the question that it
holds (cont, containment), the share of both that both hold (resem, resemblance)
and the cosine of their term vectors. --measure says which one is the score.`,
		Example: `  chaffinch search snippet.go
  chaffinch search --lines 120:160 main.c
  xsel | chaffinch search --lang python -
  chaffinch search --corpus ~/src/linux snippet.c
  chaffinch search --json snippet.go | jq '.hits[0].occurrences[0].path'`,
		SuggestFor: []string{"find", "grep", "query"},
		Args:       oneArg("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.question = args[0]
			return runAsk(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	o.register(cmd, query.Containment.String(), 0.01)
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
alone or as a SWHID (swh:1:cnt:...). The score is the cosine of both term
vectors, from 0 to 1, unless --measure names another.`,
		Example: `  chaffinch similar lib/parse.c
  chaffinch similar --measure resemblance -n 0 lib/parse.c
  chaffinch similar 8f3c1a4a0e3c6cf0a6d8f5d0ecb3c7b1d2a3e4f5`,
		Args: oneArg("FILE or CONTENT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.question = args[0]
			return runAsk(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	o.register(cmd, query.Cosine.String(), 0.01)
	return cmd
}

func runAsk(ctx context.Context, in io.Reader, out, errOut io.Writer, o askOptions) error {
	r, err := o.request()
	if err != nil {
		return err
	}
	content, err := o.read(in, &r) // before the index is opened, which for --corpus may take long
	if err != nil {
		return err
	}
	x, err := o.openAsked(ctx, errOut)
	if err != nil {
		return err
	}
	defer x.Close()
	asker, err := answer.New(ctx, x)
	if err != nil {
		return err
	}
	defer asker.Close()
	if content != "" {
		if err := o.readContent(asker.Snapshot(), content, &r); err != nil {
			return err
		}
	}
	a, err := asker.Ask(ctx, r)
	if err != nil {
		return err
	}
	return o.print(out, errOut, a)
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
	m, err := query.ParseMeasure(o.measure)
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
		Language: lang, Measure: m, Top: o.top, MinScore: o.minScore, MaxTerms: o.maxTerms,
		Collection: o.collection, ExceptSame: o.exceptSame, Explain: o.explain,
	}, nil
}

func (o *askOptions) check() error {
	switch {
	case o.top < 0:
		return fmt.Errorf("--top is %d: use 1 or more, or 0 for all", o.top)
	case !(o.minScore >= 0 && o.minScore <= 1):
		return fmt.Errorf("--min-score is %g: use 0 to 1", o.minScore)
	case o.maxTerms < 0:
		return fmt.Errorf("--max-terms is %d: use 1 or more, or 0 for all", o.maxTerms)
	case o.maxTerms > 0 && o.measure != query.Containment.String():
		return fmt.Errorf("--max-terms estimates the containment only: leave it out, or ask by --measure containment")
	}
	return exclusive("corpus", o.corpus != "", "index", o.index != "")
}
