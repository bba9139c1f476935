package corpus

import (
	"context"

	"github.com/chaffinch-search/chaffinch/internal/git"
	"github.com/chaffinch-search/chaffinch/internal/notice"
)

// Before a source gives its documents, it reads what its manifests and licence texts say of their folders.
// Of an archive, only its own files count.

// forNotices returns the options by which notices are read.
func (o Options) forNotices() Options {
	o.Include, o.MaxSize = notice.Patterns(), notice.MostSize
	o.KeepGenerated, o.KeepMinified, o.Archives = true, true, false
	return o
}

// described returns a visitor that sets the licence and the package of files, as far as the source has not
// said them. It passes on the error of reading the notices.
func (v Visitor) described(by *notice.Set, err error) (Visitor, error) {
	if by == nil || err != nil {
		return v, err
	}
	visit := v.Visit
	v.Visit = func(f File) error {
		license, id := by.Find(f.Path)
		if f.Origin.License == "" {
			f.Origin.License, f.LicenseAbove = license, true
		}
		if f.Origin.Package == "" {
			f.Origin.Package = id
		}
		return visit(f)
	}
	return v, nil
}

// notices returns those of a folder.
func (t *tree) notices(ctx context.Context, v Visitor) (*notice.Set, error) {
	if t.file != "" || v.License == nil {
		return nil, nil
	}
	set := notice.NewSet(v.License)
	o := t.options.forNotices()
	var buf []byte
	err := Walk(ctx, t.root, o, func(f File) error {
		if !notice.Is(f.Path) {
			return nil
		}
		content, reason, _ := Read(f, o, buf)
		if buf = content; reason == Kept {
			set.Add(f.Path, content)
		}
		return nil
	}, nil)
	return set, err
}

// noticesIn returns those of an archive.
func (v Visitor) noticesIn(ctx context.Context, f File, o Options) (*notice.Set, error) {
	if v.License == nil {
		return nil, nil
	}
	set := notice.NewSet(v.License)
	err := Unpack(ctx, f, o.forNotices(), func(member File, content []byte) error {
		set.Add(member.Path, content)
		return nil
	}, nil)
	return set, err
}

// notices returns those of a commit; of several, those of the one that HEAD names, without the versions of
// packages. There are none if HEAD names no commit.
func (g *gitSource) notices(ctx context.Context, head *git.Commit, v Visitor) (*notice.Set, error) {
	if head == nil || v.License == nil {
		return nil, nil
	}
	set := notice.NewSet(v.License)
	var buf []byte
	err := g.shared.Tree(ctx, head, func(e git.Entry) error {
		if reason, _ := reasonOf(e); reason != Kept || !notice.Is(e.Path) || e.Size > notice.MostSize {
			return nil
		}
		content, err := g.shared.Read(ctx, e.ID, e.Size, buf)
		if buf = content; err == nil {
			set.Add(e.Path, content)
		}
		return nil
	})
	if g.options.Git.several() {
		set.DropVersions()
	}
	if ctx.Err() == nil {
		err = nil // Each meets it again, and reports it
	}
	return set, err
}
