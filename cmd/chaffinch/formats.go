package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/formats"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/internal/report/scans"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/scan"
)

// format is a row of one of the tables below. The row has all that the program knows of a format.
type format struct{ formats.Format }

// onTerminal returns an error for a format that is not printed on a terminal.
func (f format) onTerminal() error {
	if f.Viewer == nil {
		return nil
	}
	return fmt.Errorf("%s is not printed to a terminal: write it to a file with --output %s", f.Viewer.What, f.Viewer.File)
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

// plainly makes the write of a format that has no options.
func plainly[Result, Options any](write func(io.Writer, Result) error) func(context.Context, io.Writer, Result, Options) error {
	return func(_ context.Context, out io.Writer, r Result, _ Options) error { return write(out, r) }
}

var (
	ofClones = plainly[*pairs.CloneReport, *pairsOptions]
	ofScan   = plainly[*scan.Report, *scanOptions]
)

func writeJSON[Result any](out io.Writer, r Result) error { return report.JSON(out, r) }

// shared is a format that the browser edition has, too.
func shared(f *formats.Pair) pairFormat {
	return pairFormat{format{f.Format}, func(ctx context.Context, out io.Writer, r *pairs.Report, o *pairsOptions) error {
		return f.Write(ctx, out, r, o.pairOptions())
	}}
}

func (o *pairsOptions) pairOptions() formats.PairOptions {
	return formats.PairOptions{Top: o.listed, Title: o.out.title, Anonymous: o.out.anonymous,
		Paths: slices.Concat(o.named, o.paths), Old: o.Old, Base: o.Base}
}

// pairFormats are the output formats of pairs, the default first.
var pairFormats = []pairFormat{
	{format{formats.Format{Name: "text", Extensions: []string{".txt"}, Rarest: true, Groups: true, Weak: true, Rows: report.TextRows, More: true}},
		func(_ context.Context, out io.Writer, r *pairs.Report, o *pairsOptions) error {
			return cmp.Or(report.PairsText(out, r, o.listed), o.hintCompare(out, r))
		}},
	shared(formats.JSON),
	shared(formats.CSV),
	shared(formats.TSV),
	shared(formats.HTML),
	{format{formats.Format{Name: "markdown", Extensions: []string{".md"}, Weak: true, Copies: true, Rows: report.TextRows, More: true}},
		func(_ context.Context, out io.Writer, r *pairs.Report, o *pairsOptions) error {
			return report.Markdown(out, r, o.listed)
		}},
	{format{formats.Format{Name: "sarif", Extensions: []string{".sarif"}, Matches: true, Later: true, Rows: report.FileRows}},
		func(ctx context.Context, out io.Writer, r *pairs.Report, o *pairsOptions) error {
			return report.SARIF(ctx, out, r, report.SARIFOptions{Version: version, Top: o.listed})
		}},
	shared(formats.JPlag),
	{format{formats.Format{Name: "baseline", Extensions: []string{".baseline"}, Baseline: true, Compared: true}},
		func(_ context.Context, out io.Writer, r *pairs.Report, _ *pairsOptions) error {
			return writeText(out, pairs.NewBaseline(r))
		}},
}

// cloneFormats are the output formats of matches (--min-match), the default first.
var cloneFormats = []cloneFormat{
	{format{formats.Format{Name: "text", Extensions: []string{".txt"}, Rows: report.TextRows}}, ofClones(report.ClonesText)},
	{format{formats.Format{Name: "json", Extensions: []string{".json"}, Compared: true, Warnings: true, Rows: report.FileRows}}, ofClones(writeJSON)},
	{format{formats.Format{Name: "csv", Extensions: []string{".csv"}, Rows: report.FileRows}}, ofClones(report.ClonesCSV)},
	{format{formats.Format{Name: "tsv", Extensions: []string{".tsv"}, Rows: report.FileRows}}, ofClones(report.ClonesTSV)},
	{format{formats.Format{Name: "sarif", Extensions: []string{".sarif"}, Rows: report.FileRows}},
		func(_ context.Context, out io.Writer, r *pairs.CloneReport, _ *pairsOptions) error {
			return report.ClonesSARIF(out, r, version)
		}},
	{format{formats.Format{Name: "gitlab", Extensions: []string{".gitlab.json"}, Rows: report.FileRows}}, ofClones(report.ClonesGitLab)},
	{format{formats.Format{Name: "cpd", Extensions: []string{".cpd.xml"}, Rows: report.FileRows}}, ofClones(report.ClonesCPD)},
	{format{formats.Format{Name: "baseline", Extensions: []string{".baseline"}, Baseline: true, Compared: true}},
		ofClones(func(out io.Writer, r *pairs.CloneReport) error { return writeText(out, pairs.NewCloneBaseline(r)) })},
}

// scanFormats are the output formats of scan, the default first.
var scanFormats = []scanFormat{
	{format{formats.Format{Name: "text", Extensions: []string{".txt"}, Notes: true}},
		func(_ context.Context, out io.Writer, r *scan.Report, o *scanOptions) error {
			return scans.Text(out, r, scans.TextOptions{All: o.all, Explain: o.explain, Top: o.top, Style: terminal.StyleFor(out)})
		}},
	{format{formats.Format{Name: "json", Extensions: []string{".json"}, Compared: true, Warnings: true, Notes: true}}, ofScan(writeJSON)},
	{format{formats.Format{Name: "csv", Extensions: []string{".csv"}}}, ofScan(scans.CSV)},
	{format{formats.Format{Name: "components", Extensions: []string{".components.csv"}}}, ofScan(scans.ComponentsCSV)},
	{format{formats.Format{Name: "sarif", Extensions: []string{".sarif", ".sarif.json"}, Places: true}},
		func(_ context.Context, out io.Writer, r *scan.Report, _ *scanOptions) error {
			return scans.SARIF(out, r, version)
		}},
	{format{formats.Format{Name: "gitlab", Extensions: []string{".gitlab.json"}}}, ofScan(scans.GitLab)},
	{format{formats.Format{Name: "junit", Extensions: []string{".junit.xml"}}}, ofScan(scans.JUnit)},
	{format{formats.Format{Name: "html", Extensions: []string{".html", ".htm"}, Sources: true, Viewer: formats.Page}},
		func(ctx context.Context, out io.Writer, r *scan.Report, o *scanOptions) error {
			return html.WriteScan(ctx, out, r, html.ScanOptions{Source: o.sourceOf(ctx, r), Rows: o.top, Trend: o.trend(r)})
		}},
	{format{formats.Format{Name: "markdown", Extensions: []string{".md"}}},
		func(_ context.Context, out io.Writer, r *scan.Report, o *scanOptions) error {
			return scans.Markdown(out, r, o.top)
		}},
	{format{formats.Format{Name: "spdx", Extensions: []string{".spdx", ".spdx.json"}, Checksums: true}},
		func(_ context.Context, out io.Writer, r *scan.Report, o *scanOptions) error {
			return scans.SPDX(out, r, scans.SBOMOptions{Version: version, Created: o.created})
		}},
	{format{formats.Format{Name: "cyclonedx", Extensions: []string{".cdx", ".cdx.json"}, Checksums: true}},
		func(_ context.Context, out io.Writer, r *scan.Report, o *scanOptions) error {
			return scans.CycloneDX(out, r, scans.SBOMOptions{Version: version, Created: o.created})
		}},
	{format{formats.Format{Name: "trend", Extensions: []string{".trend.jsonl"}, Trend: true}},
		func(_ context.Context, out io.Writer, r *scan.Report, o *scanOptions) error {
			return scans.Trend(out, o.trend(r))
		}},
	{format{formats.Format{Name: "badge", Extensions: []string{".svg"}, Start: scans.BadgeStart}}, ofScan(scans.Badge)},
	{format{formats.Format{Name: "baseline", Extensions: []string{".baseline"}, Baseline: true, Compared: true}},
		ofScan(func(out io.Writer, r *scan.Report) error { return writeText(out, scan.NewBaseline(r)) })},
}

// answerFormat writes the answer to one question, and the answers to several. many returns a
// function that writes an answer, and one that ends the output.
type answerFormat struct {
	format
	one  func(out io.Writer, a *answer.Answer, o report.AnswerOptions, name string) error
	many func(out io.Writer, o report.AnswerOptions) (add func(*answer.Answer) error, end func(*report.Asked) error, err error)
}

// answerFormats are the output formats of search and similar, the default first.
var answerFormats = []answerFormat{
	{format{formats.Format{Name: "text"}},
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
	{format{formats.Format{Name: "json", Warnings: true}},
		func(out io.Writer, a *answer.Answer, _ report.AnswerOptions, _ string) error {
			return report.JSON(out, a)
		},
		func(out io.Writer, _ report.AnswerOptions) (func(*answer.Answer) error, func(*report.Asked) error, error) {
			return report.AnswersJSON(out)
		}},
	{format{formats.Format{Name: "vimgrep", Matches: true, Plain: true}},
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
		names = append(names, f.its().Name)
	}
	return names
}

// formatNamed returns the format for a name, or for an extension without its dot.
func formatNamed[F interface{ its() format }](table []F, name string) (found F, err error) {
	for _, f := range table {
		if its := f.its(); its.Name == name || slices.Contains(its.Extensions, "."+name) {
			return f, nil
		}
	}
	return found, fmt.Errorf("--format is %q: use %s", name, option.OneOf(formatNames(table)))
}

// formatPrinted returns the format of --format or --json. It is an error if the two differ.
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
		for _, extension := range f.its().Extensions {
			known = append(known, extension)
			if strings.HasSuffix(strings.ToLower(file), extension) && len(extension) > len(longest) {
				longest, found = extension, f
			}
		}
	}
	if longest == "" {
		return found, fmt.Errorf("--output is %q, whose extension selects no format: use %s", file, option.OneOf(known))
	}
	return found, nil
}
