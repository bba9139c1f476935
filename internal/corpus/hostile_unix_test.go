//go:build unix

package corpus

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/chaffinch-search/chaffinch/index/document"
)

func makePipe(t *testing.T, path string) {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o644); err != nil {
		t.Skipf("no named pipes here: %v", err)
	}
}

func makeLink(t *testing.T, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
}

func TestWalk_SpecialFiles(t *testing.T) {
	root := makeTree(t, map[string]string{"a": "x", "d/b": "x"})
	makePipe(t, filepath.Join(root, "pipe"))
	makeLink(t, "a", filepath.Join(root, "link"))
	makeLink(t, "nowhere", filepath.Join(root, "dangling"))
	makeLink(t, "..", filepath.Join(root, "d", "loop"))
	makeLink(t, "self", filepath.Join(root, "self"))
	makeLink(t, "d", filepath.Join(root, "folder"))
	l, err := net.Listen("unix", filepath.Join(root, "sock"))
	if err != nil {
		t.Skipf("no sockets here: %v", err)
	}
	defer l.Close()

	out := walkAll(t, root, document.Options{})
	if got := out.paths(); !slices.Equal(got, []string{"a", "d/b"}) {
		t.Errorf("visited %q", got)
	}
	want := map[string]document.Reason{"pipe": document.NotRegular, "sock": document.NotRegular, "link": document.Symlink, "dangling": document.Symlink, "d/loop": document.Symlink,
		"self": document.Symlink, "folder": document.Symlink}
	if got := out.skipped(); !maps.Equal(got, want) {
		t.Errorf("skipped %v, want %v", got, want)
	}
}

func TestWalk_LinkedRoot(t *testing.T) {
	root := makeTree(t, map[string]string{"real/.git/HEAD": "x", "real/.gitignore": "*.o\n", "real/sub/a.o": "x", "real/sub/a": "x"})
	makeLink(t, filepath.Join("real", "sub"), filepath.Join(root, "link"))
	makeLink(t, filepath.Join("link", "a"), filepath.Join(root, "file"))
	if got := walkAll(t, filepath.Join(root, "link"), document.Options{}).paths(); !slices.Equal(got, []string{"a"}) {
		t.Errorf("folder: got %q", got)
	}
	out := walkAll(t, filepath.Join(root, "file"), document.Options{})
	if got := out.paths(); !slices.Equal(got, []string{"file"}) {
		t.Fatalf("file: got %q", got)
	}
	if content, reason, err := Read(out.files[0], document.Options{}, nil); string(content) != "x" || reason != document.Kept {
		t.Errorf("file: got %q, %v, %v", content, reason, err)
	}
}

func TestWalk_SpecialRoot(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	makePipe(t, pipe)
	if err := Walk(context.Background(), pipe, document.Options{}, nil, nil); err == nil {
		t.Error("a pipe as root: no error")
	}
}

func TestRead_SpecialFiles(t *testing.T) {
	dir := makeTree(t, map[string]string{"a": "x", "d/": ""})
	makePipe(t, filepath.Join(dir, "pipe"))
	makeLink(t, "a", filepath.Join(dir, "link"))
	tests := map[string]document.Reason{
		filepath.Join(dir, "pipe"): document.NotRegular, filepath.Join(dir, "d"): document.NotRegular, filepath.Join(dir, "link"): document.Symlink,
		"/dev/zero": document.NotRegular, "/dev/null": document.NotRegular, filepath.Join(dir, "a", "b"): document.Vanished,
	}
	for abs, want := range tests {
		content, reason, err := Read(File{Path: "f", Abs: abs}, document.Options{}, nil)
		if reason != want || len(content) != 0 || (err != nil) != (want == document.Vanished) {
			t.Errorf("%s: got %q, %v, %v, want %v", abs, content, reason, err, want)
		}
	}
}

