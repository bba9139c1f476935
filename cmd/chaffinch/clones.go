package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/indexpath"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// cloneFlags are the flags of pairs that make it list matches instead of pairs.
type cloneFlags struct {
	set           *pflag.FlagSet
	min, failOver int
	threshold     float64
}

// noThreshold is a percentage that is never exceeded.
const noThreshold = 100

func (f *cloneFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.set = flags
	flags.IntVar(&f.min, "min-match", 0, "list matches of this many `TOKENS`, not pairs")
	flags.IntVar(&f.failOver, "fail-over-match", 0, "fail if a match has this many `TOKENS`")
	flags.Float64Var(&f.threshold, "threshold", noThreshold, "fail if more than `PERCENT` of lines are copies")
}

// wanted reports whether matches are to be listed.
func (f *cloneFlags) wanted() bool { return f.set.Changed("min-match") || f.checks() }

// checks reports whether the exit status is a check's.
func (f *cloneFlags) checks() bool {
	return f.set.Changed("fail-over-match") || f.set.Changed("threshold")
}

func runClones(ctx context.Context, out, errOut io.Writer, o *pairsOptions) error {
	as, co, err := o.prepareClones()
	if err != nil {
		return err
	}
	if co.Baseline, err = readBaseline[pairs.CloneBaseline](ctx, o.baseline, o.noBaseline); err != nil {
		return err
	}
	r, err := o.findClones(ctx, errOut, co)
	if err != nil {
		return err
	}
	if o.clones.checks() && r.Total.Files == 0 && !o.only {
		return errors.New(r.Warnings[len(r.Warnings)-1].Text) // a check of nothing must not pass
	}
	r.Warnings = append(r.Warnings, warning.Said(o.narrowed())...)
	if err := cmp.Or(o.printClones(ctx, out, errOut, as, r), o.checkRead(r.UnreadSources, r.Unread, r.Skipped)); err != nil {
		return err
	}
	if !o.clones.checks() {
		return unlessBaseline(as.format, len(r.Clones))
	}
	return o.checkClones(errOut, r)
}

// prepareClones checks the flags and returns the output format and the options.
func (o *pairsOptions) prepareClones() (as cloneFormat, co pairs.CloneOptions, err error) {
	if as, err = selected(&o.out, cloneFormats, o.json); err != nil {
		return as, co, err
	}
	for _, name := range pairFlags {
		if f := o.set.Lookup(name); f.Changed && f.Annotations[fromFile] == nil {
			return as, co, fmt.Errorf("--%s applies to pairs, not to matches: omit it, or omit --min-match, --fail-over-match and --threshold", name)
		}
	}
	if err := o.checkOnly(as.format); err != nil {
		return as, co, err
	}
	po, err := o.inputs.options()
	if err != nil {
		return as, co, err
	}
	co = pairs.CloneOptions{Reading: po.Reading, MinTokens: o.clones.min, Top: o.rows(as.format), BaselineName: o.baseline}
	co.Only, co.Results = o.named, o.results()
	return as, co, cmp.Or(o.checkLists(), o.checkCloneNumbers(), co.Check(), o.out.check(slices.Concat(o.paths, o.named, o.Old, o.Base)))
}

// checkCloneNumbers makes the checks that the library does not.
func (o *pairsOptions) checkCloneNumbers() error {
	f := o.clones
	least := pairs.CloneOptions{MinTokens: f.min}.Filled().MinTokens
	switch {
	case o.Unit != "file":
		return fmt.Errorf("--unit %s applies to pairs, not to matches: omit it, or omit --min-match, --fail-over-match and --threshold", o.Unit)
	case !(f.threshold >= 0 && f.threshold <= noThreshold):
		return fmt.Errorf("--threshold is %g: use 0 to 100", f.threshold)
	case f.set.Changed("min-match") && f.min == 0: // the library's default
		return option.Within(option.ClonesMinTokens, f.min, pairs.LeastCloneTokens, pairs.MostCloneTokens)
	case f.set.Changed("fail-over-match") && f.failOver < pairs.LeastCloneTokens:
		return fmt.Errorf("--fail-over-match is %d: use %d or more", f.failOver, pairs.LeastCloneTokens)
	case f.failOver > 0 && f.failOver < least:
		return fmt.Errorf("--fail-over-match is %d, but matches of fewer than %d tokens are not listed: use --min-match %d", f.failOver, least, f.failOver)
	}
	return nil
}

