package scans

import (
	"cmp"
	"crypto/sha1"
	"fmt"
	"io"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/spdx/tools-golang/spdx/v2/common"
	spdx "github.com/spdx/tools-golang/spdx/v2/v2_3"

	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/scan"
)

// spdxDocument is a document whose long arrays are written one element at a time.
type spdxDocument struct {
	spdx.Document
	Licenses      []spdx.OtherLicense `json:"hasExtractedLicensingInfos"`
	Packages      []spdx.Package      `json:"packages"`
	Files         []spdx.File         `json:"files"`
	Snippets      []spdx.Snippet      `json:"snippets"`
	Relationships []spdx.Relationship `json:"relationships"`
}

// SPDX writes the copies as an SPDX 2.3 document in JSON. The project is a package with the files
// that have copies; every origin is a package. A match is a snippet, which is a copy or a variant
// of its origin; a file that is identical to a document is itself a copy. The licence that the
// origin states is concluded for the snippet. Of a package, the licence of the copied files is
// concluded, and the licence of its manifest or text is declared.
func SPDX(out io.Writer, r *scan.Report, o SBOMOptions) error {
	b, err := newSBOM(r, o)
	if err != nil {
		return err
	}
	w, err := report.BeginArray(out, b.spdxHead(), "  ", "packages")
	if err != nil {
		return err
	}
	if err := w.Add(b.spdxProject()); err != nil {
		return err
	}
	for _, c := range b.components {
		if err := w.Add(c.spdxPackage()); err != nil {
			return err
		}
	}
	for _, part := range []struct {
		key string
		add func(*report.ArrayWriter, *sbomFile) error
	}{{"files", b.spdxFile}, {"snippets", b.spdxSnippets}, {"relationships", b.spdxRelationships}} {
		if err := w.Next("  ", part.key); err != nil {
			return err
		}
		if part.key == "relationships" {
			if err := w.Add(relation("DOCUMENT", common.TypeRelationshipDescribe, projectID, "")); err != nil {
				return err
			}
		}
		for _, f := range b.files {
			if err := part.add(w, f); err != nil {
				return err
			}
		}
	}
	return w.End()
}

const projectID = "Project"

func (b *sbom) spdxHead() spdxDocument {
	refs := map[string]string{}
	for _, c := range b.components {
		for _, all := range [][]licensed{c.licenses(), c.declared()} {
			_, some := joined(all)
			maps.Copy(refs, some)
		}
	}
	d := spdxDocument{
		Document: spdx.Document{
			SPDXVersion: spdx.Version, DataLicense: spdx.DataLicense, SPDXIdentifier: "DOCUMENT", DocumentName: b.name,
			DocumentNamespace: "https://spdx.org/spdxdocs/" + url.PathEscape(strings.ToValidUTF8(b.name, "")) + "-" + b.uuid(),
			CreationInfo: &spdx.CreationInfo{
				Created: b.created, Creators: []common.Creator{{Creator: "chaffinch-" + b.Version, CreatorType: "Tool"}},
			},
		},
		Licenses: []spdx.OtherLicense{}, Packages: []spdx.Package{}, Files: []spdx.File{}, Snippets: []spdx.Snippet{},
		Relationships: []spdx.Relationship{},
	}
	for _, id := range slices.Sorted(maps.Keys(refs)) {
		l := spdx.OtherLicense{LicenseIdentifier: id, LicenseName: oneLineOf(refs[id]),
			ExtractedText: fmt.Sprintf("%s\n\nThe origin names its licence so. See there for the text.", refs[id])}
		if strings.HasSuffix(id, unstatedEnd) {
			l.ExtractedText = refs[id]
		}
		if id == unknownPart {
			l.LicenseName, l.ExtractedText = noAssertion, unknownText
		}
		d.Licenses = append(d.Licenses, l)
	}
	return d
}

