//go:build !js

// Not in a browser: reading licences would make the engine 1 MB larger.

package corpus

import (
	"cmp"
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/git"
	"github.com/chaffinch-search/chaffinch/internal/gitdir"
	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/purl"
)

// Before a source gives the documents of a folder, it reads the folder's manifests and licence
// texts. Of an archive, only its own files count.

// NoticeMemory keeps the notices of files for later walks.
type NoticeMemory = notice.Memory

// noticeReader adds the notices of a source to a set.
type noticeReader func(*notice.Set) error

// forNotices returns the options by which notices are read.
func forNotices(o document.Options) document.Options {
	o.Include, o.MaxSize = notice.Patterns(), notice.MostConclusions
	if keepsMinified(o) {
		o.Include = append(o.Include, notice.SourcePatterns()...)
	}
	o.KeepGenerated, o.KeepMinified, o.Archives = true, true, false
	return o
}

// keepsMinified reports whether minified files or maps are kept, whose sources may state a licence.
func keepsMinified(o document.Options) bool { return o.KeepMinified || o.KeepGenerated }

// described returns a visitor that adds licence and package where the source has not. If v does not
// look for these, it is v.
func (v Visitor) described(read noticeReader) (Visitor, error) {
	if v.License == nil {
		return v, nil
	}
	notices := notice.NewSet(v.License)
	notices.IsArchive = IsArchive
	if err := read(notices); err != nil {
		return v, err
	}
	return v.describedBy(notices, ""), nil
}

// describedBy is described for files whose paths the set has with the prefix.
func (v Visitor) describedBy(notices *notice.Set, prefix string) Visitor {
	visit := v.Visit
	v.Visit = func(f File) error {
		said := notices.Find(prefix + f.Path)
		f.SourceSize = said.SourceSize
		if f.Origin.License == "" && !f.Origin.LicenseInFile {
			f.Origin.License, f.Origin.LicenseFrom, f.LicenseAbove, f.LicenseConcluded = said.License, below(prefix, said.From), true, said.Concluded
		}
		if f.Origin.Package == "" {
			f.Origin.Package, f.Origin.Author = said.Package, cmp.Or(f.Origin.Author, said.Author)
		}
		f.Origin.Repository = cmp.Or(f.Origin.Repository, said.Repository)
		return visit(f)
	}
	return v
}

// below returns a set's path relative to the source's root. The source's paths have the prefix in
// the set.
func below(prefix, name string) string {
	if name == "" || strings.HasPrefix(name, prefix) {
		return strings.TrimPrefix(name, prefix)
	}
	up := ""
	for !strings.HasPrefix(name, prefix) {
		up += "../"
		prefix = prefix[:strings.LastIndexByte(strings.TrimSuffix(prefix, "/"), '/')+1]
	}
	return up + strings.TrimPrefix(name, prefix)
}

// publishedBy returns a visitor that names the address, and else a package. The address is where
// the files are published.
func (v Visitor) publishedBy(address, tag string) Visitor {
	if v.License == nil || address == "" {
		return v
	}
	visit, id := v.Visit, purl.OfRepository(address, tag)
	v.Visit = func(f File) error {
		f.Origin.Repository, f.Origin.Package = address, cmp.Or(f.Origin.Package, id)
		return visit(f)
	}
	return v
}

// described is [Visitor.described] for a walk, which reads notices above its root. It reads each
// folder's notices before it visits the files in it. A single file has none.
func (w *walker) described(v Visitor, t *tree) Visitor {
	if v.License == nil {
		return v
	}
	above := foldersAbove(t.root)
	n := noticeWalk{
		walker: w, options: forNotices(t.options), minified: keepsMinified(t.options), prefix: above.prefix,
		set: notice.NewSet(v.License), entered: map[string]bool{},
	}
	n.set.Memory = v.Notices
	if t.file == "" {
		above.each(n.add)
		w.notices = n.folder
	}
	return v.describedBy(n.set, n.prefix)
}

