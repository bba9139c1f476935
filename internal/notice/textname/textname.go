// Package textname tells by their paths which files are texts of licences. Nothing here reads them,
// so that the browser edition can use it.
package textname

import (
	"path"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// licenseName matches the base name of a licence text. It begins with one of Begins, which most
// names do not.
var licenseName = lazyregexp.New(`(?i)^(mit-|bsd-|apache-|l?gpl-|un)?(licen[sc]e|licencia|licen[cç]a|licenza|lizenz|copying|eula)([._-][a-z0-9._+-]*)?$|` +
	`^(?-i:COPYRIGHTS?|Copyrights?|NOTICE|Notice|TERMS|ADDITIONAL[-_]TERMS|ADDENDUM|COMMONS[-_]CLAUSE|NON-?COMMERCIAL|ETHICAL[-_]USE|USAGE[-_](?:TERMS|RESTRICTIONS)|RESTRICTIONS|COMMERCIAL|DISCLAIMER|LEGAL|LICENSING|AGREEMENT|PROPRIETARY)([._-][a-z0-9._+-]*)?$|^copyright$|^(copyright|notice)\.(txt|md|rst)$|^(ofl|[al]?gpl|gfdl|mpl|epl)([-_.]?v?[0-9][0-9._-]*)?\.(txt|md)$|^terms[._-](of|and)[._-][a-z0-9._-]*$`)

// Capitals matches the base name of a text that is only the name of its licence.
var Capitals = lazyregexp.New(`^(?:OFL|[AL]?GPL|GFDL|MPL|EPL)(?:[-_.]?v?[0-9][0-9._-]*)?$`)

// Begins are the beginnings of the names of licence texts, in lower case.
var Begins = []string{"licen", "lizen", "copyi", "copyr", "notice", "eula", "terms", "additional", "addendum", "commons", "non", "ethical", "usage", "restrictions", "commercial", "disclaimer", "legal", "agreement", "proprietary", "unlicen", "uncopying", "readme", "mit-", "bsd-", "apache-", "gpl", "lgpl", "agpl", "gfdl", "mpl", "epl", "ofl"}

// sourceEnds are the suffixes of files about licences that are not licence texts.
var sourceEnds = map[string]bool{
	".go": true, ".c": true, ".h": true, ".cc": true, ".cpp": true, ".py": true, ".js": true, ".ts": true, ".java": true, ".rb": true, ".rs": true, ".php": true,
	".json": true, ".yml": true, ".yaml": true, ".xml": true, ".css": true, ".svg": true, ".png": true, ".map": true, ".mjs": true, ".cjs": true, ".mts": true, ".cts": true,
	".jsx": true, ".tsx": true,
}

// IsSource reports by its name whether a file is a source, and so not the text of a licence.
func IsSource(file string) bool { return sourceEnds[strings.ToLower(path.Ext(file))] }

// Is reports by its path whether a file may state a project's licence. It may be the text of one.
func Is(file string) bool {
	if IsSource(file) { // most are
		return false
	}
	base := path.Base(file)
	return (BeginsWithAny(base, Begins) && (licenseName.MatchString(base) || Capitals.MatchString(base)) || path.Base(folderOf(file)) == Folder) && !IsOfDebian(file)
}

// BeginsWithAny reports whether a base name begins with one of some texts, in any case.
func BeginsWithAny(base string, begins []string) bool {
	return slices.ContainsFunc(begins, func(with string) bool {
		return len(base) >= len(with) && base[0]|0x20 == with[0] && strings.EqualFold(base[:len(with)], with)
	})
}

// Folder is the folder with the texts of a project's licences (reuse.software).
const Folder = "LICENSES"

// IsOfDebian reports whether a file is the copyright of a Debian package, or has its form by REUSE.
func IsOfDebian(file string) bool {
	folder := folderOf(file)
	return path.Base(file) == "dep5" && path.Base(folder) == ".reuse" || path.Base(file) == "copyright" && (path.Base(folder) == "debian" || inDoc.MatchString(folder))
}

// inDoc matches the folders with the documentation of a Debian package.
var inDoc = lazyregexp.New(`(^|/)usr/share/doc/[^/]+$`)

func folderOf(file string) string {
	return file[:max(strings.LastIndexByte(file, '/'), 0)]
}
