package corpus

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// listBatch is the number of names read from a folder between checks of ctx.
const listBatch = 4096

// Walk calls visit for every file that may be worth reading, and skip otherwise. The files are
// under root. The order of the paths is ascending, by bytes. Calls come from the caller's
// goroutine, one at a time. root is a folder, a file, or a symbolic link to one of them. For a
// file, ignore files and patterns do not apply.
//
// Walk opens no file except ignore files; reasons that depend on the content come from Read. It
// does not enter ignored or excluded folders. Memory is bounded by the names in the folders between
// the root and the current one.
//
// Walk returns an error if root cannot be listed, if a pattern of the options is malformed, if ctx
// ends (ctx's error) or if visit returns an error (returned unchanged). Everything else is a Skip.
// visit and skip may be nil.
func Walk(ctx context.Context, root string, o document.Options, visit func(File) error, skip func(Skip)) error {
	w, err := newWalker(ctx, o, visit, skip)
	if err != nil {
		return err
	}
	return w.walk(root)
}

func (w *walker) walk(root string) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	abs, info, err := resolve(root)
	if err != nil {
		return rootError(root, err)
	}
	switch {
	case info.IsDir():
		return w.tree(root, abs)
	case info.Mode().IsRegular():
		w.named = true
		return w.offer(File{Path: baseName(root, abs), Abs: abs, Size: info.Size(), ModTime: info.ModTime()})
	}
	return fmt.Errorf("walking %s: it is neither a folder nor a regular file: use one of these", root)
}

// resolve returns the absolute path of root without symbolic links, and its file info.
func resolve(root string) (string, fs.FileInfo, error) {
	abs, err := filepath.Abs(root)
	if err != nil {
		return "", nil, err
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		if info, failed := os.Stat(abs); failed == nil { // an open file without a path, such as <(...) of a shell
			return abs, info, nil
		}
		return "", nil, err
	}
	info, err := os.Lstat(real)
	return real, info, err
}

// baseName returns the name that the user gave for a root that is a file. It may be a link's name.
func baseName(root, abs string) string {
	if given, err := filepath.Abs(root); err == nil {
		abs = given
	}
	return filepath.Base(abs)
}

// rootError adds what to do about a root that cannot be walked.
func rootError(root string, err error) error {
	if p := new(fs.PathError); errors.As(err, &p) {
		err = p.Err // without the name of the system call
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("walking %s: %w: check the spelling; relative paths start at the current folder", root, err)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("walking %s: %w: check its permissions, or run as a user who may read it", root, err)
	}
	return fmt.Errorf("walking %s: %w", root, err)
}

// walker is the state of one call of Walk.
type walker struct {
	ctx   context.Context
	opts  document.Options
	visit func(File) error
	skip  func(Skip)
	pathFilter
	root  string // absolute, ends in a separator
	only  string // the one file to walk to; empty for all
	named bool   // the root is a file
	lines bool   // visit files with documents in their lines, of any size

	notices func(folder, []fs.DirEntry) // is called for each folder with its entries, before these are visited; or nil

	open    int                      // folders that are held open
	tracked map[string]*trackedFiles // by the top of a repository; nil where git's files cannot be listed
}

// folder is a folder that is being walked.
type folder struct {
	abs      string   // in the form of the operating system, ends in a separator
	dir      *os.File // the open folder, or nil
	ignore   *level   // the ignore rules of the folders above, and then of this one
	included bool     // Include is satisfied for all in it, unless a later pattern says otherwise
	ignored  string   // the ignore file of git that matches the folder, which is walked for what git tracks in it; or empty
}

func newWalker(ctx context.Context, o document.Options, visit func(File) error, skip func(Skip)) (*walker, error) {
	filter, err := newPathFilter(o)
	if err != nil {
		return nil, err
	}
	if visit == nil {
		visit = func(File) error { return nil }
	}
	if skip == nil {
		skip = func(Skip) {}
	}
	return &walker{ctx: ctx, opts: o, visit: visit, skip: skip, pathFilter: filter}, nil
}

