package scans

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/sarif"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/scan"
)

// SBOMOptions are the options of [SPDX] and [CycloneDX].
type SBOMOptions struct {
	Version string    // of the program
	Created time.Time // when the document was made; zero is the date of the scan
}

// An SBOM lists the origins of copies: packages, repositories or collections. Copies that were
// decided to be own or false are not listed as copies; the decision is an annotation. All
// identifiers are made of names and contents, so that the same scan has the same SBOM, and another
// copy changes little of it.
type sbom struct {
	SBOMOptions
	r *scan.Report
	project
	created    string   // RFC 3339
	sum        [32]byte // of the scan and the options
	components []*component
	files      []*sbomFile
	of         map[*scan.Finding]*component // nil for findings that are not copies
}

// sbomFile is a file of the project with copies, or with decisions.
type sbomFile struct {
	id string
	*scan.File
	findings []*scan.Finding // in order
}

// newSBOM prepares an SBOM. It needs the checksums of files.
func newSBOM(r *scan.Report, o SBOMOptions) (*sbom, error) {
	b := &sbom{SBOMOptions: o, r: r, of: map[*scan.Finding]*component{}}
	if b.Created.IsZero() {
		b.Created = r.Date
	}
	b.created = b.Created.UTC().Format(time.RFC3339)
	b.project = projectOf(r.Tree)
	files := map[string]*sbomFile{}
	for i := range r.Files {
		f := &r.Files[i]
		files[f.Path] = &sbomFile{id: sarif.Digest(f.Path), File: f}
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		in := files[f.File]
		if f.Class != scan.Copy || in == nil {
			continue
		}
		if in.SHA1 == "" || in.SHA256 == "" {
			return nil, errors.New("the report was made without checksums of files")
		}
		if in.findings == nil {
			b.files = append(b.files, in)
		}
		in.findings = append(in.findings, f)
	}
	b.components = componentsOf(r)
	for _, c := range b.components {
		for _, f := range c.findings {
			b.of[f] = c
		}
	}
	return b, b.hash()
}

// hash identifies the document by its content.
func (b *sbom) hash() error {
	h := sha256.New()
	e := json.NewEncoder(h)
	if err := e.Encode([]string{strings.TrimSpace(b.name + " " + b.version + " " + b.license), b.created, b.Version}); err != nil {
		return err
	}
	for _, f := range b.files {
		if err := e.Encode([]any{f.SHA256, f.findings}); err != nil {
			return err
		}
	}
	h.Sum(b.sum[:0])
	return nil
}

// uuid returns the document's identifier, a UUID of version 8 (RFC 9562, section 5.8).
func (b *sbom) uuid() string {
	id := slices.Clone(b.sum[:16])
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

// copyWords names the origin of a match in a line.
func copyWords(f *scan.Finding, m scan.Match) string {
	kind := m.Kind
	if f.Kind == scan.Identical {
		kind = f.Kind
	}
	place := f.Origin.Place()
	if id := f.Origin.SWHIDOfContent(); id != "" {
		place += " (" + id + ")"
	}
	return fmt.Sprintf("%s of %s of %s: score %s, sure %s, %s; %s", copyOf(kind), terminal.Lines(m.Origin.String()),
		place, report.Score(f.Score), report.Sure(f.Probability), terminal.Plural(m.Tokens, "token", "tokens"), f.Status)
}

// decisionWords describes the decision about a finding.
func decisionWords(f *scan.Finding) string {
	text := string(f.Decision.Decision)
	if f.Decision.Reason != "" {
		text += ": " + f.Decision.Reason
	}
	var lines []string
	for _, m := range f.Matches {
		lines = append(lines, m.File.String())
	}
	return fmt.Sprintf("%s, as in %s: decided as %s", terminal.Lines(strings.Join(lines, ", ")), f.Origin.Place(), text)
}

// decidedAt returns when a finding was decided, or when the document was created.
func (b *sbom) decidedAt(f *scan.Finding) string {
	if at, err := time.Parse(time.DateOnly, f.Decision.Date); err == nil {
		return at.Format(time.RFC3339)
	}
	return b.created
}

// snippetID identifies the i-th match of the n-th finding of a file.
func (f *sbomFile) snippetID(n, i int) string { return fmt.Sprintf("%s-%d-%d", f.id, n+1, i+1) }

// isExact reports whether a match has the text of the origin.
func isExact(f *scan.Finding, m scan.Match) bool {
	return f.Kind == scan.Identical || m.Kind == "verbatim"
}
