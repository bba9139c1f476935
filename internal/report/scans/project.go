package scans

import (
	"cmp"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/notice"
)

// ProjectName returns the last part of the path or address of a project.
func ProjectName(tree string) string {
	tree, isAddress := document.Address(tree)
	if abs, err := filepath.Abs(tree); err == nil && !isAddress {
		tree = abs
	}
	name := filepath.ToSlash(strings.TrimRight(tree, `/\`))
	return cmp.Or(name[strings.LastIndexByte(name, '/')+1:], "project")
}

// project is what the manifests of a project say of it.
type project struct{ name, version, purl, license string }

// projectOf reads the manifests in the folder of a project. Other trees have only a name.
func projectOf(tree string) (p project) {
	p.name = ProjectName(tree)
	tree, isAddress := document.Address(tree)
	if isAddress {
		return p
	}
	set := notice.NewSet(notice.Recognise)
	for _, manifest := range []string{"package.json", "pyproject.toml", "Cargo.toml", "composer.json", "pom.xml", "setup.cfg"} {
		file := filepath.Join(tree, manifest)
		if info, err := os.Stat(file); err != nil || info.Size() > notice.MostSize || !info.Mode().IsRegular() {
			continue
		}
		if content, err := os.ReadFile(file); err == nil {
			set.Add(manifest, content)
		}
	}
	said := set.Find("project")
	if expression, refs := notice.Listed(said.License); len(refs) == 0 {
		p.license = expression
	}
	if group, name, version, ok := ParsePackage(said.Package); ok {
		p.name, p.version, p.purl = path.Join(group, name), version, said.Package
	}
	return p
}
