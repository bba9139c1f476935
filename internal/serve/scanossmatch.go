package serve

import (
	"cmp"
	"fmt"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer/wfp"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/purl"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/scans"
)

// scanossNothing means that nothing matches a file.
type scanossNothing struct {
	ID     string        `json:"id"` // none
	Status string        `json:"status"`
	Server scanossServer `json:"server"`
}

// scanossMatch is a match in the JSON of SCANOSS. Unknown values are empty.
type scanossMatch struct {
	ID          string           `json:"id"` // file or snippet
	Status      string           `json:"status"`
	Lines       string           `json:"lines"`     // of the file, or all
	OSSLines    string           `json:"oss_lines"` // of the document
	Matched     string           `json:"matched"`   // a percentage
	Purl        []string         `json:"purl"`
	Vendor      string           `json:"vendor"`
	Component   string           `json:"component"`
	Version     string           `json:"version"`
	Latest      string           `json:"latest"`
	URL         string           `json:"url"`
	URLHash     string           `json:"url_hash"`
	ReleaseDate string           `json:"release_date"`
	File        string           `json:"file"`
	FileHash    string           `json:"file_hash"`
	FileURL     string           `json:"file_url"`
	SourceHash  string           `json:"source_hash"`
	Licenses    []scanossLicense `json:"licenses"`
	Server      scanossServer    `json:"server"`
}

type scanossLicense struct {
	Name   string `json:"name"` // SPDX expression
	Source string `json:"source"`
}

type scanossServer struct {
	Version string         `json:"version"`
	KB      scanossVersion `json:"kb_version"`
}

type scanossVersion struct {
	Monthly string `json:"monthly"`
	Daily   string `json:"daily"`
}

// newScanossMatch describes a match. The source of a document is at contents and its MD5.
func newScanossMatch(f *wfp.File, m wfpMatch, contents string) scanossMatch {
	o := m.occurrence
	c := componentOf(o)
	s := scanossMatch{
		ID: "file", Status: "pending", Lines: "all", OSSLines: "all", Matched: "100%", Purl: []string{c.purl}, Vendor: c.vendor,
		Component: c.name, Version: c.version, URL: c.url,
		File: o.Path, FileHash: m.md5.String(), FileURL: cmp.Or(report.WebPage(o.URL), contents+m.md5.String()), SourceHash: f.Sum.String(),
		Licenses: []scanossLicense{},
	}
	if !o.Date.IsZero() {
		s.ReleaseDate = o.Date.UTC().Format(time.DateOnly)
	}
	if o.License != "" {
		source := "component_declared"
		if o.LicenseInFile {
			source = "file_header"
		}
		s.Licenses = []scanossLicense{{o.License, source}}
	}
	if m.whole {
		return s
	}
	var lines, document []string
	for _, p := range m.parts {
		lines, document = append(lines, rangeText(p.lines)), append(document, rangeText(p.document))
	}
	s.ID, s.Lines, s.OSSLines = "snippet", strings.Join(lines, ","), strings.Join(document, ",")
	s.Matched = fmt.Sprintf("%d%%", max(1, min(99, int(100*m.share))))
	return s
}

// rangeText writes lines as SCANOSS does, also a single one.
func rangeText(l answer.Lines) string { return fmt.Sprintf("%d-%d", l.From, l.To) }

// component is the package or project of a document.
type component struct{ purl, vendor, name, version, url string }

// componentOf returns the package of a document, or its repository, or its collection. Clients
// leave out matches without a package URL, so a collection has one of the type generic.
func componentOf(o index.Occurrence) component {
	c := component{url: cmp.Or(report.WebPage(o.Repository), report.WebPage(o.URL))}
	var ok bool
	if c.vendor, c.name, c.version, ok = scans.ParsePackage(o.Package); ok {
		c.purl = purl.WithoutVersion(o.Package)
		return c
	}
	c.version = o.Revision
	if u, err := url.Parse(strings.TrimSuffix(c.url, ".git")); o.Repository != "" && err == nil && u.Host != "" {
		c.name, c.vendor = path.Base(u.Path), strings.Trim(path.Dir(u.Path), "/.")
		if u.Host == "github.com" && c.vendor != "" && !strings.Contains(c.vendor, "/") {
			c.purl = "pkg:github/" + purl.Part(strings.ToLower(c.vendor)) + "/" + purl.Part(strings.ToLower(c.name))
			return c
		}
	}
	c.name = cmp.Or(strings.Trim(c.name, "/."), o.Collection)
	c.purl = "pkg:generic/" + purl.Part(c.name)
	return c
}
