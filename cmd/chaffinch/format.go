package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/newfile"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// format is an output format of pairs.
type format struct {
	name       string
	extensions []string // of files in this format
	matches    bool     // includes the matches
	edits      bool     // and the differences inside them
	later      bool     // finds the matches of a pair when it writes it
	clusters   bool     // includes the groups
	warnings   bool     // includes the warnings, which are then not printed
	raw        bool     // has a row for each copy, and unescaped names, which are not safe on a terminal
	page       bool     // is for a browser and not printed on a terminal
	binary     bool     // is not text, so not printed on a terminal either
	rows       int      // default of --top
	more       bool     // says how many pairs are not listed
	// write writes at most that many rows or pairs; 0 is all.
	write func(ctx context.Context, out io.Writer, r *pairs.Report, o *pairsOptions, rows int) error
}

// formats are the output formats of pairs, the default first.
var formats = []format{
	{name: "text", extensions: []string{".txt"}, clusters: true, rows: report.TextRows, more: true,
		write: func(_ context.Context, out io.Writer, r *pairs.Report, o *pairsOptions, rows int) error {
			return cmp.Or(report.PairsText(out, r, rows), o.hintCompare(out, r))
		}},
	{name: "json", extensions: []string{".json"}, matches: true, later: true, clusters: true, warnings: true, rows: report.FileRows,
		write: func(ctx context.Context, out io.Writer, r *pairs.Report, _ *pairsOptions, _ int) error {
			return report.PairsJSON(ctx, out, r)
		}},
	{name: "csv", extensions: []string{".csv"}, raw: true, rows: report.FileRows,
		write: func(_ context.Context, out io.Writer, r *pairs.Report, _ *pairsOptions, rows int) error {
			return report.CSV(out, r, rows)
		}},
	{name: "tsv", extensions: []string{".tsv"}, raw: true, rows: report.FileRows,
		write: func(_ context.Context, out io.Writer, r *pairs.Report, _ *pairsOptions, rows int) error {
			return report.TSV(out, r, rows)
		}},
	{name: "html", extensions: []string{".html", ".htm"}, matches: true, edits: true, clusters: true, page: true, rows: report.PageRows,
		write: func(_ context.Context, out io.Writer, r *pairs.Report, o *pairsOptions, _ int) error {
			return html.Write(out, r, html.Options{Title: o.out.title, Anonymous: o.out.anonymous})
		}},
	{name: "sarif", extensions: []string{".sarif"}, matches: true, later: true, rows: report.FileRows,
		write: func(ctx context.Context, out io.Writer, r *pairs.Report, _ *pairsOptions, rows int) error {
			return report.SARIF(ctx, out, r, report.SARIFOptions{Version: version, Top: rows})
		}},
	{name: "jplag", extensions: []string{".jplag"}, matches: true, later: true, clusters: true, raw: true, binary: true, rows: report.PageRows,
		write: func(ctx context.Context, out io.Writer, r *pairs.Report, o *pairsOptions, rows int) error {
			return report.JPlag(ctx, out, r, report.JPlagOptions{Top: rows, Anonymous: o.out.anonymous,
				Paths: slices.Concat(o.named, o.paths), Old: o.archives, Base: o.bases, Date: time.Now()})
		}},
	{name: baselineFormat, extensions: []string{".baseline"},
		write: func(_ context.Context, out io.Writer, r *pairs.Report, _ *pairsOptions, _ int) error {
			return writeText(out, pairs.NewBaseline(r))
		}},
}

