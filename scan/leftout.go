package scan

import (
	"cmp"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/git"
)

// A scan misses copies in files that it does not read, so a report names these files. With Since,
// an unread source that changed is an error, like an unreadable file.

// LeftOut is an unread file that should have been read, such as a large one.
type LeftOut struct {
	Path string `json:"path"` // in the project
	// Reason is a key of skipped.
	Reason document.Reason `json:"reason"`
	// Source reports whether its name is the name of a program in a known language.
	Source bool `json:"source,omitempty"`
}

// MostLeftOut is the maximum number of elements of [Report.LeftOut].
const MostLeftOut = 10_000

// Archived is the reason for an archive; with [document.Options].Archives it is read.
const Archived document.Reason = "archive"

// Absent is the reason for a changed tracked file that the work tree lacks.
const Absent document.Reason = "absent"

// intended reports whether a skipped file is left out on purpose. The folder .git has no files of
// the work tree. But users may have committed files below a folder of an index or of metadata.
func intended(name string, reason document.Reason) bool {
	return reason.ExcusesSource() || reason == document.VCS && path.Base(name) == ".git"
}

// leave notes a file that was skipped.
func (s *scanner) leave(ctx context.Context, name string, skip *chaffinch.SkippedError) error {
	reason := skip.Reason
	if skip.Reason == document.Binary && corpus.IsArchive(name) {
		reason = Archived
	}
	s.skipped(name, reason, skip.Err)
	s.noteIgnored(skip)
	if skip.Reason == document.Ignored && path.Base(skip.IgnoredBy) == corpus.OwnIgnore && s.since != nil {
		return s.leaveHidden(ctx, name)
	}
	if intended(name, skip.Reason) || skip.Reason == document.VCS && len(s.Corpus.Include) > 0 {
		return nil
	}
	if skip.Reason == document.Index || skip.Reason == document.Metadata {
		tracked, err := s.tracks(ctx, name)
		if err != nil || !tracked && !(s.Strict && corpus.HasSource(filepath.Join(s.report.base, filepath.FromSlash(name)))) {
			return err
		}
	}
	return s.leaveOut(ctx, name, reason)
}

// leaveHidden names changed tracked sources that an ignore file hides, but the revision's ignore
// files do not. Otherwise a change could hide its own copies.
func (s *scanner) leaveHidden(ctx context.Context, name string) error {
	if tracked, err := s.tracks(ctx, name); err != nil || !tracked {
		return err
	}
	changed, err := s.since.changedIn(ctx, LeftOut{Path: name, Reason: document.Ignored, Source: detect.IsSource(path.Base(name))})
	for _, file := range changed {
		if s.since.committed.JudgePath(path.Join(s.since.below, file)) != document.Ignored {
			s.report.Unread = append(s.report.Unread, Unread{file, "it looks like source, has changed since " + s.Since + ", and only new rules ignore it"})
		}
	}
	return err
}

// leaveOut names a file that was not read.
func (s *scanner) leaveOut(ctx context.Context, name string, reason document.Reason) error {
	l := LeftOut{Path: name, Reason: reason, Source: detect.IsSource(path.Base(name))}
	r := s.report
	if r.LeftOut = append(r.LeftOut, l); len(r.LeftOut) == 2*MostLeftOut {
		r.sortLeftOut()
	}
	if s.Strict || s.isFile {
		r.Unread = append(r.Unread, Unread{name, string(reason) + ": it was not read"})
		return nil
	}
	if s.since == nil {
		return nil
	}
	changed, err := s.since.changedIn(ctx, l)
	for _, file := range changed {
		u := Unread{file, fmt.Sprintf("%s: it looks like source, has changed since %s, and was not read", reason, s.Since)}
		if target := corpus.LinkTarget(s.since.nameOf(file)); target != "" {
			s.links = append(s.links, link{u, target})
			continue
		}
		r.Unread = append(r.Unread, u)
	}
	return err
}

// link is a changed link that looks like source, with the file that it leads to.
type link struct {
	Unread
	target string
}

