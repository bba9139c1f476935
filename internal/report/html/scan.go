//go:build !js

// Not in a browser: it imports scan, which the engine lacks.

package html

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/report/scans"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/scan"
)

// The page of a scan is the report of a collection. Its units are files of the project and
// documents of the index, and its pairs are the findings. Instead of the overview it has a map of
// the project, its origins and findings.

// The page has at most so many bytes of each, in JSON. With the front end, and with rough counts,
// it has at most 32 MiB.
const (
	mostScanTexts    = 16 << 20 // sources with their colours
	mostScanFindings = 8 << 20
	mostScanFiles    = 4 << 20
	mostScanOrigins  = 1 << 20
	mostPlainText    = 256 << 10 // without scripts
)

const (
	mostScanExcerpt = 32 << 10 // bytes of the shortest excerpt of a source
	mostScanMatches = 200      // of a finding, the heaviest
	mostScanText    = 1000     // characters of a document's own notices
	mostScanReason  = 300      // of why a source is not there
)

// scanPage has the data of a scan's page, in addition to pairs and units.
type scanPage struct {
	Project  string      `json:"project"`
	Since    string      `json:"since,omitempty"`
	Date     string      `json:"date"`
	Contents int         `json:"contents"` // of the index
	Totals   scan.Totals `json:"totals"`
	Classes  []scanClass `json:"classes"` // of licences
	Parts    []scanPart  `json:"parts"`
	Files    []scanFile  `json:"files"`
	// Findings belong to the pairs of the same numbers.
	Findings  []scanFinding  `json:"findings"`
	Documents []scanDocument `json:"documents"`
	Facts     []scans.Fact   `json:"facts"` // of each document
	Origins   []scanOrigin   `json:"origins"`
	// MoreFindings and MoreOrigins are not listed. Sourceless counts the listed findings without
	// all sources.
	MoreFindings int            `json:"moreFindings"`
	MoreOrigins  int            `json:"moreOrigins"`
	Sourceless   int            `json:"sourceless"`
	Verdicts     []scan.Verdict `json:"verdicts"`
	Trend        []scans.Point  `json:"trend,omitempty"`
	// Stale and Unseen count decisions: see [scan.Report].
	Stale  int `json:"stale"`
	Unseen int `json:"unseen"`
}

// scanClass adds up the copies under licences of a class.
type scanClass struct {
	Class    string `json:"class"`
	Lines    int    `json:"lines"`
	Findings int    `json:"findings"`
	Open     int    `json:"open"`
}

// scanPart is what lines of the project are in: findings of a group, and if these are copies, under
// licences of a class.
type scanPart struct {
	Group string `json:"group"`
	Class string `json:"class,omitempty"`
}

// scanFile is a file of the project, or several small ones in a folder.
type scanFile struct {
	Path  string `json:"path"`
	Files int    `json:"files,omitempty"` // if they are several
	Lines int    `json:"lines"`
	// Shares count the lines in each of [scanPage].Parts. They are nil if all are 0.
	Shares []int `json:"shares,omitempty"`
}

type scanFinding struct {
	Group    string        `json:"group"` // open, decided, own or common
	Status   string        `json:"status"`
	Class    string        `json:"class,omitempty"` // of the licence of a copy
	Why      string        `json:"why,omitempty"`
	Decision *scanDecision `json:"decision,omitempty"`
	// Decide is the decision about an open copy, but for the verdict. It is nil if the page leaves
	// matches out.
	Decide   *scan.Decision `json:"decide,omitempty"`
	DF       int            `json:"df"`
	More     int            `json:"more,omitempty"` // matches that are not listed
	Document int            `json:"document"`
	Origin   int            `json:"origin"` // -1 if it is not listed
}

type scanDecision struct {
	Reason string `json:"reason,omitempty"`
	By     string `json:"by,omitempty"`
	Date   string `json:"date,omitempty"`
}

// scanDocument says where a document of the index is from.
type scanDocument struct {
	License string     `json:"license,omitempty"`
	Others  int        `json:"others,omitempty"` // copies, and documents with as much of the same
	Facts   [][]string `json:"facts"`            // the texts of each of [scanPage].Facts
}

