// Package notice reads what the files of a project say of it: the manifests of packages, and licence texts.
package notice

import (
	"bytes"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Notice is what a file says of the files in a folder. Unknown fields are empty.
type Notice struct {
	// License is an SPDX expression, or what the package calls its licence.
	License string
	// Package is a package URL.
	Package string
	// Files are the licences of single files, if the notice states them. The last that matches decides.
	Files []FilesLicense
}

// FilesLicense is the licence of the files that match one of the patterns, in which * stands for any text and
// ? for a character.
type FilesLicense struct {
	Patterns []string
	License  string
}

// MostSize bounds the size of a notice in bytes. Larger files are none.
const MostSize = 1 << 20

// Patterns select, as in .gitignore, the files for which [Is] is true, and perhaps others.
func Patterns() []string {
	all := slices.Concat(slices.Collect(maps.Keys(manifests)), slices.Collect(maps.Keys(ofDebian)), []string{"*.nuspec"})
	for _, begin := range []string{"licen[sc]e", "copying", "unlicen[sc]e", "mit-licen[sc]e"} {
		all = append(all, anyCase(begin)+"*")
	}
	return all
}

// anyCase returns a pattern for the same text in capitals, in small letters, or with a first capital.
func anyCase(pattern string) string {
	var b strings.Builder
	inClass := false
	for _, r := range pattern {
		switch upper := strings.ToUpper(string(r)); {
		case r == '[' || r == ']':
			inClass = r == '['
			b.WriteRune(r)
		case inClass:
			b.WriteString(upper + string(r))
		case upper == string(r):
			b.WriteRune(r)
		default:
			b.WriteString("[" + upper + string(r) + "]")
		}
	}
	return b.String()
}

// licenseName matches the base name of a licence text.
var licenseName = regexp.MustCompile(`(?i)^(mit-|un)?(licen[sc]e|copying)([._-][a-z0-9._+-]*)?$`)

// sources are the suffixes of files about licences that are no texts of them.
var sources = regexp.MustCompile(`(?i)\.(go|c|h|cc|cpp|py|js|ts|java|rb|rs|php|json|ya?ml|xml|css|svg|png)$`)

// IsLicense reports whether a file is the text of a licence, by its path.
func IsLicense(file string) bool {
	base := path.Base(file)
	return licenseName.MatchString(base) && !sources.MatchString(base)
}

// manifests read a file by its base name.
var manifests = map[string]func(folder string, content []byte) Notice{
	"package.json":   npm,
	"composer.json":  composer,
	"Cargo.toml":     cargo,
	"pyproject.toml": pyproject,
	"PKG-INFO":       python,
	"METADATA":       python,
	"pom.xml":        maven,
	"go.mod":         golang,
}

// ofDebian are the base names of files of Debian, which are notices in certain folders.
var ofDebian = map[string]bool{"copyright": true, "changelog": true, "control": true}

// Is reports whether a file may be a notice, by its path.
func Is(file string) bool {
	base := path.Base(file)
	return manifests[base] != nil || ofDebian[base] || strings.HasSuffix(base, ".nuspec") || IsLicense(base)
}

// of returns what a file says, and of which folder; ok is false if it says nothing.
func of(file string, content []byte, recognise func([]byte) string) (n Notice, folder string, ok bool) {
	folder, base := path.Split(file)
	folder = strings.TrimSuffix(folder, "/")
	parent, last := path.Split(folder)
	parent = strings.TrimSuffix(parent, "/")
	content = bytes.TrimPrefix(content, []byte("\ufeff"))
	read, known := manifests[base]
	switch {
	case len(content) > MostSize:
		return n, "", false
	case last == "LICENSES": // texts by the specification of REUSE, of any file of the project
		return n, "", false
	case IsLicense(base):
		if n.License = InHead(content); n.License == "" {
			n.License = recognise(content)
		}
	case known:
		n = read(folder, content)
	case strings.HasSuffix(base, ".nuspec"):
		n = nuspec(content)
	case last == "debian" && base == "copyright", base == "copyright" && inDoc.MatchString(folder):
		n.License, n.Files = debianCopyright(content)
	case last == "debian" && base == "changelog":
		n.Package = debianSource(content)
	case last == "control" && base == "control":
		n.Package = debianBinary(content)
	}
	if n.License == "" && n.Package == "" && n.Files == nil {
		return n, "", false
	}
	switch {
	case last == "debian", last == "control", strings.HasSuffix(last, ".dist-info"), strings.HasSuffix(last, ".egg-info"):
		folder = parent
	case strings.HasSuffix(parent, ".dist-info"): // licences
		folder = strings.TrimSuffix(strings.TrimSuffix(parent, path.Base(parent)), "/")
	default:
		folder = inMeta.ReplaceAllString(inDoc.ReplaceAllString(folder, ""), "")
	}
	return n, folder, true
}

// inDoc and inMeta match the folders in a package with what is said of all of it.
var (
	inDoc  = regexp.MustCompile(`(^|/)usr/share/doc/[^/]+$`)
	inMeta = regexp.MustCompile(`(^|/)META-INF(/maven/[^/]+/[^/]+)?$`)
)
