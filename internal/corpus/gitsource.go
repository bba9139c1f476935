//go:build !js

// Not in a browser: a browser runs no program, such as git.

package corpus

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/git"
	"github.com/chaffinch-search/chaffinch/internal/gitdir"
	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// gitSource is a git repository.
type gitSource struct {
	path    string // absolute, without links
	options document.Options
	filter  pathFilter
	shared  *sharedRepository
}

func openGit(name string, o document.Options) (Source, error) {
	path, in, err := parseGit(name)
	if err != nil {
		return nil, err
	}
	if in != (document.GitOptions{}) {
		if o.Git != (document.GitOptions{}) && o.Git != in {
			return nil, fmt.Errorf("%s says already what to read of the repository", name)
		}
		o.Git = in
	}
	if o.Git.Revision != "" && several(o.Git) || o.Git.Branches && o.Git.History {
		return nil, errors.New("a revision, all branches and the history exclude each other")
	}
	abs, _, err := resolve(path)
	if err != nil {
		return nil, rootError(path, err)
	}
	filter, err := newPathFilter(o, abs)
	if err != nil {
		return nil, err
	}
	shared, err := borrow(abs, true)
	if top := workTreeAbove(abs); err != nil && top != "" && !gitdir.IsRepository(abs) {
		return nil, option.Fail(option.InRepository, name, top, option.Include, filepath.ToSlash(abs[len(top):]))
	}
	if err != nil {
		return nil, err
	}
	return &gitSource{abs, o, filter, shared}, nil
}

// userExcludes returns the path of the user's ignore rules for all repositories. The result is
// empty if there are none.
func userExcludes(ctx context.Context) string { return git.UserExcludes(ctx) }

func (g *gitSource) Name() string { return sourceName(g.options.Git, g.path) }

func (g *gitSource) Root() string { return sourceRoot(g.options.Git, g.path) }

func (g *gitSource) Has(string) bool { return true }

func (g *gitSource) Close() error {
	g.shared.giveBack()
	return nil
}

func (g *gitSource) Each(ctx context.Context, v Visitor) error {
	r := g.shared.Repository
	whole := File{ModTime: time.Unix(0, 0)}
	several := several(g.options.Git)
	all := new(git.References)
	head, err := r.Resolve(ctx, orHead(g.options.Git.Revision))
	whole.Blob = head
	if several {
		var refs *git.References
		if refs, err = r.References(ctx); err == nil { // HEAD may name nothing
			all, whole.Blob = refs, refs.Version
		}
	}
	if err != nil {
		return fmt.Errorf("reading %s: %w", g.path, err)
	}
	published, tag := "", ""
	if published, tag = gitdir.Published(g.path, whole.Blob); several {
		tag = "" // a file is of a commit, not of a release
	}
	whole.Blob += published + tag
	if v.Unchanged != nil && v.Unchanged(whole) {
		return nil
	}
	v = v.publishedBy(published, tag)
	complete := true
	v = v.noting(func(s Skip) {
		if s.Reason == document.Missing || s.Reason == document.Damaged || s.Reason == document.NotRegular {
			complete = false
		}
	})
	for _, name := range r.Irregular() {
		v.skip(Skip{Path: name, Reason: document.NotRegular})
	}
	for _, why := range all.Ignored {
		v.skip(Skip{Reason: document.Damaged, Err: errors.New(why)})
	}
	var notices *historyNotices
	var keep func(string) bool
	if several && v.License != nil {
		notices, keep = newHistoryNotices(ctx, r, v.License), isNotice
	} else if v, err = v.described(g.notices(ctx, head)); err != nil {
		return err
	}
	met := 0
	each := stopping(func(e git.Entry) error {
		met++
		return g.entry(ctx, e, v, notices)
	})
	if several {
		err = r.History(ctx, all, g.options.Git.Branches, keep, each)
	} else {
		err = r.Tree(ctx, head, each)
	}
	if own := new(visitError); errors.As(err, &own) {
		return own.error
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && met == 0:
		return fmt.Errorf("reading %s: %w", g.path, err)
	case errors.Is(err, git.ErrTooMany):
		v.skip(Skip{Reason: document.ArchiveLimit, Err: err})
	case err != nil:
		v.skip(Skip{Reason: document.Damaged, Err: err})
	case v.Read != nil && complete:
		v.Read(whole)
	}
	return nil
}

