package corpus

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// oneDocument is a source of a kind that only the test knows.
type oneDocument struct{ name string }

func (d oneDocument) Name() string    { return d.name }
func (d oneDocument) Root() string    { return d.name }
func (d oneDocument) Has(string) bool { return true }
func (d oneDocument) Close() error    { return nil }
func (d oneDocument) Each(_ context.Context, v Visitor) error {
	return v.Visit(File{Path: "x.go", Size: 1, content: &held{[]byte("x")}, again: true})
}

// A row of the table is a kind of source: it opens its names, and has its traits.
func TestKinds_ARowSuffices(t *testing.T) {
	defer func(all []Kind) { kinds = all }(kinds)
	kinds = append([]Kind{{Several: true, Prefixed: true, Instead: "is of one document: ask for it",
		address: func(name string) bool { return strings.HasPrefix(name, "one:") },
		open:    func(name, _ string, _ document.Options) (Source, error) { return oneDocument{name}, nil },
		root:    func(name string) (string, error) { return name, nil },
		again: func(_ context.Context, root, _ string, _ int64, buf []byte) ([]byte, error) {
			if !strings.HasPrefix(root, "one:") {
				return nil, ErrOnceOnly
			}
			return append(buf[:0], 'x'), nil
		}}}, kinds...)
	s, err := Open("one:x", document.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if root, err := RootOf("one:x", document.GitOptions{}); root != s.Root() || err != nil {
		t.Error(root, err)
	}
	n := 0
	visit := func(f File) error {
		if n++; f.OnceOnly() {
			t.Error("its kind reads it again")
		}
		return nil
	}
	if err := s.Each(t.Context(), Visitor{Visit: visit}); err != nil || n != 1 {
		t.Error(n, err)
	}
	if content, err := ReadAgain(t.Context(), s.Root(), "", 1, nil); err != nil || string(content) != "x" {
		t.Errorf("%q, %v", content, err)
	}
	if _, err := ReadAgain(t.Context(), "two:x", "", 1, nil); !errors.Is(err, ErrOnceOnly) {
		t.Error(err)
	}
	if k := KindOf("one:x"); !k.Several || k.Instead == "" {
		t.Errorf("%+v", k)
	}
}

func TestKindOf_Names(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for name, want := range map[string]Kind{
		"git+file:///none":             {Several: true, Instead: option.IsRepository},
		"pkg:npm/none":                 {Several: true, Fetched: true, Instead: option.IsFetched},
		"deps:none.lock":               {Several: true, Fetched: true, Instead: option.IsFetched},
		"-":                            {Stream: true, Instead: option.IsStream},
		"jsonl:-":                      {Several: true, Stream: true, Prefixed: true, Instead: option.IsStream},
		"jsonl:none.json?content=c":    {Several: true, Prefixed: true, Instead: option.InLines},
		dir:                            {folder: true},
		filepath.Join(dir, "none.zip"): {},
		write("a.zip", "PK\x05\x06"):   {Several: true, Packed: true},
		write("a.jsonl", "{\"content\":\"x\"}\n"): {Several: true, Instead: option.InLines},
		write("a.go", "package a\n"):              {},
	} {
		k := KindOf(name)
		if k.Several != want.Several || k.Stream != want.Stream || k.Prefixed != want.Prefixed || k.Fetched != want.Fetched ||
			k.Packed != want.Packed || k.IsFolder() != want.folder || k.Instead != want.Instead {
			t.Errorf("%s: %+v", name, k)
		}
	}
}

// Only the path in a name moves, and only a list stands for other sources.
func TestMove_KeepsTheRest(t *testing.T) {
	list := filepath.Join(t.TempDir(), "go.sum")
	if err := os.WriteFile(list, []byte("example.com/m v1.0.0 h1:"+strings.Repeat("A", 43)+"=\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"a/b": "/x/a/b", "git+file:///srv/a": "git+file:///srv/a", "pkg:npm/a@1": "pkg:npm/a@1", "-": "-", "jsonl:-": "jsonl:-",
		"jsonl:jsonl?path=jsonl": "jsonl:/x/jsonl?path=jsonl", "deps:deps": "deps:/x/deps",
	} {
		if got := Move(name, func(path string) string { return "/x/" + path }); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	for name, want := range map[string]string{
		"a/b": "a/b", "git+file:///srv/a%20b?history": "/srv/a b", "pkg:npm/a@1": "pkg:npm/a@1", "-": "-",
		"jsonl:a.jsonl?content=x": "a.jsonl", "jsonl:/dev/fd/0": "/dev/fd/0", "deps:go.sum": "go.sum",
	} {
		if got := PathOf(name); got != want {
			t.Errorf("%s is read from %s, want %s", name, got, want)
		}
	}
	if _, _, err := Sources("deps:"); err == nil || !strings.HasPrefix(err.Error(), "deps: names no list") {
		t.Error(err)
	}
	sum := "?checksum=h1:" + strings.Repeat("A", 43) + "="
	for name, want := range map[string]string{
		"a/b": "a/b", "pkg:NPM/a": "pkg:npm/a", "pkg:golang/example.com/m@v1.0.0" + sum: "pkg:golang/example.com/m@v1.0.0" + sum,
		"deps:" + list: "pkg:golang/example.com/m@v1.0.0" + sum,
	} {
		if got, left, err := Sources(name); len(got) != 1 || got[0] != want || len(left) > 0 || err != nil {
			t.Errorf("%s: %q, %q, %v", name, got, left, err)
		}
	}
}

// What is read of a repository is no part of its address. A path may have any characters.
func TestAddress(t *testing.T) {
	for _, c := range []struct {
		root, address string
		is            bool
	}{
		{"git+file:///srv/a.git?history", "git+file:///srv/a.git", true}, {"git+file:///srv/a.git", "git+file:///srv/a.git", true},
		{stdinRoot, stdinRoot, true}, {"/srv/what?now", "/srv/what?now", false}, {"git+x", "git+x", false},
	} {
		if got, is := document.Address(c.root); got != c.address || is != c.is || document.IsAddress(c.root) != is {
			t.Errorf("%s: %s, %v", c.root, got, is)
		}
	}
}
