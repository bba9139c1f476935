package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/indexpath"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// inputs are the flags that select the units of a comparison.
type inputs struct {
	*global
	pairs.Options
	set        *pflag.FlagSet
	paths      []string
	common     bool
	maxShare   float64
	collection string
	files      fileFlags
	listSkips  bool
	withIndex  bool // an index may select the files to read
}

func (in *inputs) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	in.set = flags
	flags.StringVar(&in.Unit, "unit", "file", "compare by `UNIT`: file, dir (folders and archives), or function")
	flags.IntVar(&in.MinTokens, "min-tokens", 0, "compare functions of `TOKENS` or more (default 50)")
	flags.StringArrayVar(&in.Old, "archive", nil, "earlier work in `PATH`, not compared with itself (repeatable)")
	flags.StringArrayVar(&in.Base, "base", nil, "ignore starter code in `PATH` (repeatable)")
	flags.BoolVar(&in.common, "base-from-corpus", false, "ignore code in more than --max-share of the units")
	flags.StringVar(&in.Deadline, "deadline", "", "work dated after `TIME` is late, such as \"2025-03-11 18:00\" (UTC)")
	flags.BoolVar(&in.CountCommon, "count-common", false, "count files and code that most submissions have")
	flags.Float64Var(&in.maxShare, "max-share", threshold.CommonUnits, "the `SHARE` of --base-from-corpus, which it implies")
	flags.StringVar(&in.collection, "collection", "", "compare only the collection `NAME` of the index")
	flags.StringVar(&in.Language, "lang", "", "lex as `LANGUAGE` (default: detected)")
	registerImports(flags, &in.CountImports)
	flags.BoolVar(&in.listSkips, "list-skipped", false, "list every file that is skipped, with the reason")
	in.files.register(flags)
	flags.Lookup("generated").Usage = "treat generated files like others"
	flags.Lookup("minified").Usage = "treat minified files like others"
	offerFixed(cmd, "unit", pairs.Units...)
}

// anyPaths checks the arguments of a command that compares an index if there are none.
func anyPaths(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return someArgs("PATH")(c, args)
}

// options returns the options of the comparison.
func (in *inputs) options() (o pairs.Options, err error) {
	if err := in.check(); err != nil {
		return o, err
	}
	o = in.Options
	o.Corpus, o.SkipGenerated = in.files.options(), in.files.skipGenerated
	o.Corpus.PDF = true
	if in.common || in.set.Changed("max-share") {
		o.MaxShare = in.maxShare
		return o, notZero("max-share", in.maxShare)
	}
	return o, nil
}

// notZero returns an error for a share or score of 0. For the library it sets no limit.
func notZero(flag string, value float64) error {
	if value == 0 {
		return fmt.Errorf("--%s is 0: use more than 0 and at most 1", flag)
	}
	return nil
}

// check returns an error for flags that contradict each other or have no effect.
func (in *inputs) check() error {
	if err := in.files.check(); err != nil {
		return err
	}
	if in.set.Changed("deadline") && in.Deadline == "" {
		return errors.New("--deadline is empty: name a time, or omit it")
	}
	if len(in.paths) == 0 {
		return in.checkIndexed()
	}
	switch {
	case in.index != "" && !in.withIndex:
		return errors.New("PATH and --index exclude each other: use one of them")
	case in.collection != "":
		return errors.New("--collection applies to an index, not to files of a PATH: omit one of them")
	}
	for _, paths := range [][]string{in.paths, in.Old, in.Base} {
		if err := pathsExist(paths); err != nil {
			return err
		}
	}
	return apart(append(append([]string{}, in.paths...), in.Old...))
}

func (in *inputs) checkIndexed() error {
	if len(in.Old) > 0 {
		return errors.New("--archive needs a PATH to compare with: an index is compared only with itself")
	}
	for _, name := range fileFlagNames {
		judged := name == "skip-generated" || name == "generated" || name == "minified" // when they are read
		if in.set.Changed(name) && !judged && len(in.Base) == 0 {
			return fmt.Errorf("--%s applies to files of a PATH, not to an index: omit it, or specify a PATH", name)
		}
	}
	return pathsExist(in.Base)
}