// scanOrigin is a [scan.Source].
type scanOrigin struct {
	Name    string `json:"name"`
	License string `json:"license,omitempty"`
	Class   string `json:"class"`
	Files   int    `json:"files"`
	Lines   int    `json:"lines"`
	Open    int    `json:"open"`
	// Author is an author of the copied documents, if known, and Authors is the number of authors.
	Author  string `json:"author,omitempty"`
	Authors int    `json:"authors,omitempty"`
	URL     string `json:"url,omitempty"`
}

// ScanSources is the number of bytes of sources that a scan keeps for its page: see [scan.Options].
const ScanSources = 64 << 20

// Sources returns a content of a project or an index with its source. [scan.Report.SourceOf] is
// one.
type Sources func(content string) (index.Content, []byte, error)

// ScanOptions are the options of [WriteScan].
type ScanOptions struct {
	Source Sources       // reads both sides
	Rows   int           // how many findings a browser without scripts shows at most
	Trend  []scans.Point // earlier scans, and this one
}

// WriteScan writes the page of a scan. A browser without scripts shows the text of a terminal.
// Sources that cannot be had are named in the page. Errors come from out and ctx.
func WriteScan(ctx context.Context, out io.Writer, r *scan.Report, o ScanOptions) error {
	var text strings.Builder
	if err := scans.Text(&text, r, scans.TextOptions{Top: o.Rows}); err != nil {
		return err
	}
	plain := text.String()
	if len(plain) > mostPlainText {
		plain = strings.ToValidUTF8(plain[:mostPlainText], "") + "…\n"
	}
	b := newScanBuilder(r, o.Source)
	b.page.Trend = o.Trend
	if err := b.build(ctx); err != nil {
		return err
	}
	return b.write(out, plain)
}

// write writes the page. A browser without scripts shows the text.
func (b *scanBuilder) write(out io.Writer, text string) error {
	var lost []unread
	for _, u := range b.r.Unread[:min(len(b.r.Unread), unreadRows)] {
		lost = append(lost, unread{Path: terminal.Safe(u.Path), Reason: terminal.Safe(u.Error)})
	}
	return Write(out, b.result, Options{
		Title: "Scan of " + scans.ProjectName(b.r.Tree), text: text, scan: b.page, shown: b.shown, unread: lost, source: b.missingSource,
	})
}

// said returns text of a document with bounded length.
func said(text string) string { return clipped(text, mostScanText) }

func clipped(text string, most int) string {
	text = terminal.Safe(text)
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

func newScanBuilder(r *scan.Report, source Sources) *scanBuilder {
	b := &scanBuilder{
		r: r, source: source, files: map[string]*scan.File{}, contents: map[string]*scan.File{},
		units: map[string]int{}, documents: map[string]int{}, shown: map[string]prepared{}, known: map[string]described{},
		places: map[string][]matchPlace{}, missing: map[string]error{}, compared: map[[2]string][]answer.Shared{}, room: mostScanTexts,
		page: &scanPage{
			Project: said(scans.ProjectName(r.Tree)), Since: said(r.Since), Date: r.Date.UTC().Format("2006-01-02T15:04:05Z"), Contents: r.Index.Contents,
			Totals: r.Totals, Parts: partsOf(r), Files: []scanFile{}, Findings: []scanFinding{}, Documents: []scanDocument{}, Facts: scans.Facts(), Origins: []scanOrigin{},
			Verdicts: scan.Verdicts, Stale: len(r.Stale), Unseen: len(r.Unseen),
		},
		result: &pairs.Report{Unit: "file", MinScore: r.MinScore, LinkScore: 1, Skipped: r.Skipped,
			Warnings: slices.Concat(r.Warnings, warning.Said(scans.Notes(r)))},
	}
	for i := range r.Files {
		f := &r.Files[i]
		b.files[f.Path], b.contents[f.Content] = f, f
	}
	return b
}
