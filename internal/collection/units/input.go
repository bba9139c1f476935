package units

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/internal/parts"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// Input is a set of files to compare. Make one with [Paths], [Index] or [Trees].
type Input struct {
	roots  []root
	tables bool // an info.csv of a root is a table of submissions
	// Of an index:
	state       index.State
	occurrences [][]index.Occurrence // by root, sorted
}

// root is a folder, a file, an archive, or another source of several documents.
type root struct {
	path   string // as given
	kind   corpus.Kind
	prefix string // of all names below it; empty, or ends in a slash
	old    bool
	table  string  // the folder of its info.csv, if it is not the root
	export *export // nil if names are not of submissions
	// omitTop omits the single top-level folders of archives from the paths.
	omitTop bool
	least   int // of entries of a nested folder: see [Input.OpenNested]; 0 opens none
	// within is the nested folder, below a folder of the name outer.
	outer, within string
}

func newRoot(path string) root { return root{path: path, kind: corpus.KindOf(path)} }

// Paths returns the input of folders, files and archives, old ones last. If there are several,
// names below a folder or archive begin with its base name, made unique. A file keeps the path as
// given, unless that would begin like the names of another root. A path in names has that name
// instead of its base name.
func Paths(paths, old []string, names map[string]string) Input {
	var all []root
	for i, p := range slices.Concat(paths, old) {
		r := newRoot(p)
		r.old, r.omitTop, r.export = i >= len(paths), true, &export{}
		all = append(all, r)
	}
	if len(all) == 1 && len(old) == 0 {
		return Input{roots: all, tables: true}
	}
	taken := map[string]bool{}
	var single []*root
	for i := range all {
		if r := &all[i]; r.isSingle() {
			single = append(single, r)
		} else {
			r.prefix = distinct(taken, cmp.Or(names[r.path], baseName(r.path))) + "/"
		}
	}
	for _, r := range single {
		name := filepath.ToSlash(filepath.Clean(r.path))
		if first, _, _ := strings.Cut(name, "/"); taken[first] {
			r.prefix = distinct(taken, baseName(r.path)) + "/"
		} else {
			r.prefix = strings.TrimSuffix(name, path.Base(name))
		}
	}
	return Input{roots: all, tables: true}
}

// Trees returns the input of two folders or archives, without tables of submissions. Names below
// them begin with the path as given and a slash. Both may have the same names.
func Trees(a, b string) Input {
	below := func(path string) root {
		r := newRoot(path)
		r.prefix = strings.TrimSuffix(path, "/") + "/"
		return r
	}
	return Input{roots: []root{below(a), below(b)}}
}

// Index returns the input of an index's collection, or of all if empty. If there are several roots,
// names begin with the collection, and with the folder if the collection has several.
func Index(ctx context.Context, s index.State, collection string) (Input, error) {
	var all []index.Occurrence
	err := s.Occurrences(ctx, index.Where{Collection: collection}, func(o index.Occurrence) error {
		all = append(all, o)
		return nil
	})
	if err != nil {
		return Input{}, err
	}
	order.Short(all, index.Occurrence.Compare)
	in := Input{state: s, occurrences: byRoot(lastVersions(all))}
	collections := map[string]int{}
	for _, part := range in.occurrences {
		collections[part[0].Collection]++
	}
	taken := map[string]bool{}
	for _, part := range in.occurrences {
		name := part[0].Collection
		if collections[name] > 1 {
			name += "/" + baseName(part[0].Root)
		}
		r := newRoot(part[0].Root)
		if len(in.occurrences) > 1 {
			r.prefix = distinct(taken, name) + "/"
		}
		in.roots = append(in.roots, r)
	}
	return in, nil
}

// lastVersions keeps the last version of each path of a history. The occurrences are sorted.
func lastVersions(all []index.Occurrence) []index.Occurrence {
	last := all[:0]
	for _, o := range all {
		if n := len(last) - 1; o.Revision != "" && n >= 0 && last[n].Path == o.Path && last[n].Root == o.Root && last[n].Collection == o.Collection {
			if o.CompareTime(last[n]) > 0 {
				last[n] = o
			}
			continue
		}
		last = append(last, o)
	}
	return last
}

