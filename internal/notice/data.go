package notice

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// Some files have no comments: values of JSON, notebooks, and lists.

// isData reports whether a text is a value of JSON, which has no comments.
func isData(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r\n")
	if len(text) == 0 || text[0] != '{' && text[0] != '[' {
		return false
	}
	end := text[0] + 2
	text = bytes.TrimLeft(text[1:], " \t\r\n")
	return len(text) == 0 || text[0] == '"' || text[0] == end || end == ']' && bytes.IndexByte([]byte("{[-0123456789"), text[0]) >= 0
}

// listsLicenses matches the beginning of debian/copyright, whose licences are of other files.
// Projects without a folder debian have such files, too.
var listsLicenses = lazyregexp.New(`^(?:\s*#[^\n]*\n|\s+|-+\s)*Format: *https?://\S*/copyright-format/`)

// leastFiles bounds the lines of a list of files.
const leastFiles = 4

// isFileList reports whether a text lists file names, a line each, as SOURCES.txt. It states no
// licence.
func isFileList(text []byte) bool {
	paths, names := 0, 0
	for line := range bytes.Lines(text) {
		switch line = bytes.TrimSpace(line); {
		case bytes.ContainsAny(line, " \t:"):
			return false
		case bytes.IndexByte(line, '/') > 0:
			paths++
		case len(line) > 0:
			names++
		}
	}
	return paths >= leastFiles && paths >= names/2
}

// isNotebook reports whether a text is a Jupyter notebook.
func isNotebook(text []byte) bool {
	return len(text) > 0 && text[0] == '{' && bytes.Contains(text, []byte(`"cell_type"`))
}

// scriptOf returns the cells of a notebook as a script, in which text is in comments. It returns
// nil if the notebook cannot be read.
func scriptOf(notebook []byte) (script []byte) {
	var n struct {
		Cells []struct {
			Type   string `json:"cell_type"`
			Source any
		}
	}
	if json.NewDecoder(bytes.NewReader(notebook)).Decode(&n) != nil {
		return nil
	}
	for _, c := range n.Cells {
		for line := range strings.Lines(strings.Join(textsOf(c.Source), "")) {
			if c.Type != "code" {
				script = append(script, "# "...)
			}
			script = append(script, line...)
		}
		script = append(script, "\n\n"...)
	}
	return script
}

// ofObject are the members of a JSON object that may say what its licence is.
var ofObject = map[string]bool{"license": true, "licence": true, "licenses": true, "copyright": true, "description": true, "comment": true, "notice": true}

// ofItself returns what an object says of its licence, in members of its own.
func ofItself(object []byte) (text []byte) {
	d := json.NewDecoder(bytes.NewReader(object))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	for {
		name, err := d.Token()
		var value any
		if err != nil || d.Decode(&value) != nil {
			return text
		}
		key, _ := name.(string)
		text = append(ofMember(text, key, value), "#\n"...)
	}
}

// describing are the members of an object that describe it.
var describing = map[string]bool{"info": true, "metadata": true, "meta": true, "dataset": true}

// ofMember adds what a member of an object says of its licence.
func ofMember(text []byte, key string, value any) []byte {
	key = strings.ToLower(strings.TrimLeft(key, "$_-/"))
	fields, isObject := value.(map[string]any)
	if isObject && describing[key] {
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			text = ofMember(text, name, fields[name])
		}
		return text
	}
	if key != "" && !ofObject[key] {
		return text
	}
	lines, isList := value.([]any)
	if !isList {
		lines = []any{value}
	}
	for _, l := range lines {
		if fields, ok := l.(map[string]any); ok {
			address, _ := fields["url"].(string)
			if l = fields["name"]; addressed(address) != "" {
				l = addressed(address)
			} else if l == nil {
				l = address
			}
		}
		if line, ok := l.(string); ok && strings.HasPrefix(key, "licen") {
			text = append(append(append(text, "# License: "...), line...), '\n')
		} else if ok {
			text = append(append(append(text, "# "...), strings.ReplaceAll(line, "\n", "\n# ")...), '\n')
		}
	}
	return text
}

// isSourceMap reports whether a text begins as a source map does.
func isSourceMap(text []byte) bool {
	return len(text) > 0 && text[0] == '{' && bytes.Contains(bytes.ReplaceAll(text[:min(len(text), 40)], []byte(" "), nil), []byte(`"version":3`))
}

// ofSources adds what the sources in a source map say of their licences to what it says itself. Of
// a source of another package it is not known.
func (h *Heads) ofSources(content []byte, c Claim, ok bool) (Claim, bool) {
	if names, _, _ := bytes.Cut(content, []byte(`"sourcesContent"`)); bytes.Contains(names, packagesFolder) {
		return Claim{}, true
	}
	var m struct{ SourcesContent []string }
	if !bytes.Contains(content, []byte("@license")) && len(searchLate(content, 0)) == 0 || json.Unmarshal(content, &m) != nil { // decoding takes long
		return c, ok
	}
	for _, source := range m.SourcesContent {
		if own := h.Own([]byte(source), false, false, nil); own.Stated && own.File == "" && (!ok || c != (Claim{})) {
			c, ok = c.and(own.Claim, ok, len(m.SourcesContent) == 1), true
		}
	}
	return c, ok
}
