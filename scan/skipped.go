package scan

import (
	"bytes"
	"errors"
	"path"
	"path/filepath"

	"github.com/pelletier/go-toml/v2"

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

// texts are the extensions of files that may be an attribution.
var texts = map[string]bool{"": true, ".md": true, ".txt": true}

// isOfChaffinch reports whether a file belongs to this program: its settings, decisions, an attribution,
// or one of the reports. A name alone does not take a file out of the scan: the file must be what its name says.
func isOfChaffinch(file string, source []byte, reports map[string]bool) bool {
	switch path.Base(file) {
	case settingsName, DecisionsName:
		return toml.Unmarshal(source, &map[string]any{}) == nil
	}
	return reports[file] || texts[path.Ext(file)] && bytes.HasPrefix(source, []byte(notice.AttributionHead))
}
