package collection

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/query/pairs"
)

// content is one that stands in a tree or both.
type content struct {
	key  contentKey
	file *file // one of those that have it, which was analysed
	in   [2]bool
	full float64 // see link; 0 if it was not aligned
}

// contentKey names a content. The same bytes are another one in another language.
type contentKey struct {
	id       string
	language *lex.Language
}

func (k contentKey) compare(l contentKey) int {
	return cmp.Or(cmp.Compare(k.id, l.id), cmp.Compare(k.language.Name, l.language.Name))
}

// firsts knows which file is the first one of each content. Several goroutines may use it.
type firsts struct {
	mu sync.Mutex
	by map[contentKey]*file
}

// claim makes the file, whose language is known, the first one of the content, if there is none yet.
func (s *firsts) claim(f *file, id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := contentKey{id, f.language}
	if s.by[key] != nil {
		return false
	}
	s.by[key] = f
	return true
}

// load reads both trees, every content once, and tabulates which of them share fingerprints.
func (t *trees) load(ctx context.Context, a, b string) (err error) {
	roots := [2]root{{path: a, prefix: below(a)}, {path: b, prefix: below(b)}}
	t.l.firsts = &firsts{by: map[contentKey]*file{}}
	units := 0 // of the first tree
	err = t.l.load(ctx, func(ctx context.Context, jobs chan<- job) error {
		if err := t.l.find(ctx, roots[:1], jobs); err != nil {
			return err
		}
		units = len(t.l.units)
		clear(t.l.numbers) // both may have the same names
		return t.l.find(ctx, roots[1:], jobs)
	})
	if err != nil {
		return err
	}
	t.list(0, roots[0], t.l.units[:units])
	t.list(1, roots[1], t.l.units[units:])
	t.leaveOutFolders(roots)
	t.number()
	first := make([]bool, len(t.l.units))
	for _, c := range t.contents {
		first[c.file.unit] = true
	}
	t.table, err = pairs.NewTable(ctx, t.set, pairs.Options{
		Documents: len(t.l.units), Skip: func(n int) bool { return !first[n] },
	})
	return err
}

// below returns what the names of what lies below the path begin with.
func below(path string) string { return strings.TrimSuffix(path, "/") + "/" }

// list makes the files of a tree of the units, and numbers their contents anew.
func (t *trees) list(side int, r root, units []*unit) {
	s := &t.sides[side]
	numbers := map[contentKey]int{}
	for n, c := range t.contents {
		numbers[c.key] = n
	}
	for _, u := range units {
		for _, f := range u.files {
			key := contentKey{f.content, f.language}
			n, known := numbers[key]
			if !known {
				n = len(t.contents)
				numbers[key] = n
				t.contents = append(t.contents, &content{key: key, file: t.l.firsts.by[key]})
			}
			t.contents[n].in[side] = true
			s.files = append(s.files, treeFile{path: strings.TrimPrefix(f.path, r.prefix), content: n, partner: none})
		}
	}
	slices.SortFunc(s.files, func(x, y treeFile) int { return cmp.Compare(x.path, y.path) })
}

// leaveOutFolders leaves a folder that holds all of an archive out of the paths, unless the other tree
// has one of that name: project-1.0.zip and project-1.1.zip are alike below theirs.
func (t *trees) leaveOutFolders(roots [2]root) {
	only := [2]string{t.sides[0].onlyFolder(), t.sides[1].onlyFolder()}
	out := [2]bool{}
	for i := range t.sides {
		out[i] = only[i] != "" && roots[i].isFile() && !t.sides[1-i].hasFolder(only[i])
	}
	for i, tree := range []*Tree{&t.result.A, &t.result.B} {
		if !out[i] {
			continue
		}
		tree.Folder = only[i]
		for n := range t.sides[i].files {
			f := &t.sides[i].files[n]
			f.path = strings.TrimPrefix(f.path, only[i]+"/")
		}
	}
}

// onlyFolder returns the name of the folder that holds all files, empty if there is none.
func (s *treeSide) onlyFolder() string {
	if len(s.files) == 0 {
		return ""
	}
	name, _, nested := strings.Cut(s.files[0].path, "/")
	if !nested || slices.ContainsFunc(s.files, func(f treeFile) bool { return !strings.HasPrefix(f.path, name+"/") }) {
		return ""
	}
	return name
}

func (s *treeSide) hasFolder(name string) bool {
	return slices.ContainsFunc(s.files, func(f treeFile) bool { return strings.HasPrefix(f.path, name+"/") })
}

// number fills in what leads from paths and contents to files.
func (t *trees) number() {
	for i := range t.sides {
		s := &t.sides[i]
		s.paths = make(map[string]int, len(s.files))
		s.of, s.links = make([][]int, len(t.contents)), make([][]int, len(t.contents))
		for n, f := range s.files {
			s.paths[f.path] = n
			s.of[f.content] = append(s.of[f.content], n)
		}
	}
}
