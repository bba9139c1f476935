package corpus

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// A file is judged alone as by a walk of the whole folder.
func TestJudgeFile_AgreesWithWalk(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"a folder":                 {".gitignore": "*.o\n!keep.o\n/out/\n"},
		"a repository":             {".git/HEAD": "x", ".git/info/exclude": "b.go\n", ".gitignore": "/*\n!sub\n"},
		"rules that would hide it": {".gitignore": "*\n"},
		"a folder of another tool": {".chaffinchignore": "sub/deep\n"},
	} {
		for path, text := range map[string]string{
			"a.go": "package a\n", "b.go": "package b\n", "a.o": "x\n", "keep.o": "x\n", "out/a.go": "package a\n", "sub/a.go": "package a\n",
			"sub/deep/a.go": "package a\n", "sub/deep/a.o": "x\n", "sub/.gitignore": "c.go\n", "sub/c.go": "package c\n", "sub.go": "x\n",
			"empty": "", "nul": "\x00", "large.go": strings.Repeat("x", 1<<10), "x.pb.go": "package x\n", ".svn/a.go": "package a\n",
			"excluded.go": "package a\n",
		} {
			files[path] = text
		}
		root := makeTree(t, files)
		if err := os.Symlink("a.go", filepath.Join(root, "link.go")); err != nil {
			t.Fatal(err)
		}
		o := document.Options{MaxSize: 1 << 9, Exclude: []string{"excluded.go"}}
		all := walkAll(t, root, o)
		want := map[string]document.Reason{}
		for _, s := range all.skips {
			if s.Reason != document.IgnoreFile {
				want[s.Path] = s.Reason
			}
		}
		for _, f := range all.files {
			_, want[f.Path], _ = Read(f, o, nil)
		}
		for path := range files {
			expected, ok := want[path]
			for folder := range want {
				if strings.HasSuffix(folder, "/") && strings.HasPrefix(path, folder) {
					expected, ok = want[folder], true
				}
			}
			got, err := JudgeFile(t.Context(), o, root, path)
			if err != nil || !ok || got != expected {
				t.Errorf("%s: %s is %v, %v; by a walk %v, %v", name, path, got, err, expected, ok)
			}
		}
		if got, err := JudgeFile(t.Context(), o, root, "link.go"); got != want["link.go"] || err != nil {
			t.Errorf("%s: a link is %v, %v", name, got, err)
		}
		if got, err := JudgeFile(t.Context(), o, root, "none.go"); got != document.Vanished || err != nil {
			t.Errorf("%s: no file is %v, %v", name, got, err)
		}
	}
	if _, err := JudgeFile(t.Context(), document.Options{}, filepath.Join(t.TempDir(), "none"), "a.go"); err == nil {
		t.Error("no folder is no error")
	}
}
