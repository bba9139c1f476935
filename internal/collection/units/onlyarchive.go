package units

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/collection/infocsv"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// OpenOnlyArchive makes an archive the root if it is alone in the only root. Roots of earlier work
// do not count. Otherwise the archive would be the only submission, and no two would be compared.
// An info.csv next to it is its table of submissions; files that systems add do not count.
func (in Input) OpenOnlyArchive() Input {
	isNew := func(r root) bool { return !r.old }
	at := slices.IndexFunc(in.roots, isNew)
	if in.state != nil || at < 0 || slices.ContainsFunc(in.roots[at+1:], isNew) {
		return in
	}
	r := in.roots[at]
	entries, err := os.ReadDir(r.path)
	if err != nil {
		return in // it is a file, or corpus.Walk will report it
	}
	folder, only := r.path, ""
	for _, e := range entries {
		name := e.Name()
		switch {
		case name == infocsv.FileName:
			r.table = folder
		case isSystemFile(name):
		case only == "" && e.Type().IsRegular() && corpus.IsArchive(name):
			only = name
		default:
			return in
		}
	}
	if only == "" {
		return in
	}
	r.path = filepath.Join(folder, only)
	r.kind = corpus.KindOf(r.path)
	in.roots = slices.Clone(in.roots)
	in.roots[at] = r
	return in
}

// isSystemFile reports whether systems put files of that name beside users' files.
func isSystemFile(name string) bool {
	return corpus.IsSystemFile(name) || name == "__MACOSX" || strings.HasPrefix(name, "._")
}
