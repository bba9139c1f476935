package notice

import (
	"bytes"
	"path"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// Projects keep the code of others in folders such as deps/lua. Such a folder belongs to the
// package of its own manifest. Without a manifest, the folder is a component of its own: the
// project's manifest and licence do not apply to it. pip, setuptools and debugpy are MIT, and have
// code under Apache-2.0, MPL-2.0 and EPL-1.0 without its texts.

// vendoring are the names, in small letters, of folders whose folders are such components.
var vendoring = map[string]bool{
	"deps": true, "vendor": true, "vendored": true, "_vendor": true, "_vendored": true, "third_party": true, "third-party": true, "thirdparty": true,
	"3rdparty": true, "3rd_party": true, "external": true, "externals": true, "extern": true, "bundled": true, "submodules": true, "subprojects": true,
	"vendors": true, "_third_party": true, "third_party_libs": true, "bower_components": true, "web_modules": true, "pods": true, "carthage": true, "godeps": true,
	"third_parties": true, "third-parties": true, "thirdparties": true, "third-party-libs": true, "thirdparty_libs": true, "thirdpartylibs": true, "3rdparty_libs": true, "3rd-party": true, "3p": true,
	"external_libs": true, "external-libs": true, "extlib": true, "extlibs": true, "jspm_packages": true, "vendor_src": true, "vendor-src": true, "vendor_js": true, "vendor-js": true, "node-vendor": true,
	"node_vendor": true, "vendor_libs": true, "vendor-libs": true, "opensource_libs": true, "foreign_libs": true,
}

// isVendoring reports whether a folder has such a name, in any case.
func isVendoring(folder string) bool { return vendoring[strings.ToLower(path.Base(folder))] }

// ofCode are grouping folders with code, and beside are the suffixes of what a project adds.
var (
	ofCode = map[string]bool{"include": true, "src": true, "lib": true}
	added  = map[string]bool{"": true, ".md": true, ".rst": true, ".txt": true, ".mk": true, ".cmake": true, ".am": true, ".in": true, ".bzl": true, ".bazel": true, ".gn": true, ".gni": true,
		".sh": true, ".yml": true, ".yaml": true, ".toml": true, ".json": true}
)

// isCode reports by its base name whether a file is of code, and not what a project adds.
func isCode(base string) bool { return !added[path.Ext(base)] && base != "__init__.py" }

// ofOtherWorks returns the folder whose files are of other works: a component, or the folder of
// components with files of code right in it. Nothing above says their licence.
func ofOtherWorks(file string) string {
	if component, _ := Vendored(file); component != "" {
		return component
	}
	below := path.Base(file)
	if !isCode(below) {
		return ""
	}
	for at := folderOf(file); at != ""; at = folderOf(at) {
		if isVendoring(at) && (at == folderOf(file) || ofCode[below]) {
			return at
		}
		below = path.Base(at)
	}
	return ""
}

// hosts have modules of Go in folders of so many more levels in paths.
var hosts = map[string]int{"github.com": 2, "gitlab.com": 2, "bitbucket.org": 2, "golang.org": 2, "codeberg.org": 2, "google.golang.org": 1, "gopkg.in": 1, "k8s.io": 1, "sigs.k8s.io": 1, "go.uber.org": 1,
	"go.etcd.io": 1, "go.opentelemetry.io": 1, "go.mongodb.org": 1, "go.yaml.in": 1, "cloud.google.com": 1, "modernc.org": 1}

// grouping are names of folders among these that are not components.
var grouping = map[string]bool{"include": true, "src": true, "lib": true, "bin": true, "licenses": true, "patches": true, "scripts": true, "test": true, "tests": true,
	"cmake": true, "doc": true, "docs": true, "tools": true}

// isVendored reports whether a folder is a component without a manifest.
func isVendored(folder string) bool {
	parent, base := path.Split(folder)
	return base != "" && isVendoring(parent) && hosts[base] == 0 && !grouping[base]
}

// Vendored returns the folder and the name of a file's component, by folder names. It returns
// nothing for other files.
func Vendored(file string) (folder, name string) {
	for at := folderOf(file); at != ""; at = folderOf(at) {
		if isVendored(at) {
			return at, path.Base(at)
		}
		for host, levels := folderOf(at), 1; levels <= 2; host, levels = folderOf(host), levels+1 {
			if hosts[path.Base(host)] == levels && isVendoring(folderOf(host)) {
				return at, at[len(folderOf(host)):][1:]
			}
		}
	}
	return "", ""
}

// IsVersion reports by its path whether a component's file may have its version.
func IsVersion(file, component string) bool {
	base := strings.ToLower(path.Base(file))
	component = strings.ToLower(path.Base(component))
	return strings.Count(file, "/") <= 1 && (base == component+".h" || base == component+"_version.h" || base == component+"-version.h" || base == "version.h" ||
		base == "version.py" || base == "_version.py" || base == "__init__.py" || base == "__about__.py" || base == "version")
}

var (
	versionLine   = lazyregexp.New(`(?m)^[ \t]*(?:#[ \t]*define[ \t]+\w*(?:VERSION|RELEASE)\w*[ \t]+|__version__[ \t]*=[ \t]*)["'](?:[A-Za-z][\w+-]* )?v?([0-9]+(?:\.[0-9]+)+[\w.+-]*)["']`)
	versionNumber = lazyregexp.New(`(?m)^[ \t]*#[ \t]*define[ \t]+\w*(MAJOR|MINOR|PATCH|MICRO|REVISION|RELEASE)(?:_VERSION|_NUM(?:BER)?)?[ \t]+"?([0-9]+)"?[ \t]*(?:/[/*].*)?\r?$`)
	versionFile   = lazyregexp.New(`^v?([0-9]+(?:\.[0-9]+)+[\w.+-]*?)(?:-0-g[0-9a-f]*)?\s`) // of git describe --long at a tag, too
)

// Version returns the version that a header, a Python module, or a bare file states. It is empty if
// there is none, or if numbers of several things contradict each other.
func Version(source []byte) (version string) {
	if m := versionFile.FindSubmatch(append(bytes.TrimSpace(source[:min(len(source), mostVersion)]), '\n')); m != nil {
		return string(m[1])
	}
	for _, m := range versionLine.FindAllSubmatch(source, 20) {
		if v := string(m[1]); strings.HasPrefix(v, version) { // 5.1 and 5.1.5
			version = v
		} else if !strings.HasPrefix(version, v) {
			return ""
		}
	}
	parts := map[string]string{}
	for _, m := range versionNumber.FindAllSubmatch(source, 20) {
		part := string(m[1])
		if part != "MAJOR" && part != "MINOR" {
			part = "PATCH"
		}
		if before, twice := parts[part]; twice && before != string(m[2]) {
			return version
		}
		parts[part] = string(m[2])
	}
	if version == "" && parts["MAJOR"] != "" && parts["MINOR"] != "" {
		if version = parts["MAJOR"] + "." + parts["MINOR"]; parts["PATCH"] != "" {
			version += "." + parts["PATCH"]
		}
	}
	return version
}

// mostVersion bounds the bytes of a file that has only a version.
const mostVersion = 100
