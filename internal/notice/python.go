package notice

import (
	"bytes"
	"net/mail"
	"path"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/purl"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
	"github.com/chaffinch-search/chaffinch/internal/tomltext"
)

// Packages of Python state their licence in a field of free text, in classifiers, or in both. The
// classifiers do not say how several licences belong together.

// pyproject reads pyproject.toml (packaging.python.org, pyproject.toml specification).
func pyproject(_ string, content []byte) Notice {
	var c struct {
		Project map[string]any
		Tool    struct {
			Poetry map[string]any
			Flit   struct{ Metadata map[string]any }
		}
	}
	if tomltext.Unmarshal(content, &c) != nil {
		return unreadable(content)
	}
	p := c.Project
	for _, other := range []map[string]any{c.Tool.Poetry, c.Tool.Flit.Metadata} {
		if p == nil {
			p = other
		} else if _, ok := p["license"]; !ok && other["license"] != nil {
			p["license"] = other["license"]
		}
	}
	text := func(v any) string { s, _ := v.(string); return s }
	n := Notice{Package: purl.New("pypi", pythonName(text(p["name"])), text(p["version"])), Author: jsonAuthors(p["authors"])}
	stated := text(p["license"])
	if table, ok := p["license"].(map[string]any); ok {
		stated, n.refers = text(table["text"]), text(table["file"])
	}
	n.classified(stated, textsOf(p["classifiers"]))
	return n
}

// setupCfg reads setup.cfg (setuptools.pypa.io, configuring setuptools using setup.cfg files).
func setupCfg(_ string, content []byte) Notice {
	fields, section, name := map[string][]string{}, "", ""
	for line := range strings.Lines(string(content)) {
		text := strings.TrimSpace(line)
		switch {
		case text == "" || text[0] == '#' || text[0] == ';':
		case text[0] == '[':
			section, name = text, ""
		case line[0] == ' ' || line[0] == '\t':
			if name != "" {
				fields[name] = append(fields[name], text)
			}
		case section == "[metadata]":
			key, value, _ := strings.Cut(text, "=")
			if before, after, ok := strings.Cut(key, ":"); ok {
				key, value = before, after+value
			}
			name = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(key)), "-", "_")
			fields[name] = nil
			if value = strings.TrimSpace(value); value != "" {
				fields[name] = []string{value}
			}
		default:
			name = ""
		}
	}
	one := func(name string) string {
		value := strings.Join(fields[name], "\n")
		if strings.HasPrefix(value, "attr:") || strings.HasPrefix(value, "file:") { // it is computed
			return ""
		}
		return value
	}
	n := Notice{Package: purl.New("pypi", pythonName(one("name")), one("version")), Author: pythonAuthors(one("author"), one("author_email"))}
	n.classified(one("license"), fields["classifiers"])
	return n
}

var (
	// setupCall begins the metadata in setup.py, setupField matches literals of it, and setupClass
	// classifiers.
	setupCall    = lazyregexp.New(`(?s)\bsetup\s*\((.*)`)
	setupField   = lazyregexp.New(`\b(name|version|license|author|author_email)\s*=\s*(?:[rubRUB]{0,2}"([^"\\\n]*)"|[rubRUB]{0,2}'([^'\\\n]*)'|([^\s'",]))`)
	setupClass   = lazyregexp.New(`["'](License ::[^"'\n]*)["']`)
	setupComment = lazyregexp.New(`(?m)^[ \t]*#.*$`)
)

// setupPy reads the literals of setup.py. Computed values are not understood.
func setupPy(_ string, content []byte) (n Notice) {
	content = setupComment.ReplaceAllLiteral(content, nil)
	call := setupCall.FindSubmatch(content)
	if call == nil {
		return n
	}
	fields := map[string]string{}
	computed := false
	joined := false // by an operator, or with what follows
	for _, m := range setupField.FindAllSubmatchIndex(call[1], 50) {
		name, value := string(call[1][m[2]:m[3]]), string(groups(call[1], m[2:8])) // the second and third group
		if before, twice := fields[name]; twice && before != value {
			value = "" // of several calls
		}
		fields[name] = value
		computed = computed || name == "license" && m[8] >= 0
		joined = joined || name == "license" && m[8] < 0 && !literalEnds.Match(call[1][m[1]:min(len(call[1]), m[1]+mostBehind)])
	}
	var classes []string
	for _, m := range setupClass.FindAllSubmatch(content, 50) {
		classes = append(classes, string(m[1]))
	}
	n = Notice{Package: purl.New("pypi", pythonName(fields["name"]), fields["version"]), Author: pythonAuthors(fields["author"], fields["author_email"])}
	n.classified(fields["license"], classes)
	n.unclear = n.unclear || computed && n.License == "" && n.refers == ""
	if joined {
		n.License, n.refers, n.unclear = "", "", true
	}
	return n
}

