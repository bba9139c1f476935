package notice

import (
	"bytes"
	"cmp"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/license"
	"github.com/chaffinch-search/chaffinch/internal/notice/textname"
	"github.com/chaffinch-search/chaffinch/internal/purl"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
	"github.com/chaffinch-search/chaffinch/internal/tomltext"
)

// unreadable is the notice of a manifest that cannot be read. If it has the word license, it may
// state one.
func unreadable(content []byte) Notice {
	return Notice{unclear: bytes.Contains(bytes.ToLower(content), []byte("licen"))}
}

// object returns the reader of a JSON object with license, such as package.json (docs.npmjs.com)
// and composer.json (getcomposer.org/doc/04-schema.md). Without a kind of package URL it names no
// package.
func object(kind string) func(string, []byte) Notice {
	return func(_ string, content []byte) Notice {
		var p struct {
			Name, Version, License, Author, Authors, Private any
			Licenses                                         []any
		}
		if json.Unmarshal(content, &p) != nil {
			return unreadable(content)
		}
		var n Notice
		name, _ := p.Name.(string)
		isFolder := kind == "npm" && strings.Contains(name, "/") && name[0] != '@' // of a package
		if kind != "" && !isFolder && p.Private != true {
			version, _ := p.Version.(string)
			n = Notice{Package: purl.New(kind, strings.ToLower(name), version), Author: cmp.Or(authors(jsonAuthor(p.Author)), jsonAuthors(p.Authors))}
		}
		if list, ok := p.License.([]any); kind == "" && (ok && len(list) > 1 || len(p.Licenses) > 1) { // nothing joins them
			n.unclear = true
			return n
		}
		n.stateJSON(content, p.License, p.Licenses)
		return n
	}
}

// otherTerms matches keys of JSON with terms beside the licence.
var otherTerms = lazyregexp.New(`(?i)"[^"]*(?:licen[cs]e|eula)[^"]*"\s*:`)

// statesOther reports whether an object of JSON has several, different licence keys, or a text in
// another key that does not fit the licence. Case does not matter. Programs differ in which one
// they read.
func statesOther(content []byte, id string) bool {
	if len(otherTerms.FindAllIndex(content, 2)) < 2 {
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
		switch name = strings.ToLower(name); {
		case name == "licence" || name == "licences":
			name = strings.Replace(name, "licence", "license", 1)
		case !otherTerms.MatchString(`"` + name + `":`):
			continue
		case name != "license" && name != "licenses":
			var text string
			if json.Unmarshal(value, &text) != nil {
				continue // it sets up a tool
			}
			e := element{others: []string{text}}
			if strings.Contains(text, "://") {
				e = element{address: text}
			}
			if !e.fits(id) && Recognise([]byte(text)) != id {
				return true
			}
			continue
		}
		if before, ok := first[name]; ok && before != string(value) {
			return true
		}
		first[name] = string(value)
	}
	return false
}

// stateJSON sets the licence that a key of a manifest has. It is a text, an object with a type, or
// a list of these to choose from. It is unclear if one of them is, or if two keys differ.
func (n *Notice) stateJSON(content []byte, one any, more []any) {
	list, isList := one.([]any)
	if !isList && one != nil {
		list = []any{one}
	}
	own, also := n.anyOf(list), n.anyOf(more)
	_, same := specific(own, also)
	n.License = cmp.Or(own, also)
	if n.unclear || own != "" && also != "" && !same || len(list)+len(more) > 1 && n.refers != "" || statesOther(content, n.License) {
		n.License, n.refers, n.unclear = "", "", true
	}
}

// anyOf returns the choice of the licences in a list.
func (n *Notice) anyOf(list []any) string {
	var all []string
	for _, item := range list[:min(len(list), mostLicenses)] {
		text, ok := item.(string)
		if ok {
			n.state(text)
		} else if object, isObject := item.(map[string]any); isObject {
			n.License = ofMembers(object)
			n.unclear = n.unclear || n.License == ""
		} else {
			n.unclear = n.unclear || item != nil
		}
		all = append(all, n.License)
	}
	n.License = ""
	return spdx.Or(all)
}

// referring matches a reference to a file for the licence: SEE LICENSE IN file.
var referring = lazyregexp.New(`(?i)^(?:please )?(?:see|refer to|read)(?: the)?(?: licen[sc]e)?(?: (?:in|at))?(?: the)?(?: file)? ["'<(]*([\w@./+-]*[\w+])["'>)]*(?: file)?(?: for .{1,40})?\.?$`)

// state sets what a manifest calls its licence, or the file that it refers to.
func (n *Notice) state(text string) {
	text = strings.TrimSpace(text)
	n.License = ""
	if m := referring.FindStringSubmatch(strings.Join(strings.Fields(text), " ")); m != nil {
		if n.refers = m[1]; strings.EqualFold(m[1], "file") {
			n.refers = "LICENSE"
		}
		return
	}
	if IsLicense(text) && !strings.Contains(text, " ") && !textname.Capitals.MatchString(text) && common(text) == "" {
		n.refers = text
		return
	}
	if strings.Contains(text, "://") && IsSPDX(addressed(text)) {
		n.License = addressed(text)
		return
	}
	if n.License = named(text); n.License == "" && !unknown[key(elsewhere.ReplaceAllString(text, ""))] {
		n.unclear = true
	}
}

