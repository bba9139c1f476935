package corpus

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/gitdir"
)

func TestWalk_OrderIsThatOfThePaths(t *testing.T) {
	root := makeTree(t, map[string]string{
		"a/b.go": "x", "a.go": "x", "a-b.go": "x", "a/a/z": "x", "a/a.c": "x", "B": "x", "é": "x", "a0": "x", "ab/c": "x",
	})
	want := []string{"B", "a-b.go", "a.go", "a/a.c", "a/a/z", "a/b.go", "a0", "ab/c", "é"}
	for range 3 {
		if got := walkAll(t, root, document.Options{}).paths(); !slices.Equal(got, want) {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}
	if !sort.StringsAreSorted(want) {
		t.Error("the expectation itself is not in the order of bytes")
	}
}

func TestWalk_File(t *testing.T) {
	root := makeTree(t, map[string]string{"sub/a.go": "package a\n"})
	out := walkAll(t, root, document.Options{})
	if len(out.files) != 1 {
		t.Fatalf("got %v", out.files)
	}
	f := out.files[0]
	info, err := os.Stat(filepath.Join(root, "sub", "a.go"))
	if err != nil {
		t.Fatal(err)
	}
	if f.Path != "sub/a.go" || f.Size != info.Size() || !f.ModTime.Equal(info.ModTime()) {
		t.Errorf("got %+v, want %v, %v", f, info.Size(), info.ModTime())
	}
	if again, err := os.Stat(f.Abs); err != nil || !os.SameFile(info, again) {
		t.Errorf("Abs %q is another file: %v", f.Abs, err)
	}
}

// boltList begins as the list of an index's segments does.
const boltList = "\x00\x00\x00\x00\x00\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\xed\xda\x0c\xed"

func TestWalk_Reasons(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		opts  document.Options
		kept  []string
		skips map[string]document.Reason
	}{
		{
			name: "version control and our own folder, also nested",
			files: map[string]string{".git/HEAD": "x", ".git/objects/x": "x", ".git/refs/x": "x", ".hg/x": "x", "sub/.svn/x": "x",
				".chaffinch/store/root.bolt": boltList, "sub/.git": "gitdir: x\n", "hg": "x"},
			kept:  []string{"hg"},
			skips: map[string]document.Reason{".git/": document.VCS, ".hg/": document.VCS, "sub/.svn/": document.VCS, ".chaffinch/": document.Index, "sub/.git": document.VCS},
		},
		{
			name: "indexes under other names, and folders with more than an index",
			files: map[string]string{"ix/index_meta.json": "{}", "ix/store/root.bolt": boltList, "ix/store/000000000001.zap": "x", "ix/open/7-12.json": "{}", "ix/weights": "x", "ix/weights-1z": "x",
				"ix/published/000000000001/index_meta.json": "{}", "ix/published/000000000001/sums": "x", "ix/published/000000000001/store/root.bolt": boltList,
				"a/index_meta.json": "{}", "b/index_meta.json": "{}", "b/store/root.bolt": boltList, "b/x.c": "int x;",
				"c/index_meta.json": "{}", "c/store/root.bolt": boltList, "c/store/x.c": "int x;", "d/index_meta.json": "{}", "d/store/root.bolt": boltList, "d/x": "x",
				"e/index_meta.json": "{}", "e/store/root.bolt": "x", "f/index_meta.json": "{}", "f/store/root.bolt": boltList, "f/published/1/a.c": "x",
				"g/index_meta.json": "{}", "g/store/root.bolt": boltList, "g/open/a/1-1.json": "x"},
			kept: []string{"a/index_meta.json", "b/index_meta.json", "b/store/root.bolt", "b/x.c", "c/index_meta.json", "c/store/root.bolt", "c/store/x.c", "d/index_meta.json", "d/store/root.bolt", "d/x",
				"e/index_meta.json", "e/store/root.bolt", "f/index_meta.json", "f/published/1/a.c", "f/store/root.bolt", "g/index_meta.json", "g/open/a/1-1.json", "g/store/root.bolt"},
			skips: map[string]document.Reason{"ix/": document.Index},
		},
		{
			name:  "a source in a folder of an index",
			files: map[string]string{".chaffinch/store/root.bolt": boltList, ".chaffinch/store/a.c": "int x;", "a/.chaffinch/store/root.bolt": boltList},
			skips: map[string]document.Reason{".chaffinch/": document.Reserved, "a/.chaffinch/": document.Index},
		},
		{
			name:  "neither repositories nor an index",
			files: map[string]string{".git/a.c": "x", ".chaffinch/a.c": "x", "a/.git": "gitdir: x\nint a;\n", "b/.git": "x", "c/.git/a.c": "x"},
			opts:  document.Options{Exclude: []string{"c/.git"}},
			skips: map[string]document.Reason{".git/": document.Reserved, ".chaffinch/": document.Reserved, "a/.git": document.Reserved, "b/.git": document.Reserved, "c/.git/": document.Excluded},
		},
		{
			name:  "a file named like a folder of version control",
			files: map[string]string{".hg": "x", ".chaffinch": "x"},
			kept:  []string{".chaffinch", ".hg"},
		},
		{
			name:  "size",
			files: map[string]string{"empty": "", "five": "12345", "six": "123456"},
			opts:  document.Options{MaxSize: 5},
			kept:  []string{"five"},
			skips: map[string]document.Reason{"empty": document.Empty, "six": document.TooLarge},
		},
		{
			name:  "names",
			files: map[string]string{"go.sum": "x", "a/api.pb.go": "x", "m.min.js": "x", "x_pb2.py": "x", "pb.go": "x", "sum": "x"},
			kept:  []string{"pb.go", "sum"},
			skips: map[string]document.Reason{"go.sum": document.Generated, "a/api.pb.go": document.Generated, "m.min.js": document.Minified, "x_pb2.py": document.Generated},
		},
		{
			name:  "names kept on request",
			files: map[string]string{"go.sum": "x", "m.min.js": "x"},
			opts:  document.Options{KeepGenerated: true, KeepMinified: true},
			kept:  []string{"go.sum", "m.min.js"},
		},
		{
			name:  "an ignored folder is counted once and not entered",
			files: map[string]string{".gitignore": "/build/\n*.o\n", "build/a": "x", "build/.gitignore": "!a", "src/build/a": "x", "a.o": "x"},
			kept:  []string{".gitignore", "src/build/a"},
			skips: map[string]document.Reason{"build/": document.Ignored, "a.o": document.Ignored},
		},
		{
			name:  "ignore files are off on request, exclude is not",
			files: map[string]string{".gitignore": "*.o\n", ".chaffinchignore": "*.a\n", "a.o": "x", "a.a": "x", "a.x": "x"},
			opts:  document.Options{NoIgnore: true, Exclude: []string{".*ignore", "*.x"}},
			kept:  []string{"a.a", "a.o"},
			skips: map[string]document.Reason{".gitignore": document.Excluded, ".chaffinchignore": document.Excluded, "a.x": document.Excluded},
		},
		{
			name:  "chaffinchignore stands below gitignore in a folder, above it in the folder over that",
			files: map[string]string{".gitignore": "a\n", ".chaffinchignore": "!a\nb\n", "a": "x", "b": "x", "s/.gitignore": "!b\n", "s/b": "x"},
			kept:  []string{".chaffinchignore", ".gitignore", "a", "s/.gitignore", "s/b"},
			skips: map[string]document.Reason{"b": document.Ignored},
		},
		{
			name: "in a nested repository the outer gitignore ends, chaffinchignore does not",
			files: map[string]string{".gitignore": "*.o\n", ".chaffinchignore": "*.a\n",
				"in/.git/HEAD": "x", "in/.git/info/exclude": "*.e\n", "in/a.o": "x", "in/a.a": "x", "in/a.e": "x"},
			kept:  []string{".chaffinchignore", ".gitignore", "in/a.o"},
			skips: map[string]document.Reason{"in/.git/": document.VCS, "in/a.a": document.Ignored, "in/a.e": document.Ignored},
		},
		{
			name:  "include",
			files: map[string]string{"a.go": "x", "a.c": "x", "s/b.go": "x", "cmd/x": "x", "cmd/gen/y": "x", "cmd/gen/z.go": "x"},
			opts:  document.Options{Include: []string{"*.go", "/cmd/", "!/cmd/gen", "z.go"}},
			kept:  []string{"a.go", "cmd/gen/z.go", "cmd/x", "s/b.go"},
			skips: map[string]document.Reason{"a.c": document.Excluded, "cmd/gen/y": document.Excluded},
		},
		{
			name:  "exclude wins over include, and a folder is left out whole",
			files: map[string]string{"a.go": "x", "vendor/a.go": "x", "vendor/b/c.go": "x", "s/vendor/d.go": "x"},
			opts:  document.Options{Include: []string{"*.go"}, Exclude: []string{"/vendor/"}},
			kept:  []string{"a.go", "s/vendor/d.go"},
			skips: map[string]document.Reason{"vendor/": document.Excluded},
		},
		{
			name:  "ignore file with byte order mark, line ends of DOS, quoted spaces and no end",
			files: map[string]string{".gitignore": "\xef\xbb\xbfa\r\nb \nc\\ \n\\#d", "a": "x", "b": "x", "c ": "x", "#d": "x", "e": "x"},
			kept:  []string{".gitignore", "e"},
			skips: map[string]document.Reason{"a": document.Ignored, "b": document.Ignored, "c ": document.Ignored, "#d": document.Ignored},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			out := walkAll(t, makeTree(t, test.files), test.opts)
			if got := out.paths(); !slices.Equal(got, test.kept) {
				t.Errorf("visited %q, want %q", got, test.kept)
			}
			if got := out.skipped(); !maps.Equal(got, test.skips) {
				t.Errorf("skipped %v, want %v", got, test.skips)
			}
		})
	}
}