// An ignore file that is a pipe does not block.
func TestWalk_IgnoreFileIsPipe(t *testing.T) {
	root := makeTree(t, map[string]string{"a": "x", "s/a": "x", ".git/HEAD": "x", ".git/info/": ""})
	makePipe(t, filepath.Join(root, ".gitignore"))
	makePipe(t, filepath.Join(root, ".git", "info", "exclude"))
	makeLink(t, "a", filepath.Join(root, "s", ".chaffinchignore"))
	var reasons []string
	out := walkAll(t, root, document.Options{})
	for _, s := range out.skips {
		reasons = append(reasons, s.Path+" "+string(s.Reason))
	}
	slices.Sort(reasons)
	want := []string{".git/ vcs", ".git/info/exclude ignore-file", ".gitignore ignore-file", ".gitignore not-regular",
		"s/.chaffinchignore ignore-file", "s/.chaffinchignore symlink"}
	if !slices.Equal(reasons, want) || !slices.Equal(out.paths(), []string{"a", "s/a"}) {
		t.Errorf("got %q and %q, want %q", out.paths(), reasons, want)
	}
}

func TestWalk_Permissions(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	root := makeTree(t, map[string]string{"a": "x", "closed/b": "x", "secret": "x", "s/.gitignore": "b", "s/b": "x"})
	for name, mode := range map[string]fs.FileMode{"closed": 0, "secret": 0, "s/.gitignore": 0} {
		abs := filepath.Join(root, name)
		if err := os.Chmod(abs, mode); err != nil {
			t.Fatal(err)
		}
		defer os.Chmod(abs, 0o755)
	}
	out := walkAll(t, root, document.Options{})
	if got := out.paths(); !slices.Equal(got, []string{"a", "s/.gitignore", "s/b", "secret"}) {
		t.Errorf("visited %q", got)
	}
	if got := out.skipped(); !maps.Equal(got, map[string]document.Reason{"closed/": document.Unreadable, "s/.gitignore": document.IgnoreFile}) {
		t.Errorf("skipped %v", got)
	}
	_, reason, err := Read(File{Path: "secret", Abs: filepath.Join(root, "secret")}, document.Options{}, nil)
	if reason != document.Unreadable || !errors.Is(err, fs.ErrPermission) {
		t.Errorf("secret: got %v, %v", reason, err)
	}
	err = Walk(context.Background(), filepath.Join(root, "closed"), document.Options{}, nil, nil)
	if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "check its permissions") {
		t.Errorf("closed root: %v", err)
	}
}

// Files vanish before the walk reaches them.
func TestWalk_Vanishing(t *testing.T) {
	root := makeTree(t, map[string]string{"a": "x", "b": "x", "c/d": "x", "e": "x"})
	var skips []Skip
	var seen []string
	err := Walk(context.Background(), root, document.Options{}, func(f File) error {
		if seen = append(seen, f.Path); f.Path == "a" {
			os.Remove(filepath.Join(root, "b"))
			os.RemoveAll(filepath.Join(root, "c"))
		}
		return nil
	}, func(s Skip) { skips = append(skips, s) })
	if err != nil || !slices.Equal(seen, []string{"a", "e"}) {
		t.Errorf("got %q, %v", seen, err)
	}
	want := map[string]document.Reason{"b": document.Vanished, "c/": document.Vanished}
	if got := (outcome{skips: skips}).skipped(); !maps.Equal(got, want) {
		t.Errorf("skipped %v, want %v", got, want)
	}
}

// A folder that is replaced by a link is not followed out of the tree.
func TestWalk_FolderBecomesLink(t *testing.T) {
	outside := makeTree(t, map[string]string{"secret": "x"})
	root := makeTree(t, map[string]string{"a": "x", "b/c": "x"})
	var seen []string
	err := Walk(context.Background(), root, document.Options{}, func(f File) error {
		if seen = append(seen, f.Path); f.Path == "a" {
			os.RemoveAll(filepath.Join(root, "b"))
			return os.Symlink(outside, filepath.Join(root, "b"))
		}
		return nil
	}, func(s Skip) { seen = append(seen, s.Path+" "+string(s.Reason)) })
	if want := []string{"a", "b/ symlink"}; err != nil || !slices.Equal(seen, want) {
		t.Errorf("got %q, %v, want %q", seen, err, want)
	}
}

