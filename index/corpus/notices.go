//go:build !js

// Not in a browser: what reads licences would make the engine 1 MB larger.

package corpus

import (
	"cmp"
	"context"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/gitdir"
	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/purl"
)

// Before a source gives the documents of a folder, it reads what manifests and licence texts say of the folder.
// Of an archive, only its own files count.

// noticeReader adds the notices of a source to a set.
type noticeReader func(*notice.Set) error

// forNotices returns the options by which notices are read.
func (o Options) forNotices() Options {
	o.Include, o.MaxSize = notice.Patterns(), notice.MostConclusions
	o.KeepGenerated, o.KeepMinified, o.Archives = true, true, false
	return o
}

// described returns a visitor that sets the licence and the package of files, as far as the source has not
// said them. If v does not look for these, it is v.
func (v Visitor) described(read noticeReader) (Visitor, error) {
	if v.License == nil {
		return v, nil
	}
	notices := notice.NewSet(v.License)
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

// below returns a path of a set relative to the root of the source, whose paths have the prefix in the set.
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

// publishedBy returns a visitor that names where the files are published, and a package if nothing else says one.
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

// described is [Visitor.described] for the files of the walk, which then reads the notices above its root, and
// the notices of each folder before it visits the files in it. A single file has none.
func (w *walker) described(v Visitor, t *tree) Visitor {
	if v.License == nil {
		return v
	}
	above := foldersAbove(t.root)
	n := noticeWalk{walker: w, options: t.options.forNotices(), prefix: above.prefix, set: notice.NewSet(v.License), read: map[string]bool{}}
	if t.file == "" {
		above.each(n.add)
		w.notices = n.folder
	}
	return v.describedBy(n.set, n.prefix)
}

// noticeWalk reads the notices of the folders of a walk.
type noticeWalk struct {
	walker  *walker
	options Options
	prefix  string // of the paths in the set
	set     *notice.Set
	read    map[string]bool // folders whose notices are read, and that the walk has yet to enter
	buf     []byte
}

// folder reads the notices in a folder that the walk enters, and in the folders of [notice.Beside].
func (n *noticeWalk) folder(d folder, entries []fs.DirEntry) {
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == ".git" }) {
		if address, tag := gitdir.Published(strings.TrimSuffix(d.abs, string(filepath.Separator)), ""); address != "" {
			n.set.Publish(strings.TrimSuffix(n.prefix+n.walker.path(d.abs), "/"), address, purl.OfRepository(address, tag))
		}
	}
	own := !n.read[d.abs]
	delete(n.read, d.abs)
	quiet := *n.walker
	quiet.skip = func(Skip) {} // the walk meets the same again
	n.entries(&quiet, d, entries, own, notice.Beside)
}

// entries reads the notices among the entries of a folder if own is set, and in the folders in it that the
// patterns match.
func (n *noticeWalk) entries(w *walker, d folder, entries []fs.DirEntry, own bool, patterns []string) {
	texts := filepath.Base(d.abs) == notice.TextsFolder
	for _, e := range entries {
		switch {
		case e.IsDir():
			if rest, matched := matching(patterns, e.Name()); rest != nil || matched {
				n.enter(w, d, e, matched, rest)
			}
		case own && (texts || notice.Is(e.Name())):
			n.file(w, d, e)
		}
	}
}

// matching returns the rest of the patterns that begin with the name of a folder. matched reports whether one is
// only that.
func matching(patterns []string, name string) (rest []string, matched bool) {
	for _, p := range patterns {
		first, below, deeper := strings.Cut(p, "/")
		if ok, _ := path.Match(first, name); ok && deeper {
			rest = append(rest, below)
		} else if ok {
			matched = true
		}
	}
	return rest, matched
}

// enter reads the notices of a folder of [notice.Beside] if own is set, and those below it.
func (n *noticeWalk) enter(w *walker, d folder, e fs.DirEntry, own bool, patterns []string) {
	abs := d.abs + e.Name()
	r, by := w.rejected(d, e, filepath.ToSlash(abs), true)
	if r != Kept {
		return
	}
	entries, err := list(w.ctx, abs)
	if err != nil {
		return
	}
	d = folder{abs: withSeparator(abs), ignore: d.ignore, included: true, ignored: by}
	d.ignore = w.rules(d, entries)
	own = own && !n.read[d.abs]
	if own {
		n.read[d.abs] = true
	}
	n.entries(w, d, entries, own, patterns)
}

// file reads an entry of a folder that may be a notice.
func (n *noticeWalk) file(w *walker, d folder, e fs.DirEntry) {
	abs := d.abs + e.Name()
	if r, _ := w.rejected(d, e, filepath.ToSlash(abs), true); r != Kept {
		return
	}
	if info, err := e.Info(); err == nil {
		f := File{Path: w.path(abs), Abs: abs, Size: info.Size(), ModTime: info.ModTime()}
		n.add(f, n.prefix+f.Path)
	}
}

// add adds a file's notice, under a path.
func (n *noticeWalk) add(f File, path string) {
	if n.options.judgeListed(f.Path, f.Size) != Kept || f.Size > notice.MostSizeOf(f.Path) {
		return
	}
	content, reason, _ := Read(f, n.options, n.buf)
	if n.buf = content; reason == Kept {
		n.set.Add(path, content)
	}
}

// statedLicense returns a column's licence as an SPDX expression; nothing if it is none.
func statedLicense(text string) string { return notice.Stated(text) }

// noticesIn reads the notices of an archive.
func noticesIn(ctx context.Context, f File, o Options) noticeReader {
	return func(set *notice.Set) error {
		return Unpack(ctx, f, o.forNotices(), func(member File, content []byte) error {
			set.Add(member.Path, content)
			return nil
		}, nil)
	}
}
