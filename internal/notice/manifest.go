package notice

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/mail"
	"path"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"golang.org/x/mod/modfile"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/purl"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
)

// unreadable is the notice of a manifest that cannot be read. If it has the word license, it may state one.
func unreadable(content []byte) Notice {
	return Notice{unclear: bytes.Contains(bytes.ToLower(content), []byte("licen"))}
}

// npm reads package.json (docs.npmjs.com, package.json).
func npm(_ string, content []byte) Notice {
	var p struct {
		Name, Version string
		License       any
		Licenses      []any
		Author        any
	}
	if json.Unmarshal(content, &p) != nil {
		return unreadable(content)
	}
	license, unclear := jsonLicense(p.License, p.Licenses)
	if statesTwice(content) {
		license, unclear = "", true
	}
	return Notice{License: license, unclear: unclear, Package: purl.New("npm", strings.ToLower(p.Name), p.Version), Author: authors(jsonAuthor(p.Author))}
}

// composer reads composer.json (getcomposer.org/doc/04-schema.md).
func composer(_ string, content []byte) Notice {
	var p struct {
		Name, Version string
		License       any
		Authors       any
	}
	if json.Unmarshal(content, &p) != nil {
		return unreadable(content)
	}
	license, unclear := jsonLicense(p.License, nil)
	if statesTwice(content) {
		license, unclear = "", true
	}
	return Notice{License: license, unclear: unclear, Package: purl.New("composer", p.Name, p.Version), Author: jsonAuthors(p.Authors)}
}

// statesTwice reports whether an object of JSON has several keys for its licence, in any case, with different values. Programs
// differ in which one they read.
func statesTwice(content []byte) bool {
	if bytes.Count(bytes.ToLower(content), []byte(`"license`)) < 2 {
		return false
	}
	d := json.NewDecoder(bytes.NewReader(content))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return false
	}
	first := map[string]string{}
	for d.More() {
		key, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			return false
		}
		name, _ := key.(string)
		if name = strings.ToLower(name); name != "license" && name != "licenses" {
			continue
		}
		if before, ok := first[name]; ok && before != string(value) {
			return true
		}
		first[name] = string(value)
	}
	return false
}

// jsonLicense returns a licence that is a text, an object with a type, or a list of these to choose from. It is unclear
// if one of them is, such as a reference to a file.
func jsonLicense(one any, more []any) (license string, unclear bool) {
	if list, ok := one.([]any); ok {
		more = list
	} else if one != nil {
		more = append([]any{one}, more...)
	}
	var all []string
	for _, l := range more {
		if object, ok := l.(map[string]any); ok {
			l = object["type"]
		}
		if text, ok := l.(string); ok {
			id := named(text)
			unclear = unclear || id == "" && strings.TrimSpace(text) != ""
			if len(all) < mostLicenses {
				all = append(all, id)
			}
		}
	}
	if unclear || len(all) == 0 || all[0] == "" {
		return "", unclear
	}
	return spdx.Or(all), false
}

// cargo reads Cargo.toml (doc.rust-lang.org/cargo/reference/manifest.html, and workspaces.html).
func cargo(_ string, content []byte) Notice {
	var c struct {
		Package   map[string]any
		Workspace struct{ Package map[string]any }
	}
	if toml.Unmarshal(content, &c) != nil {
		return unreadable(content)
	}
	text := func(in map[string]any, name string) string { s, _ := in[name].(string); return s }
	license := func(in map[string]any) string {
		return named(strings.ReplaceAll(text(in, "license"), "/", " OR ")) // as it was written once
	}
	n := Notice{License: license(c.Package), unclear: text(c.Package, "license-file") != "" || text(c.Package, "license") != "", Package: purl.New("cargo", text(c.Package, "name"), text(c.Package, "version"))}
	n.Author = jsonAuthors(c.Package["authors"])
	n.workspace = license(c.Workspace.Package)
	of, _ := c.Package["license"].(map[string]any)
	n.ofWorkspace, _ = of["workspace"].(bool)
	if c.Package == nil {
		n.License = n.workspace
	}
	n.unclear = n.unclear && n.License == ""
	return n
}

