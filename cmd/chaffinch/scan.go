package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/command"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/newfile"
	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/plainfile"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/internal/report/scans"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/scan"
)

// scanOptions are the options of scan.
type scanOptions struct {
	*global
	set                 *pflag.FlagSet
	tree                string
	own                 []string
	since               string
	decisions, baseline string
	reuse               string
	allow, deny, review []string
	minScore            float64
	corpus, collection  string
	incomplete          []answer.Warning // entries of the list in corpus that are no packages
	filter              filterFlags
	language            string
	imports             bool
	files               fileFlags
	git                 gitFlags
	listSkips           bool
	archives, strict    bool
	outputs             []string
	attribution         string
	format              string
	top                 int
	all, explain        bool
	walk                bool // through the open findings
	removeStale         bool
	noMarks             bool
	show                bool // the page
	by                  string
	created             time.Time // of an SBOM; zero is the date of the scan
	written             []scanOutput
	before              []scans.Point // of the trend that is written

	// sourceOf returns the reader of the sources of both sides of a report.
	sourceOf func(context.Context, *scan.Report) html.Sources
	credit   func(io.Writer, *scan.Report) error // writes the attribution
}

func newScan(g *global) *cobra.Command {
	o := scanOptions{global: g}
	cmd := &cobra.Command{
		Use:   "scan [PATH]",
		Short: "List material of a project that comes from indexed documents",
		Long: `Scan compares each file of a project with the index. A copy is open unless it is
decided (--review), allowed by licence (--allow, --deny), known (--baseline) or
your own (--own). See docs/scan.md.

Exit status: 1 if a copy is open, 2 after an error, or an unread file with
--since or --strict.`,
		Example: `  chaffinch scan --own ~/src/upstream src/
  chaffinch scan --since origin/main --allow 'MIT,BSD-*,Apache-2.0'
  chaffinch scan --corpus deps:package-lock.json`,
		SuggestFor: []string{"audit", "licenses"},
		Args:       onePath,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.tree = "."
			if len(args) > 0 {
				o.tree = args[0]
			}
			return runScan(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr(), &o)
		},
	}
	o.register(cmd)
	return cmd
}

func (o *scanOptions) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	o.set = flags
	flags.StringArrayVarP(&o.outputs, "output", "o", nil, "also write a report to `FILE` (repeatable)")
	flags.StringVar(&o.attribution, "attribution", "", "write components and licence texts to `FILE`")
	flags.StringVar(&o.format, "format", scanFormats[0].Name, "print `FORMAT`: "+strings.Join(formatNames(scanFormats), ", "))
	flags.IntVarP(&o.top, "top", "n", 50, "list at most `N` findings, 0 for all")
	flags.BoolVar(&o.all, "all", false, "list all findings")
	flags.BoolVar(&o.explain, "explain", false, "print authors and all matches")
	flags.BoolVar(&o.walk, "review", false, "ask about open copies")
	flags.BoolVar(&o.removeStale, "remove-stale", false, "remove decisions about lost copies")
	registerOpen(flags, &o.show)
	flags.StringVar(&o.by, "by", "", "reviewer's `NAME` (default: the user)")
	offerFixed(cmd, "format", formatNames(scanFormats)...)
	flags.StringArrayVar(&o.own, "own", nil, "`PATH|COLLECTION` is your own (repeatable)")
	flags.StringVar(&o.since, "since", "", "check only lines changed since `REV`")
	flags.StringVar(&o.decisions, "decisions", "", "`FILE` of decisions, \"\" for none (default: "+scan.DecisionsName+")")
	flags.StringVar(&o.baseline, "baseline", "", "copies in report `FILE` are known")
	flags.BoolVar(&o.noMarks, "no-marks", false, "disregard marks")
	flags.StringVar(&o.reuse, "reuse", "", "search only files changed since report `FILE`")
	flags.StringSliceVar(&o.allow, "allow", nil, "allow the licences `ID,...`")
	flags.StringSliceVar(&o.deny, "deny", nil, "deny the licences `ID,...`")
	flags.StringSliceVar(&o.review, "review-license", nil, "ask about the licences `ID,...`")
	flags.Float64Var(&o.minScore, "min-score", scan.DefaultMinScore, "minimum `SCORE` of a finding")
	flags.StringVar(&o.corpus, "corpus", "", corpusUsage)
	once(flags, "corpus")
	flags.StringVar(&o.collection, "collection", "", "documents of the collection `NAME`")
	o.filter.register(flags)
	flags.StringVar(&o.language, "lang", "", "lex as `LANGUAGE` (default: detected)")
	registerImports(flags, &o.imports)
	o.files.register(flags)
	o.git.register(flags)
	flags.BoolVar(&o.archives, "archives", false, "also read archives in folders")
	flags.BoolVar(&o.strict, "strict", false, strictUsage)
	flags.BoolVar(&o.listSkips, "list-skipped", false, "list every file that is skipped, with the reason")
}

