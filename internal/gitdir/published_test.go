package gitdir

import (
	"bytes"
	"compress/zlib"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// repository writes the files of a repository in a work tree.
func repository(t *testing.T, files map[string]string) (tree string) {
	t.Helper()
	tree = t.TempDir()
	for name, text := range files {
		file := filepath.Join(tree, ".git", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return tree
}

// A remote is named by HTTPS, without secrets. Those on this machine are not named.
func TestPublished_IsTheAddressOfTheRemote(t *testing.T) {
	for url, want := range map[string]string{
		"https://github.com/antirez/linenoise.git": "https://github.com/antirez/linenoise.git",
		"https://jane:secret@git.example.org/a/b":  "https://git.example.org/a/b",
		"https://git.example.org/a?token=secret#x": "https://git.example.org/a",
		"git@github.com:redis/hiredis.git":         "https://github.com/redis/hiredis.git",
		"ssh://git@git.example.org:2222/a/b.git":   "https://git.example.org/a/b.git",
		"git://git.example.org/a.git":              "https://git.example.org/a.git",
		"\"https://example.org/quoted\"":           "https://example.org/quoted",
		"/srv/a.git":                               "", "../a": "", "file:///srv/a.git": "", "host:a": "", "ext::sh -c x": "", "": "", "https://example.org": "", "javascript://a.b/c": "",
		"https://localhost/a": "", "https://example.org/" + strings.Repeat("a", 2000): "",
	} {
		tree := repository(t, map[string]string{
			"HEAD": "ref: refs/heads/main\n", "objects/x": "", "refs/x": "",
			"config": "[core]\n\tbare = false\n[remote \"fork\"]\n\turl = https://example.org/fork\n[remote \"origin\"]\n\tfetch = +x\n\turl = " + url + "\n[branch \"main\"]\n\turl = https://example.org/no\n",
		})
		if got, tag := Published(tree, ""); got != want || tag != "" {
			t.Errorf("%s is published at %q, %q", url, got, tag)
		}
	}
}

// A tag of the commit is found, whether it is packed, has a message, or is in a file.
func TestPublished_FindsTheTagOfTheCommit(t *testing.T) {
	id, other, object := strings.Repeat("1", 40), strings.Repeat("2", 40), strings.Repeat("3", 40)
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	_, _ = z.Write([]byte("tag 99\x00object " + id + "\ntype commit\ntag v3\n\nwords"))
	_ = z.Close()
	for name, c := range map[string]struct {
		files  map[string]string
		commit string
		want   string
	}{
		"packed":       {map[string]string{"packed-refs": "# pack-refs\n" + id + " refs/heads/main\n" + id + " refs/tags/1.0\n" + other + " refs/tags/0.9\n"}, "", "1.0"},
		"peeled":       {map[string]string{"packed-refs": other + " refs/tags/v2\n^" + id + "\n" + id + " refs/remotes/origin/3\n" + id + " refs/heads/main\n"}, "", "v2"},
		"of a file":    {map[string]string{"refs/heads/main": id + "\n", "refs/tags/rel/4": id + "\n"}, "", "rel/4"},
		"with words":   {map[string]string{"refs/heads/main": id + "\n", "refs/tags/v3": object + "\n", "objects/33/" + object[2:]: packed.String()}, "", "v3"},
		"no number":    {map[string]string{"refs/heads/main": id + "\n", "refs/tags/latest": id + "\n"}, "", ""},
		"of another":   {map[string]string{"refs/heads/main": id + "\n", "refs/tags/v5": other + "\n"}, "", ""},
		"detached":     {map[string]string{"HEAD": id + "\n", "refs/tags/v6": id + "\n"}, "", "v6"},
		"of a commit":  {map[string]string{"refs/heads/main": id + "\n", "refs/tags/v7": other + "\n"}, other, "v7"},
		"out of there": {map[string]string{"HEAD": "ref: ../../x\n", "refs/tags/v8": "\n"}, "", ""},
		"damaged":      {map[string]string{"refs/heads/main": id + "\n", "refs/tags/v3": object + "\n", "objects/33/" + object[2:]: "x"}, "", ""},
	} {
		files := map[string]string{"HEAD": "ref: refs/heads/main\n", "objects/x": "", "refs/x": "", "config": "[remote \"origin\"]\nurl=https://example.org/a\n"}
		for name, text := range c.files {
			files[name] = text
		}
		if address, tag := Published(repository(t, files), c.commit); address == "" || tag != c.want {
			t.Errorf("%s: %q, %q", name, address, tag)
		}
	}
	if address, tag := Published(t.TempDir(), ""); address != "" || tag != "" {
		t.Errorf("%q, %q", address, tag)
	}
}
