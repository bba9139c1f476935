package trees

import (
	"cmp"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/order"
)

// fileList lists the files and contents of both trees. All steps refer to them by number.
type fileList struct {
	units    *units.Units
	folders  [2]string // omitted from the paths
	contents []*content
	sides    [2]side
}

// side is one of the two trees.
type side struct {
	files []file         // by path
	paths map[string]int // numbers of the files by path
	of    [][]int        // numbers of the files with each content
}

// file is a file of one tree.
type file struct {
	path    string
	content int
}

// content is a distinct content of one or both trees.
type content struct {
	key  contentKey
	file *units.File // one of its files, which was analysed
	in   [2]bool     // which trees have it
}

// contentKey identifies a content: its bytes and its language.
type contentKey struct {
	id       string
	language *lex.Language
}

func (k contentKey) compare(l contentKey) int {
	return cmp.Or(cmp.Compare(k.id, l.id), cmp.Compare(k.language.Name, l.language.Name))
}

// listFiles lists the files of both trees and numbers their contents.
func listFiles(in units.Input, read *units.Units) *fileList {
	l := &fileList{units: read}
	numbers := map[contentKey]int{}
	for side, root := range in.Roots() {
		s := &l.sides[side]
		for _, u := range read.All {
			if u.Root != side {
				continue
			}
			for _, f := range u.Files {
				key := contentKey{f.Content, f.Language}
				n, known := numbers[key]
				if !known {
					n = len(l.contents)
					numbers[key] = n
					l.contents = append(l.contents, &content{key: key, file: f.First})
				}
				l.contents[n].in[side] = true
				s.files = append(s.files, file{strings.TrimPrefix(f.Path, root.Prefix), n})
			}
		}
		order.Short(s.files, func(x, y file) int { return cmp.Compare(x.path, y.path) })
	}
	l.leaveOutFolders(in)
	for i := range l.sides {
		l.sides[i].index(len(l.contents))
	}
	return l
}

// index fills the maps from paths and contents to files.
func (s *side) index(contents int) {
	s.paths, s.of = make(map[string]int, len(s.files)), make([][]int, contents)
	for n, f := range s.files {
		s.paths[f.path] = n
		s.of[f.content] = append(s.of[f.content], n)
	}
}

// own returns the number of tokens of the content, excluding boilerplate.
func (l *fileList) own(content int) int { return l.contents[content].file.Own() }

// leaveOutFolders omits an archive's single top-level folder from the paths. It keeps a folder
// whose name the other tree has, too. So project-1.0.zip and project-1.1.zip have the same paths.
func (l *fileList) leaveOutFolders(in units.Input) {
	only := [2]string{l.sides[0].onlyFolder(), l.sides[1].onlyFolder()}
	for i := range only {
		if only[i] != "" && in.IsFile(i) && !l.sides[1-i].hasFolder(only[i]) {
			l.folders[i] = only[i]
		}
	}
	for i, folder := range l.folders {
		if folder == "" {
			continue
		}
		for n := range l.sides[i].files {
			f := &l.sides[i].files[n]
			f.path = strings.TrimPrefix(f.path, folder+"/")
		}
	}
}

// onlyFolder returns the name of the folder that contains all files, or "".
func (s *side) onlyFolder() string {
	if len(s.files) == 0 {
		return ""
	}
	name, _, nested := strings.Cut(s.files[0].path, "/")
	outside := func(f file) bool { return !strings.HasPrefix(f.path, name+"/") }
	if !nested || slices.ContainsFunc(s.files, outside) {
		return ""
	}
	return name
}

func (s *side) hasFolder(name string) bool {
	return slices.ContainsFunc(s.files, func(f file) bool { return strings.HasPrefix(f.path, name+"/") })
}
