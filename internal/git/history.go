package git

import (
	"bufio"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"maps"
	"slices"
	"strings"
)

// History calls f for every reachable blob once, with its first commit. Parents come before their
// children, and else earlier commits before later ones. With tips, only the commits that branches
// and tags name are read. If commits are missing or damaged, their children are read as in a
// shallow clone.
//
// A content that is first the target of a symbolic link is that and no blob, wherever else it is.
//
// If keep is not nil, the commits have [Commit.Root] with the files for whose names it is true.
func (r *Repository) History(ctx context.Context, all *References, tips bool, keep func(name string) bool, f func(Entry) error) error {
	names := all.names
	if tips {
		names = nil
		for _, n := range all.names {
			if n.isBranch() {
				names = append(names, n)
			}
		}
	}
	commits, err := r.peel(ctx, names, f)
	if err != nil {
		return err
	}
	met := false
	each := func(e Entry) error {
		met = true
		return f(e)
	}
	err = r.list(ctx, commits, tips, keep, each)
	if err == nil || met || ctx.Err() != nil {
		return err
	}
	whole, others, broken, werr := r.walk(ctx, commits)
	if werr != nil || len(broken) == 0 {
		return errors.Join(werr, err)
	}
	for _, id := range broken {
		if err := f(Entry{Kind: BrokenCommit, ID: id}); err != nil {
			return err
		}
	}
	if !tips {
		whole = append(whole, others...)
	}
	return r.list(ctx, whole, tips, keep, f)
}

// Git keeps each commit in memory as long as it may print it. A hostile commit of a megabyte
// unpacks to a gigabyte. So rev-list prints ids only, for which it forgets what it has parsed, and
// cat-file reads the commits one by one.

