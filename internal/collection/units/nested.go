package units

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/collection/infocsv"
	"github.com/chaffinch-search/chaffinch/internal/collection/platform"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// Some exports put the submissions into folders of the task: HW1/Submissions/NAME. Read as it is,
// such a folder is one submission of everybody. OpenNested makes the inner folder the root, if the
// folders above it have nothing else, and its entries look like submissions; unpack does the same
// in an archive. A platform's names suffice. Other entries must all be folders and archives, and no
// parts of a project, because a folder may also be one submission of several folders.
func (in Input) OpenNested() Input {
	if in.state != nil {
		return in
	}
	in.roots = slices.Clone(in.roots)
	several := len(in.roots) > 1
	for i, r := range in.roots {
		in.roots[i].least = leastNested
		if several && !r.old { // it may be a group, or the only new submission
			in.roots[i].least = leastBeside
		}
		in.roots[i] = in.roots[i].openNested()
	}
	return in
}

// Bounds of [Input.OpenNested]: how deep submissions may be, and the least number of entries that
// look like submissions, without and with other roots.
const (
	mostNested  = 10
	leastNested = 2
	leastBeside = 5
)

func (r root) openNested() root {
	folder, table := r.path, r.table
	for range mostNested {
		listed, err := os.ReadDir(folder)
		if err != nil {
			return r // it is a file, or corpus.Walk will report it
		}
		entries := entriesOf(folder, listed)
		if hasTable := slices.ContainsFunc(listed, func(e os.DirEntry) bool { return e.Name() == infocsv.FileName }); hasTable {
			table = folder
		}
		if len(entries) == 1 && entries[0].Folder {
			folder = filepath.Join(folder, entries[0].Name)
			continue
		}
		only := len(entries) == 1 && corpus.IsArchive(entries[0].Name)
		if folder != r.path && (only || r.areSubmissions(filepath.Base(folder), entries)) {
			within, _ := filepath.Rel(r.path, folder)
			r.outer, r.within, r.path = baseName(r.path), filepath.ToSlash(within), folder
			if table != folder {
				r.table = table
			}
		}
		return r
	}
	return r
}

// entriesOf returns what is in a folder, besides a table and files of systems.
func entriesOf(folder string, listed []os.DirEntry) (entries []platform.Entry) {
	for _, e := range listed {
		if isSystemFile(e.Name()) || e.Name() == infocsv.FileName {
			continue
		}
		entry := platform.Entry{Name: e.Name(), Folder: e.IsDir()}
		if inside, err := os.ReadDir(filepath.Join(folder, e.Name())); e.IsDir() && err == nil {
			entry.Repository = slices.ContainsFunc(inside, func(f os.DirEntry) bool { return isRepositoryPart(f.Name()) })
		}
		entries = append(entries, entry)
	}
	return entries
}

// areSubmissions reports whether the entries of a folder look like submissions.
func (r root) areSubmissions(around string, entries []platform.Entry) bool {
	if platform.Recognise(around, entries) != nil {
		return true
	}
	return len(entries) >= r.least && !slices.ContainsFunc(entries, func(e platform.Entry) bool {
		return !e.Folder && !corpus.IsArchive(e.Name) || isRepositoryPart(e.Name) || isProjectPart(strings.ToLower(e.Name))
	})
}

// isProjectPart reports whether a folder of that name, in lower case, is usually a part of a
// project.
func isProjectPart(name string) bool {
	switch name {
	case "src", "source", "sources", "lib", "libs", "include", "bin", "build", "out", "target", "dist", "test", "tests", "testing", "doc", "docs",
		"data", "assets", "res", "resources", "images", "img", "scripts", "config", "main", "app", "client", "server", "frontend", "backend",
		"public", "static", "css", "js", "java", "python", "node_modules", "venv", "debug", "release", "x64", "properties", "gradle", "vendor":
		return true
	}
	return strings.HasPrefix(name, ".")
}

// descend makes the folders that all files of the outermost archive are in its top, if there are
// several, and what they have looks like submissions.
func (t topFolders) descend(paths []string, r root) (within string) {
	shared, first := "", true
	for _, p := range paths {
		if isSystemPath(p) {
			continue
		}
		folder := path.Dir(outermost(p)) + "/"
		if first {
			shared, first = folder, false
		}
		for !strings.HasPrefix(folder, shared) {
			shared = shared[:strings.LastIndexByte(shared[:len(shared)-1], '/')+1]
			if shared == "" {
				return ""
			}
		}
	}
	shared = strings.TrimSuffix(shared, "/")
	if depth := strings.Count(shared, "/"); depth == 0 || depth >= mostNested {
		return ""
	}
	at, entries := map[string]int{}, []platform.Entry(nil)
	for _, p := range paths {
		if isSystemPath(p) {
			continue
		}
		name, below, nested := strings.Cut(strings.TrimPrefix(p, shared+"/"), "/")
		if _, known := at[name]; !known {
			at[name] = len(entries)
			entries = append(entries, platform.Entry{Name: name, Folder: nested && !corpus.IsArchive(name)})
		}
		second, _, _ := strings.Cut(below, "/")
		entries[at[name]].Repository = entries[at[name]].Repository || isRepositoryPart(second)
	}
	if !r.areSubmissions(path.Base(shared), entries) {
		return ""
	}
	t[""] = shared
	return shared
}

// outermost cuts what is below the first archive in a path.
func outermost(p string) string {
	if archive, _, inner := nextArchive(p); inner {
		return strings.TrimSuffix(archive, "/")
	}
	return p
}

// isSystemPath reports whether a file of an archive is a table, or in what systems add.
func isSystemPath(p string) bool {
	return path.Base(p) == infocsv.FileName || slices.ContainsFunc(strings.Split(p, "/"), isSystemFile)
}
