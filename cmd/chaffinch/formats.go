package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/internal/report/scans"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/scan"
)

// format is what an output format is called, and what it has and needs. A row of one of the tables below is all
// that the program knows of a format.
type format struct {
	name       string
	extensions []string // of files in this format; none if it is only printed
	matches    bool     // includes the matches
	edits      bool     // and the differences inside them
	later      bool     // finds the matches of a pair when it writes it
	groups     bool     // includes the groups
	warnings   bool     // includes the warnings, which are then not printed
	notes      bool     // includes the notes about a scan
	plain      bool     // has one row for each match, without what --explain and such add
	raw        bool     // has names and rows as they are, which are not safe on a terminal
	sources    bool     // includes the sources of both sides
	checksums  bool     // includes the checksums of files
	places     bool     // has at most as many findings as its readers take
	baseline   bool     // lets a later run tell which pairs are new, and has no more
	compared   bool     // a later run can take it as its baseline
	rows       int      // default of --top
	more       bool     // says how many pairs are not listed
	viewer     *viewer  // what shows it; nil if a terminal does
}

// viewer is what shows an output that a terminal does not.
type viewer struct {
	what, file string // names for the output, in errors
	browser    bool   // --open and --title apply
}

var (
	htmlPage   = &viewer{"HTML", "report.html", true}
	jplagPages = &viewer{"a report for JPlag", "report.jplag", false}
)

// onTerminal returns an error for a format that is not printed on a terminal.
func (f format) onTerminal() error {
	if f.viewer == nil {
		return nil
	}
	return fmt.Errorf("%s is not printed to a terminal: write it to a file with --output %s", f.viewer.what, f.viewer.file)
}

func (f format) its() format { return f }

// formatOf writes results of a kind in a format.
type formatOf[Result, Options any] struct {
	format
	write func(ctx context.Context, out io.Writer, r Result, o Options) error
}

type (
	pairFormat  = formatOf[*pairs.Report, *pairsOptions]
	cloneFormat = formatOf[*pairs.CloneReport, *pairsOptions]
	scanFormat  = formatOf[*scan.Report, *scanOptions]
)

// pairFormats are the output formats of pairs, the default first.
var pairFormats = []pairFormat{
	{format{name: "text", extensions: []string{".txt"}, groups: true, rows: report.TextRows, more: true},
		func(_ context.Context, out io.Writer, r *pairs.Report, o *pairsOptions) error {
			return cmp.Or(report.PairsText(out, r, o.listed), o.hintCompare(out, r))
		}},
	{format{name: "json", extensions: []string{".json"}, compared: true, matches: true, later: true, groups: true, warnings: true, rows: report.FileRows},
		func(ctx context.Context, out io.Writer, r *pairs.Report, _ *pairsOptions) error {
			return report.PairsJSON(ctx, out, r)
		}},
	{format{name: "csv", extensions: []string{".csv"}, raw: true, rows: report.FileRows},
		func(_ context.Context, out io.Writer, r *pairs.Report, o *pairsOptions) error {
			return report.CSV(out, r, o.listed)
		}},
	{format{name: "tsv", extensions: []string{".tsv"}, raw: true, rows: report.FileRows},
		func(_ context.Context, out io.Writer, r *pairs.Report, o *pairsOptions) error {
			return report.TSV(out, r, o.listed)
		}},
	{format{name: "html", extensions: []string{".html", ".htm"}, matches: true, edits: true, groups: true, viewer: htmlPage, rows: report.PageRows},
		func(_ context.Context, out io.Writer, r *pairs.Report, o *pairsOptions) error {
			return html.Write(out, r, html.Options{Title: o.out.title, Anonymous: o.out.anonymous})
		}},
	{format{name: "markdown", extensions: []string{".md"}, raw: true, rows: report.TextRows, more: true},
		func(_ context.Context, out io.Writer, r *pairs.Report, o *pairsOptions) error {
			return report.Markdown(out, r, o.listed)
		}},
	{format{name: "sarif", extensions: []string{".sarif"}, matches: true, later: true, rows: report.FileRows},
		func(ctx context.Context, out io.Writer, r *pairs.Report, o *pairsOptions) error {
			return report.SARIF(ctx, out, r, report.SARIFOptions{Version: version, Top: o.listed})
		}},
	{format{name: "jplag", extensions: []string{".jplag"}, matches: true, later: true, groups: true, raw: true, viewer: jplagPages, rows: report.PageRows},
		func(ctx context.Context, out io.Writer, r *pairs.Report, o *pairsOptions) error {
			return report.JPlag(ctx, out, r, report.JPlagOptions{Top: o.listed, Anonymous: o.out.anonymous,
				Paths: slices.Concat(o.named, o.paths), Old: o.archives, Base: o.bases, Date: time.Now()})
		}},
	{format{name: "baseline", extensions: []string{".baseline"}, baseline: true, compared: true},
		func(_ context.Context, out io.Writer, r *pairs.Report, _ *pairsOptions) error {
			return writeText(out, pairs.NewBaseline(r))
		}},
}