// list lists the files of commits, with their ancestors unless they are tips.
func (r *Repository) list(ctx context.Context, commits []string, tips bool, keep func(string) bool, f func(Entry) error) error {
	if len(commits) == 0 {
		return nil
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	trees, err := r.start(ctx, "cat-file", "--batch")
	if err != nil {
		return err
	}
	defer trees.end()
	arguments := []string{"rev-list", "--objects", "--in-commit-order", "--date-order", "--reverse", "--missing=print", "--stdin"}
	cut := r.shallow
	if tips {
		arguments, cut = append(arguments, "--no-walk"), nil
	}
	in := strings.NewReader(strings.Join(commits, "\n") + "\n")
	return r.typed(ctx, stop, trees.in, func(found chan<- Entry, check io.Writer) error {
		return r.run(ctx, in, new(complaint), func(out io.Reader) error {
			return listObjects(ctx, out, cut, check, found)
		}, arguments...)
	}, func(typed <-chan Entry) error { return eachFile(typed, trees.out, keep, f) })
}

// listObjects parses the output of rev-list. It sends each object to found, and its id to check.
func listObjects(ctx context.Context, out io.Reader, cut map[string]bool, check io.Writer, found chan<- Entry) error {
	lines := bufio.NewReaderSize(out, 1<<16)
	var commit *Commit
	seen := map[string]bool{} // paths of the commit: git cuts a path at a line break
	send := func(e Entry) error {
		select {
		case found <- e:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for {
		line, err := readLine(lines, '\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if isObjectID(line) { // of objects a space follows
			commit = &Commit{ID: line, Cut: cut[line]}
			clear(seen)
			if err := send(Entry{Kind: newCommit, ID: line, Commit: commit}); err != nil {
				return err
			}
			if _, err := io.WriteString(check, line+"\n"); err != nil {
				return err
			}
			if commit.Cut {
				if err := send(Entry{Kind: CutHistory, ID: line, Commit: commit}); err != nil {
					return err
				}
			}
			continue
		}
		id, path, _ := strings.Cut(line, " ")
		e := Entry{Path: path, ID: id, Commit: commit}
		if lost, ok := strings.CutPrefix(id, "?"); ok {
			e.ID, e.Kind = lost, Missing
		}
		if !isObjectID(e.ID) || commit == nil {
			return fmt.Errorf("%w: %.200q", errGitPrints, line)
		}
		if seen[path] {
			e.Kind = Repeated
		}
		seen[path] = true
		if err := send(e); err != nil {
			return err
		}
		if e.Kind == Missing {
			continue
		}
		if _, err := io.WriteString(check, e.ID+"\n"); err != nil {
			return err
		}
	}
}

// mostWaiting bounds the entries of a commit that wait for its trees. If there are more, those
// before have no [Commit.Root].
const mostWaiting = 1 << 20

// eachFile calls f for the files among the entries. Of commits and trees, which come before their
// files, read has the contents: they name the author and time of the commit, links and submodules.
// If keep is not nil, the files of a commit wait for all its trees, which make up its root.
func eachFile(typed <-chan Entry, read *bufio.Reader, keep func(string) bool, f func(Entry) error) error {
	l := lister{
		read: read, entries: bufio.NewReaderSize(nil, 1<<16), links: map[string]bool{}, submodules: map[string]bool{},
		emit: f, seed: maphash.MakeSeed(), corrected: map[uint64]int64{},
	}
	if keep != nil {
		l.folders = newFolders(keep)
	}
	for e := range typed {
		if e.Commit != l.of {
			if err := l.end(); err != nil {
				return err
			}
			l.begin(e.Commit)
		}
		if err := l.entry(e); err != nil {
			return err
		}
	}
	return l.end()
}

// lister lists the files of one commit after another.
type lister struct {
	read, entries     *bufio.Reader
	of                *Commit
	root              string          // the id of its tree
	links, submodules map[string]bool // paths; links are the commit's
	folders           *folders        // nil if nobody needs them
	waiting           []Entry
	emit              func(Entry) error

	seed      maphash.Seed
	corrected map[uint64]int64 // by the hash of the commit's id, see [Commit.Corrected]
}

// correct sets the corrected date of a commit. Its parents came before.
func (l *lister) correct(c *Commit, parents []string) {
	if c.Corrected = 1; !c.Date.IsZero() {
		c.Corrected = c.Date.Unix()
	}
	for _, id := range parents {
		if at, ok := l.corrected[maphash.String(l.seed, id)]; ok {
			c.Corrected = max(c.Corrected, at+1)
		}
	}
	l.corrected[maphash.String(l.seed, c.ID)] = c.Corrected
}

func (l *lister) begin(c *Commit) {
	l.of, l.root = c, ""
	clear(l.links)
	if l.folders != nil {
		l.folders.begin()
	}
}

// end sends the entries that have waited for the trees of the commit.
func (l *lister) end() error {
	if l.of != nil && l.folders != nil && len(l.waiting) > 0 {
		l.of.Root = l.folders.of(l.root)
	}
	waiting := l.waiting
	l.waiting = l.waiting[:0]
	for _, e := range waiting {
		if err := l.emit(e); err != nil {
			return err
		}
	}
	return nil
}

func (l *lister) send(e Entry) error {
	if l.folders == nil {
		return l.emit(e)
	}
	l.waiting = append(l.waiting, e)
	if len(l.waiting) < mostWaiting {
		return nil
	}
	for _, e := range l.waiting {
		if err := l.emit(e); err != nil {
			return err
		}
	}
	l.waiting = l.waiting[:0]
	return nil
}

func (l *lister) entry(e Entry) (err error) {
	switch {
	case e.Kind == newCommit:
		if e.Size <= mostCommit {
			var parents []string
			parents, err = e.Commit.read(l.read)
			l.root = e.Commit.tree
			l.correct(e.Commit, parents)
		}
		return err
	case e.Kind == tree:
		var more []Entry
		err := l.tree(e, func(inside Entry) {
			if inside.Kind == Symlink {
				l.links[inside.Path] = true
			} else if !l.submodules[inside.Path] {
				l.submodules[inside.Path] = true
				more = append(more, inside)
			}
		})
		for _, e := range more {
			if err == nil {
				err = l.send(e)
			}
		}
		return err
	case e.Kind == Blob && l.links[e.Path]:
		e.Kind = Symlink
	}
	return l.send(e)
}

// tree reads a tree and calls f for the links and the submodules in it.
func (l *lister) tree(folder Entry, f func(Entry)) error {
	_, size, err := readHead(l.read)
	if err != nil {
		return err
	}
	at := folder.Path
	if at != "" {
		at += "/"
	}
	entries := l.entries
	entries.Reset(io.LimitReader(l.read, size+1)) // with the line break that follows
	treeID, _ := hex.DecodeString(folder.ID)
	id := make([]byte, len(treeID))
	for err == nil { // "MODE NAME", a NUL byte and the id
		var mode []byte
		if mode, err = entries.ReadSlice(' '); err != nil {
			break
		}
		e := Entry{Kind: Symlink, Commit: folder.Commit}
		isFolder := isFolderMode(mode)
		switch isSubmodule := string(mode) == "160000 "; {
		case isSubmodule:
			e.Kind = Submodule
			fallthrough
		case string(mode) == "120000 ", l.folders != nil && (isFolder || isFileMode(mode)):
			wanted := isSubmodule || string(mode) == "120000 "
			var name string
			name, err = readLine(entries, 0)
			if _, failed := io.ReadFull(entries, id); err != nil || failed != nil {
				continue
			}
			if wanted {
				e.Path, e.ID = at+name, hex.EncodeToString(id)
				f(e)
			} else {
				l.folders.add(treeID, isFolder, name, string(id))
			}
			continue
		}
		for err = bufio.ErrBufferFull; err == bufio.ErrBufferFull; {
			_, err = entries.ReadSlice(0)
		}
		_, _ = entries.Discard(len(id))
	}
	_, err = io.Copy(io.Discard, entries) // at its end, or where it is damaged
	return err
}

// walk reads the commits and their ancestors. It returns those that are broken: missing or damaged.
// From then on git takes their children for the ends of a shallow clone, so it also returns the
// other parents of these, and the tips that are whole.
func (r *Repository) walk(ctx context.Context, tips []string) (whole, others, broken []string, err error) {
	parents := map[string][]string{} // nil if a commit is broken
	for left := slices.Clone(tips); len(left) > 0; {
		id := left[len(left)-1]
		left = left[:len(left)-1]
		if _, ok := parents[id]; ok {
			continue
		}
		above, err := r.parents(ctx, id)
		if ctx.Err() != nil {
			return nil, nil, nil, ctx.Err()
		}
		if parents[id] = above; err != nil {
			broken = append(broken, id)
		}
		left = append(left, above...)
	}
	isBroken := func(id string) bool { return parents[id] == nil }
	var ends []string
	for _, id := range slices.Sorted(maps.Keys(parents)) {
		if slices.ContainsFunc(parents[id], isBroken) {
			ends = append(ends, id)
			others = append(others, slices.DeleteFunc(slices.Clone(parents[id]), isBroken)...)
		}
	}
	whole = slices.DeleteFunc(slices.Clone(tips), isBroken)
	return whole, others, broken, r.cutAt(ends)
}

// parents returns the parents of a commit; an end of a shallow clone has none. It is nil with an
// error.
func (r *Repository) parents(ctx context.Context, id string) (all []string, err error) {
	p, err := r.acquire()
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, p.stop)
	all, err = p.parents(id)
	if stop() && (err == nil || errors.Is(err, ErrMissing)) {
		r.release(p)
	} else {
		_ = p.end()
	}
	if err == nil && r.shallow[id] {
		all = all[:0]
	}
	return all, err
}

func (p *reader) parents(id string) ([]string, error) {
	if _, err := io.WriteString(p.in, id+"\n"); err != nil {
		return nil, err
	}
	all, err := new(Commit).read(p.out)
	if err == nil && all == nil {
		all = []string{}
	}
	return all, err
}