// addLinks adds the links to files that were not read. Call it when all files were.
func (s *scanner) addLinks() {
	if len(s.links) == 0 {
		return
	}
	read, folder := map[string]bool{}, corpus.RealPath(filepath.Clean(s.report.base))
	for _, f := range s.report.Files {
		read[f.Path] = true
	}
	for _, l := range s.links {
		if below, err := filepath.Rel(folder, l.target); err != nil || !read[filepath.ToSlash(below)] {
			s.report.Unread = append(s.report.Unread, l.Unread)
		}
	}
}

// tracks reports whether git tracks a file of the project, or one below it.
func (s *scanner) tracks(ctx context.Context, name string) (bool, error) {
	if s.report.top == "" {
		return false, nil
	}
	all, err := s.trackedEntries(ctx)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	return err != nil || len(trackedAt(all, path.Join(s.report.below, name))) > 0, nil // it may, if git's files cannot be listed
}

// trackedEntries returns what git tracks in the work tree, in the order of [git.Tracked]. Git runs
// once.
func (s *scanner) trackedEntries(ctx context.Context) (all []git.Entry, err error) {
	s.tracking.Lock()
	defer s.tracking.Unlock()
	if s.tracked == nil && s.trackedErr == nil {
		s.tracked = []git.Entry{}
		s.trackedErr = git.Tracked(ctx, s.report.top, func(e git.Entry) error {
			s.tracked = append(s.tracked, e)
			return nil
		})
	}
	return s.tracked, s.trackedErr
}

// trackedAt returns the entries at a path, or else those below it.
func trackedAt(all []git.Entry, name string) []git.Entry {
	from, _ := slices.BinarySearchFunc(all, name, comparePath)
	to := from
	for to < len(all) && all[to].Path == name {
		to++
	}
	if to > from { // a file, so that nothing is below it
		return all[from:to]
	}
	from, _ = slices.BinarySearchFunc(all, name+"/", comparePath)
	for to = from; to < len(all) && strings.HasPrefix(all[to].Path, name+"/"); {
		to++
	}
	return all[from:to]
}

func comparePath(e git.Entry, name string) int { return strings.Compare(e.Path, name) }

// sortLeftOut sorts the left-out files, source first, and drops those beyond the maximum.
func (r *Report) sortLeftOut() {
	slices.SortFunc(r.LeftOut, func(x, y LeftOut) int {
		if x.Source != y.Source {
			return map[bool]int{true: -1, false: 1}[x.Source]
		}
		return cmp.Or(cmp.Compare(x.Reason, y.Reason), cmp.Compare(x.Path, y.Path))
	})
	r.LeftOut = r.LeftOut[:min(len(r.LeftOut), MostLeftOut)]
}

// changedIn returns the source-like files that the revision lacks. These are the file that was left
// out, or files that git tracks in the folder.
func (r *revision) changedIn(ctx context.Context, l LeftOut) (files []string, err error) {
	if l.Reason == document.Submodule {
		if changed, err := r.changedSubmodule(ctx, path.Join(r.below, l.Path)); err != nil || !changed {
			return nil, err
		}
		return []string{l.Path}, nil
	}
	if archive := r.archiveOf(l.Path); archive != "" {
		isFolder := l.Reason == document.VCS || l.Reason == document.Reserved
		if (l.Source || isFolder) && r.lacksArchive(archive) {
			files = append(files, l.Path)
		}
		return files, nil
	}
	if info, err := os.Lstat(r.nameOf(l.Path)); err != nil || !info.IsDir() {
		if l.Source && r.lacks(l.Path) {
			files = append(files, l.Path)
		}
		return files, nil
	}
	all, err := r.tracked(ctx)
	for _, e := range trackedAt(all, path.Join(r.below, l.Path)) {
		if file := strings.TrimPrefix(strings.TrimPrefix(e.Path, r.below), "/"); detect.IsSource(path.Base(e.Path)) && r.lacks(file) {
			files = append(files, file)
		}
	}
	return files, err
}

