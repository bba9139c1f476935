// Package formats has the pairs formats that command and browser edition share: one row a format.
package formats

import (
	"context"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/html"
	"github.com/chaffinch-search/chaffinch/internal/stamp"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// Format describes an output format: its name, traits and needs.
type Format struct {
	Name       string
	Extensions []string // of files in this format; none if it is only printed
	Matches    bool     // includes the matches
	Edits      bool     // and the differences inside them
	Rarest     bool     // shows the rarest names that a pair shares, if asked
	Later      bool     // finds the matches of a pair when it writes it
	Groups     bool     // includes the groups
	Weak       bool     // includes the weak pairs
	Warnings   bool     // includes the warnings, which are then not printed
	Notes      bool     // includes the notes about a scan
	Plain      bool     // has one row for each match, without what --explain and such add
	Copies     bool     // has a row for each pair of identical units
	Sources    bool     // includes the sources of both sides
	Checksums  bool     // includes the checksums of files
	Places     bool     // has at most as many findings as its readers take
	Baseline   bool     // only lets a later run find the new pairs
	Compared   bool     // a later run can take it as its baseline
	Trend      bool     // adds to what earlier runs have written
	Start      string   // begins its files; a file that begins otherwise is not replaced
	Rows       int      // default of --top
	More       bool     // counts the pairs that are not listed
	Viewer     *Viewer  // the program that shows it; nil for a terminal
}

// Viewer is a program that shows an output, instead of a terminal.
type Viewer struct {
	What, File string // names for the output, in errors
	Browser    bool   // it may be opened, and has a title
}

// Page is an HTML page, and jplagPages the viewer of JPlag.
var (
	Page       = &Viewer{"HTML", "report.html", true}
	jplagPages = &Viewer{"a report for JPlag", "report.jplag", false}
)

// PairOptions are the options of a writer of pairs.
type PairOptions struct {
	Top              int // pairs; 0 for all
	Title            string
	Anonymous        bool
	Paths, Old, Base []string // the compared paths
}

// Page returns the options of the page of a result. It names paths without their folders, which may
// tell who compared.
func (o PairOptions) Page(r *pairs.Report) html.Options {
	p := html.Options{Title: o.Title, Anonymous: o.Anonymous, Version: stamp.Version}
	for _, s := range []struct {
		name  string
		paths []string
	}{{"Compared", o.Paths}, {"Starter code", o.Base}, {"Earlier work", o.Old}} {
		var names []string
		for _, at := range s.paths {
			names = append(names, path.Base(filepath.ToSlash(filepath.Clean(at))))
		}
		switch {
		case len(names) == 0:
		case o.Anonymous:
			p.Settings = append(p.Settings, [2]string{s.name, terminal.Plural(len(names), "path", "paths")})
		default:
			p.Settings = append(p.Settings, [2]string{s.name, terminal.Safe(strings.Join(names, ", "))})
		}
	}
	texts := warning.Texts(r.Warnings)
	for i, code := range warning.Codes(r.Warnings) {
		if !o.Anonymous && (code == option.CommonFiles || code == option.CommonRuns || code == option.LicenseTexts) {
			p.Settings = append(p.Settings, [2]string{"Ignored", terminal.Safe(texts[i])})
		}
	}
	return p
}

// Pair is a format of pairs.
type Pair struct {
	Format
	Write func(context.Context, io.Writer, *pairs.Report, PairOptions) error
}

// Pairs are the formats of pairs for programs and browsers.
var Pairs = []*Pair{JSON, CSV, TSV, JPlag, HTML}

// The rows of Pairs.
var (
	JSON = &Pair{
		Format{Name: "json", Extensions: []string{".json"}, Compared: true, Matches: true, Later: true, Groups: true, Weak: true, Warnings: true, Rows: report.FileRows},
		func(ctx context.Context, out io.Writer, r *pairs.Report, _ PairOptions) error {
			return report.PairsJSON(ctx, out, r)
		}}
	CSV = &Pair{
		Format{Name: "csv", Extensions: []string{".csv"}, Weak: true, Copies: true, Rows: report.FileRows},
		func(_ context.Context, out io.Writer, r *pairs.Report, o PairOptions) error {
			return report.CSV(out, r, o.Top)
		}}
	TSV = &Pair{
		Format{Name: "tsv", Extensions: []string{".tsv"}, Weak: true, Copies: true, Rows: report.FileRows},
		func(_ context.Context, out io.Writer, r *pairs.Report, o PairOptions) error {
			return report.TSV(out, r, o.Top)
		}}
	JPlag = &Pair{
		Format{Name: "jplag", Extensions: []string{".jplag"}, Matches: true, Later: true, Groups: true, Copies: true, Viewer: jplagPages, Rows: report.PageRows},
		func(ctx context.Context, out io.Writer, r *pairs.Report, o PairOptions) error {
			return report.JPlag(ctx, out, r, report.JPlagOptions{
				Top: o.Top, Anonymous: o.Anonymous, Paths: o.Paths, Old: o.Old, Base: o.Base, Date: time.Now(),
			})
		}}
	HTML = &Pair{
		Format{Name: "html", Extensions: []string{".html", ".htm"}, Matches: true, Edits: true, Groups: true, Viewer: Page, Rows: report.PageRows},
		func(_ context.Context, out io.Writer, r *pairs.Report, o PairOptions) error {
			return html.Write(out, r, o.Page(r))
		}}
)

// Named returns the format of pairs for browsers with that name. called is the option in its error.
func Named(called, name string) (*Pair, error) {
	var names []string
	for _, f := range Pairs {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return nil, fmt.Errorf("%s is %q, not %s", called, name, option.OneOf(names))
}
