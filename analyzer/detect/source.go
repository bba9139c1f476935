package detect

import (
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// dataLanguages are the languages that no programs are written in.
var dataLanguages = []string{
	"CSS", "CSV", "Diff", "HTML", "INI", "JSON", "Markdown", "Protocol Buffer", "TeX", "TOML", "XML", "YAML",
}

// IsSource reports whether a file is a program by its name alone. The name, or its extension,
// belongs to a language that programs are written in.
func IsSource(name string) bool {
	if IsNameless(name) {
		return false
	}
	l := Language(name, nil)
	return l != lex.Prose && !slices.Contains(dataLanguages, l.Name)
}
