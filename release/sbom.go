package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
	"github.com/spdx/tools-golang/spdx/v2/common"
	spdx "github.com/spdx/tools-golang/spdx/v2/v2_3"

	licenses "github.com/chaffinch-search/chaffinch/internal/license"
)

// part is a module that is compiled in, or what else the notices name.
type part struct {
	name, version, purl string
	texts               []string // of its licences and notices
	ids                 []string // of each text; empty for a notice
}

// readByHand are the licences of modules whose text has several, which package license does not
// tell apart.
var readByHand = map[string]string{
	"github.com/klauspost/compress":          "BSD-3-Clause AND Apache-2.0 AND MIT",
	"github.com/modelcontextprotocol/go-sdk": "Apache-2.0 AND MIT",
	"github.com/spdx/tools-golang":           "Apache-2.0 OR GPL-2.0-or-later",
	"tables of languages of GitHub Linguist": "MIT",
}

// parts returns the modules compiled into any of the programs, with the texts of third-party.txt.
func (r *release) parts() (all []*part, err error) {
	byName := map[string]*part{}
	for block := range strings.SplitSeq(string(r.extra.notices), "\n"+strings.Repeat("=", 80)+"\n") {
		names, text, ok := strings.Cut(block, "\n"+strings.Repeat("-", 80)+"\n")
		if !ok {
			continue // the heading
		}
		id := ""
		if s, ok := licenses.Read([]byte(text), licenses.Whole); ok {
			id = s.License
		}
		for name := range strings.SplitSeq(names, "\n") {
			p := byName[name]
			if p == nil {
				p = &part{name: name}
				if path, version, ok := strings.Cut(name, " "); ok && strings.HasPrefix(version, "v") {
					p.name, p.version, p.purl = path, version, "pkg:golang/"+path+"@"+version
				} else if strings.HasPrefix(name, "Go, ") {
					p.version, p.purl = r.goVersion, "pkg:golang/std@"+strings.TrimPrefix(r.goVersion, "go")
				}
				byName[name], all = p, append(all, p)
			}
			own := id
			if by := readByHand[p.name]; by != "" && len(p.texts) == 0 {
				own = by
			}
			p.texts, p.ids = append(p.texts, strings.TrimSpace(text)), append(p.ids, own)
		}
	}
	for platform, program := range r.programs {
		info, err := buildinfo.ReadFile(program)
		if err != nil {
			return nil, err
		}
		for _, m := range info.Deps {
			if byName[m.Path+" "+m.Version] == nil {
				return nil, fmt.Errorf("third-party.txt lacks %s %s, which is compiled in for %s: run go -C bench run ./thirdparty", m.Path, m.Version, platform)
			}
		}
	}
	return all, nil
}

// sbom writes what the programs are made of, as CycloneDX and as SPDX. Both have the text of each
// licence.
func (r *release) sbom(out string) error {
	parts, err := r.parts()
	if err != nil {
		return err
	}
	if err := r.cycloneDX(out, parts); err != nil {
		return err
	}
	return r.spdx(out, parts)
}

