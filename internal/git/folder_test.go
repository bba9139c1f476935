package git

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// treeObject returns the content of a tree with these entries, each a mode and a name.
func treeObject(entries ...string) []byte {
	var b bytes.Buffer
	for i, e := range entries {
		b.WriteString(e + "\x00")
		b.Write(bytes.Repeat([]byte{byte(i + 1)}, 20))
	}
	return b.Bytes()
}

// entriesOf is what tree finds in an object, written plainly.
func entriesOf(content []byte, keep func(string) bool) (links, files, folders []string) {
	for {
		mode, rest, ok := bytes.Cut(content, []byte(" "))
		if !ok {
			return links, files, folders
		}
		name, rest, ok := bytes.Cut(rest, []byte{0})
		if !ok || len(rest) < 20 {
			return links, files, folders
		}
		name = name[:min(len(name), mostLine)]
		e := fmt.Sprintf("%s %x", name, rest[:20])
		switch content = rest[20:]; {
		case string(mode) == "160000":
			links = append(links, "submodule p/"+e)
		case string(mode) == "120000":
			links = append(links, "link p/"+e)
		case string(mode) == "40000":
			folders = append(folders, e)
		case strings.HasPrefix(string(mode), "100") && keep(string(name)):
			files = append(files, e)
		}
	}
}

// A tree object, also a damaged one, gives its links, submodules, folders and the files that are
// asked for, and the next object can be read.
func FuzzTree(f *testing.F) {
	id := strings.Repeat("ab", 20)
	f.Add(treeObject("100644 LICENSE", "100755 a b", "120000 link", "160000 module", "40000 folder"))
	f.Add(treeObject("40000 a", "40000 a", "100644 "))
	f.Add([]byte("100644 a\x00short"))
	f.Add([]byte("40000 " + strings.Repeat("a", 70_000)))
	keep := func(name string) bool { return len(name)%2 == 1 }
	f.Fuzz(func(t *testing.T, content []byte) {
		if len(content) > 1<<15 {
			content = content[:1<<15]
		}
		in := fmt.Sprintf("%s tree %d\n%s\nnext", id, len(content), content)
		l := lister{read: bufio.NewReader(strings.NewReader(in)), entries: bufio.NewReaderSize(nil, 1<<16), folders: newFolders(keep)}
		l.folders.begin()
		var links []string
		err := l.tree(Entry{Path: "p", ID: id}, func(e Entry) {
			kind := "link"
			if e.Kind == Submodule {
				kind = "submodule"
			}
			links = append(links, fmt.Sprintf("%s %s %s", kind, e.Path, e.ID))
		})
		if rest, _ := io.ReadAll(l.read); err != nil || string(rest) != "next" {
			t.Fatalf("%v: next comes %.100q", err, rest)
		}
		wantLinks, files, folders := entriesOf(append(content[:len(content):len(content)], '\n'), keep)
		if !slices.Equal(links, wantLinks) {
			t.Errorf("%q, not %q", links, wantLinks)
		}
		raw, _ := hex.DecodeString(id)
		var gotFolders []string
		if met := l.folders.met[string(raw)]; met != nil {
			for _, e := range met.folders {
				gotFolders = append(gotFolders, fmt.Sprintf("%s %x", e.name, e.id))
			}
		}
		if !slices.Equal(gotFolders, folders) {
			t.Errorf("folders %q, not %q", gotFolders, folders)
		}
		var gotFiles []string
		if root := l.folders.of(id); root != nil {
			for _, file := range root.Files {
				gotFiles = append(gotFiles, file.Name+" "+file.ID)
			}
		}
		if !slices.Equal(gotFiles, files) {
			t.Errorf("files %q, not %q", gotFiles, files)
		}
	})
}

// Trees that contain themselves or each other, and long chains, end.
func FuzzFolders(f *testing.F) {
	f.Add([]byte{0, 0, 1, 1, 1, 0, 2, 2, 250})
	f.Add([]byte{0, 1, 7, 1, 2, 8, 2, 0, 9})
	f.Fuzz(func(t *testing.T, links []byte) {
		id := func(b byte) string { return strings.Repeat(string(rune('a'+b%16)), 20) }
		a := newFolders(func(string) bool { return true })
		for range 2 { // commits
			a.begin()
			for ; len(links) >= 3; links = links[3:] {
				a.add([]byte(id(links[0])), links[2]%3 > 0, string(rune('a'+links[2]%7)), id(links[1]))
			}
			for b := range byte(16) {
				seen := map[*Folder]int{}
				count(t, a.of(hex.EncodeToString([]byte(id(b)))), seen, 0)
			}
		}
	})
}

// count follows a folder, each of which must be above its subfolders only.
func count(t *testing.T, f *Folder, on map[*Folder]int, depth int) {
	if f == nil || on[f] == 2 {
		return
	}
	if on[f] == 1 || depth > mostDepth {
		t.Fatalf("a folder is in itself, %d deep", depth)
	}
	if len(f.Files)+len(f.Folders) == 0 {
		t.Error("an empty folder")
	}
	on[f] = 1
	for _, s := range f.Folders {
		if f.At(s.Name) == nil {
			t.Errorf("no folder at %q", s.Name)
		}
		count(t, s.Folder, on, depth+1)
	}
	on[f] = 2
}
