package scan

import (
	"context"
	"fmt"
	"os"
	"path"
	"strings"
	"sync"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/git"
)

// revision is a commit of the repository that the project is in.
type revision struct {
	repository *git.Repository
	top        string // of the work tree
	below      string // path of the project in the repository, "" for the top
	files      map[string]git.Entry
	contents   map[string]bool   // ids of the files that look like source
	links      map[string]string // ids of the texts of links, by path
	submodules map[string]string // their commits, by path
	gone       *goneFiles        // nil until a file is new
	// asked reports whether a scan of the revision read a file, by its path in the repository.
	// language returns the language in which a scan reads it.
	asked    func(ctx context.Context, file string, text []byte) bool
	language func(file string, text []byte) string
	// tracked returns what git tracks in the work tree, sorted by path.
	tracked func(ctx context.Context) ([]git.Entry, error)
	// committed judges files by their paths in the repository.
	committed *corpus.Committed

	mu       sync.Mutex
	archives map[string]bool // whether the revision lacks them, by path in the project
}

// openRevision opens the revision of the options.
func (s *scanner) openRevision(ctx context.Context) (r *revision, err error) {
	r = &revision{
		tracked: s.trackedEntries, top: s.report.top, below: s.report.below, files: map[string]git.Entry{},
		contents: map[string]bool{}, links: map[string]string{}, submodules: map[string]string{}, archives: map[string]bool{},
	}
	if r.repository, err = git.Open(r.top); err != nil {
		return nil, err
	}
	if err = r.list(ctx, s.Since); err == nil {
		err = s.askedOf(ctx, r)
	}
	if err != nil {
		r.close()
		return nil, fmt.Errorf("reading %s: %w", r.top, err)
	}
	return r, nil
}

// list lists the files. The first commit of a repository is not there yet: until then HEAD has
// none.
func (r *revision) list(ctx context.Context, name string) error {
	if name == "HEAD" && r.repository.IsUnborn(ctx) {
		return nil
	}
	id, err := r.repository.Resolve(ctx, name)
	if err != nil {
		return err
	}
	return r.repository.Tree(ctx, id, func(e git.Entry) error {
		if e.Kind == git.Blob {
			r.files[e.Path] = e
		}
		if e.Kind == git.Symlink {
			r.links[e.Path] = e.ID
		}
		if e.Kind == git.Submodule {
			r.submodules[e.Path] = e.ID
		}
		if e.Kind == git.Blob && detect.IsSource(path.Base(e.Path)) {
			r.contents[e.ID] = true
		}
		return nil
	})
}

// askedOf sets asked, language and committed: by the rules of this scan, with the ignore files of
// the revision.
func (s *scanner) askedOf(ctx context.Context, r *revision) error {
	own := map[string][]byte{}
	for name, e := range r.files {
		if path.Base(name) != corpus.OwnIgnore {
			continue
		}
		text, err := r.repository.Read(ctx, e.ID, e.Size, nil)
		if err != nil {
			return err
		}
		own[strings.TrimSuffix(strings.TrimSuffix(name, corpus.OwnIgnore), "/")] = text
	}
	o := s.corpusOptions()
	if info, err := os.Stat(s.Tree); err == nil && !info.IsDir() { // patterns and ignore files do not apply
		o.Include, o.Exclude, o.NoIgnore = nil, nil, true
	}
	committed, err := corpus.OpenCommitted(o, s.root, r.below, own)
	if err != nil {
		return err
	}
	r.committed = committed
	r.asked = func(ctx context.Context, file string, text []byte) bool {
		name := strings.TrimPrefix(strings.TrimPrefix(file, r.below), "/")
		return committed.Judge(file, text) == document.Kept && s.ofChaffinch(ctx, name, text, nil) == nil
	}
	r.language = func(file string, text []byte) string {
		if l := s.languageOf(chaffinch.Document{Name: file, Source: text}); l != "" {
			return l
		}
		return detect.Language(file, text).Name
	}
	return nil
}

func (r *revision) close() { r.repository.Close() }

// changed returns the lines of a file of the project that the revision lacks. Of a file that it
// lacks these are all, of a moved one none, and of a renamed one the edited lines. The revision
// also lacks files that its scan did not search for, or read in another language.
func (r *revision) changed(ctx context.Context, file string, source []byte) ([]answer.Lines, error) {
	if archive := r.archiveOf(file); archive != "" && !r.lacksArchive(archive) {
		return nil, nil
	}
	name, id := path.Join(r.below, file), index.BlobID(source)
	language := r.language(name, source)
	all := []answer.Lines{{From: 1, To: countLines(source)}}
	before, ok := r.files[name]
	if !ok && r.gone == nil {
		var err error
		if r.gone, err = r.readGone(ctx); err != nil {
			return nil, fmt.Errorf("reading files of the revision that are gone: %w", err)
		}
	}
	if !ok {
		for _, e := range r.gone.byID[id] {
			if r.asked(ctx, e.Path, source) && r.language(e.Path, source) == language {
				return nil, nil
			}
		}
		if before, ok = r.gone.origin(source, language); !ok {
			return all, nil
		}
	}
	old := source
	if before.ID != id {
		var err error
		if old, err = r.repository.Read(ctx, before.ID, before.Size, nil); err != nil {
			return nil, fmt.Errorf("reading %s of the revision: %w", file, err)
		}
	}
	switch {
	case !r.asked(ctx, before.Path, old) || before.ID != id && r.language(before.Path, old) != language:
		return all, nil
	case before.ID == id:
		return nil, nil
	}
	return newLines(old, source), nil
}
