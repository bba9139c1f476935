package scans

import (
	"cmp"
	"path/filepath"
	"strings"
)

// ProjectName returns the last part of the path or address of a project.
func ProjectName(tree string) string {
	tree, _, _ = strings.Cut(tree, "?")
	if abs, err := filepath.Abs(tree); err == nil && !strings.Contains(tree, "://") {
		tree = abs
	}
	name := filepath.ToSlash(strings.TrimRight(tree, `/\`))
	return cmp.Or(name[strings.LastIndexByte(name, '/')+1:], "project")
}