// noting returns a visitor that also calls f for everything that is skipped.
func (v Visitor) noting(f func(Skip)) Visitor {
	skip := v.skip
	v.Skip = func(s Skip) {
		f(s)
		skip(s)
	}
	return v
}

func orHead(revision string) string {
	if revision == "" {
		return "HEAD"
	}
	return revision
}

// visitError is an error of a visitor, which is returned as it is.
type visitError struct{ error }

func stopping(f func(git.Entry) error) func(git.Entry) error {
	return func(e git.Entry) error {
		if err := f(e); err != nil {
			return &visitError{err}
		}
		return nil
	}
}

// entry visits or skips a file. notices are nil unless it is one of several commits, and the
// visitor wants licences.
func (g *gitSource) entry(ctx context.Context, e git.Entry, v Visitor, notices *historyNotices) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	f := File{Path: e.Path, Size: e.Size, ModTime: time.Unix(0, 0), Blob: e.ID, git: g.shared}
	if e.Commit != nil { // it is one of several
		f.Revision = e.Commit.ID
		if g.options.Git.History {
			if !e.Commit.Cut { // else the commit need not be the one that brought the file
				f.Origin = document.Origin{Date: e.Commit.Date, Author: e.Commit.Author}
			}
			if f.DateOffset = e.Commit.Corrected; !f.Origin.Date.IsZero() {
				f.DateOffset -= f.Origin.Date.Unix()
			}
		}
	}
	reason, fault := reasonOf(e)
	switch e.Kind {
	case git.Missing, git.CutHistory:
		f.Path = e.ID
	case git.BrokenRef, git.BrokenCommit:
		f.Path = "" // its contents cannot be read: nothing is known of the whole
	}
	if reason == document.Kept {
		reason = g.judge(f)
	}
	if reason == document.Kept && g.options.Archives && IsArchive(f.Path) {
		reason, fault = document.Unsupported, errInRepository
	}
	if reason != document.Kept {
		v.skip(Skip{Path: f.Path, Reason: reason, Err: fault})
		return nil
	}
	if notices != nil && e.Commit != nil {
		notices.describe(e.Commit, &f)
	}
	return v.Visit(f)
}

var errInRepository = errors.New("archives in a git repository are not read: check it out, and name the folder")

// reasonOf returns why an entry cannot be read, otherwise Kept.
func reasonOf(e git.Entry) (document.Reason, error) {
	switch e.Kind {
	case git.Symlink:
		return document.Symlink, nil
	case git.Submodule:
		return document.Submodule, nil
	case git.Missing:
		return document.Missing, git.ErrMissing
	case git.Repeated:
		return document.Duplicate, nil
	case git.RepeatedFolder:
		return document.ArchiveLimit, errors.New("the same folder is at other paths, where its files are read")
	case git.NoCommit:
		return document.Unsupported, errors.New("the reference names no commit")
	case git.BrokenRef:
		return document.Damaged, fmt.Errorf("%.200q names %s, which is missing, damaged or too large", e.Path, e.ID)
	case git.BrokenCommit:
		return document.Damaged, fmt.Errorf("the commit %s is missing, damaged or too large", e.ID)
	case git.CutHistory:
		return document.CutHistory, errors.New("the parents of this commit are missing")
	}
	if cleanPath(e.Path) != e.Path {
		return document.BadName, fmt.Errorf("the name %.80q is not a path", e.Path)
	}
	return document.Kept, nil
}

// judge judges a file by its path and size.
func (g *gitSource) judge(f File) document.Reason {
	if r := g.filter.judge(f.Path); r != document.Kept {
		return r
	}
	o := g.options
	o.Archives = false
	return judgeListed(o, f.Path, f.Size)
}

// readBlob reads and judges a file of a repository.
func (f File) readBlob(o document.Options, buf []byte) ([]byte, document.Reason, error) {
	if f.Size > maxSize(o) {
		return buf[:0], document.TooLarge, nil
	}
	content, err := f.git.Read(context.Background(), f.Blob, f.Size, buf)
	switch {
	case errors.Is(err, git.ErrMissing):
		return content, document.Missing, err
	case err != nil:
		return content, document.Damaged, err
	case isPointer(content):
		return content, document.LFSPointer, nil
	}
	if r := sniff(content); r != document.Kept {
		return content, r, nil
	}
	return content, judgeContent(o, f.Path, content), nil
}

