package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/internal/report/scans"
	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/pairs"
)

type pairsOptions struct {
	inputs
	out      outputFlags
	top      int
	minScore float64
	sort     string
	groups   groupFlags
	failOver float64
	names    bool // the rarest of each pair
	baseline string
	dossier  string // the file of notes
	notes    *html.Notes
	made     time.Time // of the dossier
	only     bool
	strict   bool
	in       []string // paths, with only
	named    []string // the FILEs, with only
	clones   cloneFlags
	listed   int // rows or pairs to write, 0 for all
}

func newPairs(g *global) *cobra.Command {
	o := pairsOptions{inputs: inputs{global: g}}
	cmd := pairsCommand()
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := o.selectPaths(args); err != nil {
			return err
		}
		o.warnOfFolder(cmd.ErrOrStderr())
		if o.clones.wanted() {
			return runClones(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), &o)
		}
		return runPairs(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
	}
	o.register(cmd)
	return cmd
}

// register declares the flags.
func (o *pairsOptions) register(cmd *cobra.Command) {
	o.out.register(cmd)
	flags := cmd.Flags()
	flags.IntVarP(&o.top, "top", "n", 0, fmt.Sprintf("list at most `N` pairs, 0 for all (default: %d as text)", report.TextRows))
	flags.Float64Var(&o.minScore, "min-score", threshold.ListedPair, "minimum `SCORE` of a pair")
	registerSort(cmd, &o.sort, "", pairs.Orders)
	flags.Float64Var(&o.failOver, "fail-over", 0, "fail if a pair has this `SCORE`")
	flags.BoolVar(&o.names, "explain", false, "text: print rare shared names")
	flags.StringVar(&o.baseline, "baseline", "", "baseline `FILE` of known pairs")
	flags.StringVar(&o.dossier, "dossier", "", "HTML: a dossier of pairs marked in notes `FILE`")
	flags.BoolVar(&o.only, "only", false, "compare these FILEs with all files")
	flags.StringArrayVar(&o.in, "in", nil, "with --only, all files are below `PATH` (repeatable)")
	flags.BoolVar(&o.strict, "strict", false, strictUsage)
	o.clones.register(cmd)
	o.groups.register(cmd)
	o.inputs.register(cmd)
}

// selectPaths takes the arguments: paths or, with --only, files below other paths. Of the files, a
// change may have deleted some. If none exists, they are misspelt, and nothing is read.
func (o *pairsOptions) selectPaths(args []string) error {
	o.paths = args
	if !o.only {
		return nil
	}
	gone := func(name string) bool { _, err := os.Lstat(name); return errors.Is(err, fs.ErrNotExist) }
	if len(args) > 0 && !slices.ContainsFunc(args, func(name string) bool { return !gone(name) }) {
		return fmt.Errorf("--only names no file that exists: the first is %s", args[0])
	}
	o.named, o.paths, o.withIndex = slices.Clone(args), o.in, true
	if o.named == nil {
		o.named = []string{} // compares nothing
	}
	if len(o.paths) == 0 {
		o.paths = []string{"."}
	}
	return nil
}

// warnOfFolder reports that --only names a folder, but not what to compare it with.
func (o *pairsOptions) warnOfFolder(errOut io.Writer) {
	if len(o.in) > 0 {
		return
	}
	for _, name := range o.named {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			warn(errOut, fmt.Sprintf("each file in %s is compared with all files of the working directory: --in names others", name))
			return
		}
	}
}

func runPairs(ctx context.Context, out, errOut io.Writer, o pairsOptions) error {
	as, co, err := o.prepare(out)
	if err != nil {
		return err
	}
	if co.Baseline, err = readBaseline[pairs.Baseline](ctx, o.baseline, o.noBaseline); err != nil {
		return err
	}
	if o.index != "" { // scores are then estimated: not unless a user says so
		known, err := o.indexOfAll(ctx, errOut)
		if err != nil {
			return err
		}
		if known != nil {
			defer known.Close()
			co.Index = known
		}
	}
	c, err := o.compare(ctx, errOut, chaffinch.Pairs, (*chaffinch.Index).Pairs, co)
	if err != nil {
		return err
	}
	defer c.Close()
	o.hintAtOnly(c.Report)
	over, err := o.over(c.Report)
	if err != nil {
		return err
	}
	c.Report.Warnings = append(c.Report.Warnings, warning.Said(o.narrowed())...)
	if err := cmp.Or(o.print(ctx, out, errOut, as, c.Report), o.checkRead(c.UnreadSources, c.Unread, c.Skipped)); err != nil {
		return err
	}
	if !o.set.Changed("fail-over") {
		return unlessBaseline(as.format, len(c.Pairs)+len(report.Groups(c.Report)))
	}
	if groups, allPairs := c.OverGenerated(o.failOver); groups+allPairs > 0 {
		what := report.Counts(report.Count(groups, "among the groups of identical "+report.Noun(c.Report)+"s"), report.Count(allPairs, "among the pairs"))
		warn(errOut, strings.Join(what, ", ")+" look generated or minified, and do not count: --generated and --minified count them")
	}
	if n := c.OverRepetition(o.failOver); n > 0 {
		warn(errOut, terminal.Plural(n, "pair", "pairs")+" with that score: most of what matches is repetition, and does not count")
	}
	if len(over) == 0 {
		return nil
	}
	if err := o.explain(ctx, errOut, as.format, c.Report, over); err != nil {
		return err
	}
	return errNothing // the check failed
}