// oneLineOf returns a text without what could end its line or control a terminal.
func oneLineOf(text string) string { return terminal.Safe(text) }

// spdxProject is the package of the project. Its verification code covers the listed files (section
// 7.9).
func (b *sbom) spdxProject() spdx.Package {
	var sums []string
	for _, f := range b.files {
		sums = append(sums, f.SHA1)
	}
	slices.Sort(sums)
	t := b.r.Totals
	p := spdx.Package{
		PackageName: b.name, PackageSPDXIdentifier: projectID, PackageVersion: b.version, PackageDownloadLocation: noAssertion, FilesAnalyzed: true,
		PackageVerificationCode: &common.PackageVerificationCode{Value: fmt.Sprintf("%x", sha1.Sum([]byte(strings.Join(sums, ""))))},
		PackageLicenseConcluded: noAssertion, PackageLicenseDeclared: cmp.Or(b.license, noAssertion), PackageCopyrightText: noAssertion,
		PrimaryPackagePurpose: "SOURCE",
		PackageComment: fmt.Sprintf("chaffinch scanned %s in %s, and %s are copied from indexed documents. Only files with "+
			"copies are listed; the verification code is theirs.", terminal.Plural(t.Lines, "line", "lines"),
			terminal.Plural(t.Files, "file", "files"), terminal.Thousands(t.Copied)),
	}
	p.PackageExternalReferences = purlOf(b.purl)
	return p
}

// purlOf returns a package URL as SPDX has it; nothing for an empty one.
func purlOf(id string) []*spdx.PackageExternalReference {
	if id == "" {
		return nil
	}
	return []*spdx.PackageExternalReference{{Category: common.CategoryPackageManager, RefType: common.TypePackageManagerPURL, Locator: id}}
}

func (c *component) spdxPackage() spdx.Package {
	concluded, _ := joined(c.licenses())
	declared, _ := joined(c.declared())
	p := spdx.Package{
		PackageName: path.Join(c.group, c.name), PackageSPDXIdentifier: c.spdxID(), PackageVersion: c.version,
		PackageDownloadLocation: noAssertion, PackageLicenseConcluded: concluded, PackageLicenseDeclared: declared,
		PackageLicenseComments: c.licenseWords(), PackageCopyrightText: cmp.Or(strings.Join(c.copyrights(), "\n"), noAssertion),
	}
	if c.repository != "" {
		p.PackageDownloadLocation = c.repository
		if c.isGit {
			p.PackageDownloadLocation = "git+" + c.repository
		}
	}
	p.PackageExternalReferences = purlOf(c.purl)
	for _, id := range c.documents() {
		p.PackageExternalReferences = append(p.PackageExternalReferences, &spdx.PackageExternalReference{
			Category: common.CategoryPersistentId, RefType: common.TypePersistentIdSwh, Locator: id,
		})
	}
	return p
}

// listedLicense returns the SPDX expression of a licence, or NOASSERTION.
func listedLicense(license string) string {
	expression, _ := listedOf(license)
	return cmp.Or(expression, noAssertion)
}

func (c *component) spdxID() common.ElementID { return common.ElementID("Origin-" + c.id) }
func (f *sbomFile) spdxID() common.ElementID  { return common.ElementID("File-" + f.id) }

// spdxFile adds a file. A file that is identical to a document takes over the document's data.
func (b *sbom) spdxFile(w *report.ArrayWriter, f *sbomFile) error {
	file := spdx.File{
		FileName: "./" + f.Path, FileSPDXIdentifier: f.spdxID(), LicenseConcluded: noAssertion, FileCopyrightText: noAssertion,
		Checksums: []common.Checksum{{Algorithm: common.SHA1, Value: f.SHA1}, {Algorithm: common.SHA256, Value: f.SHA256}},
	}
	for _, found := range f.findings {
		if found.Kind == scan.Identical && found.IsForeign() {
			file.LicenseConcluded, file.FileCopyrightText = listedLicense(found.Origin.License), spdxCopyright(found)
			file.FileComment = copyWords(found, found.Matches[0])
		}
		if d := found.Decision; d != nil {
			by := common.Annotator{AnnotatorType: "Tool", Annotator: "chaffinch-" + b.Version}
			if name := spdxPerson(d.By); name != "" {
				by = common.Annotator{AnnotatorType: "Person", Annotator: name}
			}
			file.Annotations = append(file.Annotations, spdx.Annotation{
				Annotator: by, AnnotationDate: b.decidedAt(found), AnnotationType: "REVIEW", AnnotationComment: decisionWords(found),
			})
		}
	}
	return w.Add(file)
}

