//go:build !js

// Not in a browser: it belongs to repositories, which are not read there.

package corpus

import (
	"cmp"
	"context"
	"path"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/git"
	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/purl"
)

// A project may change its licence. So in a history, and with branches and tags, a file has the licence of the commit
// that first has it: in the manifests and licence texts of that commit. Only files are read that stand
// in the folders above new files, and each content once as long as it is remembered.

// historyNotices finds what the manifests and licence texts of commits say of their files.
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

// mostRead bounds the notices that are remembered, and mostKept the size in bytes of a file of one.
const (
	mostRead = 1 << 14
	mostKept = 64 << 10
)

func newHistoryNotices(ctx context.Context, from *git.Repository, recognise func([]byte) string) *historyNotices {
	return &historyNotices{ctx: ctx, from: from, recognise: recognise, read: map[folderFile]readNotice{}, added: map[string]bool{}}
}

// isNotice selects the files that commits are asked for, by their base names. Files in
// [notice.TextsFolder] are named after licences.
func isNotice(name string) bool {
	id, text := strings.CutSuffix(name, ".txt")
	return notice.Is(name) || text && notice.IsSPDX(id)
}

// describe sets the licence and the package of a file of a commit. The version of the package is left out: between
// two releases, the manifest has the version of the last one.
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
	f.Origin.License, f.Origin.LicenseFrom, f.Origin.Package = said.License, said.From, said.Package
	f.Origin.Author = cmp.Or(f.Origin.Author, said.Author)
	f.LicenseAbove, f.LicenseConcluded = true, said.Concluded
}

// add adds the notices in a folder, and in folders beside its files that say something of it.
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
				n.Notice, n.ok = notice.Read(file.path, content, h.recognise)
				n.Package = purl.WithoutVersion(n.Package)
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
