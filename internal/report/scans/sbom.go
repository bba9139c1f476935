package scans

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/notice"
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

// An SBOM lists the origins of copies: packages, repositories or collections. Copies that were decided to be own or
// false are not listed as copies; the decision is an annotation. All identifiers are made of names and contents, so
// that the same scan has the same SBOM, and another copy changes little of it.
type sbom struct {
	SBOMOptions
	r       *scan.Report
	name    string   // of the project
	created string   // RFC 3339
	sum     [32]byte // of the scan and the options
	origins []*sbomOrigin
	files   []*sbomFile
	origin  map[*scan.Finding]*sbomOrigin // nil for what is no copy
}

// sbomOrigin is where copies come from.
type sbomOrigin struct {
	id         string
	name       string
	group      string // of a package URL
	version    string
	purl       string // empty if it is not known
	repository string // a page, or empty
	isGit      bool
	findings   []*scan.Finding
}

// sbomFile is a file of the project with copies, or with decisions.
type sbomFile struct {
	id string
	*scan.File
	findings []*scan.Finding // in order
}

// newSBOM prepares an SBOM. It needs the checksums of files.
func newSBOM(r *scan.Report, o SBOMOptions) (*sbom, error) {
	b := &sbom{SBOMOptions: o, r: r, origin: map[*scan.Finding]*sbomOrigin{}}
	if b.Created.IsZero() {
		b.Created = r.Date
	}
	b.created = b.Created.UTC().Format(time.RFC3339)
	b.name = ProjectName(r.Tree)
	files := map[string]*sbomFile{}
	for i := range r.Files {
		f := &r.Files[i]
		files[f.Path] = &sbomFile{id: sarif.Digest(f.Path), File: f}
	}
	origins := map[string]*sbomOrigin{}
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
		if !f.IsForeign() {
			continue
		}
		of := newOrigin(f.Origin)
		if origins[of.id] == nil {
			origins[of.id] = of
			b.origins = append(b.origins, of)
		}
		b.origin[f] = origins[of.id]
		origins[of.id].findings = append(origins[of.id].findings, f)
	}
	slices.SortFunc(b.origins, func(x, y *sbomOrigin) int {
		return cmp.Or(cmp.Compare(x.name, y.name), cmp.Compare(x.version, y.version), cmp.Compare(x.id, y.id))
	})
	return b, b.hash()
}

// hash identifies the document by what is in it.
func (b *sbom) hash() error {
	h := sha256.New()
	e := json.NewEncoder(h)
	if err := e.Encode([]string{b.name, b.created, b.Version}); err != nil {
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

// uuid returns an identifier of the document, a UUID of version 8 (RFC 9562, section 5.8).
func (b *sbom) uuid() string {
	id := slices.Clone(b.sum[:16])
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

// purlForm matches what a package URL consists of: type, namespace, name, and version (ECMA-427).
var purlForm = lazyregexp.New(`^pkg:[A-Za-z][A-Za-z0-9.-]*/(?:([^ @?#\pC]+)/)?([^ /@?#\pC]+)(?:@([^ ?#\pC]+))?(?:\?[!-~]*)?(?:#[!-~]*)?$`)

// ParsePackage returns the parts of a package URL, unescaped. It is false for other text.
func ParsePackage(purl string) (group, name, version string, ok bool) {
	text := func(escaped string) string {
		if plain, err := url.PathUnescape(escaped); err == nil {
			return plain
		}
		return escaped
	}
	m := purlForm.FindStringSubmatch(purl)
	if m == nil || strings.ContainsFunc(purl, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`"<>\^`+"`{|}", r) }) {
		return "", "", "", false
	}
	return text(m[1]), text(m[2]), text(m[3]), true
}

// newOrigin returns the package of a document, or its repository, or its collection.
func newOrigin(o scan.Origin) *sbomOrigin {
	of := &sbomOrigin{}
	group, name, version, ok := ParsePackage(o.Package)
	switch {
	case ok:
		of.group, of.name, of.version, of.purl = group, name, version, o.Package
	case o.Package != "":
		of.name = o.Package
	case o.Repository != "":
		of.name = o.Repository
	default:
		of.name = cmp.Or(o.Collection, "unknown")
	}
	if page := report.WebPage(o.Repository); page != "" {
		of.repository, of.isGit = page, strings.HasSuffix(page, ".git") || strings.HasPrefix(o.Root, "git+")
	}
	of.id = sarif.Digest(cmp.Or(o.Package, o.Repository, o.Collection), o.Repository)
	return of
}

// licenses returns what the origin's documents say, sorted; empty texts are left out.
func (o *sbomOrigin) licenses() (all []string) {
	for _, f := range o.findings {
		all = append(all, f.Origin.License)
	}
	return distinct(all, len(all))
}

// mostCopyrights bounds the copyright lines of an origin.
const mostCopyrights = 100

func (o *sbomOrigin) copyrights() (all []string) {
	for _, f := range o.findings {
		all = append(all, f.Origin.Copyright...)
	}
	return distinct(all, mostCopyrights)
}

// documents returns the SWHIDs of the contents that were copied, sorted; none if the index has a key.
func (o *sbomOrigin) documents() (all []string) {
	for _, f := range o.findings {
		all = append(all, f.Origin.SWHIDOfContent())
	}
	return distinct(all, len(all))
}

// distinct returns the texts that are not empty, sorted, at most n.
func distinct(all []string, n int) []string {
	all = slices.DeleteFunc(all, func(s string) bool { return s == "" })
	slices.Sort(all)
	all = slices.Compact(all)
	return all[:min(n, len(all))]
}

// copyWords says in a line what a match is a copy of.
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

// decisionWords says what was decided about a finding.
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

// listedLicense returns the SPDX expression of a licence, or NOASSERTION.
func listedLicense(license string) string {
	expression, _ := notice.Listed(license)
	return cmp.Or(expression, noAssertion)
}

const noAssertion = "NOASSERTION"

// snippetID identifies the i-th match of the n-th finding of a file.
func (f *sbomFile) snippetID(n, i int) string { return fmt.Sprintf("%s-%d-%d", f.id, n+1, i+1) }

// isExact reports whether a match has the text of the origin.
func isExact(f *scan.Finding, m scan.Match) bool {
	return f.Kind == scan.Identical || m.Kind == "verbatim"
}
