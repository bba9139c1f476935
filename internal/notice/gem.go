package notice

import (
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/purl"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
)

// gem reads the metadata of a package of Ruby, which metadata.gz has: the YAML of a
// Gem::Specification, as RubyGems writes it (guides.rubygems.org/specification-reference).
func gem(_ string, content []byte) Notice {
	text, ok := strings.CutPrefix(string(content), "--- !ruby/object:Gem::Specification")
	if !ok {
		return Notice{}
	}
	fields, name := map[string][]string{}, ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \r\n")
		item, isItem := strings.CutPrefix(line, "- ")
		inner, isVersion := strings.CutPrefix(line, "  version:")
		switch {
		case line == "":
		case isItem:
			fields[name] = append(fields[name], plainScalar(item))
		case isVersion && name == "version":
			fields[name] = append(fields[name], plainScalar(inner))
		case line[0] != ' ' && line[0] != '-':
			var value string
			if name, value, _ = strings.Cut(line, ":"); plainScalar(value) != "" {
				fields[name] = append(fields[name], plainScalar(value))
			}
		}
	}
	return gemNotice(fields)
}

// plainScalar returns a value without its quotes. It returns nothing for one with a tag or for one
// that is null.
func plainScalar(value string) string {
	value = strings.TrimSpace(value)
	if n := len(value); n > 1 && (value[0] == '\'' || value[0] == '"') && value[n-1] == value[0] {
		return value[1 : n-1]
	}
	if strings.HasPrefix(value, "!") || value == "[]" || value == "null" || value == "~" {
		return ""
	}
	return value
}

var (
	gemField  = lazyregexp.New(`(?m)^[ \t]*\w+\.(version|name|platform|licenses?|authors?)[ \t]*(?:[+|]?=|<<|\.(?:push|concat|append)\b)[ \t]*(.*?)[ \t]*$`)
	gemValues = lazyregexp.New(`^\[?(?:\s*(?:"[^"#\\]*"|'[^'\\]*')(?:\.freeze)?\s*,?)+\]?(?:\.freeze)?$`)
	gemValue  = lazyregexp.New(`"([^"]*)"|'([^']*)'`)
)

// gemspec reads the literals of a specification in Ruby. Computed values, such as a version, are
// unknown.
func gemspec(_ string, content []byte) Notice {
	fields, computed := map[string][]string{}, false
	for _, m := range gemField.FindAllSubmatch(content, 50) {
		name := string(m[1])
		if name == "license" || name == "author" {
			name += "s"
		}
		var all []string
		if gemValues.Match(m[2]) {
			for _, v := range gemValue.FindAllSubmatch(m[2], mostLicenses) {
				all = append(all, string(v[1])+string(v[2]))
			}
		}
		if fields[name] == nil {
			fields[name] = all
		}
		computed = computed || name == "licenses" && !slices.Equal(all, fields[name]) || name == "licenses" && all == nil
	}
	n := gemNotice(fields)
	if computed {
		n.License, n.unclear = "", true
	}
	return n
}

// gemNotice returns the notice in the fields of a specification. Of several licences, it does not
// say that one may choose.
func gemNotice(fields map[string][]string) (n Notice) {
	one := func(name string) string {
		if len(fields[name]) != 1 {
			return ""
		}
		return fields[name][0]
	}
	n.Package = purl.New("gem", one("name"), one("version"))
	if platform := one("platform"); n.Package != "" && platform != "" && platform != "ruby" && len(platform) < 50 {
		n.Package += "?platform=" + purl.Part(platform)
	}
	n.Author = authors(fields["authors"]...)
	var all []string
	for _, l := range fields["licenses"] {
		id := named(l)
		n.unclear = n.unclear || id == ""
		if len(all) < mostLicenses {
			all = append(all, id)
		}
	}
	if !n.unclear {
		n.License = spdx.And(all...)
	}
	return n
}
