package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch/dedup"
	"github.com/chaffinch-search/chaffinch/internal/newfile"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/report/duplicates"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

type dedupOptions struct {
	*global
	dedup.Options
	files     fileFlags
	listSkips bool
	kept      string
}

func newDedup(g *global) *cobra.Command {
	o := dedupOptions{global: g}
	cmd := &cobra.Command{
		Use:   "dedup PATH...",
		Short: "Find duplicates in a collection, and write it without them",
		Long: `Dedup reads folders, archives, repositories and JSON lines, and lists which
documents to drop: those identical or similar to one that is kept. It changes
no file. --kept writes the kept documents as JSON lines.

Documents are compared by their runs of --shingle words. The similarity of each
dropped document to the kept one is exact. No two kept documents are similar.

With --measure containment, documents that are a part of a larger one are
dropped. --against names older data, which is kept as it is. --reference names
texts, such as a benchmark, of which no kept document may have a passage.

See docs/dedup.md. Exit status: 0 if a document is dropped, 1 if none is, 2
after an error.`,
		Example: `  chaffinch dedup --kept clean.jsonl corpus.jsonl.zst
  chaffinch dedup --threshold 0.7 --prefer oldest src/ more.tar.gz
  chaffinch dedup --against corpus.jsonl --reference benchmark/ new.jsonl`,
		SuggestFor: []string{"deduplicate", "duplicates", "decontaminate"},
		Args:       someArgs("PATH"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Corpus = o.files.keeping()
			o.Corpus.Input = cmd.InOrStdin()
			return runDedup(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), args, o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.Measure, "measure", dedup.Jaccard, "compare documents by `MEASURE`: "+option.OneOf(dedup.Measures))
	flags.Float64Var(&o.Threshold, "threshold", dedup.DefaultThreshold, "drop documents of this `SIMILARITY` or more")
	flags.IntVar(&o.Shingle, "shingle", dedup.DefaultShingle, "compare runs of `N` words")
	flags.StringSliceVar(&o.Prefer, "prefer", nil, "keep documents by `RULES`, such as oldest,largest")
	flags.StringArrayVar(&o.Against, "against", nil, "drop what is similar to `PATH`, which stays (repeatable)")
	flags.StringArrayVar(&o.References, "reference", nil, "drop what has a passage of `PATH` (repeatable)")
	flags.IntVar(&o.Overlap, "overlap", dedup.DefaultOverlap, "a passage has `N` words in a row or more")
	flags.StringVar(&o.kept, "kept", "", "write the kept documents to `FILE` as JSON lines")
	flags.BoolVar(&o.listSkips, "list-skipped", false, "list every file that is skipped, with the reason")
	o.files.register(flags)
	offerFixed(cmd, "measure", dedup.Measures...)
	offerFixed(cmd, "prefer", dedup.Rules...)
	return cmd
}

func runDedup(ctx context.Context, out, errOut io.Writer, paths []string, o dedupOptions) error {
	for _, all := range [][]string{paths, o.Against, o.References} {
		if err := pathsExist(all); err != nil {
			return err
		}
	}
	if err := apart(append(append([]string{}, paths...), o.Against...)); err != nil {
		return err
	}
	if err := notZero("threshold", o.Threshold); err != nil {
		return err
	}
	if err := o.files.check(); err != nil {
		return err
	}
	progress := terminal.NewProgress(errOut)
	defer progress.Clear()
	o.Skipped = listSkips(o.listSkips, errOut, progress)
	o.Progress = func(n int) { progress.Show(terminal.Plural(n, "document", "documents") + " read") }
	var r *dedup.Report
	run := func() (err error) {
		r, err = dedup.Run(ctx, paths, o.Options)
		return err
	}
	var err error
	if o.kept == "" {
		err = run()
	} else {
		err = newfile.Replace(o.kept, func(w io.Writer) error {
			o.Kept = w
			return run()
		})
	}
	if err != nil {
		return err
	}
	progress.Clear()
	dropped := r.All.Documents - r.Kept.Documents
	if o.json {
		return nothingIf(printJSON(out, r), dropped)
	}
	return nothingIf(duplicates.Text(out, r), dropped)
}
