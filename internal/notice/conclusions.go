package notice

import (
	"encoding/json"
	"path"
	"regexp"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/spdx"
	"github.com/chaffinch-search/chaffinch/internal/tomltext"
)

// Conclusions are what people or other tools have found out about the licences of single files and
// packages. They stand where they point to: one about a file is nearer to it than the text in its
// folder.

// MostConclusions bounds the size in bytes of files with the conclusions of other tools, and of
// lists of other works.
const MostConclusions = 64 << 20

// conclusions read the conclusions of a format, by the end of the file's name. debianCopyright
// reads debian/copyright.
var conclusions = []struct {
	end  string
	read func(content []byte) Notice
}{
	{"REUSE.toml", reuse},
	{"scancode.json", scancode},
	{"bom.json", cyclonedx},
	{".cdx.json", cyclonedx},
}

// conclusionsOf returns the reader of the conclusions in a file, by its path; nil if the file has
// none.
func conclusionsOf(file string) func([]byte) Notice {
	base := path.Base(file)
	for _, c := range conclusions {
		if before, ok := strings.CutSuffix(base, c.end); ok && (before == "" || c.end[0] == '.' || strings.HasSuffix(before, ".")) {
			return c.read
		}
	}
	return nil
}

// MostSizeOf bounds the size of a notice in bytes, by its path.
func MostSizeOf(file string) int64 {
	if conclusionsOf(file) != nil || ListsOthers(file) {
		return MostConclusions
	}
	return MostSize
}

// conclude adds the licence of a file, or of files that match a pattern with slashes. It returns
// false if there are too many.
func (n *Notice) conclude(pattern, license string) bool {
	if n.files == nil {
		n.files = newGlobs()
	}
	return license == "" || n.files.add(pattern, license)
}

// concludeAs is conclude for a licence that the file states, even if it is not understood.
func (n *Notice) concludeAs(pattern, license string) bool {
	n.conclude("", "")
	return n.files.add(pattern, license)
}

// concludePackage adds the licence of a package of any qualifiers.
func (n *Notice) concludePackage(purl, license string) {
	if purl == "" || license == "" || len(n.packages) >= mostFolders {
		return
	}
	if n.packages == nil {
		n.packages = map[string]string{}
	}
	n.packages[unqualified(purl)] = license
}

// unqualified returns a package URL without qualifiers and subpath.
func unqualified(purl string) string {
	if i := strings.IndexAny(purl, "?#"); i >= 0 {
		return purl[:i]
	}
	return purl
}

// reuse reads REUSE.toml (reuse.software/spec-3.3). The file's own statement comes first here,
// whatever the precedence is.
func reuse(content []byte) (n Notice) {
	var r struct {
		Annotations []map[string]any
	}
	if tomltext.Unmarshal(content, &r) != nil {
		return unknownFiles()
	}
	for _, a := range r.Annotations {
		stated := textsOf(a["SPDX-License-Identifier"])
		license := Stated(spdx.And(stated...))
		for key := range a {
			if label.MatchString(key + ":") { // it may be a condition
				license = ""
			}
		}
		for _, p := range textsOf(a["path"]) {
			if len(stated) > 0 && !n.concludeGlob(p, license) {
				return unknownFiles()
			}
		}
	}
	return n
}

// textsOf returns a text, or the texts of a list.
func textsOf(v any) (all []string) {
	if text, ok := v.(string); ok {
		return []string{text}
	}
	list, _ := v.([]any)
	for _, one := range list {
		if text, ok := one.(string); ok {
			all = append(all, text)
		}
	}
	return all
}