// noticeWalk reads the notices of the folders of a walk.
type noticeWalk struct {
	walker   *walker
	options  document.Options
	prefix   string // of the paths in the set
	set      *notice.Set
	minified bool            // the sources of minified files are read, too
	entered  map[string]bool // folders whose notices are read, and that the walk has yet to enter
	buf      []byte
}

// folder reads the notices in a folder of the walk and next to it. [notice.Beside] names these
// folders.
func (n *noticeWalk) folder(d folder, entries []fs.DirEntry) {
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == ".git" }) {
		if address, tag := gitdir.Published(strings.TrimSuffix(d.abs, string(filepath.Separator)), ""); address != "" {
			n.set.Publish(strings.TrimSuffix(n.prefix+n.walker.path(d.abs), "/"), address, purl.OfRepository(address, tag))
		}
	}
	own := !n.entered[d.abs]
	delete(n.entered, d.abs)
	quiet := *n.walker
	quiet.skip = func(Skip) {} // the walk meets the same again
	n.entries(&quiet, d, entries, own, notice.Beside)
}

// entries reads the notices in the folders that the patterns match. If own is set, it also reads
// notices among the entries of a folder. Most folders with a README have another notice, so it
// comes last.
func (n *noticeWalk) entries(w *walker, d folder, entries []fs.DirEntry, own bool, patterns []string) {
	texts := filepath.Base(d.abs) == notice.TextsFolder
	var readmes []fs.DirEntry
	if own && n.minified {
		n.sources(w, d, entries)
	}
	for _, e := range entries {
		switch {
		case e.IsDir():
			if rest, matched := matching(patterns, e.Name()); rest != nil || matched {
				n.enter(w, d, e, matched, rest)
			}
		case own && notice.IsReadme(e.Name()):
			readmes = append(readmes, e)
		case own && (texts || notice.Is(e.Name())):
			n.file(w, d, e, n.set.Add)
		}
	}
	for _, e := range readmes {
		if n.set.NeedsReadme(strings.TrimSuffix(n.prefix+w.path(d.abs), "/")) {
			n.file(w, d, e, n.set.Add)
		}
	}
}

// sources reads the sources of minified files among the entries of a folder.
func (n *noticeWalk) sources(w *walker, d folder, entries []fs.DirEntry) {
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	sources := notice.Sources(names)
	for _, e := range entries {
		if slices.Contains(sources, e.Name()) && !e.IsDir() {
			n.file(w, d, e, n.set.AddSource)
		}
	}
}

// matching returns the rest of the patterns that begin with the name of a folder. matched reports
// whether one is only that.
func matching(patterns []string, name string) (rest []string, matched bool) {
	for _, p := range patterns {
		first, below, deeper := strings.Cut(p, "/")
		end, any := strings.CutPrefix(first, "*")
		switch ok := name == first || any && strings.HasSuffix(name, end); {
		case ok && deeper:
			rest = append(rest, below)
		case ok:
			matched = true
		}
	}
	return rest, matched
}

// enter reads the notices below a folder of [notice.Beside]. With own it also reads the folder's.
func (n *noticeWalk) enter(w *walker, d folder, e fs.DirEntry, own bool, patterns []string) {
	abs := d.abs + e.Name()
	r, by := w.rejected(d, e, filepath.ToSlash(abs), true)
	if r != document.Kept {
		return
	}
	entries, err := list(w.ctx, abs)
	if err != nil {
		return
	}
	d = folder{abs: withSeparator(abs), ignore: d.ignore, included: true, ignored: by}
	d.ignore = w.rules(d, entries)
	own = own && !n.entered[d.abs]
	if own {
		n.entered[d.abs] = true
	}
	n.entries(w, d, entries, own, patterns)
}