// A repository stays open for a time after a source has read it. Answers read single contents of
// it.

// idleTime is how long a repository stays open.
const idleTime = 10 * time.Second

var openRepositories = struct {
	sync.Mutex
	at map[string]*sharedRepository
}{at: map[string]*sharedRepository{}}

// sharedRepository is an open repository that several use.
type sharedRepository struct {
	*git.Repository
	path  string
	users int         // guarded by openRepositories
	timer *time.Timer // closes it if nobody uses it
}

// borrow opens the repository at path, or returns an open one. That lacks what came later; anew
// avoids this. Give it back.
func borrow(path string, anew bool) (*sharedRepository, error) {
	open := &openRepositories
	open.Lock()
	defer open.Unlock()
	s := open.at[path]
	if s == nil || anew {
		r, err := git.Open(path)
		if err != nil {
			return nil, err
		}
		if s != nil {
			s.closeUnused()
		}
		s = &sharedRepository{Repository: r, path: path}
		s.timer = time.AfterFunc(time.Hour, s.closeIdle)
		open.at[path] = s
	}
	s.users++
	s.timer.Stop()
	return s, nil
}

func (s *sharedRepository) giveBack() {
	openRepositories.Lock()
	defer openRepositories.Unlock()
	s.users--
	switch {
	case s.users > 0:
	case openRepositories.at[s.path] == s:
		s.timer.Reset(idleTime)
	default: // a newer one has taken its place
		s.Repository.Close()
	}
}

func (s *sharedRepository) closeIdle() {
	openRepositories.Lock()
	defer openRepositories.Unlock()
	s.closeUnused()
}

// closeUnused closes it unless it is in use. Hold openRepositories.
func (s *sharedRepository) closeUnused() {
	if s.users > 0 || openRepositories.at[s.path] != s {
		return
	}
	delete(openRepositories.at, s.path)
	s.timer.Stop()
	s.Repository.Close()
}

// Release closes the repositories that [ReadAgain] keeps open for ten seconds.
func Release() {
	openRepositories.Lock()
	defer openRepositories.Unlock()
	for _, s := range openRepositories.at {
		s.closeUnused()
	}
}

// ErrNoGit means that the program git is missing, which reads repositories.
var ErrNoGit = git.ErrNoGit

// readGitAgain is [ReadAgain] for repositories.
func readGitAgain(ctx context.Context, root, id string, size int64, buf []byte) ([]byte, error) {
	if !document.IsRepositoryAddress(root) {
		return buf[:0], ErrOnceOnly
	}
	path, _, err := parseGit(root)
	if err != nil {
		return buf[:0], err
	}
	s, err := borrow(path, false)
	if err != nil {
		return buf[:0], err
	}
	defer s.giveBack()
	return s.Read(ctx, id, size, buf)
}

// notices reads the notices of a commit.
func (g *gitSource) notices(ctx context.Context, commit string) noticeReader {
	return func(set *notice.Set) error {
		var buf []byte
		scripts, paths := map[string]git.Entry{}, []string(nil)
		add := func(e git.Entry, to func(string, []byte)) {
			content, err := g.shared.Read(ctx, e.ID, e.Size, buf)
			if buf = content; err == nil {
				to(e.Path, Decode(content).UTF8)
			}
		}
		// Each meets errors again, and reports them.
		_ = g.shared.Tree(ctx, commit, func(e git.Entry) error {
			reason, _ := reasonOf(e)
			switch {
			case reason != document.Kept || e.Size > notice.MostSizeOf(e.Path):
			case notice.Is(e.Path):
				add(e, set.Add)
			case keepsMinified(g.options) && notice.IsScript(e.Path):
				scripts[e.Path] = e
				paths = append(paths, e.Path)
			}
			return nil
		})
		for _, source := range notice.Sources(paths) {
			add(scripts[source], set.AddSource)
		}
		return ctx.Err()
	}
}

// trackedIn returns what git tracks in the work tree with that top. It fails if git's files cannot
// be listed.
func trackedIn(ctx context.Context, top string) (*trackedFiles, error) {
	all := trackedFiles{}
	err := git.Tracked(ctx, filepath.FromSlash(top), func(e git.Entry) error {
		all = append(all, e.Path)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &all, nil
}
