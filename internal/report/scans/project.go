package scans

import (
	"cmp"
	"path/filepath"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
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