// file reads an entry of a folder, and adds it to the set.
func (n *noticeWalk) file(w *walker, d folder, e fs.DirEntry, add func(path string, content []byte)) {
	abs := d.abs + e.Name()
	if r, _ := w.rejected(d, e, filepath.ToSlash(abs), true); r != document.Kept {
		return
	}
	if info, err := e.Info(); err == nil {
		f := File{Path: w.path(abs), Abs: abs, Size: info.Size(), ModTime: info.ModTime()}
		n.read(f, n.prefix+f.Path, add)
	}
}

// add adds a file's notice, under a path.
func (n *noticeWalk) add(f File, path string) { n.read(f, path, n.set.Add) }

// read reads a file, and adds it to the set under a path.
func (n *noticeWalk) read(f File, path string, add func(path string, content []byte)) {
	reason := judgeListed(n.options, f.Path, f.Size)
	if reason == document.Kept && f.Size <= notice.MostSizeOf(f.Path) {
		if n.buf, reason, _ = Read(f, n.options, n.buf); reason == document.Kept {
			add(path, Decode(n.buf).UTF8)
			return
		}
	}
	if notice.IsLicense(path) || notice.IsScript(path) {
		add(path, nil)
	}
}

// statedLicense returns a column's licence as an SPDX expression, or "" if it is not one.
func statedLicense(text string) string { return notice.Stated(text) }

// noticesIn reads the notices of an archive.
func noticesIn(ctx context.Context, f File, o document.Options) noticeReader {
	return func(set *notice.Set) error {
		return Unpack(ctx, f, forNotices(o), func(member File, content []byte) error {
			content = Decode(content).UTF8
			set.Add(member.Path, content)
			if keepsMinified(o) && notice.IsScript(member.Path) {
				set.AddSource(member.Path, content)
			}
			return nil
		}, func(s Skip) {
			if notice.IsLicense(s.Path) && (s.Reason == document.Binary || s.Reason == document.Empty) {
				set.Add(s.Path, nil)
			}
		})
	}
}

// folders are the folders above a root whose notices also hold for its files.
type folders struct {
	top    string // the highest one
	prefix string // path of the root below top, with a slash at the end; empty if the root is the top
	texts  bool   // of top, only the texts of licences count
}

// foldersAbove returns the folders above a root up to its work tree's top. Outside of work trees it
// returns the folders up to the nearest go.mod or package.json, and the texts of licences in the
// next folder above: the licence of Go's own sources is next to the folder src, which has a go.mod.
func foldersAbove(root string) folders {
	f := folders{top: root, texts: true}
	module := ""
	for at := root; ; at = filepath.Dir(at) {
		if _, _, ok := gitdir.WorkTree(at); ok {
			f.top, f.texts = at, false
			break
		}
		if module == "" && isModule(at) {
			module = at
		}
		if at == filepath.Dir(at) {
			f.top = filepath.Dir(root)
			if module != "" {
				f.top = filepath.Dir(module)
			}
			break
		}
	}
	if rel, err := filepath.Rel(f.top, root); err == nil && rel != "." {
		f.prefix = filepath.ToSlash(rel) + "/"
	}
	return f
}

func isModule(dir string) bool {
	for _, name := range []string{"go.mod", "package.json"} {
		if info, err := os.Lstat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
			return true
		}
	}
	return false
}

// each visits the files that may be notices, with paths below the top. Folders that cannot be read
// say nothing.
func (f folders) each(visit func(file File, path string)) {
	for below := strings.TrimSuffix(f.prefix, "/"); below != ""; {
		below = path.Dir(below)
		if below == "." {
			below = ""
		}
		f.in(below, func(name string) bool {
			return notice.Is(name) && (below != "" || !f.texts || notice.IsLicense(name))
		}, visit)
		f.in(path.Join(below, notice.TextsFolder), notice.IsLicense, visit)
	}
}

// in visits the files of a folder below the top that selected accepts.
func (f folders) in(below string, selected func(path string) bool, visit func(file File, path string)) {
	dir := filepath.Join(f.top, filepath.FromSlash(below))
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		name := path.Join(below, e.Name())
		if !selected(name) {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			visit(File{Path: e.Name(), Abs: filepath.Join(dir, e.Name()), Size: info.Size(), ModTime: info.ModTime()}, name)
		}
	}
}