// leaveAbsent names new tracked files that are not in the work tree. A sparse checkout leaves them
// out, or they were deleted without git rm. After git clone --no-checkout git tracks nothing, and
// files of HEAD count.
func (s *scanner) leaveAbsent(ctx context.Context) error {
	r, last := s.since, ""
	folders := map[string]bool{}
	take := func(e git.Entry) error {
		if e.Path == last { // it is not merged
			return nil
		}
		last = e.Path
		isLink := e.Kind == git.Symlink && detect.IsSource(path.Base(e.Path))
		if e.Kind != git.Blob && e.Kind != git.Missing && !isLink || r.contents[e.ID] || r.files[e.Path].ID == e.ID || r.links[e.Path] == e.ID ||
			r.committed.JudgePath(e.Path) != document.Kept || r.has(e.Path, folders) {
			return nil
		}
		name := strings.TrimPrefix(strings.TrimPrefix(e.Path, r.below), "/")
		s.skipped(name, Absent, nil)
		return s.leaveOut(ctx, name, Absent)
	}
	all, err := r.tracked(ctx)
	for i := 0; i < len(all) && err == nil; i++ {
		err = take(all[i])
	}
	if errors.Is(err, git.ErrNoIndex) {
		err = nil
	}
	if err != nil || last != "" || r.repository.IsUnborn(ctx) {
		return err
	}
	id, err := r.repository.Resolve(ctx, "HEAD")
	if err != nil {
		return err
	}
	return r.repository.Tree(ctx, id, take)
}

// has reports whether the work tree has a file or link at a path. No folder above may be a link. It
// is also true if the path cannot be read. folders caches whether paths are folders.
func (r *revision) has(file string, folders map[string]bool) bool {
	is := func(name string, folder bool) bool {
		info, err := os.Lstat(filepath.Join(r.top, filepath.FromSlash(name)))
		return errors.Is(err, fs.ErrPermission) || err == nil && info.IsDir() == folder
	}
	for name := path.Dir(file); name != "."; name = path.Dir(name) {
		if _, known := folders[name]; !known {
			folders[name] = is(name, true)
		}
		if !folders[name] {
			return false
		}
	}
	return is(file, false)
}

// changedSubmodule reports whether the revision lacks the commit of a tracked submodule.
func (r *revision) changedSubmodule(ctx context.Context, name string) (changed bool, err error) {
	all, err := r.tracked(ctx)
	for _, e := range trackedAt(all, name) {
		changed = changed || e.Kind == git.Submodule && e.Path == name && r.submodules[name] != e.ID
	}
	return changed, err
}

// archiveOf returns the path of the archive around a file, or "".
func (r *revision) archiveOf(file string) string {
	for name := path.Dir(file); name != "."; name = path.Dir(name) {
		if info, err := os.Stat(r.nameOf(name)); err == nil {
			if info.Mode().IsRegular() {
				return name
			}
			return ""
		}
	}
	return ""
}

// lacksArchive reports whether the revision has other bytes at the path of an archive.
func (r *revision) lacksArchive(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if lacks, known := r.archives[name]; known {
		return lacks
	}
	id := ""
	if f, err := os.Open(r.nameOf(name)); err == nil {
		if info, err := f.Stat(); err == nil {
			id, _ = r.idOf(f, info.Size())
		}
		f.Close()
	}
	lacks := id == "" || r.files[path.Join(r.below, name)].ID != id
	r.archives[name] = lacks
	return lacks
}

// nameOf returns where a file of the project is on disk.
func (r *revision) nameOf(file string) string {
	return filepath.Join(r.top, filepath.FromSlash(path.Join(r.below, file)))
}

// lacks reports whether the revision has no file with this file's content. A link must be the same
// at this path: moved, it leads elsewhere. A content that cannot be read may be new.
func (r *revision) lacks(file string) bool {
	name := r.nameOf(file)
	info, err := os.Lstat(name)
	if err != nil {
		return true
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		target, err := os.Readlink(name)
		target = filepath.ToSlash(target)
		id, failed := r.idOf(strings.NewReader(target), int64(len(target)))
		return err != nil || failed != nil || r.links[path.Join(r.below, file)] != id
	}
	if !info.Mode().IsRegular() {
		return true
	}
	f, err := os.Open(name)
	if err != nil {
		return true
	}
	defer f.Close()
	id, err := r.idOf(f, info.Size())
	return err != nil || !r.contents[id]
}

// idOf returns the repository's id of a content, which may be larger than memory.
func (r *revision) idOf(content io.Reader, size int64) (string, error) {
	var h hash.Hash = sha1.New()
	for _, e := range r.files {
		if len(e.ID) == 2*sha256.Size {
			h = sha256.New()
		}
		break
	}
	fmt.Fprintf(h, "blob %d\x00", size)
	if _, err := io.Copy(h, content); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