// findClones finds the matches of the paths or, if there are none, of the index.
func (o *pairsOptions) findClones(ctx context.Context, errOut io.Writer, co pairs.CloneOptions) (*pairs.CloneReport, error) {
	progress := terminal.NewProgress(errOut)
	defer progress.Clear()
	co.Skipped = listSkips(o.listSkips, errOut, progress)
	co.Progress = showSteps(progress)
	known, err := o.indexOfAll(ctx, errOut)
	if err != nil {
		return nil, err
	}
	if known != nil {
		defer known.Close()
		co.Index = known
	}
	r, x, err := ofInput(ctx, errOut, &o.inputs, chaffinch.Clones, (*chaffinch.Index).Clones, co)
	if err != nil {
		return nil, err
	}
	nameFlags(&r.Warnings, o.index)
	if x != nil {
		err = x.Close()
	}
	return r, err
}

// indexOfAll opens the index on disk that rules out files without a match in the files of --only.
// It returns nil if there is no such index.
func (o *pairsOptions) indexOfAll(ctx context.Context, errOut io.Writer) (*chaffinch.Index, error) {
	if !o.only {
		return nil, nil
	}
	path, err := indexpath.Existing(o.global.named())
	switch {
	case errors.Is(err, indexpath.ErrNone):
		return nil, nil
	case err == nil && index.IsAddress(path):
		return nil, nil // to list its files takes longer than to read them
	}
	x, err := o.open(ctx, errOut)
	if err != nil && o.index == "" && ctx.Err() == nil {
		warn(errOut, "reading all files, because the index cannot be used: "+errorText(err, nil))
		return nil, nil
	}
	return x, err
}

// printClones writes the matches, and how many are not listed. If they go to a file, it prints a
// summary.
func (o *pairsOptions) printClones(ctx context.Context, out, errOut io.Writer, as cloneFormat, r *pairs.CloneReport) error {
	r.Warnings = append(r.Warnings, warning.Said(report.NotListed(r.More, "more match", "more matches", "--top 0"))...)
	o.printWarnings(errOut, as.format, r.Warnings)
	write := func(out io.Writer) error { return as.write(ctx, out, r, o) }
	if err := o.out.write(out, write); err != nil || !o.out.toFile() || o.json {
		return err
	}
	style := terminal.StyleFor(out)
	_, err := io.WriteString(out, report.ClonesSummary(r, style)+report.ClonesUnread(r, style))
	return err
}

// checkClones prints to standard error why a check fails.
func (o *pairsOptions) checkClones(errOut io.Writer, r *pairs.CloneReport) (failed error) {
	if over := r.Over(o.clones.failOver); o.clones.failOver > 0 && len(over) > 0 {
		if err := o.explainClones(errOut, r, over); err != nil {
			return err
		}
		failed = errNothing
	}
	if r.Total.Percent > o.clones.threshold {
		fmt.Fprintf(errOut, "--threshold %g: %s of the lines are copies\n", o.clones.threshold, report.CloneShare(r.Total.Percent))
		failed = errNothing
	}
	return failed
}

// explainClones reports which matches fail the check.
func (o *pairsOptions) explainClones(errOut io.Writer, r *pairs.CloneReport, over []pairs.Clone) error {
	kind := map[bool]string{true: "new "}[r.Baseline != ""]
	fmt.Fprintf(errOut, "--fail-over-match %d: %s\n", o.clones.failOver, terminal.Plural(len(over), kind+"match", kind+"matches"))
	more, err := report.FailingClones(errOut, r, over)
	if err != nil {
		return err
	}
	o.nameMore(errOut, more, r.More, "matches.csv")
	return nil
}