// tree walks the folder root, whose resolved path is abs.
func (w *walker) tree(root, abs string) error {
	entries, dir, err := w.list(abs)
	if err != nil {
		if w.ctx.Err() != nil {
			return w.ctx.Err()
		}
		return rootError(root, err)
	}
	defer w.done(dir)
	w.root = withSeparator(abs)
	given, err := filepath.Abs(root)
	if err != nil {
		return rootError(root, err)
	}
	if w.pathFilter, err = newPathFilter(w.opts, given, abs); err != nil {
		return err
	}
	w.genuine = func(path string) bool { return isGenuine(w.root + filepath.FromSlash(path)) }
	d := folder{abs: w.root, dir: dir, included: len(w.include) == 0}
	if !w.opts.NoIgnore {
		d.ignore = w.outerLevels(abs)
	}
	return w.entries(d, entries)
}

// enter lists and walks a folder below the root.
func (w *walker) enter(d folder) error {
	entries, dir, err := w.list(d.abs[:len(d.abs)-1])
	if err != nil {
		if w.ctx.Err() != nil {
			return w.ctx.Err()
		}
		w.skip(Skip{Path: w.path(d.abs), Reason: osReason(err), Err: err})
		return nil
	}
	d.dir = dir
	defer w.done(dir)
	if isOnlyIndex(d.abs, entries) {
		w.waiting.noteBelow(strings.TrimSuffix(w.path(d.abs), "/"))
		w.skip(Skip{Path: w.path(d.abs), Reason: document.Index})
		return nil
	}
	if len(entries) == 0 && w.isSubmodule(d.abs) {
		w.skip(Skip{Path: w.path(d.abs), Reason: document.Submodule})
	}
	return w.entries(d, entries)
}

// entries walks the entries of the folder d.
func (w *walker) entries(d folder, entries []fs.DirEntry) error {
	d.ignore = w.rules(d, entries)
	if w.notices != nil {
		w.notices(d, entries)
	}
	for _, e := range entries {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		if w.only != "" && !w.leadsTo(d, e) {
			continue
		}
		if err := w.entry(d, e); err != nil {
			return err
		}
	}
	return nil
}

// rules returns the ignore rules for the folder d, which has these entries.
func (w *walker) rules(d folder, entries []fs.DirEntry) *level {
	if w.opts.NoIgnore || w.opts.OuterIgnore && d.abs != w.root {
		return d.ignore
	}
	return w.level(d, entries)
}

// leadsTo reports whether the entry of d is the only wanted file, or leads to it.
func (w *walker) leadsTo(d folder, e fs.DirEntry) bool {
	path := w.path(d.abs + e.Name())
	return path == w.only || e.IsDir() && strings.HasPrefix(w.only, path+"/")
}

// entry visits, enters or skips an entry of the folder d.
func (w *walker) entry(d folder, e fs.DirEntry) error {
	abs := d.abs + e.Name()
	slashed := filepath.ToSlash(abs)
	path := slashed[len(w.root):]
	included := w.includes(path, w.isContainer(e), d.included)
	r, by := w.rejected(d, e, slashed, included)
	if r != document.Kept {
		if e.IsDir() {
			w.waiting.noteBelow(path)
			path += "/"
		}
		if by != "" {
			by = w.relative(filepath.FromSlash(by))
		}
		w.skip(Skip{Path: path, Reason: r, IgnoredBy: by})
		return nil
	}
	if e.IsDir() {
		return w.enter(folder{abs: withSeparator(abs), ignore: d.ignore, included: included, ignored: by})
	}
	size, modTime, err := statAt(d.dir, e)
	if err != nil {
		w.skip(Skip{Path: path, Reason: osReason(err), Err: err})
		return nil
	}
	return w.offer(File{Path: path, Abs: abs, Size: size, ModTime: modTime})
}