var notInPythonName = lazyregexp.New(`[-_.]+`)

// pythonName returns the normal form of a name.
func pythonName(name string) string {
	return notInPythonName.ReplaceAllString(strings.ToLower(name), "-")
}

// python reads METADATA of a wheel or PKG-INFO of a source package (packaging.python.org, core
// metadata).
func python(folder string, content []byte) Notice {
	m, err := mail.ReadMessage(bytes.NewReader(append(content[:len(content):len(content)], "\n\n"...)))
	if err != nil || m.Header.Get("Metadata-Version") == "" {
		return Notice{}
	}
	n := Notice{Package: purl.New("pypi", pythonName(m.Header.Get("Name")), m.Header.Get("Version"))}
	n.published = path.Ext(folder) != ".egg-info" // the folder of a source package
	n.Author = pythonAuthors(m.Header.Get("Author"), m.Header.Get("Author-Email"))
	if n.License = expression(m.Header.Get("License-Expression")); n.License == "" {
		n.classified(m.Header.Get("License"), m.Header["Classifier"])
	}
	if all := slices.Compact(slices.Clone(m.Header["License"])); len(all) > 1 {
		n.License, n.unclear = "", true
	}
	if n.License != "" || n.refers != "" {
		head, readme, _ := bytes.Cut(bytes.ReplaceAll(content, []byte("\r\n"), []byte("\n")), []byte("\n\n"))
		n.exceptions(slices.Concat(bytes.ReplaceAll(description.Find(head), []byte("\n        "), []byte("\n")), []byte("\n\n"), readme), belowHeadings)
		if n.files != nil {
			n.files.inModule()
		}
	}
	return n
}

// description matches the field with a README in old metadata. In new metadata, the README stands
// behind the fields.
var description = lazyregexp.New(`(?m)^Description:[^\n]*(?:\n[ \t][^\n]*)*`)

// classified sets the licence of a package by a text and by classifiers (pypi.org/classifiers). Of
// several licences, one may choose if the text says so. If nothing joins them, or both differ, the
// licence is unclear.
func (n *Notice) classified(stated string, classifiers []string) {
	var all []string
	for _, c := range classifiers {
		levels := strings.Split(c, " :: ")
		last := levels[len(levels)-1]
		if len(levels) < 2 || levels[0] != "License" || strings.EqualFold(last, "OSI Approved") || strings.EqualFold(last, "DFSG approved") {
			continue
		}
		if id := named(last); id != "" && len(all) < mostLicenses && !slices.Contains(all, id) {
			all = append(all, id)
		}
	}
	if key(elsewhere.ReplaceAllString(stated, "")) == "dual" {
		if n.License = spdx.Or(all); n.License != "" {
			return
		}
	}
	n.state(stated)
	if n.unclear && len(all) > 1 && choice.MatchString(stated) {
		n.License, n.unclear = spdx.Or(all), false
		return
	}
	if len(all) == 0 {
		return
	}
	joined := n.License
	if joined == "" {
		joined = all[0]
	}
	clear := !n.unclear
	for _, id := range all {
		if more, ok := specific(joined, id); ok {
			joined = more
		} else if spdx.Conflict(id, joined) {
			clear = false
		}
	}
	n.License, n.unclear = joined, false
	if !clear {
		n.License, n.unclear = "", true
	}
}

// record returns the folders of the files that RECORD lists, and files next to it. RECORD is in the
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

// topLevel returns what top_level.txt says that a package of Python has: modules, which are folders
// or files.
func topLevel(_ string, content []byte) (n Notice) {
	for name := range strings.FieldsSeq(string(content)) {
		if name = path.Clean(name); name != "." && !strings.HasPrefix(name, "/") && !strings.HasPrefix(name, "..") {
			n.mayHold = append(n.mayHold, name, name+".py")
		}
	}
	return n
}