// byRoot splits the sorted occurrences by their collection and root.
func byRoot(all []index.Occurrence) (parts [][]index.Occurrence) {
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].Collection == all[0].Collection && all[n].Root == all[0].Root {
			n++
		}
		parts = append(parts, all[:n])
		all = all[n:]
	}
	return parts
}

// distinct returns the name, or a free variation of it, and takes it.
func distinct(taken map[string]bool, name string) string {
	free := name
	for n := 2; taken[free]; n++ {
		free = fmt.Sprintf("%s~%d", name, n)
	}
	taken[free] = true
	return free
}

func baseName(p string) string {
	if abs, err := filepath.Abs(p); err == nil {
		p = abs
	}
	if name := filepath.Base(p); name != string(filepath.Separator) {
		return filepath.ToSlash(name)
	}
	return "root"
}

// isSingle reports whether the root is compared as one file.
func (r root) isSingle() bool { return r.isFile() && !r.kind.IsTree() }

// isFile reports whether the root itself is a file, such as an archive.
func (r root) isFile() bool {
	info, err := os.Stat(r.path)
	return err == nil && !info.IsDir()
}

// Roots returns the roots in their order. The root of a single file is its folder.
func (in Input) Roots() pairs.Roots {
	var all pairs.Roots
	for _, r := range in.roots {
		path := r.path
		if r.isSingle() {
			path = filepath.Dir(path)
		}
		all = append(all, pairs.Root{Prefix: r.prefix, Path: path})
	}
	return all
}

// IsFile reports whether the root of that number is a file or an archive.
func (in Input) IsFile(root int) bool { return in.roots[root].isFile() }

// find sends every file of the input with its root, in deterministic order.
func (l *loader) find(ctx context.Context, send func(root int, j job) error) error {
	if l.o.Progress != nil {
		l.total = l.in.count(ctx, l.o.Corpus)
	}
	var results []string
	for _, name := range l.o.Results { // not the target of a link: that is not a result
		if abs, err := filepath.Abs(name); err == nil {
			results = append(results, filepath.Join(corpus.RealPath(filepath.Dir(abs)), filepath.Base(abs)))
		}
	}
	for i, r := range l.in.roots {
		if l.in.state != nil {
			for _, o := range l.in.occurrences[i] {
				if err := ctx.Err(); err != nil {
					return err
				}
				if err := l.findIndexed(ctx, r, o, func(j job) error { return send(i, j) }); err != nil {
					return err
				}
				l.tick()
			}
			continue
		}
		if r.export != nil {
			*r.export = export{listed: l.listsSubmissions(i)}
			r.recognise(ctx)
		}
		skip := l.skipBelow(i, r)
		err := r.walk(ctx, l.o.Corpus.KeepingAll(), func(f corpus.File, content []byte) error {
			if l.total == 0 {
				defer l.tick()
			}
			if content == nil && l.o.Omit != nil && l.o.Omit(r.prefix+f.Path, f) {
				return nil
			}
			if text, is := l.takePlatformFile(r, f, content); is {
				if content = text; len(text) == 0 {
					return nil
				}
			}
			return send(i, job{found: f, content: slices.Clone(content), isResult: content == nil && slices.Contains(results, f.Abs)})
		}, skip, func() {
			if l.total > 0 {
				l.tick()
			}
		})
		if err != nil {
			return err
		}
		l.addEmpty(i)
	}
	return nil
}

// count returns the number of files and archives on disk, or of files in an index. It is 0 if a
// root is an archive or the like, whose number of files is not known yet. Errors occur again when
// the files are read.
func (in Input) count(ctx context.Context, o document.Options) (n int) {
	for i, r := range in.roots {
		switch {
		case in.state != nil:
			n += len(in.occurrences[i])
		case r.isFile() && r.kind.IsTree():
			return 0
		default:
			_ = corpus.Walk(ctx, r.path, withArchives(o.KeepingAll()), func(corpus.File) error { n++; return nil }, nil)
		}
	}
	return n
}

// errResult is the reason why a file of [Options.Results] is skipped. One that has something else
// is read: it may be a copy under the name of a report.
var errResult = errors.New("it is the baseline, or output of chaffinch")

