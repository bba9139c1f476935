package scans

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	cdx "github.com/CycloneDX/cyclonedx-go"

	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/scan"
)

// cdxDocument is a BOM whose long arrays are written one element at a time.
type cdxDocument struct {
	cdx.BOM
	Components  []cdx.Component  `json:"components"`
	Annotations []cdx.Annotation `json:"annotations"`
}

// CycloneDX writes the copies as a CycloneDX 1.6 BOM in JSON. Every origin is a library, whose
// evidence has the copies as occurrences. Every file with copies is a file, whose pedigree has the
// documents: ancestors for verbatim copies, and variants otherwise. Decisions are annotations.
func CycloneDX(out io.Writer, r *scan.Report, o SBOMOptions) error {
	b, err := newSBOM(r, o)
	if err != nil {
		return err
	}
	w, err := report.BeginArray(out, b.cdxHead(), "  ", "components")
	if err != nil {
		return err
	}
	ids := map[*scan.Finding][]string{} // of the occurrences
	for _, f := range b.files {
		for n, found := range f.findings {
			for i := range found.Matches {
				ids[found] = append(ids[found], "copy-"+f.snippetID(n, i))
			}
		}
	}
	for _, c := range b.components {
		if err := w.Add(c.cdxLibrary(ids)); err != nil {
			return err
		}
	}
	for _, f := range b.files {
		if err := w.Add(b.cdxFile(f)); err != nil {
			return err
		}
	}
	if err := w.Next("  ", "annotations"); err != nil {
		return err
	}
	for _, f := range b.files {
		for _, found := range f.findings {
			if found.Decision == nil {
				continue
			}
			if err := w.Add(b.cdxAnnotation(f, found)); err != nil {
				return err
			}
		}
	}
	return w.End()
}

func (b *sbom) cdxHead() cdxDocument {
	d := cdxDocument{BOM: *cdx.NewBOM(), Components: []cdx.Component{}, Annotations: []cdx.Annotation{}}
	d.SpecVersion, d.JSONSchema = cdx.SpecVersion1_6, "http://cyclonedx.org/schema/bom-1.6.schema.json"
	d.SerialNumber = "urn:uuid:" + b.uuid()
	tool := cdx.Component{Type: cdx.ComponentTypeApplication, Name: "chaffinch", Version: b.Version}
	d.Metadata = &cdx.Metadata{
		Timestamp: b.created, Tools: &cdx.ToolsChoice{Components: &[]cdx.Component{tool}},
		Component: &cdx.Component{
			BOMRef: "project", Type: cdx.ComponentTypeApplication, Name: b.name, Version: b.version, PackageURL: b.purl,
			Licenses: cdxLicense(b.license, cdx.LicenseAcknowledgementDeclared),
		},
	}
	return d
}

// cdxLicense returns a licence as CycloneDX has it: an identifier, a name, or an expression. It
// returns nil for an empty one.
func cdxLicense(license string, as cdx.LicenseAcknowledgement) *cdx.Licenses {
	switch expression, refs := listedOf(license); {
	case expression == "":
		return nil
	case len(refs) > 0:
		return &cdx.Licenses{{License: &cdx.License{Name: license, Acknowledgement: as}}}
	case notice.IsSPDX(expression) && expression == notice.Identifier(expression):
		return &cdx.Licenses{{License: &cdx.License{ID: expression, Acknowledgement: as}}}
	default:
		return &cdx.Licenses{{Expression: expression, Acknowledgement: &as}}
	}
}

// cdxLicenses returns licences of a component: one, or one expression of several, since readers
// differ about what several licences mean. An unknown licence by itself is left out.
func cdxLicenses(all []licensed, as cdx.LicenseAcknowledgement) *cdx.Licenses {
	switch len(all) {
	case 0:
		return nil
	case 1:
		return cdxLicense(all[0].license, as)
	}
	whole, _ := joined(all)
	return &cdx.Licenses{{Expression: whole, Acknowledgement: &as}}
}

func (c *component) cdxLibrary(ids map[*scan.Finding][]string) cdx.Component {
	lib := cdx.Component{
		BOMRef: "origin-" + c.id, Type: cdx.ComponentTypeLibrary, Group: c.group, Name: c.name, Version: c.version, PackageURL: c.purl,
		Licenses: cdxLicenses(c.licenses(), cdx.LicenseAcknowledgementConcluded),
	}
	lib.SWHID = cdxSWHIDs(c.documents())
	if c.repository != "" {
		lib.ExternalReferences = &[]cdx.ExternalReference{{Type: cdx.ERTypeVCS, URL: c.repository}}
	}
	e := cdx.Evidence{Identity: &cdx.EvidenceIdentityChoice{Identities: &[]cdx.EvidenceIdentity{c.cdxIdentity()}}}
	e.Licenses = cdxLicenses(c.declared(), cdx.LicenseAcknowledgementDeclared)
	var copyrights []cdx.Copyright
	for _, line := range c.copyrights() {
		copyrights = append(copyrights, cdx.Copyright{Text: line})
	}
	if len(copyrights) > 0 {
		e.Copyright = &copyrights
	}
	occurrences := []cdx.EvidenceOccurrence{}
	for _, f := range c.findings {
		for i, m := range f.Matches {
			line, offset := m.File.From, m.FileBytes.From
			occurrences = append(occurrences, cdx.EvidenceOccurrence{
				BOMRef: ids[f][i], Location: f.File, Line: &line, Offset: &offset,
				AdditionalContext: fmt.Sprintf("%s: %s", terminal.Lines(m.File.String()), copyWords(f, m)),
			})
		}
	}
	e.Occurrences = &occurrences
	if words := c.licenseWords(); words != "" {
		lib.Properties = &[]cdx.Property{{Name: "chaffinch:licenses", Value: words}}
	}
	lib.Evidence = &e
	return lib
}