// explain reports which pairs fail the check.
func (o *pairsOptions) explain(ctx context.Context, errOut io.Writer, as format, r *pairs.Report, over []string) error {
	fmt.Fprintf(errOut, "--fail-over %g: %s\n", o.failOver, strings.Join(over, ", "))
	more, err := report.Failing(ctx, errOut, r, o.failOver)
	if err != nil {
		return err
	}
	o.nameMore(errOut, more, o.unlisted(as, r), "pairs.html")
	return nil
}

// nameMore reports how many more fail a check than are named, and where all are. They are in the
// output, or in the file if this run does not list them.
func (o *pairsOptions) nameMore(errOut io.Writer, more, unlisted int, file string) {
	switch {
	case more == 0:
	case o.out.toFile() && unlisted == 0:
		fmt.Fprintf(errOut, "and %s more, all in %s\n", terminal.Thousands(more), terminal.Safe(o.out.output))
	default:
		fmt.Fprintf(errOut, "and %s more: --top 0 --output %s lists all\n", terminal.Thousands(more), file)
	}
}

// prepare checks the flags and returns the output format and the options of the comparison.
func (o *pairsOptions) prepare(out io.Writer) (as pairFormat, co pairs.Options, err error) {
	if as, err = selected(&o.out, pairFormats, o.json); err != nil {
		return as, co, err
	}
	if err := o.out.checkPage(out, as.format); err != nil {
		return as, co, err
	}
	if err := o.groups.checkFormat(as.format); err != nil {
		return as, co, err
	}
	if err := o.checkOnly(as.format); err != nil {
		return as, co, err
	}
	if o.notes, err = o.readNotes(); err != nil {
		return as, co, err
	}
	if co, err = o.inputs.options(); err != nil {
		return as, co, err
	}
	if o.set.Changed("fail-over") && !o.set.Changed("sort") {
		o.sort = string(shares.ByScore) // a check must not miss a pair beyond the rows
	}
	if o.Unit == pairs.ByFunction {
		if as.Viewer != nil || as.Baseline || as.Name == "sarif" {
			return as, co, fmt.Errorf("--unit function has no format %s: use text, json, csv, tsv or markdown", as.Name)
		}
		if !o.set.Changed("min-score") {
			o.minScore = threshold.ListedFunction
		}
	}
	co.Only, co.Sort = o.named, o.sort
	co.MinScore, co.Linkage, co.LinkScore = o.minScore, o.groups.linkage, o.groups.linkScore(o.Unit)
	if !as.Weak {
		co.BestOfEach = -1
	}
	co.Matches, co.MatchesLater, co.Edits, co.BestOnly = as.Matches, as.Later, as.Edits, o.bestOnly(as.format)
	if o.set.Changed("fail-over") && !as.Matches { // for the lines of failing pairs
		co.Matches, co.MatchesLater = true, true
	}
	co.Rarest = o.names && as.Rarest
	o.listed = o.rows(as.format)
	co.Top, co.BaselineName, co.Results = o.listed, o.baseline, o.results()
	if err := cmp.Or(co.Check(), notZero("link-score", co.LinkScore), o.checkLists(), o.checkNumbers()); err != nil {
		return as, co, err
	}
	return as, co, o.out.check(slices.Concat(o.paths, o.named, o.Old, o.Base))
}

// bestOnly reports whether the comparison may end once the best pairs are known. Groups need all
// pairs, and so does an order by shares, which are known once pairs are compared.
func (o *pairsOptions) bestOnly(as format) bool {
	return o.top > 0 && !as.Groups && (o.sort == pairs.ByUnusual || o.sort == string(shares.ByScore))
}

// rows returns the maximum number of listed pairs; 0 for all.
func (o *pairsOptions) rows(as format) int {
	if o.set.Changed("top") {
		return o.top
	}
	return as.Rows
}

// checkOnly checks the flags that apply to --only, or do not.
func (o *pairsOptions) checkOnly(as format) error {
	switch {
	case !o.only && o.set.Changed("in"):
		return errors.New("--in applies to --only: add --only, or omit --in")
	case !o.only:
		return nil
	case as.Baseline:
		return errors.New("a baseline needs all files: omit --only")
	case o.collection != "":
		return errors.New("--only compares files, not an index: omit --collection")
	case o.index != "" && o.Unit != pairs.ByFile:
		return fmt.Errorf("--index has no effect on --only with --unit %s: omit it", o.Unit)
	}
	for _, flag := range []string{"linkage", "link-score"} {
		if o.set.Changed(flag) {
			return fmt.Errorf("--%s applies to groups, which --only does not make: omit it", flag)
		}
	}
	return nil
}

