//go:build !js

// Not in a browser: what reads licences would make the engine 1 MB larger.

package corpus

import (
	"cmp"
	"context"

	"github.com/chaffinch-search/chaffinch/internal/notice"
)

// Before a source gives its documents, it reads what its manifests and licence texts say of their folders.
// Of an archive, only its own files count.

// noticeReader adds the notices of a source to a set.
type noticeReader func(*notice.Set) error

// forNotices returns the options by which notices are read.
func (o Options) forNotices() Options {
	o.Include, o.MaxSize = notice.Patterns(), notice.MostSize
	o.KeepGenerated, o.KeepMinified, o.Archives = true, true, false
	return o
}

// described returns a visitor that sets the licence and the package of files, as far as the source has not
// said them. If v does not look for these, it is v.
func (v Visitor) described(read noticeReader) (Visitor, error) { return v.describedBelow("", read) }

// describedBelow is described for files of a folder whose path the set has with the prefix.
func (v Visitor) describedBelow(prefix string, read noticeReader) (Visitor, error) {
	if v.License == nil {
		return v, nil
	}
	notices := notice.NewSet(v.License)
	if err := read(notices); err != nil {
		return v, err
	}
	visit := v.Visit
	v.Visit = func(f File) error {
		license, id, author := notices.Find(prefix + f.Path)
		if f.Origin.License == "" {
			f.Origin.License, f.LicenseAbove = license, true
		}
		if f.Origin.Package == "" {
			f.Origin.Package, f.Origin.Author = id, cmp.Or(f.Origin.Author, author)
		}
		return visit(f)
	}
	return v, nil
}

// notices reads those of a folder, and of the folders above it. A single file has none.
func (t *tree) notices(ctx context.Context, above folders) noticeReader {
	return func(set *notice.Set) error {
		if t.file != "" {
			return nil
		}
		o := t.options.forNotices()
		var buf []byte
		add := func(f File, path string) {
			content, reason, _ := Read(f, o, buf)
			if buf = content; reason == Kept {
				set.Add(path, content)
			}
		}
		above.each(add)
		return Walk(ctx, t.root, o, func(f File) error {
			if notice.Is(f.Path) {
				add(f, above.prefix+f.Path)
			}
			return nil
		}, nil)
	}
}

// noticesIn reads those of an archive.
func noticesIn(ctx context.Context, f File, o Options) noticeReader {
	return func(set *notice.Set) error {
		return Unpack(ctx, f, o.forNotices(), func(member File, content []byte) error {
			set.Add(member.Path, content)
			return nil
		}, nil)
	}
}