// pyproject reads pyproject.toml (packaging.python.org, pyproject.toml specification).
func pyproject(_ string, content []byte) Notice {
	var c struct {
		Project map[string]any
		Tool    struct{ Poetry map[string]any }
	}
	if toml.Unmarshal(content, &c) != nil {
		return unreadable(content)
	}
	p := c.Project
	if p == nil {
		p = c.Tool.Poetry
	}
	license := p["license"]
	inFile := false
	if table, ok := license.(map[string]any); ok {
		license = table["text"]
		inFile = table["file"] != nil
	}
	text := func(v any) string { s, _ := v.(string); return s }
	stated := named(text(license))
	return Notice{License: stated, unclear: stated == "" && (inFile || text(license) != ""), Package: purl.New("pypi", pythonName(text(p["name"])), text(p["version"])), Author: jsonAuthors(p["authors"])}
}

var notInPythonName = lazyregexp.New(`[-_.]+`)

// pythonName returns the normal form of a name.
func pythonName(name string) string {
	return notInPythonName.ReplaceAllString(strings.ToLower(name), "-")
}

// python reads METADATA of a wheel or PKG-INFO of a source package (packaging.python.org, core metadata).
func python(_ string, content []byte) Notice {
	m, err := mail.ReadMessage(bytes.NewReader(append(content[:len(content):len(content)], "\n\n"...)))
	if err != nil || m.Header.Get("Metadata-Version") == "" {
		return Notice{}
	}
	n := Notice{Package: purl.New("pypi", pythonName(m.Header.Get("Name")), m.Header.Get("Version"))}
	n.Author = pythonAuthors(m.Header.Get("Author"), m.Header.Get("Author-Email"))
	stated := m.Header.Get("License")
	n.License = expression(m.Header.Get("License-Expression"))
	if n.License == "" {
		n.License = named(stated)
	}
	if n.License == "" || n.License == "BSD" {
		if l := classified(m.Header["Classifier"], choice.MatchString(stated)); l != "" {
			n.License = l
		}
	}
	n.unclear = n.License == "" && !unknown[key(elsewhere.ReplaceAllString(stated, ""))] && stated != ""
	if all := slices.Compact(slices.Clone(m.Header["License"])); len(all) > 1 {
		n.License, n.unclear = "", true
	}
	return n
}

// classified returns the licence that classifiers say (pypi.org/classifiers). Of several, all hold unless one may
// choose.
func classified(classifiers []string, choose bool) string {
	var all []string
	for _, c := range classifiers {
		levels := strings.Split(c, " :: ")
		last := levels[len(levels)-1]
		if len(levels) < 2 || levels[0] != "License" || strings.EqualFold(last, "OSI Approved") || strings.EqualFold(last, "DFSG approved") {
			continue
		}
		if id := named(last); id != "" && len(all) < mostLicenses {
			all = append(all, id)
		}
	}
	if choose {
		return spdx.Or(all)
	}
	return spdx.And(all...)
}