// checkLists checks the flags about lists of pairs and of matches.
func (o *pairsOptions) checkLists() error {
	switch {
	case o.top < 0:
		return fmt.Errorf("--top is %d: use 1 or more, or 0 for all", o.top)
	case o.set.Changed("baseline") && o.baseline == "":
		return errors.New("--baseline is empty: specify the output of an earlier run")
	}
	return nil
}

// checkNumbers makes the checks that the library does not.
func (o *pairsOptions) checkNumbers() error {
	switch {
	case o.set.Changed("link-score") && o.groups.score > 0 && o.groups.score < o.minScore:
		return fmt.Errorf("--link-score is %g, but pairs below %g are not listed: lower --min-score", o.groups.score, o.minScore)
	case !o.set.Changed("fail-over"):
		return nil
	case !(o.failOver > 0 && o.failOver <= 1):
		return fmt.Errorf("--fail-over is %g: use more than 0 and at most 1", o.failOver)
	case o.failOver < o.minScore:
		return fmt.Errorf("--fail-over is %g, but pairs below %g are not listed: lower --min-score", o.failOver, o.minScore)
	}
	return nil
}

// hintAtOnly adds a warning if a check compares nothing but one file. Hooks give one file.
func (o *pairsOptions) hintAtOnly(r *pairs.Report) {
	if o.only || !o.set.Changed("fail-over") || len(o.paths) != 1 || len(r.Units) != 1 {
		return
	}
	if info, err := os.Stat(o.paths[0]); err == nil && info.Mode().IsRegular() {
		r.Warnings = append(r.Warnings, answer.Warning{Text: "--fail-over has nothing to check: with --only, a FILE is compared with other files"})
	}
}

// narrowed warns of settings of a found file by which a check may find less.
func (o *pairsOptions) narrowed() []string {
	if text := scans.Narrowed(o.applied); text != "" && !o.set.Changed("config") && (o.set.Changed("fail-over") || o.clones.checks()) {
		return []string{text}
	}
	return nil
}

// over returns what --fail-over counts.
func (o *pairsOptions) over(r *pairs.Report) ([]string, error) {
	if o.set.Changed("fail-over") && len(r.Units) == 0 && !o.only {
		return nil, errors.New(r.Warnings[len(r.Warnings)-1].Text) // a check of nothing must not pass
	}
	groups, allPairs := r.Over(o.failOver)
	kind := ""
	if r.Baseline != "" {
		kind = "new "
	}
	return report.Counts(
		report.Count(groups, kind+"among the groups of identical "+report.Noun(r)+"s"),
		report.Count(allPairs, kind+"among the pairs"),
	), nil
}

// unlisted counts the pairs that are not listed, as far as they were compared.
func (o *pairsOptions) unlisted(as format, r *pairs.Report) int {
	if rows := o.rows(as); as.Copies && rows > 0 {
		return r.More + max(0, report.Rows(r)-rows)
	}
	return r.More
}

// notListed reports how many pairs are not listed, and which flag lists them. Some of those that
// were not compared may not reach the minimum score.
func (o *pairsOptions) notListed(as format, r *pairs.Report) []string {
	said := report.NotListed(o.unlisted(as, r)+r.Uncompared, "more pair", "more pairs", report.TopForAll(r))
	if r.Uncompared > 0 {
		said[0] = "at most " + said[0]
	}
	return said
}

// print writes the pairs, and how many are not listed. If they go to a file, it prints a summary.
func (o *pairsOptions) print(ctx context.Context, out, errOut io.Writer, as pairFormat, r *pairs.Report) error {
	warnings := r.Warnings
	if !as.More {
		warnings = append(slices.Clip(warnings), warning.Said(o.notListed(as.format, r))...)
	}
	o.printWarnings(errOut, as.format, warnings)
	if as.Viewer == nil || !as.Viewer.Browser { // which counts them itself
		r.Warnings = warnings
	}
	write := func(out io.Writer) error { return as.write(ctx, out, r, o) }
	if o.notes != nil {
		d, err := o.dossierOf(r)
		if err != nil {
			return err
		}
		for _, names := range d.Missing {
			warn(errOut, "not in the dossier: "+terminal.Safe(names)+", which is marked but not listed")
		}
		write = func(out io.Writer) error { return d.Write(out, o.made, o.pairOptions().Page(r)) }
	}
	if err := o.out.write(out, write); err != nil {
		return err
	}
	if !o.out.toFile() || o.json {
		return nil
	}
	style := terminal.StyleFor(out)
	_, err := io.WriteString(out, report.PairsSummary(r, style)+report.UnreadText(r, style))
	if err == nil && o.out.open {
		openPage(errOut, o.out.output)
	}
	return err
}

// printWarnings prints the warnings, unless standard output has them.
func (o *pairsOptions) printWarnings(errOut io.Writer, as format, warnings []answer.Warning) {
	if as.Warnings && !o.out.toFile() {
		return
	}
	for _, w := range warnings {
		warn(errOut, w.Text)
	}
}
