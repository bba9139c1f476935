package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch/dedup"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
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

Documents are compared by their runs of --shingle words. Each dropped document
names a kept one, with the exact similarity. No two kept documents are similar.

With --measure containment, documents that are a part of a larger one are
dropped. --against names older data, which is kept as it is. --reference names
texts, such as a benchmark, of which no kept document may have a passage.

See docs/dedup.md. Exit status: 0 if a document is dropped or --kept is written,
1 if none is dropped, 2 after an error.`,
		Example: `  chaffinch dedup --kept clean.jsonl corpus.jsonl.zst
  chaffinch dedup --threshold 0.7 --prefer oldest src/ more.tar.gz
  chaffinch dedup --against corpus.jsonl --reference benchmark/ new.jsonl`,
		SuggestFor: []string{"deduplicate", "duplicates", "decontaminate"},
		Args:       someArgs("PATH"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("overlap") && len(o.References) == 0 {
				return errors.New("--overlap is about passages of references: name them by --reference")
			}
			o.Corpus = o.files.keeping()
			o.Corpus.Input = cmd.InOrStdin()
			return runDedup(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), args, o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.Measure, "measure", dedup.Jaccard, "compare documents by `MEASURE`: "+option.OneOf(dedup.Measures))
	flags.Float64Var(&o.Threshold, "threshold", dedup.DefaultThreshold, "drop documents of this `SIMILARITY` or more")
	flags.IntVar(&o.Shingle, "shingle", dedup.DefaultShingle, "compare runs of `N` words")
	flags.StringSliceVar(&o.Prefer, "prefer", nil, "of similar documents, keep the one that `RULES` prefer")
	flags.StringArrayVar(&o.Against, "against", nil, "drop documents similar to one in `PATH` (repeatable)")
	flags.StringArrayVar(&o.References, "reference", nil, "drop documents with a passage from `PATH` (repeatable)")
	flags.IntVar(&o.Overlap, "overlap", dedup.DefaultOverlap, "a passage has `N` words in a row or more")
	flags.StringVar(&o.kept, "kept", "", "write the kept documents to `FILE` as JSON lines")
	flags.BoolVar(&o.listSkips, "list-skipped", false, "list every file that is skipped, with the reason")
	o.files.register(flags)
	offerFixed(cmd, "measure", dedup.Measures...)
	offerFixed(cmd, "prefer", dedup.Rules...)
	return cmd
}

func runDedup(ctx context.Context, out, errOut io.Writer, paths []string, o dedupOptions) error {
	if o.kept != "" {
		for _, source := range slices.Concat(paths, o.Against, o.References) { // lists by their own names
			if err := apart([]string{corpus.PathOf(source), o.kept}); err != nil {
				return err
			}
		}
	}
	for _, all := range []*[]string{&paths, &o.Against, &o.References} {
		sources, warnings, err := sourcesOf(*all)
		if err != nil {
			return err
		}
		for _, w := range warnings {
			warn(errOut, w)
		}
		if err := pathsExist(sources); err != nil {
			return err
		}
		*all = sources
	}
	all := slices.Concat(paths, o.Against)
	for _, reference := range o.References {
		if err := apart(append(slices.Clip(all), reference)); err != nil {
			return err
		}
	}
	if err := apart(all); err != nil {
		return err
	}
	switch {
	case o.Threshold == 0:
		return notZero("threshold", 0)
	case o.Shingle == 0: // the library's default
		return option.Within(option.DedupShingle, 0, dedup.LeastShingle, dedup.MostShingle)
	case o.Overlap == 0:
		return option.Within(option.DedupOverlap, 0, dedup.LeastOverlap, dedup.MostOverlap)
	case o.kept == corpus.Stdin:
		return errors.New("--kept writes to a file, not to standard output: name one")
	case corpus.IsPacked(o.kept):
		return fmt.Errorf("--kept does not compress: name a file without %s", filepath.Ext(o.kept))
	}
	if err := o.files.check(); err != nil {
		return err
	}
	progress := terminal.NewProgress(errOut)
	defer progress.Clear()
	o.Skipped = listSkips(o.listSkips, errOut, progress)
	o.Progress = func(n int) { progress.Show(terminal.Plural(n, "document", "documents") + " read") }
	var r *dedup.Report
	var err, written error
	run := func(kept io.Writer) error {
		o.Kept = kept
		r, err = dedup.Run(ctx, paths, o.Options)
		return err
	}
	if o.kept == "" {
		err = run(nil)
	} else {
		written = newfile.Replace(o.kept, run)
	}
	if err := cmp.Or(err, written); err != nil {
		return err
	}
	progress.Clear()
	if r.ShortReferences > 0 {
		has := "have"
		if r.ShortReferences == 1 {
			has = "has"
		}
		warn(errOut, fmt.Sprintf("%s of %s %s fewer than %d words and match nothing: --overlap sets another number",
			terminal.Thousands(r.ShortReferences), terminal.Plural(r.References, "reference", "references"), has, o.Overlap))
	}
	done := r.All.Documents - r.Kept.Documents
	if o.kept != "" {
		done = r.All.Documents
	}
	if o.json {
		return nothingIf(printJSON(out, r), done)
	}
	return nothingIf(duplicates.Text(out, r), done)
}