// cloneFormats are the output formats of matches (--min-match), the default first.
var cloneFormats = []cloneFormat{
	{format{name: "text", extensions: []string{".txt"}, rows: report.TextRows},
		func(_ context.Context, out io.Writer, r *pairs.CloneReport, _ *pairsOptions) error {
			return report.ClonesText(out, r)
		}},
	{format{name: "json", extensions: []string{".json"}, compared: true, warnings: true, rows: report.FileRows},
		func(_ context.Context, out io.Writer, r *pairs.CloneReport, _ *pairsOptions) error {
			return report.JSON(out, r)
		}},
	{format{name: "csv", extensions: []string{".csv"}, raw: true, rows: report.FileRows},
		func(_ context.Context, out io.Writer, r *pairs.CloneReport, _ *pairsOptions) error {
			return report.ClonesCSV(out, r)
		}},
	{format{name: "tsv", extensions: []string{".tsv"}, raw: true, rows: report.FileRows},
		func(_ context.Context, out io.Writer, r *pairs.CloneReport, _ *pairsOptions) error {
			return report.ClonesTSV(out, r)
		}},
	{format{name: "sarif", extensions: []string{".sarif"}, rows: report.FileRows},
		func(_ context.Context, out io.Writer, r *pairs.CloneReport, _ *pairsOptions) error {
			return report.ClonesSARIF(out, r, version)
		}},
	{format{name: "baseline", extensions: []string{".baseline"}, baseline: true, compared: true},
		func(_ context.Context, out io.Writer, r *pairs.CloneReport, _ *pairsOptions) error {
			return writeText(out, pairs.NewCloneBaseline(r))
		}},
}

// scanFormats are the output formats of scan, the default first.
var scanFormats = []scanFormat{
	{format{name: "text", extensions: []string{".txt"}, notes: true},
		func(_ context.Context, out io.Writer, r *scan.Report, o *scanOptions) error {
			return scans.Text(out, r, scans.TextOptions{All: o.all, Explain: o.explain, Top: o.top, Style: terminal.StyleFor(out)})
		}},
	{format{name: "json", extensions: []string{".json"}, compared: true, raw: true, warnings: true, notes: true},
		func(_ context.Context, out io.Writer, r *scan.Report, _ *scanOptions) error {
			return report.JSON(out, r)
		}},
	{format{name: "csv", extensions: []string{".csv"}, raw: true},
		func(_ context.Context, out io.Writer, r *scan.Report, _ *scanOptions) error { return scans.CSV(out, r) }},
	{format{name: "components", extensions: []string{".components.csv"}, raw: true},
		func(_ context.Context, out io.Writer, r *scan.Report, _ *scanOptions) error {
			return scans.ComponentsCSV(out, r)
		}},
	{format{name: "sarif", extensions: []string{".sarif", ".sarif.json"}, raw: true, places: true},
		func(_ context.Context, out io.Writer, r *scan.Report, _ *scanOptions) error {
			return scans.SARIF(out, r, version)
		}},
	{format{name: "html", extensions: []string{".html", ".htm"}, raw: true, sources: true, viewer: htmlPage},
		func(ctx context.Context, out io.Writer, r *scan.Report, o *scanOptions) error {
			return html.WriteScan(ctx, out, r, o.sourceOf(ctx, r), o.top)
		}},
	{format{name: "markdown", extensions: []string{".md"}, raw: true},
		func(_ context.Context, out io.Writer, r *scan.Report, o *scanOptions) error {
			return scans.Markdown(out, r, o.top)
		}},
	{format{name: "spdx", extensions: []string{".spdx", ".spdx.json"}, raw: true, checksums: true},
		func(_ context.Context, out io.Writer, r *scan.Report, o *scanOptions) error {
			return scans.SPDX(out, r, scans.SBOMOptions{Version: version, Created: o.created})
		}},
	{format{name: "cyclonedx", extensions: []string{".cdx", ".cdx.json"}, raw: true, checksums: true},
		func(_ context.Context, out io.Writer, r *scan.Report, o *scanOptions) error {
			return scans.CycloneDX(out, r, scans.SBOMOptions{Version: version, Created: o.created})
		}},
	{format{name: "baseline", extensions: []string{".baseline"}, raw: true, baseline: true, compared: true},
		func(_ context.Context, out io.Writer, r *scan.Report, _ *scanOptions) error {
			return writeText(out, scan.NewBaseline(r))
		}},
}

