package notice

import (
	"regexp"
	"strings"
)

// debianCopyright reads debian/copyright: the licence of all files and those of single ones
// (www.debian.org/doc/packaging-manuals/copyright-format/1.0).
func debianCopyright(content []byte) (all string, files []FilesLicense) {
	if !strings.HasPrefix(string(content), "Format:") {
		return "", nil
	}
	for _, paragraph := range paragraphs(string(content)) {
		license, _, _ := strings.Cut(paragraph["license"], "\n")
		license = debianLicense(license)
		patterns := strings.Fields(paragraph["files"])
		if license == "" || len(patterns) == 0 {
			continue
		}
		if len(patterns) == 1 && patterns[0] == "*" {
			all = license
		}
		files = append(files, FilesLicense{patterns, license})
	}
	return all, files
}

// paragraphs returns the fields of each paragraph by their names in small letters. Lines that continue a field
// follow after a line break.
func paragraphs(text string) (all []map[string]string) {
	fields, last := map[string]string{}, ""
	for line := range strings.Lines(text + "\n") {
		line = strings.TrimRight(line, "\r\n \t")
		name, value, ok := strings.Cut(line, ":")
		switch {
		case line == "":
			if len(fields) > 0 {
				all = append(all, fields)
			}
			fields, last = map[string]string{}, ""
		case line[0] == ' ' || line[0] == '\t':
			if last != "" {
				fields[last] += "\n" + strings.TrimSpace(line)
			}
		case ok && line[0] != '#':
			last = strings.ToLower(name)
			fields[last] = strings.TrimSpace(value)
		}
	}
	if len(fields) > 0 {
		all = append(all, fields)
	}
	return all
}

var (
	debianOperator = regexp.MustCompile(`(?i),? +(and|or|with) +`)
	debianGPL      = regexp.MustCompile(`^([AL]?GPL)-([123](?:\.[01])?)(\+?)$`)
)

// debianLicense returns an expression of SPDX for one of Debian.
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
	return expression(strings.Join(words, " "))
}

// changelogHead matches the first line of debian/changelog (deb-changelog(5)).
var changelogHead = regexp.MustCompile(`^\s*([a-z0-9][a-z0-9+.-]+) \(([^\s()]+)\) `)

// debianSource returns the package of debian/changelog.
func debianSource(content []byte) string {
	m := changelogHead.FindSubmatch(content)
	if m == nil {
		return ""
	}
	return packageURL("deb", "debian/"+string(m[1]), string(m[2])) + "?arch=source"
}

// debianBinary returns the package of the file control in a .deb.
func debianBinary(content []byte) string {
	all := paragraphs(string(content))
	if len(all) == 0 || all[0]["package"] == "" {
		return ""
	}
	id := packageURL("deb", "debian/"+all[0]["package"], all[0]["version"])
	if arch := all[0]["architecture"]; id != "" && arch != "" {
		id += "?arch=" + arch
	}
	return id
}