func TestWalk_OddNames(t *testing.T) {
	names := []string{"line\nbreak", "\x1b[31mred", `back\slash`, "-rf", " ", "~", "*", "tab\t"}
	if keepsBytes {
		names = append(names, "\xff\xfe")
	}
	root := t.TempDir()
	for _, name := range names {
		writeFile(t, filepath.Join(root, name), "of "+name)
	}
	slices.Sort(names)
	out := walkAll(t, root, document.Options{})
	if got := out.paths(); !slices.Equal(got, names) {
		t.Errorf("got %q, want %q", got, names)
	}
	for _, f := range out.files {
		if content, reason, err := Read(f, document.Options{}, nil); string(content) != "of "+f.Path || reason != document.Kept {
			t.Errorf("%q: got %q, %v, %v", f.Path, content, reason, err)
		}
	}
}

// Some paths are longer than system calls accept.
func TestWalk_Deep(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(root)
	name := strings.Repeat("d", 199)
	for range 25 {
		if err := os.Mkdir(name, 0o755); err != nil {
			t.Skipf("no deep folders here: %v", err)
		}
		writeFile(t, "f", "x")
		if err := os.Chdir(name); err != nil {
			t.Skipf("no deep folders here: %v", err)
		}
	}
	out := walkAll(t, root, document.Options{})
	if len(out.files) < 3 || len(out.files)+len(out.skips) > 26 || len(out.skips) == 0 {
		t.Errorf("%d files, %d skips", len(out.files), len(out.skips))
	}
	for _, s := range out.skips {
		if s.Reason != document.Unreadable || !errors.Is(s.Err, syscall.ENAMETOOLONG) {
			t.Errorf("%d bytes: %v, %v", len(s.Path), s.Reason, s.Err)
		}
	}
	t.Logf("%d files, the longest path %d bytes", len(out.files), len(out.files[0].Path))
}

// A file with several hard links is visited under each name. Names that differ only in case are two
// files.
func TestWalk_Twins(t *testing.T) {
	root := makeTree(t, map[string]string{"a.c": "int lower;\n", "d/b.c": "int x;\n"})
	if err := os.Link(filepath.Join(root, "a.c"), filepath.Join(root, "d", "hard.c")); err != nil {
		t.Skipf("no hard links here: %v", err)
	}
	want := []string{"a.c", "d/b.c", "d/hard.c"}
	if _, err := os.Lstat(filepath.Join(root, "A.C")); err != nil {
		writeFile(t, filepath.Join(root, "A.C"), "int UPPER;\n")
		want = append([]string{"A.C"}, want...)
	}
	out := walkAll(t, root, document.Options{})
	if got := out.paths(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, f := range out.files {
		content, reason, err := Read(f, document.Options{}, nil)
		if upper := strings.Contains(string(content), "UPPER"); reason != document.Kept || err != nil || upper != (f.Path == "A.C") {
			t.Errorf("%s: %q, %v, %v", f.Path, content, reason, err)
		}
	}
}

// A pipe with the name of an archive is skipped, and nothing waits for what a program writes to it.
func TestOpen_PipeNamedAsAnArchive(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "x.zip")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if k := KindOf(pipe); k.Several {
		t.Errorf("it has several documents: %+v", k)
	}
	s, err := Open(pipe, document.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var skipped []Skip
	if err := s.Each(t.Context(), Visitor{Visit: func(File) error { return nil }, Skip: func(s Skip) { skipped = append(skipped, s) }}); err != nil {
		t.Fatal(err)
	}
	if len(skipped) != 1 || skipped[0].Reason != document.NotRegular {
		t.Errorf("%v", skipped)
	}
}