// sourceDate returns the time of SOURCE_DATE_EPOCH, by which builds are reproducible. It returns
// the zero time if it is not set.
func sourceDate() (at time.Time, err error) {
	text := os.Getenv("SOURCE_DATE_EPOCH")
	if text == "" {
		return at, nil
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil || seconds < 0 || seconds > 253402300799 {
		return at, fmt.Errorf("SOURCE_DATE_EPOCH is %q: set it to seconds since 1970, or unset it", text)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

// scanOutput is a report for a file, or printed if that is empty.
type scanOutput struct {
	file string
	scanFormat
}

// planned returns the outputs: the printed one first, then the files of --output.
func (o *scanOptions) planned() (all []scanOutput, err error) {
	printed, err := formatPrinted(scanFormats, o.set, o.format, o.json)
	if err != nil {
		return nil, err
	}
	all = append(all, scanOutput{"", printed})
	for _, file := range o.outputs {
		as, err := formatOfFile(scanFormats, file)
		if err != nil {
			return nil, err
		}
		all = append(all, scanOutput{file, as})
	}
	return all, nil
}

// writes reports whether a report of such a format is written.
func (o *scanOptions) writes(is func(format) bool) bool {
	return slices.ContainsFunc(o.written, func(w scanOutput) bool { return is(w.format) })
}

func runScan(ctx context.Context, in io.Reader, out, errOut io.Writer, o *scanOptions) error {
	so, err := o.prepare(ctx, errOut)
	if err == nil && terminal.IsTerminal(out) {
		err = o.written[0].onTerminal()
	}
	if err != nil {
		return err
	}
	x, err := o.openScanned(ctx, errOut)
	if err != nil {
		return err
	}
	defer x.Close()
	if o.writes(func(f format) bool { return f.Sources }) {
		so.Sources = html.ScanSources
	}
	if o.writes(func(f format) bool { return f.Sources }) || o.attribution != "" {
		closeSources, err := o.openSources(ctx, x)
		if err != nil {
			return err
		}
		defer closeSources()
	}
	r, err := o.scan(ctx, errOut, x, so)
	if err != nil {
		return err
	}
	decisions, err := o.removeDecisions(errOut, r, so.Decisions)
	if err == nil && o.walk {
		err = o.reviewAll(ctx, in, errOut, r, scan.NewAligner(x, so, r), decisions)
	}
	if err != nil {
		return err
	}
	if err := o.writeAll(ctx, out, errOut, r); err != nil {
		return err
	}
	found := r.Totals.Open > 0
	if err := r.Incomplete(found); err != nil {
		return err
	}
	if o.strict && len(o.incomplete) > 0 {
		return errIncompleteList
	}
	if found {
		return errNothing
	}
	return nil
}

// writeAll writes the reports: to files, and then the one that is printed.
func (o *scanOptions) writeAll(ctx context.Context, out, errOut io.Writer, r *scan.Report) error {
	if o.writes(func(f format) bool { return f.Places }) {
		for _, text := range scans.BeyondSARIF(r) {
			warn(errOut, text)
		}
	}
	printed, files := o.written[0], o.written[1:]
	for _, as := range files {
		if err := newfile.Replace(as.file, func(w io.Writer) error { return as.write(ctx, w, r, o) }); err != nil {
			return err
		}
	}
	if o.attribution != "" {
		if err := newfile.Replace(o.attribution, func(w io.Writer) error { return o.credit(w, r) }); err != nil {
			return err
		}
	}
	if o.show {
		openPage(errOut, o.pageFile())
	}
	return printed.write(ctx, out, r, o)
}

// openScanned opens the index; with --corpus it is created or updated first.
func (o *scanOptions) openScanned(ctx context.Context, errOut io.Writer) (*chaffinch.Index, error) {
	if o.corpus == "" {
		return o.open(ctx, errOut)
	}
	return o.openCorpus(ctx, errOut, o.corpus, nil, func(text string) { o.incomplete = append(o.incomplete, answer.Warning{Text: text}) })
}

// prepare checks the flags, resolves the formats, and returns the options.
func (o *scanOptions) prepare(ctx context.Context, errOut io.Writer) (so scan.Options, err error) {
	if o.written, err = o.planned(); err != nil {
		return so, err
	}
	if !o.set.Changed("decisions") {
		o.decisions = terminal.Nearby(scan.FindDecisions(o.tree))
	}
	files := o.outputs
	if o.attribution != "" {
		files = append(slices.Clone(files), o.attribution)
	}
	if err := o.checkFiles(files); err != nil {
		return so, err
	}
	if o.show && o.pageFile() == "" {
		return so, errors.New("--open needs the page in a file: add --output report.html")
	}
	if o.top < 0 {
		return so, fmt.Errorf("--top is %d: use 1 or more, or 0 for all", o.top)
	}
	if err := exclusive("corpus", o.corpus != "", "index", o.index != ""); err != nil {
		return so, err
	}
	if err := cmp.Or(notZero("min-score", o.minScore), o.filter.parse(), o.files.check(), o.git.check()); err != nil {
		return so, err
	}
	so = scan.Options{
		Tree: o.tree, Corpus: o.files.options(), SkipGenerated: o.files.skipGenerated, Language: o.language,
		CountImports: o.imports, NoMarks: o.noMarks, MinScore: o.minScore, Collection: o.collection,
		Filter: o.filter.Filter, Own: o.own, Since: o.since, Policy: scan.Policy{Allow: o.allow, Deny: o.deny, Review: o.review},
	}
	so.Reports = slices.Concat(files, []string{o.decisions, o.baseline, o.reuse})
	so.Checksums = o.writes(func(f format) bool { return f.Checksums })
	if so.Checksums {
		if o.created, err = sourceDate(); err != nil {
			return so, err
		}
	}
	so.Corpus.Git, so.Corpus.Archives, so.Strict = o.git.GitOptions, o.archives || corpus.KindOf(o.tree).Packed, o.strict
	so.By = scan.By{Decisions: o.decisions, Baseline: o.baseline, Allow: placeOf(o.set, "allow"), Own: placeOf(o.set, "own")}
	so.NarrowedBy = o.applied
	so.DecisionsFolder = filepath.Dir(o.decisions)
	if so.Decisions, err = o.readDecisions(ctx); err != nil {
		return so, err
	}
	if so.Baseline, err = readBaseline[scan.Baseline](ctx, o.baseline, func(err error) error {
		return fmt.Errorf("%w: create it with chaffinch scan --output %s", err, command.Word(o.baseline))
	}); err != nil {
		return so, err
	}
	if so.Earlier, err = o.readEarlier(ctx); err != nil {
		return so, err
	}
	if o.removeStale && !so.IsWhole() {
		return so, errors.New("--remove-stale needs a scan of the whole project and index: omit " + o.narrowing())
	}
	return so, so.Check()
}

// narrowing names the flags for which a scan is not whole.
func (o *scanOptions) narrowing() string {
	var all []string
	for _, name := range append([]string{"since", "include", "exclude"}, filterNames...) {
		if value := o.set.Lookup(name).Value.String(); value != "" && value != "[]" {
			all = append(all, "--"+name)
		}
	}
	if o.minScore > scan.DefaultMinScore {
		all = append(all, "--min-score")
	}
	return strings.Join(all, ", ")
}

// trend returns the trend with a report. Without a file of it the report is alone.
func (o *scanOptions) trend(r *scan.Report) []scans.Point {
	return append(slices.Clone(o.before), scans.PointOf(r))
}

// readTrend reads the trend that is written.
func (o *scanOptions) readTrend() error {
	trends := slices.DeleteFunc(slices.Clone(o.written), func(w scanOutput) bool { return !w.Trend || w.file == "" })
	if len(trends) == 0 {
		return nil
	}
	if len(trends) > 1 {
		return fmt.Errorf("%s and %s are two trends: name one", terminal.Safe(trends[0].file), terminal.Safe(trends[1].file))
	}
	f, err := plainfile.Open(trends[0].file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	if o.before, err = scans.ReadTrend(f); err != nil {
		return fmt.Errorf("%s: %w", terminal.Safe(trends[0].file), err)
	}
	return nil
}

// checkFiles returns an error if a file cannot be written, or would replace another file. The other
// file is of the scan or of the project.
func (o *scanOptions) checkFiles(files []string) error {
	for i, file := range files {
		if err := (&outputFlags{output: file}).check([]string{o.tree}); err != nil {
			return err
		}
		for _, other := range append(slices.Clone(files[:i]), o.decisions) {
			if other != "" && (filepath.Clean(other) == filepath.Clean(file) || sameFile(other, file)) {
				return fmt.Errorf("%s and %s are one file: use another name for one of them", other, file)
			}
		}
	}
	for _, w := range o.written {
		if old, err := readStart(w.file, len(w.Start)); w.file != "" && w.Start != "" && err == nil && old != "" && old != w.Start {
			return fmt.Errorf("--output %s exists, and chaffinch did not write it: use another name, or remove it", w.file)
		}
	}
	if err := o.readTrend(); err != nil || o.attribution == "" {
		return err
	}
	if old, err := readStart(o.attribution, len(notice.AttributionHead)); err == nil && old != "" && old != notice.AttributionHead {
		return fmt.Errorf("--attribution %s exists, and chaffinch did not write it: use another name, or remove it", o.attribution)
	}
	return nil
}

// readStart reads the first n bytes of a regular file.
func readStart(name string, n int) (string, error) {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	start, err := io.ReadAll(io.LimitReader(f, int64(n)))
	return string(start), err
}

// readDecisions reads the file of decisions. It must exist if it was named and is only read.
func (o *scanOptions) readDecisions(ctx context.Context) ([]scan.Decision, error) {
	if o.decisions == "" {
		if o.walk || o.removeStale {
			return nil, errors.New("--decisions is empty, so there is no file to write decisions to: name one")
		}
		return nil, nil
	}
	if folder := filepath.Dir(o.decisions); o.walk {
		if _, err := os.Stat(folder); err != nil {
			return nil, fmt.Errorf("decisions in %s: %w: create the folder first", o.decisions, withoutPath(err))
		}
	}
	all, err := await(ctx, func() ([]scan.Decision, error) { return scan.ReadDecisions(o.decisions) })
	if err != nil || all != nil || !o.set.Changed("decisions") || o.walk {
		return all, err
	}
	if _, err := os.Stat(o.decisions); err != nil {
		return nil, fmt.Errorf("reading decisions in %s: %w: create the file with --review", o.decisions, withoutPath(err))
	}
	return nil, nil
}

// readEarlier reads the report of --reuse. The first scan has none.
func (o *scanOptions) readEarlier(ctx context.Context) (*scan.Report, error) {
	if o.reuse == "" {
		return nil, nil
	}
	text, err := readResult(ctx, "--reuse", o.reuse)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r := new(scan.Report)
	if err := r.UnmarshalJSON(text); err != nil { // whose error has advice, even of no JSON
		return nil, fmt.Errorf("reading --reuse %s: %w", o.reuse, err)
	}
	return r, nil
}

// scan scans, and shows the progress on a terminal.
func (o *scanOptions) scan(ctx context.Context, errOut io.Writer, x *chaffinch.Index, so scan.Options) (*scan.Report, error) {
	progress := terminal.NewProgress(errOut)
	defer progress.Clear()
	if step := showSteps(progress); step != nil {
		total := o.count(ctx, so)
		so.Progress = func(files int) { step("scanned", files, total) }
	}
	so.Skipped = listSkips(o.listSkips, errOut, progress)
	r, err := scan.Run(ctx, x, so)
	if err != nil {
		return nil, err
	}
	progress.Clear()
	r.Warnings = append(r.Warnings, o.incomplete...)
	if o.written[0].Warnings { // the output has them
		return r, nil
	}
	for _, w := range r.Warnings {
		warn(errOut, w.Text)
	}
	if !o.written[0].Notes {
		for _, note := range scans.Notes(r) {
			warn(errOut, note)
		}
	}
	for _, note := range scans.Unread(r, r.Name) {
		warn(errOut, note)
	}
	return r, nil
}

// count returns the number of files, or 0 if it is known only after reading.
func (o *scanOptions) count(ctx context.Context, so scan.Options) int {
	ask := askOptions{questions: []string{filepath.Clean(o.tree)}, folders: folderFlags{files: o.files}}
	if !isFolder(o.tree) || so.Corpus.Git.Revision != "" {
		return 0
	}
	return ask.count(ctx)
}
