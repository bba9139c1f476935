package git

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strings"
)

// Folder is a commit's folder with the wanted files, and folders with such. Their names were
// requested. Folders with the same in them share a pointer. A nil folder has nothing.
type Folder struct {
	Files   []FolderFile
	Folders []Subfolder
}

// FolderFile is a file in a folder. The repository may lack the object.
type FolderFile struct{ Name, ID string }

// Subfolder is a folder in a folder.
type Subfolder struct {
	Name string
	*Folder
}

// At returns the folder of that name in f, or nil.
func (f *Folder) At(name string) *Folder {
	if f == nil {
		return nil
	}
	for _, s := range f.Folders {
		if s.Name == name {
			return s.Folder
		}
	}
	return nil
}

// A history has a tree for each change of a folder, and git prints each once. Hardly any commit
// changes the requested files, so folders keeps a pointer for each tree, and one folder for all
// trees with the same in them.

// folders makes the folders of commits.
type folders struct {
	keep  func(name string) bool
	known map[string]*Folder // by the id of the tree, in bytes; trees with nothing are left out
	equal map[string]*Folder // by their entries
	met   map[string]*treeOf // trees of the commit that is read
	names int                // in met
}

// treeOf is the possible content of a tree: requested files, and all folders.
type treeOf struct {
	files, folders []treeEntry
	resolved       bool
}

type treeEntry struct{ name, id string } // the id in bytes

// mostNames bounds the names kept of a commit's trees, mostDepth how deep they are. Objects beyond
// have no folder.
const (
	mostNames = 1 << 20
	mostDepth = 1 << 10
)

func newFolders(keep func(string) bool) *folders {
	return &folders{keep, map[string]*Folder{}, map[string]*Folder{}, map[string]*treeOf{}, 0}
}

// begin begins the trees of a commit.
func (a *folders) begin() {
	clear(a.met)
	a.names = 0
}

// add adds an entry of a tree.
func (a *folders) add(tree []byte, isFolder bool, name, id string) {
	if a.names == mostNames || !isFolder && !a.keep(name) {
		return
	}
	a.names++
	t := a.met[string(tree)]
	if t == nil {
		t = new(treeOf)
		a.met[string(tree)] = t
	}
	if isFolder {
		t.folders = append(t.folders, treeEntry{name, id})
	} else {
		t.files = append(t.files, treeEntry{name, id})
	}
}

// of returns the folder of a tree: of the commit, or of an earlier one.
func (a *folders) of(id string) *Folder {
	raw, err := hex.DecodeString(id)
	if err != nil {
		return nil
	}
	return a.resolve(string(raw), 0)
}

func (a *folders) resolve(id string, depth int) *Folder {
	t := a.met[id]
	if t == nil || t.resolved || depth == mostDepth {
		return a.known[id]
	}
	t.resolved = true
	var f Folder
	var key strings.Builder
	for _, e := range t.files {
		f.Files = append(f.Files, FolderFile{e.name, hex.EncodeToString([]byte(e.id))})
		fmt.Fprintf(&key, "%q%x", e.name, e.id)
	}
	for _, e := range t.folders {
		if inside := a.resolve(e.id, depth+1); inside != nil {
			f.Folders = append(f.Folders, Subfolder{e.name, inside})
			fmt.Fprintf(&key, "%q%p", e.name, inside)
		}
	}
	if key.Len() == 0 {
		return nil
	}
	same := a.equal[key.String()]
	if same == nil {
		same = &f
		a.equal[key.String()] = same
	}
	a.known[id] = same
	return same
}

// isFolderMode reports whether a tree entry's mode is a folder's, isFileMode a blob's.
func isFolderMode(mode []byte) bool { return bytes.Equal(mode, []byte("40000 ")) }

func isFileMode(mode []byte) bool { return bytes.HasPrefix(mode, []byte("100")) }