// apart returns an error if an existing path equals or contains another. Files would otherwise be
// compared with themselves.
func apart(paths []string) error {
	real := make([]string, len(paths))
	for i, p := range paths {
		real[i] = corpus.RealPath(p)
		for j, other := range paths[:i] {
			switch {
			case real[i] == real[j]:
				return fmt.Errorf("%s is named twice: name it once", p)
			case inside(real[i], real[j]):
				return fmt.Errorf("%s is in %s: specify only one of them, or separate folders", p, other)
			case inside(real[j], real[i]):
				return fmt.Errorf("%s is in %s: specify only one of them, or separate folders", other, p)
			}
		}
	}
	return nil
}

func inside(path, folder string) bool {
	const separator = string(filepath.Separator)
	return strings.HasPrefix(path, strings.TrimSuffix(folder, separator)+separator)
}

// compared is a result with its sources. Close it when the sources are no longer needed.
type compared struct {
	*pairs.Report
	index *chaffinch.Index // nil for paths
}

// Close closes the sources, and the index that they come from.
func (c *compared) Close() error {
	err := c.Report.Close()
	if c.index != nil {
		err = errors.Join(err, c.index.Close())
	}
	return err
}

// ofPaths is [chaffinch.Pairs] or [chaffinch.Clusters], ofIndex the method of that name.
type (
	ofPaths func(context.Context, []string, pairs.Options) (*pairs.Report, error)
	ofIndex func(*chaffinch.Index, context.Context, string, pairs.Options) (*pairs.Report, error)
)

// compare compares the paths or, if there are none, the index. It shows the progress on a terminal.
func (in *inputs) compare(ctx context.Context, errOut io.Writer, paths ofPaths, indexed ofIndex, o pairs.Options) (*compared, error) {
	progress := terminal.NewProgress(errOut)
	defer progress.Clear()
	o.Skipped = listSkips(in.listSkips, errOut, progress)
	o.Progress = showSteps(progress)
	r, x, err := ofInput(ctx, errOut, in, paths, indexed, o)
	if err != nil {
		return nil, err
	}
	nameFlags(&r.Warnings, in.index)
	return &compared{r, x}, nil
}

// ofInput returns the result for the paths or, if there are none, for the index. It returns the
// index open, because the result may read it.
func ofInput[O, R any](ctx context.Context, errOut io.Writer, in *inputs, paths func(context.Context, []string, O) (*R, error),
	indexed func(*chaffinch.Index, context.Context, string, O) (*R, error), o O) (r *R, x *chaffinch.Index, err error) {
	if len(in.paths) > 0 {
		r, err = paths(ctx, in.paths, o)
		return r, nil, err
	}
	x, err = in.open(ctx, errOut)
	if errors.Is(err, indexpath.ErrNone) {
		return nil, nil, fmt.Errorf("no PATH is given, and %w", err)
	}
	if err != nil {
		return nil, nil, err
	}
	if err := in.noteMany(errOut, x); err != nil {
		return nil, nil, errors.Join(err, x.Close())
	}
	if r, err = indexed(x, ctx, in.collection, o); err != nil {
		return nil, nil, errors.Join(err, x.Close())
	}
	return r, x, nil
}

// manyContents is how many contents of an index take minutes to compare.
var manyContents = 10_000

// noteMany reports that comparing the whole index takes long, unless a terminal shows how long.
func (in *inputs) noteMany(errOut io.Writer, x *chaffinch.Index) error {
	state, err := x.State()
	if err != nil {
		return err
	}
	defer state.Close()
	if n := state.Contents(); n >= manyContents && in.collection == "" && !terminal.NewProgress(errOut).IsShown() {
		warn(errOut, fmt.Sprintf("no PATH is given, so all %s contents of the index are compared, which may take minutes: add a PATH or --collection to compare fewer",
			terminal.Thousands(n)))
	}
	return nil
}