// A project may change its licence. So in a history, and with branches and tags, a file has the
// licence of the commit that first has it: in the manifests and licence texts of that commit. Only
// files are read that stand in the folders above new files, and each content once as long as it is
// remembered.

// historyNotices finds the licences and packages of files in the manifests and licence texts of
// commits.
type historyNotices struct {
	ctx       context.Context
	from      *git.Repository
	recognise func(text []byte) string
	read      map[folderFile]readNotice

	commit *git.Commit
	set    *notice.Set     // of the commit
	added  map[string]bool // folders of the commit that the set has
	buf    []byte
}

type folderFile struct{ path, id string }

type readNotice struct {
	notice.Notice
	ok bool
}

// mostRead bounds the notices that are remembered, mostKept the bytes of a file.
const (
	mostRead = 1 << 14
	mostKept = 64 << 10
)

func newHistoryNotices(ctx context.Context, from *git.Repository, recognise func([]byte) string) *historyNotices {
	return &historyNotices{ctx: ctx, from: from, recognise: recognise, read: map[folderFile]readNotice{}, added: map[string]bool{}}
}

// isNotice selects the files that are read from commits, by their base names. Files in
// [notice.TextsFolder] are named after licences.
func isNotice(name string) bool {
	id, text := strings.CutSuffix(name, ".txt")
	return notice.Is(name) || text && notice.IsSPDX(id)
}

// describe sets the licence and the package of a file of a commit. The version of the package is
// left out: between two releases, the manifest has the version of the last one.
func (h *historyNotices) describe(commit *git.Commit, f *File) {
	if commit.Root == nil {
		return
	}
	if commit != h.commit {
		h.commit, h.set = commit, notice.NewSet(h.recognise)
		clear(h.added)
	}
	at, folder := "", commit.Root
	h.add(at, folder)
	for name := range strings.SplitSeq(path.Dir(f.Path), "/") {
		if folder = folder.At(name); folder == nil {
			break
		}
		at = path.Join(at, name)
		h.add(at, folder)
	}
	said := h.set.Find(f.Path)
	f.Origin.License, f.Origin.LicenseFrom, f.Origin.Package = said.License, said.From, purl.WithoutVersion(said.Package)
	f.Origin.Author = cmp.Or(f.Origin.Author, said.Author)
	f.LicenseAbove, f.LicenseConcluded = true, said.Concluded
}

// add adds the notices of a folder, and those next to it that describe it.
func (h *historyNotices) add(at string, folder *git.Folder) {
	if h.added[at] {
		return
	}
	h.added[at] = true
	h.files(at, folder)
	for _, pattern := range notice.Beside {
		h.beside(at, folder, strings.Split(pattern, "/"))
	}
}

func (h *historyNotices) beside(at string, folder *git.Folder, pattern []string) {
	if len(pattern) == 0 {
		h.files(at, folder)
		return
	}
	for _, s := range folder.Folders {
		if ok, _ := path.Match(pattern[0], s.Name); ok {
			h.beside(path.Join(at, s.Name), s.Folder, pattern[1:])
		}
	}
}

func (h *historyNotices) files(at string, folder *git.Folder) {
	for _, f := range folder.Files {
		file := folderFile{path.Join(at, f.Name), f.ID}
		n, ok := h.read[file]
		if !ok {
			content, err := h.from.ReadAtMost(h.ctx, f.ID, notice.MostSizeOf(file.path), h.buf)
			if h.buf = content; err == nil { // Each meets errors again, and reports them
				n.Notice, n.ok = notice.Read(file.path, Decode(content).UTF8, h.recognise)
			}
			if len(content) <= mostKept {
				if len(h.read) == mostRead {
					clear(h.read)
				}
				h.read[file] = n
			}
		}
		if n.ok {
			h.set.Put(file.path, n.Notice)
		}
	}
}
