package serve

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// mostTops bounds the groups of an upload, and its earlier years.
const mostTops = 1000

// compared is the input of a job that compares.
type compared struct {
	paths, old []string
	names      map[string]string // of the folders that a client sent, by path
	beside     []string          // the files beside groups
}

// reasonBeside is the reason why a file beside groups is not compared. web/index.js has it too.
const reasonBeside = "it is beside the folder or archive of its submissions: put it in there"

// tops copies an archive that a [packed] wrote: the files below each name at the top go into an
// archive of this name, in a folder of its own below dir. It returns the paths of the copies, and
// names those that were folders. If groups is set, and all files are in one folder, the names below
// this folder count, and files there that are not archives are not copied.
func (c *compared) tops(from, dir string, groups bool) (paths []string, err error) {
	z, err := zip.OpenReader(from)
	if err != nil {
		return nil, err
	}
	defer z.Close()
	shared := ""
	if groups {
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
		if groups && !nested && !corpus.IsArchive(top) {
			if !corpus.IsSystemFile(top) {
				c.beside = append(c.beside, top)
			}
			continue
		}
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
	if len(names) == 0 {
		return nil, errors.New("the upload has no groups: send each group as a folder or archive")
	}
	for _, top := range names {
		path, err := all[top].end()
		if err != nil {
			return nil, err
		}
		if all[top].plain {
			c.names[path] = top
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// input returns what to compare. Several paths are told apart by their names, so each is called as
// the client has it.
func (r received) input(dir string, groups bool) (c compared, err error) {
	c.names = map[string]string{}
	if r.archive != "" {
		if c.old, err = c.tops(r.archive, filepath.Join(dir, "years"), false); err != nil {
			return c, err
		}
	}
	switch {
	case !r.packed:
		c.paths = []string{r.files}
	case groups:
		c.paths, err = c.tops(r.files, filepath.Join(dir, "groups"), true)
	default:
		var path string
		path, err = r.named(dir)
		c.paths, c.names[path] = []string{path}, corpus.CutArchive(filepath.Base(path))
	}
	return c, err
}

// called returns the paths, as the client calls them.
func (c compared) called(paths []string) []string {
	var all []string
	for _, path := range paths {
		all = append(all, cmp.Or(c.names[path], path))
	}
	return all
}

// mostUnread bounds the list of unread files: see [pairs.Report].
const mostUnread = 10_000

// noteBeside adds the files beside groups to the report.
func (c compared) noteBeside(r *pairs.Report) {
	if len(c.beside) == 0 {
		return
	}
	if r.Skipped == nil {
		r.Skipped = map[document.Reason]int{}
	}
	r.Skipped[document.Excluded] += len(c.beside)
	slices.Sort(c.beside)
	for _, path := range c.beside[:max(0, min(len(c.beside), mostUnread-len(r.Unread)))] {
		r.Unread = append(r.Unread, pairs.Unread{Path: path, Unit: path, Reason: document.Excluded, Detail: reasonBeside})
	}
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