// cdxIdentity is as sure as the surest copy.
func (c *component) cdxIdentity() cdx.EvidenceIdentity {
	best := map[cdx.EvidenceIdentityTechnique]float32{}
	for _, f := range c.findings {
		technique := cdx.EvidenceIdentityTechniqueSourceCodeAnalysis
		if f.Kind == scan.Identical {
			technique = cdx.EvidenceIdentityTechniqueHashComparison
		}
		best[technique] = max(best[technique], float32(f.Probability))
	}
	identity := cdx.EvidenceIdentity{Field: cdx.EvidenceIdentityFieldTypeName, ConcludedValue: c.name}
	if c.purl != "" {
		identity.Field, identity.ConcludedValue = cdx.EvidenceIdentityFieldTypePURL, c.purl
	}
	var methods []cdx.EvidenceIdentityMethod
	var sure float32
	for _, technique := range slices.Sorted(func(yield func(cdx.EvidenceIdentityTechnique) bool) {
		for t := range best {
			if !yield(t) {
				return
			}
		}
	}) {
		confidence := best[technique]
		methods, sure = append(methods, cdx.EvidenceIdentityMethod{Technique: technique, Confidence: &confidence}), max(sure, confidence)
	}
	identity.Confidence, identity.Methods = &sure, &methods
	return identity
}

func (b *sbom) cdxFile(f *sbomFile) cdx.Component {
	c := cdx.Component{
		BOMRef: "file-" + f.id, Type: cdx.ComponentTypeFile, Name: f.Path,
		Hashes: &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA1, Value: f.SHA1}, {Algorithm: cdx.HashAlgoSHA256, Value: f.SHA256}},
	}
	var ancestors, variants []cdx.Component
	for n, found := range f.findings {
		if !found.IsForeign() {
			continue
		}
		document := cdxDocumentOf(f, n, found)
		if found.Kind == scan.Identical || found.Kind == "verbatim" {
			ancestors = append(ancestors, document)
		} else {
			variants = append(variants, document)
		}
		if found.Kind == scan.Identical {
			c.Licenses = cdxLicense(found.Origin.License, cdx.LicenseAcknowledgementConcluded)
		}
	}
	if p := (cdx.Pedigree{}); len(ancestors)+len(variants) > 0 {
		if len(ancestors) > 0 {
			p.Ancestors = &ancestors
		}
		if len(variants) > 0 {
			p.Variants = &variants
		}
		c.Pedigree = &p
	}
	return c
}

// cdxSWHIDs returns identifiers as CycloneDX has them, or nil if there are none.
func cdxSWHIDs(all []string) *[]string {
	if len(all) == 0 {
		return nil
	}
	return &all
}

// cdxDocumentOf is the document that a finding of a file has material of.
func cdxDocumentOf(f *sbomFile, n int, found *scan.Finding) cdx.Component {
	o := found.Origin
	properties := []cdx.Property{
		{Name: "chaffinch:kind", Value: found.Kind},
		{Name: "chaffinch:score", Value: strconv.FormatFloat(found.Score, 'f', 4, 64)},
		{Name: "chaffinch:probability", Value: strconv.FormatFloat(found.Probability, 'f', 4, 64)},
		{Name: "chaffinch:status", Value: string(found.Status)},
	}
	for _, m := range found.Matches {
		properties = append(properties, cdx.Property{Name: "chaffinch:lines", Value: fmt.Sprintf("%s=%s", m.File, m.Origin)})
	}
	as := cdx.LicenseAcknowledgementConcluded // from its folder
	if o.LicenseInFile {
		as = cdx.LicenseAcknowledgementDeclared
	}
	return cdx.Component{
		BOMRef: fmt.Sprintf("document-%s-%d", f.id, n+1), Type: cdx.ComponentTypeFile, Name: o.Path, Version: o.Revision,
		SWHID: cdxSWHIDs(distinct([]string{o.SWHIDOfContent()})), Properties: &properties,
		Licenses: cdxLicense(o.License, as),
	}
}

func (b *sbom) cdxAnnotation(f *sbomFile, found *scan.Finding) cdx.Annotation {
	by := cdx.Annotator{Component: &cdx.Component{Type: cdx.ComponentTypeApplication, Name: "chaffinch", Version: b.Version}}
	if found.Decision.By != "" {
		by = cdx.Annotator{Individual: &cdx.OrganizationalContact{Name: found.Decision.By}}
	}
	return cdx.Annotation{
		Subjects: &[]cdx.BOMReference{cdx.BOMReference("file-" + f.id)}, Annotator: &by, Timestamp: b.decidedAt(found),
		Text: decisionWords(found),
	}
}