// A folder of a repository gives the same files as the whole repository gives there.
func TestWalk_BelowTheTop(t *testing.T) {
	root := makeTree(t, map[string]string{
		".gitignore": "*.o\n/sub/x\n/x\nsub/*.q\n", ".git/HEAD": "x", ".git/info/exclude": "*.e\n", ".chaffinchignore": "*.a\n",
		"sub/a.o": "x", "sub/a.c": "x", "sub/a.e": "x", "sub/a.a": "x", "sub/x": "x", "sub/s/x": "x", "sub/.gitignore": "!keep.o\n",
		"sub/keep.o": "x", "sub/k.q": "x", "sub/s/k.q": "x",
	})
	want := []string{".gitignore", "a.c", "keep.o", "s/k.q", "s/x"}
	if got := walkAll(t, filepath.Join(root, "sub"), document.Options{}).paths(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := walkAll(t, filepath.Join(root, "sub", "s"), document.Options{}).paths(); !slices.Equal(got, []string{"k.q", "x"}) {
		t.Errorf("two folders below the top: got %q", got)
	}
}

// A root is walked even if the folder above ignores it, because the user named it.
func TestWalk_IgnoredRoot(t *testing.T) {
	root := makeTree(t, map[string]string{".git/HEAD": "x", ".gitignore": "build\n", "build/a": "x"})
	if got := walkAll(t, filepath.Join(root, "build"), document.Options{}).paths(); !slices.Equal(got, []string{"a"}) {
		t.Errorf("got %q", got)
	}
	file := walkAll(t, filepath.Join(root, "build", "a"), document.Options{Exclude: []string{"a"}})
	if got := file.paths(); !slices.Equal(got, []string{"a"}) {
		t.Errorf("as a file: got %q", got)
	}
}

// Without a repository, ignore files above the root have no effect.
func TestWalk_OutsideOfARepository(t *testing.T) {
	root := makeTree(t, map[string]string{".gitignore": "*.o\n", "sub/a.o": "x"})
	if _, _, ok := gitdir.WorkTree(filepath.Dir(root)); ok {
		t.Skip("the temporary folder lies in a repository")
	}
	if got := walkAll(t, filepath.Join(root, "sub"), document.Options{}).paths(); !slices.Equal(got, []string{"a.o"}) {
		t.Errorf("got %q", got)
	}
}

// A worktree finds the exclude file of its repository through its file .git.
func TestWalk_Worktree(t *testing.T) {
	root := makeTree(t, map[string]string{
		"repo/.git/HEAD": "x", "repo/.git/info/exclude": "*.e\n", "repo/.git/worktrees/w/commondir": "../..\n", "repo/.git/worktrees/w/HEAD": "ref: refs/heads/w\n",
		"w/.git": "gitdir: ../repo/.git/worktrees/w\n", "w/a.e": "x", "w/a": "x",
		"sub/.git": "gitdir: nowhere\n", "sub/a.e": "x",
		"fake/.git": "hello\n", "fake/a.e": "x",
	})
	for dir, want := range map[string][]string{"w": {"a"}, "sub": {"a.e"}, "fake": {"a.e"}} {
		if got := walkAll(t, filepath.Join(root, dir), document.Options{}).paths(); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", dir, got, want)
		}
	}
}