var (
	// behindName matches a comment behind the licence in a line.
	behindName = lazyregexp.New(`(?m)^[^#\n"']*\blicen[cs]e["']?[ \t]*[=:][ \t]*(?:"[^"\n]*"|'[^'\n]*')[ \t]*,?[ \t]*#([^\n]*\pL[^\n]*)$`)
	// inWords matches a member that says something of its project in words.
	inWords = lazyregexp.New(`(?mi)(?:^|[{,])[ \t]*["']?(?:\$?comment|//\w*|deprecated|copyright|disclaimer)["']?[ \t]*[:=][ \t]*("(?:[^"\\\n]|\\.)*"|[^\n]+)`)
	// toContract matches the name of a contract with users.
	toContract = lazyregexp.New(`(?mi)(?:^|[ \t"'(/=<>])eula(?:\.(?:txt|md|rst|html?|pdf))?(?:["' \t)<]|$)`)
	// ofTool matches a comment for a tool, or about the identifier.
	ofTool = lazyregexp.New(`(?i)^\s*(?:noqa|type:|pylint|nosec|spdx|https?://\S+\s*$)`)
)

// limitsLicense reports whether the comments, remarks and contracts in a manifest may limit its
// licence.
func limitsLicense(content []byte) bool {
	if m := behindName.FindSubmatch(content); m != nil && !ofTool.Match(m[1]) || toContract.Match(content) {
		return true
	}
	return slices.ContainsFunc(inWords.FindAllSubmatch(content, mostPaths), func(m [][]byte) bool {
		_, doubted := license.Read(bytes.Trim(m[1], `"`), license.BesideTag)
		return doubted
	})
}

// cargo reads Cargo.toml (doc.rust-lang.org/cargo/reference/manifest.html, and workspaces.html).
func cargo(_ string, content []byte) Notice {
	var c struct {
		Package   map[string]any
		Workspace struct{ Package map[string]any }
	}
	if tomltext.Unmarshal(content, &c) != nil {
		return unreadable(content)
	}
	text := func(in map[string]any, name string) string { s, _ := in[name].(string); return s }
	license := func(in map[string]any) (of Notice) {
		of.state(strings.ReplaceAll(text(in, "license"), "/", " OR ")) // as it was written once
		if file := text(in, "license-file"); file != "" && !of.unclear {
			of.refers = file
		}
		return of
	}
	n := license(c.Package)
	n.Package, n.Author = purl.New("cargo", text(c.Package, "name"), text(c.Package, "version")), jsonAuthors(c.Package["authors"])
	n.published = bytes.Contains(content, []byte("AUTOMATICALLY GENERATED BY CARGO"))
	of, _ := c.Package["license"].(map[string]any)
	n.ofWorkspace, _ = of["workspace"].(bool)
	if w := license(c.Workspace.Package); w.refers == "" || IsLicense(w.refers) {
		n.workspace = w.License
	}
	if c.Package == nil {
		n.License = n.workspace
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
			Name     string   `xml:"name"`
			URL      string   `xml:"url"`
			Comments []string `xml:"comments"`
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
		id := element{l.Name, l.URL, l.Comments}.license()
		n.unclear = n.unclear || id == "" && strings.TrimSpace(l.Name+l.URL+strings.Join(l.Comments, "")) != ""
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

// submodule matches the path of a submodule.
var submodule = lazyregexp.New(`(?m)^[ \t]*path[ \t]*=[ \t]*"?([^"\r\n]+?)"?[ \t]*$`)

// gitmodules reads .gitmodules (git-scm.com/docs/gitmodules): submodules are not under the
// project's licence.
func gitmodules(_ string, content []byte) (n Notice) {
	for _, m := range submodule.FindAllSubmatch(content, -1) {
		n.except(escaped.Replace(string(m[1])) + "/*")
	}
	return n
}

// golang reads go.mod. The version comes from the folder's name in a module zip.
func golang(folder string, content []byte) Notice {
	_, version, _ := strings.Cut(path.Base(folder), "@")
	return Notice{Package: purl.New("golang", modfile.ModulePath(content), version)}
}

// nuspec reads the manifest of a package of NuGet (learn.microsoft.com/nuget/reference/nuspec).
func nuspec(_ string, content []byte) Notice {
	var p struct {
		Metadata struct {
			ID      string `xml:"id"`
			Version string `xml:"version"`
			Authors string `xml:"authors"`
			License struct {
				Type string `xml:"type,attr"`
				Text string `xml:",chardata"`
			} `xml:"license"`
			URL string `xml:"licenseUrl"`
		} `xml:"metadata"`
	}
	if unmarshalXML(content, &p) != nil {
		return unreadable(content)
	}
	n := Notice{Package: purl.New("nuget", p.Metadata.ID, p.Metadata.Version), Author: authors(p.Metadata.Authors)}
	switch p.Metadata.License.Type {
	case "expression":
		n.License = expression(p.Metadata.License.Text)
	case "file":
		n.refers = strings.ReplaceAll(strings.TrimSpace(p.Metadata.License.Text), `\\`, "/")
	}
	address := strings.TrimSpace(p.Metadata.URL)
	if p.Metadata.License.Type == "" {
		n.License = element{address: address}.license()
	}
	written := strings.HasPrefix(address, "https://licenses.nuget.org/") || strings.HasPrefix(address, "https://aka.ms/deprecateLicenseUrl") // by the tool
	n.unclear = n.License == "" && n.refers == "" && p.Metadata.License.Type != "" || address != "" && !written && !isAddressOf(address, n.License)
	if n.unclear {
		n.License = ""
	}
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