// spdxPerson returns a name without parentheses, which are for an address.
func spdxPerson(name string) string {
	return strings.TrimSpace(strings.NewReplacer("(", "[", ")", "]").Replace(oneLineOf(name)))
}

func spdxCopyright(f *scan.Finding) string {
	if len(f.Origin.Copyright) == 0 {
		return noAssertion
	}
	return strings.Join(f.Origin.Copyright, "\n")
}

// spdxSnippets adds the copies in a file. Bytes and lines are counted from 1, and both ends are
// included (section 9.3).
func (b *sbom) spdxSnippets(w *report.ArrayWriter, f *sbomFile) error {
	for n, found := range f.findings {
		if found.Kind == scan.Identical || !found.IsForeign() {
			continue
		}
		for i, m := range found.Matches {
			pointer := func(offset, line int) common.SnippetRangePointer {
				return common.SnippetRangePointer{Offset: offset, LineNumber: line, FileSPDXIdentifier: f.spdxID()}
			}
			s := spdx.Snippet{
				SnippetSPDXIdentifier:         common.ElementID("Snippet-" + f.snippetID(n, i)),
				SnippetFromFileSPDXIdentifier: f.spdxID(), SnippetName: fmt.Sprintf("%s:%s", f.Path, m.File),
				Ranges: []common.SnippetRange{
					{StartPointer: pointer(m.FileBytes.From+1, 0), EndPointer: pointer(max(m.FileBytes.From+1, m.FileBytes.To), 0)},
					{StartPointer: pointer(0, m.File.From), EndPointer: pointer(0, m.File.To)},
				},
				SnippetLicenseConcluded: listedLicense(found.Origin.License), SnippetCopyrightText: spdxCopyright(found),
				SnippetComment: copyWords(found, m),
			}
			if found.Origin.License != "" {
				s.SnippetLicenseComments = "The licence is the one that the origin states."
			}
			if err := w.Add(s); err != nil {
				return err
			}
		}
	}
	return nil
}

func relation(from common.ElementID, kind string, to common.ElementID, comment string) spdx.Relationship {
	return spdx.Relationship{
		RefA: common.DocElementID{ElementRefID: from}, RefB: common.DocElementID{ElementRefID: to}, Relationship: kind, RelationshipComment: comment,
	}
}

// spdxRelationships adds the place of a file, and the originals of its copies.
func (b *sbom) spdxRelationships(w *report.ArrayWriter, f *sbomFile) error {
	if err := w.Add(relation(projectID, common.TypeRelationshipContains, f.spdxID(), "")); err != nil {
		return err
	}
	for n, found := range f.findings {
		if !found.IsForeign() {
			continue
		}
		for i, m := range found.Matches {
			from, kind := common.ElementID("Snippet-"+f.snippetID(n, i)), common.TypeRelationshipVariantOf
			if found.Kind == scan.Identical {
				from = f.spdxID()
			}
			if isExact(found, m) {
				kind = common.TypeRelationshipCopyOf
			}
			where := fmt.Sprintf("%s of %s", terminal.Lines(m.Origin.String()), found.Origin.Path)
			if err := w.Add(relation(from, kind, b.of[found].spdxID(), where)); err != nil {
				return err
			}
		}
	}
	return nil
}
