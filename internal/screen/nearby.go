package screen

import (
	"os"
	"path/filepath"
	"strings"
)

// Nearby returns the path as it would be typed here: relative if it is below this folder.
func Nearby(path string) string {
	dir, err := os.Getwd()
	if err != nil {
		return path
	}
	rel, err := filepath.Rel(dir, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return path
	}
	return rel
}