func formatNames() (names []string) {
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

// outputFlags are the flags for the format and the destination of pairs.
type outputFlags struct {
	set       *pflag.FlagSet
	format    string
	output    string
	anonymous bool // for HTML and JPlag
	// For HTML only:
	title string
	open  bool
}

func (f *outputFlags) register(cmd *cobra.Command) {
	f.set = cmd.Flags()
	f.set.StringVar(&f.format, "format", "", "write `FORMAT`: "+strings.Join(formatNames(), ", ")+" (default: by the extension of --output, else text)")
	f.set.StringVarP(&f.output, "output", "o", "-", "write to `FILE`, atomically; - is standard output")
	f.set.StringVar(&f.title, "title", "", "heading `TEXT` of the HTML page")
	f.set.BoolVar(&f.anonymous, "anonymous", false, "HTML and JPlag: use pseudonyms for files, folders and authors")
	registerOpen(f.set, &f.open)
	offerFixed(cmd, "format", formatNames()...)
}

var (
	errPageOnTerminal  = errors.New("HTML is not printed to a terminal: write it to a file with --output report.html")
	errJPlagOnTerminal = errors.New("a report for JPlag is not printed to a terminal: write it to a file with --output report.jplag")
)

// checkPage returns an error for HTML on a terminal, and for HTML flags with another format.
func (f *outputFlags) checkPage(out io.Writer, as format) error {
	if as.page {
		if f.open && !f.toFile() {
			return errors.New("--open needs the page in a file: add --output report.html")
		}
		if !f.toFile() && terminal.IsTerminal(out) {
			return errPageOnTerminal
		}
		return nil
	}
	if as.binary && !f.toFile() && terminal.IsTerminal(out) {
		return errJPlagOnTerminal
	}
	for _, name := range []string{"title", "anonymous", "open"} {
		if f.set.Changed(name) && !(as.binary && name == "anonymous") {
			return fmt.Errorf("--%s applies to HTML only: add --output report.html, or omit it", name)
		}
	}
	return nil
}

// selected returns the requested format.
func (f *outputFlags) selected(json bool) (format, error) {
	name := f.format
	switch {
	case f.output == "":
		return format{}, errors.New("--output is empty: specify a file, or - for standard output")
	case json && name != "" && name != "json":
		return format{}, fmt.Errorf("--json and --format %s exclude each other: use one of them", name)
	case json:
		name = "json"
	case name == "" && !f.toFile():
		name = "text"
	case name == "":
		return formatOfFile(f.output)
	}
	i := slices.IndexFunc(formats, func(f format) bool { return f.name == name })
	if i < 0 {
		return format{}, fmt.Errorf("--format is %q: use %s", name, oneOf(formatNames()))
	}
	return formats[i], nil
}

// formatOfFile returns the format for the extension of the name.
func formatOfFile(name string) (format, error) {
	extension := strings.ToLower(filepath.Ext(name))
	var known []string
	for _, f := range formats {
		if slices.Contains(f.extensions, extension) {
			return f, nil
		}
		known = append(known, f.extensions...)
	}
	return format{}, fmt.Errorf("--output is %q, whose extension selects no format: use %s, or add --format", name, oneOf(known))
}

func oneOf(names []string) string {
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

func (f *outputFlags) toFile() bool { return f.output != "-" }

// check returns an error if the file cannot be written, or would replace an input. It is called
// before any work is done.
func (f *outputFlags) check(read []string) error {
	if !f.toFile() {
		return nil
	}
	for _, path := range read {
		if sameFile(f.output, path) {
			return fmt.Errorf("--output is %s, which is one of the inputs: specify another file", f.output)
		}
	}
	folder := filepath.Dir(f.output)
	switch info, err := os.Stat(folder); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("writing %s: %w: create the folder first", f.output, withoutPath(err))
	case err != nil:
		return fmt.Errorf("writing %s: %w", f.output, withoutPath(err))
	case !info.IsDir():
		return fmt.Errorf("writing %s: %s is not a folder", f.output, folder)
	}
	if info, err := os.Stat(f.output); err == nil && info.IsDir() {
		return fmt.Errorf("writing %s: it is a folder: specify a file", f.output)
	}
	return notThroughLink(f.output, append(slices.Clone(read), "."))
}

// notThroughLink returns an error if a link inside one of the folders leads a file out of it. The folder may be that of
// somebody else, and nobody named what the link leads to.
func notThroughLink(file string, folders []string) error {
	isBelow := func(folder, file string) bool {
		below, err := filepath.Rel(folder, file)
		return err == nil && filepath.IsLocal(below)
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	place, target := filepath.Join(corpus.RealPath(filepath.Dir(abs)), filepath.Base(abs)), corpus.RealPath(abs)
	for _, folder := range folders {
		named, err := filepath.Abs(folder)
		if err != nil || !isFolder(folder) {
			continue
		}
		real := corpus.RealPath(named)
		if (isBelow(named, abs) || isBelow(real, place)) && !isBelow(real, target) {
			return fmt.Errorf("writing %s: a link leads to %s: specify this file, or remove the link", file, target)
		}
	}
	return nil
}

// write writes a result in a format; to a file atomically.
func (f *outputFlags) write(out io.Writer, as format, write func(io.Writer) error) error {
	if f.toFile() {
		return newfile.Replace(f.output, write)
	}
	if !as.raw || !terminal.IsTerminal(out) {
		return write(out)
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	return printLines(out, b.String())
}

// printLines prints lines, escaped for a terminal.
func printLines(out io.Writer, text string) error {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(terminal.Safe(strings.TrimSuffix(line, "\n")) + "\n")
	}
	_, err := io.WriteString(out, b.String())
	return err
}
