package scan

import (
	"context"
	"fmt"
	"path"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/git"
)

// revision is a commit of the repository that the project is in.
type revision struct {
	repository *git.Repository
	top        string // of the work tree
	below      string // path of the project in the repository, "" for the top
	files      map[string]git.Entry
	contents   map[string]bool // ids of all files and links
	gone       *goneFiles      // nil until a file is new
}

// openRevision opens a revision of the repository whose work tree has that top. below is the path of the project in it.
func openRevision(ctx context.Context, top, below, name string) (r *revision, err error) {
	r = &revision{top: top, below: below, files: map[string]git.Entry{}, contents: map[string]bool{}}
	if r.repository, err = git.Open(top); err != nil {
		return nil, err
	}
	if err := r.list(ctx, name); err != nil {
		r.close()
		return nil, fmt.Errorf("reading %s: %w", top, err)
	}
	return r, nil
}

func (r *revision) list(ctx context.Context, name string) error {
	id, err := r.repository.Resolve(ctx, name)
	if err != nil {
		return err
	}
	return r.repository.Tree(ctx, id, func(e git.Entry) error {
		switch e.Kind {
		case git.Blob:
			r.files[e.Path], r.contents[e.ID] = e, true
		case git.Symlink:
			r.contents[e.ID] = true
		}
		return nil
	})
}

func (r *revision) close() { r.repository.Close() }

// changed returns the lines of a file of the project that the revision lacks: all of a file that it lacks, none of
// one that was moved, and those that were edited of one that was renamed, too.
func (r *revision) changed(ctx context.Context, file string, source []byte) ([]answer.Lines, error) {
	if r.contents[index.BlobID(source)] {
		return nil, nil
	}
	before, ok := r.files[path.Join(r.below, file)]
	if !ok && r.gone == nil {
		var err error
		if r.gone, err = r.readGone(ctx); err != nil {
			return nil, fmt.Errorf("reading files of the revision that are gone: %w", err)
		}
	}
	if !ok {
		before, ok = r.gone.origin(source)
	}
	if !ok {
		return []answer.Lines{{From: 1, To: countLines(source)}}, nil
	}
	old, err := r.repository.Read(ctx, before.ID, before.Size, nil)
	if err != nil {
		return nil, fmt.Errorf("reading %s of the revision: %w", file, err)
	}
	return newLines(old, source), nil
}
