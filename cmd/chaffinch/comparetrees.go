package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/trees"
)

// treeFlags are the flags of compare for trees only.
type treeFlags struct {
	set   *pflag.FlagSet
	files fileFlags
	base  []string
	top   int
	sort  string
}

// treeFlagNames and textFlagNames are the flags of only one of the two comparisons.
var (
	treeFlagNames = []string{"top", "sort", "include", "exclude", "max-size", "no-ignore", "skip-generated", "generated", "minified"}
	textFlagNames = []string{"context"}
)

func (f *treeFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.set = flags
	flags.StringArrayVar(&f.base, "base", nil, "ignore starter code in `PATH` (repeatable)")
	flags.IntVarP(&f.top, "top", "n", defaultTop, "trees: list at most `N` relations, 0 for all")
	registerSort(cmd, &f.sort, "trees: ", treeOrders())
	f.files.register(flags)
}

// byKind is the default of --sort.
const byKind = "kind"

// treeOrders are the values of --sort.
func treeOrders() []string { return append([]string{byKind}, shares.Keys()...) }

// defaultTop is the number of listed relations.
const defaultTop = 50

// check returns an error for a flag that has no effect on the comparison.
func (f *treeFlags) check(trees bool) error {
	names, of, others := treeFlagNames, "folders or archives", "files"
	if trees {
		names, of, others = textFlagNames, "files", "folders or archives"
	}
	for _, name := range names {
		if f.set.Changed(name) {
			return fmt.Errorf("--%s is for comparing two %s, and these are %s: omit it", name, of, others)
		}
	}
	if !trees {
		return nil
	}
	if f.top < 0 {
		return fmt.Errorf("--top is %d: use 1 or more, or 0 for all", f.top)
	}
	if _, err := f.sortKey(); err != nil {
		return err
	}
	return f.files.check()
}

// sortKey returns the key of --sort; empty for the kind.
func (f *treeFlags) sortKey() (shares.Key, error) {
	if f.sort == byKind {
		return "", nil
	}
	if !slices.Contains(treeOrders(), f.sort) {
		return "", fmt.Errorf("--sort is %q: use %s", f.sort, option.OneOf(treeOrders()))
	}
	return shares.Key(f.sort), nil
}

// areTrees reports whether both paths are trees. Files and missing paths are not.
func areTrees(a, b string) (bool, error) {
	for _, name := range []string{a, b} {
		if err := units.CheckPath(name); name != "-" && err != nil {
			return false, err
		}
	}
	treeA, treeB := corpus.KindOf(a).IsTree(), corpus.KindOf(b).IsTree()
	if treeA == treeB {
		return treeA, nil
	}
	if treeB {
		a, b = b, a
	}
	if b != "-" {
		if err := pathsExist([]string{b}); err != nil {
			return false, err
		}
	}
	return false, fmt.Errorf("%s is a folder or archive and %s a file: compare two files, or two folders or archives",
		a, report.SourceName(b))
}

// compareTrees compares two trees and prints the result.
func (o *compareOptions) compareTrees(ctx context.Context, out, errOut io.Writer) error {
	if err := o.trees.check(true); err != nil {
		return err
	}
	if err := cmp.Or(o.checkPage(), exclusive("json", o.json, "top", o.trees.set.Changed("top"))); err != nil {
		return err
	}
	lang, err := lex.ParseLanguage(o.language)
	if err != nil {
		return err
	}
	if err := pathsExist(o.trees.base); err != nil {
		return err
	}
	progress := terminal.NewProgress(errOut)
	t, err := trees.Compare(ctx, o.a, o.b, trees.Options{
		Corpus: o.trees.files.keeping(), Language: lang, Base: o.trees.base,
		Progress: showSteps(progress), Sources: o.pageSources(),
	})
	progress.Clear()
	if err != nil {
		return err
	}
	if t.Sort, err = o.trees.sortKey(); err != nil {
		return err
	}
	shared := len(t.Relations) - t.Counts[trees.Gone] - t.Counts[trees.New]
	if t.A.Share > 0 {
		shared++
	}
	if o.json {
		t.Relations = t.Sorted()
		return nothingIf(printJSON(out, t), shared)
	}
	for _, w := range t.Warnings {
		warn(errOut, w.Text)
	}
	return nothingIf(o.printTrees(ctx, out, errOut, t), shared)
}

func (o *compareOptions) printTrees(ctx context.Context, out, errOut io.Writer, t *trees.Result) error {
	text := func(out io.Writer) error { return report.TreesText(out, t, o.trees.top) }
	if o.html == "" {
		return text(out)
	}
	page := func(out io.Writer) error { return html.WriteTrees(ctx, out, t, o.trees.top) }
	return o.writePage(out, errOut, page, text)
}

func (o *compareOptions) pageSources() int {
	if o.html == "" {
		return 0
	}
	return html.TreeSources
}
