package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/collection"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/screen"
)

// treeFlags are those of compare that make sense for trees only.
type treeFlags struct {
	set   *pflag.FlagSet
	files fileFlags
	base  []string
	top   int
}

// treeFlagNames and fileFlagNames are the flags that only one of both comparisons takes.
var (
	treeFlagNames = []string{"base", "top", "include", "exclude", "max-size", "no-ignore", "generated", "minified"}
	textFlagNames = []string{"context", "html"}
)

func (f *treeFlags) register(flags *pflag.FlagSet) {
	f.set = flags
	flags.StringArrayVar(&f.base, "base", nil, "trees: `PATH` of handed-out code to ignore (repeatable)")
	flags.IntVarP(&f.top, "top", "n", defaultTop, "trees: list at most `N` relations, 0 for all; JSON has all")
	f.files.register(flags)
	for _, name := range treeFlagNames[2:] {
		flag := flags.Lookup(name)
		flag.Usage = "trees: " + flag.Usage
	}
}

// defaultTop is how many relations of trees are listed.
const defaultTop = 50

// check returns an error for a flag that the comparison at hand takes no notice of.
func (f *treeFlags) check(trees bool) error {
	names, of, others := treeFlagNames, "folders or archives", "files"
	if trees {
		names, of, others = textFlagNames, "files", "folders or archives"
	}
	for _, name := range names {
		if f.set.Changed(name) {
			return fmt.Errorf("--%s is for comparing two %s, and these are %s: leave it out", name, of, others)
		}
	}
	if !trees {
		return nil
	}
	if f.top < 0 {
		return fmt.Errorf("--top is %d: use 1 or more, or 0 for all", f.top)
	}
	return f.files.check()
}

// areTrees says whether two trees are to be compared. Two files are none, nor is what does not exist.
func areTrees(a, b string) (bool, error) {
	treeA, treeB := isTree(a), isTree(b)
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

func isTree(path string) bool {
	info, err := os.Stat(path)
	return err == nil && (info.IsDir() || corpus.IsArchive(path))
}

// compareTrees compares two trees and prints what comes of it.
func (o *compareOptions) compareTrees(ctx context.Context, out, errOut io.Writer) error {
	if err := o.trees.check(true); err != nil {
		return err
	}
	if err := exclusive("json", o.json, "top", o.trees.set.Changed("top")); err != nil {
		return err
	}
	lang, err := language(o.language)
	if err != nil {
		return err
	}
	if err := pathsExist(o.trees.base); err != nil {
		return err
	}
	progress := screen.NewProgress(errOut)
	t, err := collection.CompareTrees(ctx, o.a, o.b, collection.Options{
		Corpus: o.trees.files.options(), Language: lang, Base: o.trees.base,
		Progress: func(doing string, done, whole int) { progress.Show(comparing(doing, done, whole)) },
	})
	progress.Clear()
	if err != nil {
		return err
	}
	shared := len(t.Relations) - t.Counts[collection.Gone] - t.Counts[collection.New]
	if t.A.Share > 0 {
		shared++
	}
	if o.json {
		return nothingIf(printJSON(out, t), shared)
	}
	for _, w := range t.Warnings {
		warn(errOut, w)
	}
	return nothingIf(printTrees(out, t, o.trees.top), shared)
}

// printTrees prints the shares, how many relations of which kind there are, and the most telling ones.
func printTrees(out io.Writer, t *collection.Trees, top int) error {
	style := screen.StyleFor(out)
	table := screen.NewTable("", ">found", ">files", ">tokens", "/tree")
	for i, tree := range []*collection.Tree{&t.A, &t.B} {
		name := tree.Name
		if tree.Folder != "" {
			name = strings.TrimSuffix(name, "/") + "/" + tree.Folder
		}
		table.Row("ab"[i:i+1], wholePercent(tree.Share), screen.Thousands(tree.Files), screen.Thousands(tree.Tokens),
			screen.Safe(name))
	}
	if err := table.Write(out, style); err != nil {
		return err
	}
	if _, err := io.WriteString(out, summary(t)); err != nil {
		return err
	}
	rows := rowsOf(t.Relations)
	if len(rows) == 0 {
		return nil
	}
	listed := rows
	if top > 0 && len(rows) > top {
		listed = rows[:top]
	}
	if _, err := io.WriteString(out, "\n"); err != nil {
		return err
	}
	if err := tableOf(listed).Write(out, style); err != nil {
		return err
	}
	if more := len(rows) - len(listed); more > 0 {
		_, err := fmt.Fprintf(out, "and %s more: --top 0 lists all\n", screen.Thousands(more))
		return err
	}
	return nil
}

// summary says in words how many relations there are, how much boilerplate, and what was left out.
func summary(t *collection.Trees) string {
	var kinds []quantity
	for _, kind := range []string{collection.Unchanged, collection.Edited, collection.Moved, collection.Copied,
		collection.Split, collection.Merged, collection.Gone, collection.New} {
		kinds = append(kinds, quantity{t.Counts[kind], kind})
	}
	text := strings.Join(some(kinds), ", ")
	if text == "" {
		text = "no files to compare"
	}
	text = screen.Wrap(text, "  ") + "\n"
	if n := t.A.Boilerplate + t.B.Boilerplate; n > 0 {
		text += screen.Plural(n, "token is", "tokens are") + " boilerplate and ignored\n"
	}
	if skips := skipCounts(t.Skipped); len(skips) > 0 {
		text += screen.Wrap("skipped: "+strings.Join(skips, ", "), "  ") + "\n"
	}
	return text
}

// wholePercent rounds, but says 100% of nothing less than all, and 0% of nothing more than none.
func wholePercent(share float64) string {
	n := int(100*share + 0.5)
	switch {
	case n == 100 && share < 1:
		n = 99
	case n == 0 && share > 0:
		n = 1
	}
	return strconv.Itoa(n) + "%"
}