// record returns the folders of the files that RECORD lists, and files beside it. RECORD is in the
// folder of a wheel's metadata (packaging.python.org, recording installed projects).
func record(folder string, content []byte) (n Notice) {
	seen := map[string]bool{}
	for line := range strings.Lines(string(content)) {
		file, _, _ := strings.Cut(line, ",")
		file = path.Clean(strings.ReplaceAll(strings.Trim(file, "\" \r\n"), `\`, "/"))
		if dir := path.Dir(file); dir != "." {
			file = dir
		}
		if seen[file] || file == "." || strings.HasPrefix(file, "/") || strings.HasPrefix(file, "..") || strings.HasPrefix(file, path.Base(folder)+"/") {
			continue
		}
		seen[file] = true
		n.holds = append(n.holds, file)
	}
	return n
}

// topLevel returns what top_level.txt says that a package of Python has: modules, which are folders or files.
func topLevel(_ string, content []byte) (n Notice) {
	for name := range strings.FieldsSeq(string(content)) {
		if name = path.Clean(name); name != "." && !strings.HasPrefix(name, "/") && !strings.HasPrefix(name, "..") {
			n.mayHold = append(n.mayHold, name, name+".py")
		}
	}
	return n
}

// maven reads pom.xml (maven.apache.org/pom.html).
func maven(_ string, content []byte) Notice {
	type place struct {
		Group   string `xml:"groupId"`
		Version string `xml:"version"`
	}
	var p struct {
		place
		Artifact string `xml:"artifactId"`
		Parent   place  `xml:"parent"`
		Licenses []struct {
			Name string `xml:"name"`
		} `xml:"licenses>license"`
		Developers []struct {
			Name  string `xml:"name"`
			Email string `xml:"email"`
		} `xml:"developers>developer"`
	}
	if unmarshalXML(content, &p) != nil {
		return unreadable(content)
	}
	group, version := p.Group, p.Version
	if group == "" {
		group = p.Parent.Group
	}
	if version == "" {
		version = p.Parent.Version
	}
	if strings.Contains(version, "${") {
		version = ""
	}
	var n Notice
	if group != "" && p.Artifact != "" && !strings.Contains(group+p.Artifact, "${") {
		n.Package = purl.New("maven", strings.TrimSpace(group)+"/"+strings.TrimSpace(p.Artifact), strings.TrimSpace(version))
	}
	var all []string
	for _, l := range p.Licenses {
		id := named(strings.TrimSpace(l.Name))
		n.unclear = n.unclear || id == "" && strings.TrimSpace(l.Name) != ""
		if id != "" && len(all) < mostLicenses {
			all = append(all, id)
		}
	}
	if !n.unclear {
		n.License = spdx.Or(all)
	}
	var by []string
	for _, d := range p.Developers {
		by = append(by, person(d.Name, d.Email))
	}
	n.Author = authors(by...)
	return n
}

// golang reads go.mod. The version comes from the folder's name in a module zip.
func golang(folder string, content []byte) Notice {
	_, version, _ := strings.Cut(path.Base(folder), "@")
	return Notice{Package: purl.New("golang", modfile.ModulePath(content), version)}
}

// nuspec reads the manifest of a package of NuGet (learn.microsoft.com/nuget/reference/nuspec).
func nuspec(content []byte) Notice {
	var p struct {
		Metadata struct {
			ID      string `xml:"id"`
			Version string `xml:"version"`
			Authors string `xml:"authors"`
			License struct {
				Type string `xml:"type,attr"`
				Text string `xml:",chardata"`
			} `xml:"license"`
		} `xml:"metadata"`
	}
	if unmarshalXML(content, &p) != nil {
		return unreadable(content)
	}
	n := Notice{Package: purl.New("nuget", p.Metadata.ID, p.Metadata.Version), Author: authors(p.Metadata.Authors)}
	if p.Metadata.License.Type == "expression" {
		n.License = expression(p.Metadata.License.Text)
	}
	n.unclear = n.License == "" && p.Metadata.License.Type != ""
	return n
}

// unmarshalXML is [xml.Unmarshal] for UTF-8 and Latin-1.
func unmarshalXML(content []byte, to any) error {
	d := xml.NewDecoder(bytes.NewReader(content))
	d.CharsetReader = func(charset string, r io.Reader) (io.Reader, error) {
		if charset = strings.ToLower(charset); !strings.HasPrefix(charset, "iso-8859-1") && charset != "us-ascii" && charset != "windows-1252" {
			return nil, fmt.Errorf("unknown encoding %s", charset)
		}
		latin, err := io.ReadAll(r)
		text := make([]rune, len(latin))
		for i, b := range latin {
			text[i] = rune(b)
		}
		return strings.NewReader(string(text)), err
	}
	return d.Decode(to)
}
