package corpus

import (
	"context"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// JudgeFile returns why [Walk] or [Read] skips a file, and Kept if neither does. The file is at the
// path below the folder root. The path is as in [File]. Only the folders above the file are listed.
// The errors are Walk's.
func JudgeFile(ctx context.Context, o document.Options, root, path string) (reason document.Reason, err error) {
	reason = document.Vanished // unless the walk meets it
	w, err := newWalker(ctx, o, func(f File) (err error) {
		_, reason, _ = Read(f, o, nil)
		return nil
	}, func(s Skip) {
		if s.Reason != document.IgnoreFile {
			reason = s.Reason
		}
	})
	if err != nil {
		return document.Kept, err
	}
	abs, _, err := resolve(root)
	if err != nil {
		return document.Kept, rootError(root, err)
	}
	w.only = path
	return reason, w.tree(root, abs)
}
