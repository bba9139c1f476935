package trees

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/collection/pairs"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
)

// content is a distinct content of one or both trees.
type content struct {
	key  contentKey
	file *units.File // one of its files, which was analysed
	in   [2]bool
	full float64 // as in link; 0 if not aligned
}

// contentKey identifies a content: its bytes and its language.
type contentKey struct {
	id       string
	language *lex.Language
}

func (k contentKey) compare(l contentKey) int {
	return cmp.Or(cmp.Compare(k.id, l.id), cmp.Compare(k.language.Name, l.language.Name))
}

// list lists the files of both trees and numbers their contents. It returns the folders that are
// omitted from the paths.
func (c *comparison) list(in units.Input) (folderA, folderB string) {
	numbers := map[contentKey]int{}
	for side, root := range in.Roots() {
		s := &c.sides[side]
		for _, u := range c.units.All {
			if u.Root != side {
				continue
			}
			for _, f := range u.Files {
				key := contentKey{f.Content, f.Language}
				n, known := numbers[key]
				if !known {
					n = len(c.contents)
					numbers[key] = n
					c.contents = append(c.contents, &content{key: key, file: f.First})
				}
				c.contents[n].in[side] = true
				path := strings.TrimPrefix(f.Path, root.Prefix)
				s.files = append(s.files, file{path: path, content: n, partner: none})
			}
		}
		slices.SortFunc(s.files, func(x, y file) int { return cmp.Compare(x.path, y.path) })
	}
	folderA, folderB = c.leaveOutFolders(in)
	for i := range c.sides {
		s := &c.sides[i]
		s.paths = make(map[string]int, len(s.files))
		s.of, s.links = make([][]int, len(c.contents)), make([][]int, len(c.contents))
		for n, f := range s.files {
			s.paths[f.path] = n
			s.of[f.content] = append(s.of[f.content], n)
		}
	}
	return folderA, folderB
}

// tabulate builds the table of shared fingerprints.
func (c *comparison) tabulate(ctx context.Context, set *pairs.Set) (err error) {
	analysed := make([]bool, len(c.units.All))
	for _, content := range c.contents {
		analysed[content.file.Unit] = true
	}
	c.table, err = pairs.NewTable(ctx, set, pairs.Options{
		Documents: len(analysed), Skip: func(n int) bool { return !analysed[n] },
	})
	c.files = units.NewPreparer(c.units, c.table, 0)
	return err
}

// leaveOutFolders omits the single top-level folder of an archive from the paths, unless the other
// tree has a folder of that name. So project-1.0.zip and project-1.1.zip have the same paths.
func (c *comparison) leaveOutFolders(in units.Input) (folderA, folderB string) {
	only := [2]string{c.sides[0].onlyFolder(), c.sides[1].onlyFolder()}
	var out [2]string
	for i := range out {
		if only[i] != "" && in.IsFile(i) && !c.sides[1-i].hasFolder(only[i]) {
			out[i] = only[i]
		}
	}
	for i, folder := range out {
		if folder == "" {
			continue
		}
		for n := range c.sides[i].files {
			f := &c.sides[i].files[n]
			f.path = strings.TrimPrefix(f.path, folder+"/")
		}
	}
	return out[0], out[1]
}

// onlyFolder returns the name of the folder that contains all files, or "".
func (s *side) onlyFolder() string {
	if len(s.files) == 0 {
		return ""
	}
	name, _, nested := strings.Cut(s.files[0].path, "/")
	if !nested || slices.ContainsFunc(s.files, func(f file) bool { return !strings.HasPrefix(f.path, name+"/") }) {
		return ""
	}
	return name
}

func (s *side) hasFolder(name string) bool {
	return slices.ContainsFunc(s.files, func(f file) bool { return strings.HasPrefix(f.path, name+"/") })
}