// answerFormat writes the answer to one question, and the answers to several. many returns what writes an answer, and
// what ends the output.
type answerFormat struct {
	format
	one  func(out io.Writer, a *answer.Answer, o report.AnswerOptions, name string) error
	many func(out io.Writer, o report.AnswerOptions) (add func(*answer.Answer) error, end func(*report.Asked) error, err error)
}

// answerFormats are the output formats of search and similar, the default first.
var answerFormats = []answerFormat{
	{format{name: "text"},
		func(out io.Writer, a *answer.Answer, o report.AnswerOptions, _ string) error {
			return report.AnswerText(out, a, o)
		},
		func(out io.Writer, o report.AnswerOptions) (func(*answer.Answer) error, func(*report.Asked) error, error) {
			table := report.NewAnswers(out, o)
			return table.Add, func(sum *report.Asked) error {
				style := terminal.StyleFor(out)
				if err := table.Flush(); err != nil || sum.Found == 0 {
					return err
				}
				_, err := fmt.Fprintln(out, style.Dim(sum.Text(style)))
				return err
			}, nil
		}},
	{format{name: "json", warnings: true},
		func(out io.Writer, a *answer.Answer, _ report.AnswerOptions, _ string) error {
			return report.JSON(out, a)
		},
		func(out io.Writer, _ report.AnswerOptions) (func(*answer.Answer) error, func(*report.Asked) error, error) {
			return report.AnswersJSON(out)
		}},
	{format{name: "vimgrep", matches: true, plain: true},
		func(out io.Writer, a *answer.Answer, _ report.AnswerOptions, name string) error {
			return report.Vimgrep(out, a, isFile(name))
		},
		func(out io.Writer, _ report.AnswerOptions) (func(*answer.Answer) error, func(*report.Asked) error, error) {
			add := func(a *answer.Answer) error { return report.Vimgrep(out, a, isFile(a.Question.Name)) }
			return add, func(*report.Asked) error { return nil }, nil
		}},
}

// formatNames returns the names in a table.
func formatNames[F interface{ its() format }](table []F) (names []string) {
	for _, f := range table {
		names = append(names, f.its().name)
	}
	return names
}

// formatNamed returns the format for a name, or for an extension without its dot.
func formatNamed[F interface{ its() format }](table []F, name string) (found F, err error) {
	for _, f := range table {
		if its := f.its(); its.name == name || slices.Contains(its.extensions, "."+name) {
			return f, nil
		}
	}
	return found, fmt.Errorf("--format is %q: use %s", name, oneOf(formatNames(table)))
}

// formatPrinted returns the format of --format or --json. Both are an error, unless they agree.
func formatPrinted[F interface{ its() format }](table []F, flags *pflag.FlagSet, name string, json bool) (found F, err error) {
	if json && flags.Changed("format") && name != "json" {
		return found, fmt.Errorf("--json and --format %s exclude each other: use one of them", name)
	}
	if json {
		name = "json"
	}
	return formatNamed(table, name)
}

// formatOfFile returns the format for the extension of a file. The longest one decides.
func formatOfFile[F interface{ its() format }](table []F, file string) (found F, err error) {
	longest, known := "", []string{}
	for _, f := range table {
		for _, extension := range f.its().extensions {
			known = append(known, extension)
			if strings.HasSuffix(strings.ToLower(file), extension) && len(extension) > len(longest) {
				longest, found = extension, f
			}
		}
	}
	if longest == "" {
		return found, fmt.Errorf("--output is %q, whose extension selects no format: use %s", file, oneOf(known))
	}
	return found, nil
}

func oneOf(names []string) string {
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}