// skipBelow returns a function that reports skipped files below the root with that number.
func (l *loader) skipBelow(n int, r root) func(corpus.Skip) {
	return func(s corpus.Skip) {
		name := r.nameOf(s.Path)
		l.noteIgnored(r, s)
		unit := name
		if s.Path != "" {
			unit = l.unitName(r, s.Path)
		}
		if l.ignoredByTable(n, s.Path) {
			l.meet(unit)
			unit = ""
		}
		l.skip(unit, name, s.Reason, s.Err)
	}
}

// nameOf returns the name of a path below the root; empty is the root itself.
func (r root) nameOf(below string) string {
	switch {
	case below != "":
		return r.prefix + below
	case r.prefix != "":
		return strings.TrimSuffix(r.prefix, "/")
	}
	return baseName(r.path)
}

// walk calls visit for every eligible file below the root, and else skip. Files in archives are
// among them. The content of a file on disk is nil. Other contents are valid during the call only.
// walked is called after each file or archive on disk.
func (r root) walk(ctx context.Context, o document.Options,
	visit func(corpus.File, []byte) error, skip func(corpus.Skip), walked func()) error {
	if r.kind.IsTree() && !r.kind.Walked {
		return r.read(ctx, o, visit, skip, walked)
	}
	return corpus.Walk(ctx, r.path, withArchives(o), func(f corpus.File) error {
		defer walked()
		if !corpus.IsArchive(f.Path) {
			return visit(f, nil)
		}
		if r.isFile() {
			f.Path = "" // names in an archive that is a root are relative to it
		}
		return r.unpack(ctx, f, o, visit, skip)
	}, skip)
}

// read is [root.walk] for a source that only [corpus.Open] reads.
func (r root) read(ctx context.Context, o document.Options,
	visit func(corpus.File, []byte) error, skip func(corpus.Skip), walked func()) error {
	from, err := corpus.Open(r.path, withArchives(o))
	if err != nil {
		return err
	}
	defer from.Close()
	return from.Each(ctx, corpus.Visitor{Skip: skip, Visit: func(f corpus.File) error {
		defer walked()
		content, reason, err := corpus.Read(f, o, nil)
		if reason != document.Kept {
			skip(corpus.Skip{Path: f.Path, Reason: reason, Err: err})
			return nil
		}
		return visit(f, content)
	}})
}

// withArchives returns the options to walk folders with.
func withArchives(o document.Options) document.Options {
	o.Archives = true
	return o
}

// unpack is [corpus.Unpack]. It omits single top-level folders if the root requires it.
func (r root) unpack(ctx context.Context, f corpus.File, o document.Options,
	visit func(corpus.File, []byte) error, skip func(corpus.Skip)) error {
	if !r.omitTop {
		return corpus.Unpack(ctx, f, o, visit, skip)
	}
	var paths []string
	isRoot := f.Path == "" && r.export != nil
	tops, err := findTopFolders(ctx, f, o, func(name string, content []byte) {
		if isRoot {
			paths = append(paths, name)
			r.export.note(name, content)
		}
	})
	if err != nil {
		return err
	}
	if isRoot {
		if r.least > 0 {
			r.export.within = tops.descend(paths, r)
		}
		r.recogniseIn(ctx, paths, tops)
	}
	prefix := ""
	if f.Path != "" {
		prefix = f.Path + "/"
	}
	shown := func(path string) string {
		if below, in := strings.CutPrefix(path, prefix); in {
			return prefix + tops.omit(below)
		}
		return path // of the archive itself
	}
	return corpus.Unpack(ctx, f, o, func(f corpus.File, content []byte) error {
		f.Path = shown(f.Path)
		return visit(f, content)
	}, func(s corpus.Skip) {
		s.Path = shown(s.Path)
		skip(s)
	})
}

// findIndexed sends an occurrence of the index. If its source cannot be read, it is skipped.
func (l *loader) findIndexed(ctx context.Context, r root, o index.Occurrence, send func(job) error) error {
	s := l.in.state
	c, content, err := index.SourceOf(ctx, s, o.Content)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		l.skip(l.unitName(r, o.Path), r.prefix+o.Path, document.Vanished, err)
		return nil
	}
	language, ok := lex.Lookup(c.Language)
	if !ok {
		return fmt.Errorf("content %s: unknown language %q", o.Content, c.Language)
	}
	return send(job{
		found: corpus.File{Path: o.Path, Origin: o.Origin}, content: content, source: &indexed{s, c}, reading: parts.Reading{Language: language},
	})
}