// rejected judges an entry by its name, the rules and its type. abs is its path with slashes. by is
// the ignore file that matches it, with slashes. What git tracks it does not ignore, so an ignore
// file of git does not hide it.
func (w *walker) rejected(d folder, e fs.DirEntry, abs string, included bool) (r document.Reason, by string) {
	if r := w.rejects(e.Name(), abs[len(w.root):], w.isContainer(e)); r != document.Kept {
		return r, ""
	}
	v, by := d.ignore.match(abs, e.IsDir())
	if v != match { // everything below an ignored folder is ignored
		by = d.ignored
	}
	if by != "" && (isOwnIgnore(by) || !w.tracks(d.ignore, abs, e.IsDir())) {
		return document.Ignored, by
	}
	switch {
	case e.IsDir():
		return document.Kept, by // files in it may be included
	case !included && !w.isContainer(e):
		return document.Excluded, ""
	case e.Type()&fs.ModeSymlink != 0:
		return document.Symlink, ""
	case !e.Type().IsRegular():
		return document.NotRegular, ""
	}
	return document.Kept, ""
}

// isContainer reports whether files can be below e. A container is a folder, or an archive that
// counts as one.
func (w *walker) isContainer(e fs.DirEntry) bool {
	return e.IsDir() || w.opts.Archives && e.Type().IsRegular() && IsArchive(e.Name())
}

// offer visits f, or skips it if its name or size is a reason.
func (w *walker) offer(f File) error {
	if err := otherFormat(f.Path, w.named); err != nil && (w.opts.Archives || w.named) && f.Size > 0 {
		w.skip(Skip{Path: f.Path, Reason: document.Unsupported, Err: err})
		return nil
	}
	if r := judgeListed(w.opts, f.Path, f.Size); r != document.Kept && !(r != document.Empty && w.lines && linesByName(f.Path)) {
		w.skip(Skip{Path: f.Path, Reason: r})
		return nil
	}
	return w.visit(f)
}

// path returns the Path of the file or folder abs, which is under the root.
func (w *walker) path(abs string) string {
	return filepath.ToSlash(abs[len(w.root):])
}

// withSeparator returns path with a separator at its end.
func withSeparator(path string) string {
	if path != "" && os.IsPathSeparator(path[len(path)-1]) {
		return path
	}
	return path + string(filepath.Separator)
}

// list lists a folder, and holds it open for [statAt] unless too many are open.
func (w *walker) list(abs string) (entries []fs.DirEntry, dir *os.File, err error) {
	if dir, err = open(abs); err != nil {
		return nil, nil, err
	}
	entries, err = readEntries(w.ctx, dir)
	if err != nil || w.open >= mostOpen {
		dir.Close()
		return entries, nil, err
	}
	w.open++
	return entries, dir, nil
}

// done closes a folder that is held open.
func (w *walker) done(dir *os.File) {
	if dir != nil {
		dir.Close()
		w.open--
	}
}

// list returns the entries of a folder in the order of Walk.
func list(ctx context.Context, abs string) ([]fs.DirEntry, error) {
	f, err := open(abs)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readEntries(ctx, f)
}

func readEntries(ctx context.Context, dir *os.File) ([]fs.DirEntry, error) {
	var all []fs.DirEntry
	for ctx.Err() == nil {
		some, err := dir.ReadDir(listBatch)
		all = append(all, some...)
		if err == io.EOF {
			slices.SortFunc(all, compareEntries)
			return all, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return nil, ctx.Err()
}

// statEntry returns the size and the time of an entry of a folder.
func statEntry(e fs.DirEntry) (size int64, modTime time.Time, err error) {
	info, err := e.Info()
	if err != nil {
		return 0, time.Time{}, err
	}
	return info.Size(), info.ModTime(), nil
}

// compareEntries orders entries as their files are visited. A folder counts as if its name ended in
// a slash, so that a.go comes before a/b.go, and a-b.go before both.
func compareEntries(a, b fs.DirEntry) int {
	x, y := a.Name(), b.Name()
	n := min(len(x), len(y))
	if c := strings.Compare(x[:n], y[:n]); c != 0 {
		return c
	}
	return next(a, x, n) - next(b, y, n)
}

func next(e fs.DirEntry, name string, n int) int {
	switch {
	case n < len(name):
		return int(name[n])
	case e.IsDir():
		return '/'
	}
	return -1
}

// osReason returns the reason for an error of the operating system. A file has also vanished if its
// folder is now a file.
func osReason(err error) document.Reason {
	switch {
	case errors.Is(err, fs.ErrNotExist), isGone(err):
		return document.Vanished
	case isLink(err):
		return document.Symlink
	}
	return document.Unreadable
}
