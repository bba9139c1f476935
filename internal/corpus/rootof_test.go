package corpus

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// RootOf says what Open does, before and after the source is gone.
func TestRootOf_IsTheRootOfTheOpenSource(t *testing.T) {
	above := makeTree(t, map[string]string{
		"real/tree/a.go": "package a\n", "real/lines.jsonl": `{"content":"x"}` + "\n", "real/posts/Posts.xml": "<posts></posts>\n",
	})
	if err := os.Symlink("real", filepath.Join(above, "link")); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(above, "link")
	type source struct {
		name string
		git  document.GitOptions
	}
	sources := []source{
		{name: dir + "/tree"}, {name: dir + "/lines.jsonl"}, {name: "jsonl:" + dir + "/lines.jsonl?content=content"},
		{name: "stackexchange:" + dir + "/posts/Posts.xml"}, {name: Stdin}, {name: "jsonl:-"},
	}
	if _, err := exec.LookPath("git"); err == nil {
		if out, err := exec.Command("git", "init", "-q", "--bare", dir+"/a b.git").CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		address := gitAddress(dir + "/a b.git")
		sources = append(sources, source{name: address}, source{name: address + "?history"}, source{name: address + "?branches"},
			source{name: address + "?revision=x"}, source{name: address, git: document.GitOptions{History: true}},
			source{name: dir + "/a b.git", git: document.GitOptions{Branches: true}})
	}
	want := map[source]string{}
	for _, s := range sources {
		opened, err := Open(s.name, document.Options{Git: s.git})
		if err != nil {
			t.Fatal(err)
		}
		want[s] = opened.Root()
		if err := opened.Close(); err != nil {
			t.Fatal(err)
		}
	}
	Release()
	for _, state := range []string{"there", "gone"} {
		for _, s := range sources {
			if got, err := RootOf(s.name, s.git); got != want[s] || err != nil {
				t.Errorf("%s: the root of %q is %q, %v; of the source %q", state, s.name, got, err, want[s])
			}
		}
		for _, name := range []string{"real/tree", "real/lines.jsonl", "real/posts", "real/a b.git"} {
			if err := os.RemoveAll(filepath.Join(above, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, name := range []string{document.GitScheme + "relative", document.GitScheme + "/x?what", "jsonl:x?%"} {
		if root, err := RootOf(name, document.GitOptions{}); err == nil {
			t.Errorf("the root of %q is %q", name, root)
		}
	}
	if root, err := RootOf(stdinRoot+"/answers/1/2", document.GitOptions{}); root != stdinRoot+"/answers/1/2" || err != nil {
		t.Errorf("a document of standard input: %q, %v", root, err)
	}
}