func (r *release) cycloneDX(out string, parts []*part) error {
	b := cdx.NewBOM()
	b.SpecVersion, b.JSONSchema = cdx.SpecVersion1_6, "http://cyclonedx.org/schema/bom-1.6.schema.json"
	sum := sha256.Sum256([]byte(r.version + " " + r.commit))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80
	b.SerialNumber = fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
	b.Metadata = &cdx.Metadata{Timestamp: r.date, Component: &cdx.Component{BOMRef: "chaffinch", Type: cdx.ComponentTypeApplication,
		Name: "chaffinch", Version: r.version, Description: summary, PackageURL: r.purl(),
		Licenses: &cdx.Licenses{{License: &cdx.License{ID: license, Text: &cdx.AttachedText{ContentType: "text/plain", Content: string(r.extra.license)}}}}}}
	var all []cdx.Component
	var refs []string
	for i, p := range parts {
		c := cdx.Component{BOMRef: fmt.Sprintf("part-%d", i+1), Type: cdx.ComponentTypeLibrary, Name: p.name, Version: p.version, PackageURL: p.purl}
		var each cdx.Licenses
		for n, text := range p.texts {
			l := &cdx.License{ID: p.ids[n], Text: &cdx.AttachedText{ContentType: "text/plain", Content: text}}
			if l.ID == "" || strings.Contains(l.ID, " ") {
				l.ID, l.Name = "", firstOf(l.ID, "Notice")
			}
			each = append(each, cdx.LicenseChoice{License: l})
		}
		c.Licenses = &each
		all, refs = append(all, c), append(refs, c.BOMRef)
	}
	b.Components = &all
	b.Dependencies = &[]cdx.Dependency{{Ref: "chaffinch", Dependencies: &refs}}
	var text bytes.Buffer
	if err := cdx.NewBOMEncoder(&text, cdx.BOMFileFormatJSON).SetPretty(true).SetEscapeHTML(false).Encode(b); err != nil {
		return err
	}
	return write(out, "chaffinch_"+r.version+".cdx.json", text.Bytes())
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func (r *release) purl() string { return "pkg:golang/" + module + "@v" + r.version }

func (r *release) spdx(out string, parts []*part) error {
	const none = "NOASSERTION"
	d := spdx.Document{
		SPDXVersion: spdx.Version, DataLicense: spdx.DataLicense, SPDXIdentifier: "DOCUMENT", DocumentName: "chaffinch " + r.version,
		DocumentNamespace: homepage + "/spdx/" + r.version + "/" + r.commit,
		CreationInfo: &spdx.CreationInfo{Created: r.date, Creators: []common.Creator{{CreatorType: "Tool", Creator: "chaffinch-release"},
			{CreatorType: "Organization", Creator: "The chaffinch authors"}}},
	}
	add := func(id, name, version, purl, declared, holders string, texts []string) {
		p := &spdx.Package{PackageSPDXIdentifier: common.ElementID(id), PackageName: name, PackageVersion: version, PackageDownloadLocation: none,
			IsFilesAnalyzedTagPresent: true, PackageLicenseConcluded: none, PackageLicenseDeclared: declared, PackageCopyrightText: holders, PackageAttributionTexts: texts}
		if purl != "" {
			p.PackageExternalReferences = []*spdx.PackageExternalReference{{Category: common.CategoryPackageManager, RefType: common.TypePackageManagerPURL, Locator: purl}}
		}
		d.Packages = append(d.Packages, p)
	}
	relate := func(a, kind, b string) {
		d.Relationships = append(d.Relationships, &spdx.Relationship{RefA: common.MakeDocElementID("", a), RefB: common.MakeDocElementID("", b), Relationship: kind})
	}
	add("chaffinch", "chaffinch", r.version, r.purl(), license, "The chaffinch authors", []string{string(r.extra.license)})
	relate("DOCUMENT", common.TypeRelationshipDescribe, "chaffinch")
	for i, p := range parts {
		var known, holders []string
		for n, id := range p.ids {
			if strings.Contains(id, " ") {
				id = "(" + id + ")"
			}
			if id != "" && !slices.Contains(known, id) {
				known = append(known, id)
			}
			holders = append(holders, copyrights.FindAllString(p.texts[n], -1)...)
		}
		id := fmt.Sprintf("part-%d", i+1)
		add(id, p.name, p.version, p.purl, firstOf(strings.Join(known, " AND "), none), firstOf(strings.Join(holders, "\n"), none), p.texts)
		relate("chaffinch", common.TypeRelationshipContains, id)
	}
	text, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return err
	}
	return write(out, "chaffinch_"+r.version+".spdx.json", append(text, '\n'))
}

// copyrights are lines that name a holder.
var copyrights = regexp.MustCompile(`(?m)^[ \t]*Copyright (?:\(c\)|©|\d).*$`)
