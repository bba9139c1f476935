package serve

import (
	"archive/zip"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// mostTops bounds the groups of an upload, and its earlier years.
const mostTops = 1000

// tops copies an archive that a [packed] wrote: the files below each name at the top go into an
// archive of this name, in a folder of its own below dir. It returns the paths of the copies. If
// below is set, and all files are in one folder, the names below this folder count.
func tops(from, dir string, below bool) (paths []string, err error) {
	z, err := zip.OpenReader(from)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	shared := ""
	if below {
		shared = sharedTop(z.File)
	}
	all := map[string]*packed{}
	defer func() {
		for _, p := range all {
			_ = p.close()
		}
	}()
	var names []string // in order
	for _, f := range z.File {
		path := strings.TrimPrefix(f.Name, shared)
		top, _, nested := strings.Cut(path, "/")
		to := all[top]
		if to == nil {
			if len(all) == mostTops {
				return nil, fmt.Errorf("the upload has more than %d groups or years: upload fewer", mostTops)
			}
			to = &packed{path: filepath.Join(dir, fmt.Sprint(len(all)+1), nameOfTop(top)), plain: nested}
			all[top], names = to, append(names, top)
		}
		if err := to.copy(path, f); err != nil { // within its folder: one in it is a submission
			return nil, err
		}
	}
	for _, top := range names {
		path, err := all[top].end()
		if err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// roots returns the paths to compare, and sets the earlier years. Several paths are told apart by
// their names, so each is called as the client has it.
func (r received) roots(dir string, groups bool, o *pairs.Options) (paths []string, err error) {
	if r.archive != "" {
		if o.Old, err = tops(r.archive, filepath.Join(dir, "years"), false); err != nil {
			return nil, err
		}
	}
	switch {
	case !r.packed:
		return []string{r.files}, nil
	case groups:
		return tops(r.files, filepath.Join(dir, "groups"), true)
	}
	path, err := r.named(dir)
	return []string{path}, err
}

// named renames the archive of a form's files to the folder that they are in, and returns its path.
func (r received) named(dir string) (string, error) {
	if !r.packed {
		return r.files, nil
	}
	z, err := zip.OpenReader(r.files)
	if err != nil {
		return "", err
	}
	shared := sharedTop(z.File)
	z.Close()
	path := filepath.Join(dir, "named", nameOfTop(strings.TrimSuffix(cmp.Or(shared, "upload"), "/")))
	if err := os.Mkdir(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	return path, os.Rename(r.files, path)
}

// nameOfTop returns the name of the archive with the files below a name.
func nameOfTop(top string) string {
	if name := corpus.CutArchive(top) + ".zip"; isFileName(name) && top != "." && top != ".." {
		return name
	}
	return "archive.zip"
}

// sharedTop returns the folder that all files are in, with a slash, or nothing.
func sharedTop(files []*zip.File) string {
	top, _, nested := strings.Cut(files[0].Name, "/")
	if !nested {
		return ""
	}
	for _, f := range files {
		if !strings.HasPrefix(f.Name, top+"/") {
			return ""
		}
	}
	return top + "/"
}

// copy adds a file of another archive.
func (p *packed) copy(name string, f *zip.File) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	return p.add(name, r)
}
