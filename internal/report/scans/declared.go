package scans

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/scan"
)

// declared returns the licence in the manifest of a component. Without one it returns the licences
// that texts state for all of it, in order. A text of a folder or file inside it declares nothing.
func (c *component) declared() []licensed {
	if c.manifest == nil {
		license := c.inManifest()
		c.manifest = &license
	}
	if *c.manifest != "" {
		return []licensed{{license: *c.manifest}}
	}
	return c.licensesBy(func(o scan.Origin) (string, bool) {
		license := o.License
		if o.LicenseInFile {
			license = o.LicenseAround
		}
		return license, license != "" && o.LicenseFrom == "" || o.LicenseFrom != "" && c.isOfAll(o.LicenseFrom)
	})
}

// isOfAll reports whether a file states the licence of all of a component. If nothing tells where a
// package begins, it does.
func (c *component) isOfAll(from string) bool {
	folder := notice.Folder(from)
	switch {
	case strings.Contains(from, "-info/"): // Python's
		return strings.Contains(folder, "-info")
	case c.folder != "":
		return folder == c.folder && !strings.HasSuffix(from, ".license")
	case c.root != "":
		return folder == "" || strings.HasPrefix(folder, "..")
	}
	return true
}

// manifestsOf are the names of the manifests of packages, by the types of their URLs.
var manifestsOf = map[string][]string{
	"pypi": {"METADATA", "PKG-INFO", "pyproject.toml", "setup.cfg"}, "npm": {"package.json"}, "cargo": {"Cargo.toml"}, "composer": {"composer.json"},
}

// inManifest returns the licence in the manifest of a package in a local folder. It is empty if
// there is none, or if it is not an expression of listed licences.
func (c *component) inManifest() string {
	kind, _, _ := strings.Cut(strings.TrimPrefix(c.purl, "pkg:"), "/")
	seen := map[string]bool{}
	for _, f := range c.findings {
		root, isAddress := document.Address(f.Origin.Root)
		if isAddress {
			continue
		}
		for _, at := range slices.Concat(foldersAbove(f.Origin.LicenseFrom), foldersAbove(f.Origin.Path)) {
			for _, name := range manifestsOf[kind] {
				manifest := path.Join(at, name)
				abs := filepath.Join(root, filepath.FromSlash(manifest))
				if seen[abs] {
					continue
				}
				seen[abs] = true
				if license := c.inFile(abs, manifest); license != "" {
					return license
				}
			}
		}
	}
	return ""
}

// foldersAbove returns the folders of a file within its root, the nearest first; none of no file.
func foldersAbove(file string) (all []string) {
	if file == "" {
		return nil
	}
	for at := path.Dir(file); ; at = path.Dir(at) {
		all = append(all, at)
		if at == "." || at == "/" || strings.HasPrefix(at, "..") {
			return all
		}
	}
}

// inFile returns the licence in a manifest, if it is of the component.
func (c *component) inFile(abs, manifest string) string {
	info, err := os.Stat(abs)
	if err != nil || info.Size() > notice.MostSize || !info.Mode().IsRegular() {
		return ""
	}
	content, err := os.ReadFile(abs)
	if err != nil {
		return ""
	}
	n, _ := notice.Read(manifest, content, notice.Recognise)
	expression, refs := notice.Listed(n.License)
	if n.Package != c.purl || len(refs) > 0 {
		return ""
	}
	return expression
}
