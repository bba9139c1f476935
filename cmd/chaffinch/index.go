package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/indexpath"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/skips"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
)

// indexOptions are the options of the command index.
type indexOptions struct {
	*global
	paths      []string
	collection string
	language   string
	scheme     schemeFlags
	store      bool
	hashOnly   bool
	scanoss    bool
	prune      bool
	listSkips  bool
	archives   bool // in folders
	strict     bool
	git        gitFlags
	shards     int
	termBits   int
	part       string
	files      fileFlags
	input      io.Reader
}

func newIndex(g *global) *cobra.Command {
	o := indexOptions{global: g}
	cmd := &cobra.Command{
		Use:   "index PATH...",
		Short: "Index folders, archives and repositories",
		Long: `Index adds the files below each PATH to the index, and creates the index if
there is none. When run again, it reads only files whose size or time has
changed.

A PATH may be a folder, an archive, a git repository, a Stack Exchange dump,
JSON lines (.jsonl), a package by its name (pkg:npm/express@4), which npm, pip,
go, cargo, mvn, apt-get, gem or git fetches, or all packages of a lock file,
manifest or SBOM (deps:package-lock.json). PATH "-" reads a tar, a dump or JSON
lines from standard input, and needs --collection. docs/indexing.md describes
these, encodings, licences, skipped files, and what is fixed when the index is
created.`,
		Example: `  chaffinch index ~/src/linux
  chaffinch index --collection debian packages/*.deb
  chaffinch index pkg:npm/express@4 deps:package-lock.json
  chaffinch index --history ~/src/project
  git archive HEAD | chaffinch index --collection project -
  7z x -so superuser.com.7z Posts.xml |
    chaffinch index --collection su 'stackexchange:-?site=superuser.com'`,
		SuggestFor: []string{"add", "update"},
		Args:       someArgs("PATH"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.paths = args
			return runIndex(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr(), o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.collection, "collection", "", "index under `NAME` (default: the folder's)")
	flags.StringVar(&o.language, "lang", "", "lex as `LANGUAGE` (default: detected)")
	flags.BoolVar(&o.store, "store", false, "store compressed contents in the index")
	flags.BoolVar(&o.hashOnly, "hash-only", false, "keep no source: see docs/hash-only.md")
	flags.BoolVar(&o.scanoss, "scanoss", false, "keep fingerprints for SCANOSS clients: see docs/scanoss.md")
	flags.BoolVar(&o.prune, "prune", false, "remove deleted files from the index")
	flags.BoolVar(&o.listSkips, "list-skipped", false,
		"list every file that is skipped, with the reason")
	flags.BoolVar(&o.strict, "strict", false, strictUsage)
	flags.BoolVar(&o.archives, "archives", false, "also read archives in folders")
	flags.StringVar(&o.part, "part", "", "index part `N/M` of the files: N from 1, of M parts")
	flags.IntVar(&o.termBits, "term-bits", 0, "keep `N` bits of a fingerprint, 28 to 40 (default: by the number of files)")
	flags.IntVar(&o.shards, "shards", 0, "make `N` shards on a cluster (default: its nodes)")
	o.scheme.register(cmd)
	o.files.register(flags)
	o.git.register(flags)
	return cmd
}

func runIndex(ctx context.Context, in io.Reader, out, errOut io.Writer, o indexOptions) error {
	lang, err := lex.ParseLanguage(o.language)
	if err != nil {
		return err
	}
	if err := cmp.Or(o.files.check(), o.git.check()); err != nil {
		return err
	}
	if o.archives && o.git.GitOptions != (document.GitOptions{}) {
		return errors.New("--archives reads archives in folders, not those in a git repository: leave one of the two out")
	}
	part, err := o.partOf()
	if err != nil {
		return err
	}
	var leftOut []string
	if o.paths, leftOut, err = sourcesOf(o.paths); err != nil {
		return err
	}
	for _, text := range leftOut {
		warn(errOut, text)
	}
	if err := cmp.Or(pathsExist(o.paths), o.checkInput()); err != nil {
		return err
	}
	o.input = in
	sayPipes(errOut, o.paths...)
	x, made, err := o.openOrCreate(ctx, errOut)
	if err != nil {
		return err
	}
	reports, err := o.update(ctx, errOut, x, made, lang, part)
	if err == nil {
		err = warnIfOutgrown(errOut, x)
	}
	err = closed(x, err)
	if err != nil && made && untouched(reports) && !index.IsAddress(x.Path()) {
		removeIndex(x.Path()) // it is empty
		return err
	}
	if perr := o.print(out, x.Path(), made, reports); err == nil {
		err = perr
	}
	if err == nil {
		warnOfNothing(errOut, o.paths, reports)
		warnOfCuts(errOut, o.paths, reports)
	}
	if err == nil && o.strict {
		if err = strictError(sumOf(reports).Skipped); err == nil && len(leftOut) > 0 {
			err = errIncompleteList
		}
	}
	return err
}

// warnOfCuts warns of repositories without the parents of some commits.
func warnOfCuts(errOut io.Writer, paths []string, reports []index.Report) {
	style := terminal.StyleFor(errOut)
	for i, r := range reports {
		if n := r.Skipped[document.CutHistory]; n > 0 {
			warn(errOut, fmt.Sprintf("%s lacks the parents of %s, so the first commits of files in them are unknown: "+
				"complete a shallow clone with git fetch --unshallow, and index again",
				style.CutPath(paths[i], style.Left(40)), terminal.Plural(n, "commit", "commits")))
		}
	}
}

// partOf returns the part to index; all files without --part.
func (o *indexOptions) partOf() (index.Part, error) {
	if o.part == "" {
		return index.Part{}, nil
	}
	part, err := index.ParsePart(o.part)
	if err != nil {
		return part, fmt.Errorf("--part: %w", err)
	}
	return part, nil
}

// closed closes the index. It returns err, the error of the work with it, or else the error of
// closing.
func closed(x *chaffinch.Index, err error) error {
	return cmp.Or(err, x.Close())
}

// checkInput returns an error if standard input is read twice or has no name.
func (o *indexOptions) checkInput() error {
	if err := checkStdin(o.paths); err != nil {
		return err
	}
	if o.collection == "" && slices.ContainsFunc(o.paths, isStream) {
		return errors.New("standard input has no name: add --collection NAME")
	}
	return nil
}

func pathsExist(paths []string) error {
	for _, p := range paths {
		if _, ok := corpus.AddressKind(p); ok {
			continue
		}
		_, err := os.Stat(p)
		switch {
		case err != nil && document.IsAddress(p):
			return fmt.Errorf("%s is an address: name a package (pkg:github/OWNER/NAME), or clone it, then index the clone", p)
		case err != nil:
			return readingError(p, err)
		}
	}
	return nil
}

// untouched reports whether nothing was added to a new index.
func untouched(reports []index.Report) bool {
	return !slices.ContainsFunc(reports, func(r index.Report) bool { return r.Read > 0 })
}

// warnOfNothing warns of each path without an indexed file, with the reason; of many together.
func warnOfNothing(errOut io.Writer, paths []string, reports []index.Report) {
	style := terminal.StyleFor(errOut)
	named, more := 0, []index.Report(nil)
	for i, r := range reports {
		switch {
		case r.Added+r.Changed+r.Unchanged > 0:
		case named == mostReports:
			more = append(more, r)
		default:
			named++
			where := style.CutPath(paths[i], style.Left(40))
			warn(errOut, fmt.Sprintf("nothing to index in %s: %s", where, skips.Why(r.Skipped, "--list-skipped")))
		}
	}
	if n := len(more); n > 0 {
		warn(errOut, fmt.Sprintf("nothing to index in %s: %s", terminal.Plural(n, "more path", "more paths"),
			skips.Why(sumOf(more).Skipped, "--list-skipped")))
	}
}

// openOrCreate opens the index for writing, or creates it. Settings in flags must match the
// settings of an existing index.
func (o *indexOptions) openOrCreate(ctx context.Context,
	errOut io.Writer) (x *chaffinch.Index, made bool, err error) {
	path, err := indexpath.OrNew(o.named())
	if err != nil {
		return nil, false, err
	}
	settings := index.DefaultSettings()
	settings.Store, settings.HashOnly, settings.Scanoss, settings.Shards = o.store, o.hashOnly, o.scanoss, o.shards
	if settings.Analyzer, err = o.scheme.settings(); err != nil {
		return nil, false, err
	}
	settings.Analyzer.TermBits = o.termBits
	key, err := o.key()
	if err != nil {
		return nil, false, err
	}
	settings = settings.WithKey(key)
	x, err = o.openAt(ctx, errOut, path, index.Options{})
	if errors.Is(err, index.ErrNotIndex) {
		if settings.Analyzer.TermBits == 0 && !index.IsAddress(path) { // a cluster grows to any size
			settings.Analyzer.TermBits = index.TermBitsFor(documentsIn(o.paths))
		}
		if x, err = chaffinch.Create(path, settings); err == nil {
			return x, true, nil
		}
		// Another process may have created it in the meantime.
		made, cerr := o.openAt(ctx, errOut, path, index.Options{})
		if errors.Is(cerr, index.ErrNotIndex) {
			return nil, false, err
		}
		x, err = made, cerr
	}
	if err != nil {
		return nil, false, err
	}
	if s := x.Settings(); o.store && !s.Store || o.hashOnly && !s.HashOnly || o.scanoss && !s.Scanoss || o.scheme.changed() || o.shards != 0 || o.termBits != 0 {
		want := settings
		want.Store, want.HashOnly, want.Scanoss = want.Store || s.Store, want.HashOnly || s.HashOnly, want.Scanoss || s.Scanoss
		if err := s.Match(path, want); err != nil {
			x.Close()
			return nil, false, err
		}
	}
	return x, false, nil
}

// update indexes every path and returns the reports of the paths that it started.
func (o *indexOptions) update(ctx context.Context, errOut io.Writer, x *chaffinch.Index, empty bool,
	lang *lex.Language, part index.Part) ([]index.Report, error) {
	progress := terminal.NewProgress(errOut)
	defer progress.Clear()
	selected := o.files.options()
	selected.Archives, selected.Git, selected.Input = o.archives, o.git.GitOptions, o.input
	var reports []index.Report
	all := o.paths
	o.paths = nil // those with a report
	err := updateEach(ctx, errOut, progress, all, empty, func(ctx context.Context, path string) error {
		list, packed := below(path, listSkips(o.listSkips, errOut, progress)), 0
		skipped := func(file string, reason document.Reason, err error) {
			if isUnopened(file, reason) {
				packed++
			}
			if list != nil {
				list(file, reason, err)
			}
		}
		report, err := x.Update(ctx, index.Source{Root: path, Collection: o.collection, Language: lang},
			index.UpdateOptions{
				Corpus: selected, SkipGenerated: o.files.skipGenerated, Prune: o.prune, Part: part,
				Progress: underWay(progress),
				Skipped:  skipped,
			})
		if packed > report.Added+report.Changed+report.Unchanged { // else they are a detail
			progress.Clear()
			style := terminal.StyleFor(errOut)
			warn(errOut, fmt.Sprintf("archives in %s were not read (%d): add --archives", style.CutPath(path, style.Left(40)), packed))
		}
		if err == nil || report.Read+report.Unchanged > 0 { // otherwise it was not started
			reports, o.paths = append(reports, report), append(o.paths, path)
		}
		return err
	})
	return reports, err
}

// underWay returns a function that shows an update, with its mean rate since then.
func underWay(progress *terminal.Progress) func(index.Report) {
	begun := time.Now()
	return func(r index.Report) {
		rate := int64(float64(r.Bytes) / max(time.Since(begun).Seconds(), 0.1))
		progress.Show(fmt.Sprintf("%s: %s new, %s unchanged, %s read, %s/s", r.Collection,
			terminal.Plural(r.Added+r.Changed, "file", "files"), terminal.Thousands(r.Unchanged),
			terminal.Bytes(r.Bytes), terminal.Bytes(rate)))
	}
}

// below returns a function that puts an archive's path before the names in it.
func below(archive string, list func(string, document.Reason, error)) func(string, document.Reason, error) {
	if list == nil || !corpus.KindOf(archive).Packed {
		return list
	}
	return func(path string, reason document.Reason, err error) {
		list(strings.TrimSuffix(archive+"/"+path, "/"), reason, err)
	}
}

// listSkips returns a function that prints each skipped file; nil unless --list-skipped is given.
func listSkips(
	listed bool, errOut io.Writer, progress *terminal.Progress) func(string, document.Reason, error) {
	if !listed {
		return nil
	}
	style := terminal.StyleFor(errOut)
	return func(path string, reason document.Reason, err error) {
		progress.Clear()
		line := fmt.Sprintf("skipped %-11s ", reason)
		why := ""
		if err != nil {
			why = ": " + terminal.Safe(option.ErrorIn(withoutPath(err), inCommand(nil, "")))
		}
		left := style.Left(utf8.RuneCountInString(line + why))
		fmt.Fprintln(errOut, line+style.CutPath(path, left)+why)
	}
}

func (o *indexOptions) print(out io.Writer, path string, made bool, reports []index.Report) error {
	if o.json {
		return printJSON(out, map[string]any{"reports": reports})
	}
	style := terminal.StyleFor(out)
	var b strings.Builder
	name := style.CutPath(terminal.Nearby(path), style.Left(10))
	switch {
	case made:
		fmt.Fprintf(&b, "new index %s\n", name)
	case o.index == "" && name != indexpath.Folder:
		fmt.Fprintf(&b, "index %s\n", name) // of a parent folder, or of $CHAFFINCH_INDEX
	}
	if len(reports) > mostReports {
		writeReport(&b, fmt.Sprintf("%s paths (%s)", terminal.Thousands(len(reports)), sumName(reports)), sumOf(reports), style)
	} else {
		for _, r := range reports {
			writeReport(&b, style.Cut(terminal.Safe(r.Collection), 20), r, style)
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// mostReports is the number of paths that have a line each. More have one line together.
const mostReports = 5

// writeReport writes the changes for a path, or for several.
func writeReport(b *strings.Builder, name string, r index.Report, style terminal.Style) {
	b.WriteString(style.Wrap(name+": "+strings.Join(counts(r), ", "), "  ") + "\n")
	if r.Unpublished && r.Added+r.Changed+r.Removed > 0 {
		b.WriteString("  not published, so searches do not see it yet: run the command again\n")
	}
	if r.Missing > 0 {
		fmt.Fprintf(b, "  %s: --prune removes them\n",
			terminal.Plural(r.Missing, "file no longer exists", "files no longer exist"))
	}
	if counts := skips.Counts(r.Skipped); len(counts) > 0 {
		b.WriteString(style.Wrap("  skipped: "+strings.Join(counts, ", "), "    ") + "\n")
	}
	if lines := skips.Lines(r.LeftOut); lines != "" {
		b.WriteString(style.Wrap("  "+lines, "    ") + "\n")
	}
}

// sumName names the first of many collections.
func sumName(reports []index.Report) string {
	var names []string
	for _, r := range reports {
		if name := terminal.Safe(r.Collection); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	text := strings.Join(names[:min(len(names), mostReports)], ", ")
	if more := len(names) - mostReports; more > 0 {
		text += fmt.Sprintf(" and %s more", terminal.Thousands(more))
	}
	return text
}

// sumOf adds up reports.
func sumOf(reports []index.Report) index.Report {
	sum := index.Report{Skipped: map[document.Reason]int{}}
	for _, r := range reports {
		sum.Added, sum.Changed, sum.Unchanged = sum.Added+r.Added, sum.Changed+r.Changed, sum.Unchanged+r.Unchanged
		sum.Removed, sum.Missing, sum.Read = sum.Removed+r.Removed, sum.Missing+r.Missing, sum.Read+r.Read
		sum.Bytes, sum.Contents = sum.Bytes+r.Bytes, sum.Contents+r.Contents
		sum.Unpublished = sum.Unpublished || r.Unpublished
		for reason, n := range r.Skipped {
			sum.Skipped[reason] += n
		}
		sum.LeftOut = skips.AddLines(sum.LeftOut, r.LeftOut)
	}
	return sum
}

// counts lists the non-zero counts of files.
func counts(r index.Report) []string {
	all := report.Counts(report.Count(r.Added, "added"), report.Count(r.Changed, "changed"),
		report.Count(r.Unchanged, "unchanged"), report.Count(r.Removed, "removed"))
	if len(all) == 0 {
		all = append(all, "nothing to index")
	}
	if r.Read > 0 {
		all = append(all, terminal.Plural(r.Contents, "new content", "new contents"),
			terminal.Bytes(r.Bytes)+" read")
	}
	return all
}
