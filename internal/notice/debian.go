package notice

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
	"github.com/chaffinch-search/chaffinch/internal/license"
	"github.com/chaffinch-search/chaffinch/internal/purl"
	"github.com/chaffinch-search/chaffinch/internal/spdx"
)

// debianCopyright reads debian/copyright: the licence of all files and the licences of single files
// (www.debian.org/doc/packaging-manuals/copyright-format/1.0). With too many patterns all
// licences are unknown. One in free form may be the text of a licence, which it recognises.
func debianCopyright(content []byte, recognise func([]byte) string) (n Notice) {
	if !strings.HasPrefix(string(content), "Format:") && !listsLicenses.Match(content) {
		n.License = recognise(content)
		n.unclear = n.License == ""
		return n
	}
	denied := map[string]bool{} // names beside the text of something else
	for p := range paragraphs(string(content)) {
		if name, text, _ := strings.Cut(p["license"], "\n"); text != "" && !isTextOf(debianLicense(name), text) {
			denied[strings.ToLower(name)] = true
		}
	}
	for paragraph := range paragraphs(string(content)) {
		name, _, _ := strings.Cut(paragraph["license"], "\n")
		license := debianLicense(name)
		if denied[strings.ToLower(name)] || slices.ContainsFunc(debianJoin.Split(strings.ToLower(name), -1), func(part string) bool { return denied[part] }) {
			license = ""
		}
		if paragraph["files"] == "" {
			continue
		}
		if n.files == nil {
			n.files = newGlobs()
		}
		for pattern := range strings.FieldsSeq(paragraph["files"]) {
			if !n.files.add(pattern, license) {
				return unknownFiles()
			}
		}
		if paragraph["files"] == "*" {
			n.License, n.unclear = license, license == ""
		}
	}
	return n
}

// paragraphs returns each paragraph's fields by lower-case name, valid until the next paragraph.
// Lines that continue a field follow after a line break.
func paragraphs(text string) iter.Seq[map[string]string] {
	return func(yield func(map[string]string) bool) {
		fields, last, more := map[string]string{}, "", []string(nil)
		end := func() { // of a field
			if len(more) > 1 {
				fields[last] = strings.Join(more, "\n")
			}
			more = more[:0]
		}
		for line := range strings.Lines(text + "\n\n") {
			line = strings.TrimRight(line, "\r\n \t")
			name, value, ok := strings.Cut(line, ":")
			switch {
			case line == "":
				end()
				if len(fields) > 0 && !yield(maps.Clone(fields)) {
					return
				}
				clear(fields)
				last = ""
			case line[0] == ' ' || line[0] == '\t':
				if last != "" {
					more = append(more, strings.TrimSpace(line))
				}
			case ok && line[0] != '#':
				end()
				last = strings.ToLower(name)
				fields[last] = strings.TrimSpace(value)
				more = append(more, fields[last])
			}
		}
	}
}

// isTextOf reports whether a text behind the name of a licence has, or names, that licence. The
// versions of licences of GNU may differ. A name that SPDX does not list may have any text.
func isTextOf(expression, text string) bool {
	operands := slices.Concat(spdx.Alternatives(withoutExceptions(expression))...)
	if expression == "" || slices.ContainsFunc(operands, func(id string) bool { return !IsSPDX(id) }) {
		return true
	}
	is := Recognise([]byte(text))
	if is == "" && (license.Denies([]byte(text)) || license.Amends([]byte(text))) {
		return false
	}
	gnu := func(id string) string { return gnuVersion.ReplaceAllString(id, "$1") }
	return slices.ContainsFunc(append(license.Named([]byte(text)), slices.Concat(spdx.Alternatives(withoutExceptions(is))...)...), func(named string) bool {
		return slices.ContainsFunc(operands, func(id string) bool { return strings.EqualFold(gnu(id), gnu(named)) || isFamily(named, id) })
	})
}

var (
	debianJoin     = lazyregexp.New(`,? +(?:and|or) +`)
	gnuVersion     = lazyregexp.New(`^((?:[AL]?GPL|GFDL)-).*`)
	debianOperator = lazyregexp.New(`(?i),? +(and|or|with) +`)
	debianGPL      = lazyregexp.New(`^([AL]?GPL|GFDL)-([123](?:\.[0-3])?)(\+?)$`)
)

// debianLicense returns an SPDX expression for one of Debian.
func debianLicense(text string) string {
	text = debianOperator.ReplaceAllStringFunc(text, func(s string) string {
		return " " + strings.ToUpper(strings.Trim(s, ", ")) + " "
	})
	words := strings.Fields(text)
	for i, w := range words {
		if m := debianGPL.FindStringSubmatch(w); m != nil {
			version := m[2]
			if !strings.Contains(version, ".") {
				version += ".0"
			}
			words[i] = m[1] + "-" + version + map[string]string{"": "-only", "+": "-or-later"}[m[3]]
		} else if id, ok := map[string]string{"Expat": "MIT", "BSD-2-clause": "BSD-2-Clause", "BSD-3-clause": "BSD-3-Clause", "BSD-4-clause": "BSD-4-Clause", "zlib": "Zlib"}[w]; ok {
			words[i] = id
		}
	}
	if n := len(words); n > 1 && strings.EqualFold(words[n-1], "exception") && exceptions()[strings.ToLower(words[n-2])] != "" {
		words = words[:n-1]
	}
	return named(strings.Join(words, " "))
}

// changelogHead matches the first line of debian/changelog (deb-changelog(5)).
var changelogHead = lazyregexp.New(`^\s*([a-z0-9][a-z0-9+.-]+) \(([^\s()]+)\) `)

// debianSource returns the package of debian/changelog.
func debianSource(content []byte) (n Notice) {
	if m := changelogHead.FindSubmatch(content); m != nil {
		n.source = string(m[1])
		n.Package = debianPackage(n.source, string(m[2]), "source")
	}
	return n
}

// debianBinary returns the package of the file control in a .deb.
func debianBinary(content []byte) (n Notice) {
	for p := range paragraphs(string(content)) {
		n.Package = debianPackage(p["package"], p["version"], p["architecture"])
		break
	}
	return n
}

// debianArch matches the name of an architecture.
var debianArch = lazyregexp.New(`^[a-z0-9-]+$`)

func debianPackage(name, version, arch string) string {
	if name == "" {
		return ""
	}
	id := purl.New("deb", "debian/"+name, version)
	if id != "" && debianArch.MatchString(arch) {
		id += "?arch=" + arch
	}
	return id
}
