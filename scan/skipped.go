package scan

import (
	"bytes"
	"errors"
	"path"
	"path/filepath"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/notice"
)

// errOfChaffinch is the error of a file of this program, which is no part of the project.
var errOfChaffinch = errors.New("of-chaffinch")

// settingsName is the name of a file of settings.
const settingsName = "chaffinch.toml"

// reportPaths returns the paths in the project of the files that are reports.
func (s *scanner) reportPaths() map[string]bool {
	all := map[string]bool{}
	folder := corpus.RealPath(filepath.Clean(s.report.base))
	for _, name := range s.Reports {
		if name == "" {
			continue
		}
		if below, err := filepath.Rel(folder, corpus.RealPath(name)); err == nil && filepath.IsLocal(below) {
			all[filepath.ToSlash(below)] = true
		}
	}
	return all
}

// isOfChaffinch reports whether a file belongs to this program: its settings, decisions, an attribution, or one of
// the reports.
func isOfChaffinch(file string, d chaffinch.Document, reports map[string]bool) bool {
	switch path.Base(file) {
	case settingsName, DecisionsName:
		return true
	}
	return reports[file] || bytes.HasPrefix(d.Source, []byte(notice.AttributionHead))
}