// concludeGlob adds the licence of files by a pattern of REUSE. In it * stands for text without a
// slash, and ** for any.
func (n *Notice) concludeGlob(pattern, license string) bool {
	folder, isFolder := strings.CutSuffix(pattern, "**")
	switch {
	case !strings.ContainsAny(pattern, `*\`):
		return n.concludeAs(strings.NewReplacer("?", `\?`).Replace(pattern), license)
	case isFolder && (folder == "" || strings.HasSuffix(folder, "/")) && !strings.ContainsAny(folder, `*\?`):
		return n.concludeAs(folder+"*", license)
	}
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		switch {
		case strings.HasPrefix(pattern[i:], "**"):
			b.WriteString(".*")
			i++
		case pattern[i] == '*':
			b.WriteString("[^/]*")
		case pattern[i] == '\\' && i+1 < len(pattern):
			i++
			fallthrough
		default:
			b.WriteString(regexp.QuoteMeta(pattern[i : i+1]))
		}
	}
	form, err := regexp.Compile("(?s)^" + b.String() + "$")
	if err != nil { // of bytes that are no UTF-8
		return true
	}
	n.conclude("", "")
	return n.files.addForm(pattern, form, license)
}

// scancode reads the JSON of ScanCode (scancode-toolkit.readthedocs.io, output formats) of version
// 32 and later.
func scancode(content []byte) (n Notice) {
	var s struct {
		Headers []struct {
			Tool    string `json:"tool_name"`
			Options map[string]any
		}
		Files []struct {
			Path, Type string
			License    string `json:"detected_license_expression_spdx"`
		}
		Packages []struct {
			PURL    string
			License string `json:"declared_license_expression_spdx"`
		}
	}
	if json.Unmarshal(content, &s) != nil || len(s.Headers) == 0 || s.Headers[0].Tool != "scancode-toolkit" {
		return n
	}
	root := "" // of the paths
	switch o := s.Headers[0].Options; {
	case o["--full-root"] == true:
		for _, input := range textsOf(o["input"]) {
			root = strings.Trim(strings.ReplaceAll(input, `\`, "/"), "/") + "/"
		}
	case o["--strip-root"] != true && len(s.Files) > 1:
		root, _, _ = strings.Cut(s.Files[0].Path, "/")
		root += "/"
	}
	for _, f := range s.Files {
		if name, ok := strings.CutPrefix(strings.Trim(f.Path, "/"), root); ok && f.Type == "file" && !n.conclude(escaped.Replace(name), Stated(f.License)) {
			return unknownFiles()
		}
	}
	for _, p := range s.Packages {
		n.concludePackage(p.PURL, Stated(p.License))
	}
	return n
}

// escaped makes a pattern of a path.
var escaped = strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`)

// cdxComponent is a component of CycloneDX.
type cdxComponent struct {
	Type, Name, PURL string
	Licenses         []struct {
		License    struct{ ID, Name string }
		Expression string
	}
	Components []cdxComponent
}

// cyclonedx reads a BOM of CycloneDX in JSON (cyclonedx.org/docs/1.6): the licences of packages and
// of files.
func cyclonedx(content []byte) (n Notice) {
	var b struct {
		BOMFormat  string
		Metadata   struct{ Component cdxComponent }
		Components []cdxComponent
	}
	if json.Unmarshal(content, &b) != nil || b.BOMFormat != "CycloneDX" {
		return n
	}
	for _, c := range append(b.Components, b.Metadata.Component) {
		if !n.component(c) {
			return unknownFiles()
		}
	}
	return n
}

// component adds the licences of a component and its subcomponents.
func (n *Notice) component(c cdxComponent) bool {
	var all []string
	clear := true
	for _, l := range c.Licenses {
		stated := l.Expression
		if stated == "" {
			stated = l.License.ID + l.License.Name
		}
		all, clear = append(all, Stated(stated)), clear && Stated(stated) != ""
	}
	if clear && len(all) > 0 && len(all) <= mostLicenses {
		license := spdx.And(all...)
		if c.Type == "file" && !n.conclude(escaped.Replace(strings.TrimPrefix(c.Name, "./")), license) {
			return false
		}
		n.concludePackage(c.PURL, license)
	}
	for _, in := range c.Components {
		if !n.component(in) {
			return false
		}
	}
	return true
}