func TestWalk_UnusableIgnoreFile(t *testing.T) {
	root := makeTree(t, map[string]string{
		".git/HEAD": "x", ".gitignore": strings.Repeat("#comment\n", ignoreFileSize/9+1), "sub/a": "x", "sub/.chaffinchignore/b": "x",
	})
	out := walkAll(t, filepath.Join(root, "sub"), document.Options{})
	if got := out.skipped(); !maps.Equal(got, map[string]document.Reason{"../.gitignore": document.IgnoreFile}) {
		t.Errorf("got %v", got)
	}
	if got := out.paths(); !slices.Equal(got, []string{".chaffinchignore/b", "a"}) {
		t.Errorf("got %q", got)
	}
}

func TestWalk_RootErrors(t *testing.T) {
	err := Walk(context.Background(), filepath.Join(t.TempDir(), "nowhere"), document.Options{}, nil, nil)
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "check the spelling") {
		t.Errorf("missing root: %v", err)
	}
	for _, o := range []document.Options{{Include: []string{"[a"}}, {Exclude: []string{`a\`}}, {Exclude: []string{""}}} {
		if err := Walk(context.Background(), t.TempDir(), o, nil, nil); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
}

func TestWalk_Stops(t *testing.T) {
	root := makeTree(t, map[string]string{"a": "x", "b": "x", "c/d": "x", "e": ""})
	stop := errors.New("stop")
	n := 0
	err := Walk(context.Background(), root, document.Options{}, func(File) error { n++; return stop }, nil)
	if err != stop || n != 1 {
		t.Errorf("an error of visit: got %v after %d", err, n)
	}

	ctx, cancel := context.WithCancel(context.Background())
	var seen []string
	err = Walk(ctx, root, document.Options{}, func(f File) error {
		seen = append(seen, f.Path)
		cancel()
		return nil
	}, func(s Skip) { seen = append(seen, s.Path) })
	if err != context.Canceled || !slices.Equal(seen, []string{"a"}) {
		t.Errorf("cancelled at the first file: got %v after %q", err, seen)
	}
	if err := Walk(ctx, root, document.Options{}, nil, nil); err != context.Canceled {
		t.Errorf("cancelled before the start: %v", err)
	}
}

// Every file is visited, skipped, or in a folder that was skipped.
func TestWalk_MeetsEverythingOnce(t *testing.T) {
	root := makeTree(t, map[string]string{
		".gitignore": "*.o\n/b/\n", "a/x.o": "x", "a/y": "", "b/z": "x", "b/c/z": "x", "go.sum": "x", ".git/HEAD": "x", "d/": "",
	})
	times := map[string]int{}
	out := walkAll(t, root, document.Options{})
	for _, f := range out.files {
		times[f.Path]++
	}
	for _, s := range out.skips {
		times[s.Path]++
	}
	want := map[string]int{".gitignore": 1, "a/x.o": 1, "a/y": 1, "b/": 1, "go.sum": 1, ".git/": 1}
	if !maps.Equal(times, want) {
		t.Errorf("got %v, want %v", times, want)
	}
}

// With OuterIgnore, the ignore files below the root decide nothing. A skip names the file that
// decides.
func TestWalk_OuterIgnore(t *testing.T) {
	root := filetest.Folder(t, map[string]string{
		".gitignore": "a.go\n", "a.go": "package a", "b.go": "package a", "sub/b.go": "package a", "sub/.gitignore": "b.go\n",
	})
	for _, outer := range []bool{false, true} {
		var by []string
		err := Walk(t.Context(), root, document.Options{OuterIgnore: outer}, nil, func(s Skip) {
			if s.Reason == document.Ignored {
				by = append(by, s.Path+" "+s.IgnoredBy)
			}
		})
		want := []string{"a.go .gitignore", "sub/b.go sub/.gitignore"}
		if outer {
			want = want[:1]
		}
		if err != nil || !slices.Equal(by, want) {
			t.Errorf("%v: %q, %v", outer, by, err)
		}
	}
}
