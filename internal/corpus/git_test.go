package corpus

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/git"
	"github.com/chaffinch-search/chaffinch/internal/ringtest"
)

// work is a git repository with a work tree.
type work struct {
	t   testing.TB
	dir string
	now int // seconds
}

func newWork(t testing.TB, arguments ...string) *work {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is missing")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &work{t: t, dir: dir, now: 1e9}
	w.git(append([]string{"init", "-q", "-b", "main"}, arguments...)...)
	t.Cleanup(Release)
	return w
}

// git runs git, as a user would.
func (w *work) git(arguments ...string) string {
	w.t.Helper()
	w.now++
	cmd := exec.Command("git", arguments...)
	at := fmt.Sprintf("%d +0200", w.now)
	cmd.Dir = w.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_DATE="+at, "GIT_COMMITTER_DATE="+at,
		"GIT_AUTHOR_NAME=Ann Lee", "GIT_AUTHOR_EMAIL=ann@example.org", "GIT_COMMITTER_NAME=Bob", "GIT_COMMITTER_EMAIL=bob@example.org")
	out, err := cmd.CombinedOutput()
	if err != nil {
		w.t.Fatalf("git %v: %v: %s", arguments, err, out)
	}
	return strings.TrimSpace(string(out))
}

// commit writes files, of which those without content are removed, and returns the id of a commit
// with them.
func (w *work) commit(files map[string]string) string {
	w.t.Helper()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(w.dir, name)
		if files[name] == "" {
			_ = os.Remove(path)
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			w.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[name]), 0o644); err != nil {
			w.t.Fatal(err)
		}
	}
	w.git("add", "-A")
	w.git("commit", "-q", "--allow-empty", "-m", "x")
	return w.git("rev-parse", "HEAD")
}

// gitOutcome lists what a source has: documents as path, revision and content, and skips.
type gitOutcome struct {
	documents []string
	skips     []string
	files     []File
	err       error
}

func readSource(t testing.TB, name string, o document.Options) (out gitOutcome) {
	t.Helper()
	s, err := Open(name, o)
	if err != nil {
		return gitOutcome{err: err}
	}
	defer s.Close()
	out.err = s.Each(t.Context(), Visitor{
		Visit: func(f File) error {
			content, reason, err := Read(f, o, nil)
			if reason != document.Kept {
				out.skips = append(out.skips, fmt.Sprintf("%s %s %v", f.Path, reason, err))
				return nil
			}
			out.files = append(out.files, f)
			out.documents = append(out.documents, fmt.Sprintf("%s@%s %s", f.Path, f.Revision[:min(len(f.Revision), 8)], content))
			return nil
		},
		Skip: func(s Skip) { out.skips = append(out.skips, fmt.Sprintf("%s %s %v", s.Path, s.Reason, s.Err)) },
	})
	slices.Sort(out.documents)
	slices.Sort(out.skips)
	return out
}

func sameLines(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %s\nwant %s", what, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

func TestGit_Reads(t *testing.T) {
	w := newWork(t)
	one := w.commit(map[string]string{"a.go": "one", "lib/b.go": "b", "gone.go": "gone"})
	w.git("tag", "-a", "v1", "-m", "v1")
	two := w.commit(map[string]string{"a.go": "two", "gone.go": "", "lib/copy.go": "b", "data.bin": "\x00", "large.txt": strings.Repeat("x\n", 3000),
		"model": "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n"})
	w.git("checkout", "-q", "-b", "side", one)
	side := w.commit(map[string]string{"a.go": "side"})
	w.git("checkout", "-q", "main")
	if err := os.Symlink("a.go", filepath.Join(w.dir, "link")); err != nil {
		t.Fatal(err)
	}
	w.git("update-index", "--add", "--cacheinfo", "160000,"+one+",sub")
	w.git("add", "link")
	w.git("commit", "-q", "-m", "odd")
	w.git("merge", "-q", "-s", "ours", "--no-edit", "side")
	short := func(id string) string { return id[:8] }
	limit := document.Options{MaxSize: 5000}
	skips := []string{"data.bin binary <nil>", "large.txt too-large <nil>", "model lfs-pointer <nil>"}

	head := readSource(t, gitAddress(w.dir), limit)
	sameLines(t, "HEAD", head.documents, "a.go@ two", "lib/b.go@ b", "lib/copy.go@ b")
	sameLines(t, "skips of HEAD", head.skips, append(skips, "link symlink <nil>", "sub submodule <nil>")...)
	for _, f := range head.files {
		if f.Origin != (document.Origin{}) || f.Abs != "" || f.OnceOnly() {
			t.Errorf("%+v", f)
		}
	}
	o := limit
	o.Git.Revision = "v1"
	sameLines(t, "v1", readSource(t, w.dir, o).documents, "a.go@ one", "gone.go@ gone", "lib/b.go@ b")
	o.Git = document.GitOptions{History: true}
	history := readSource(t, w.dir, o)
	sameLines(t, "history", history.documents, "a.go@"+short(one)+" one", "gone.go@"+short(one)+" gone", "lib/b.go@"+short(one)+" b",
		"a.go@"+short(two)+" two", "a.go@"+short(side)+" side")
	sameLines(t, "skips of the history", history.skips, append(skips, "link symlink <nil>", "sub submodule <nil>")...)
	for _, f := range history.files {
		if f.Origin.Author != "Ann Lee <ann@example.org>" || f.Origin.Date.Unix() < 1e9 {
			t.Errorf("%+v", f)
		}
	}
	o.Git = document.GitOptions{Branches: true}
	branches := readSource(t, w.dir, o)
	sameLines(t, "branches", branches.documents, "a.go@"+short(one)+" one", "gone.go@"+short(one)+" gone", "lib/b.go@"+short(one)+" b",
		"a.go@"+short(w.git("rev-parse", "main"))+" two", "a.go@"+short(side)+" side")
	for _, f := range branches.files {
		if f.Origin != (document.Origin{}) {
			t.Errorf("the last commit of a branch is said to have brought %+v", f)
		}
	}
	o.Git = document.GitOptions{History: true}
	o.Include, o.Exclude = []string{"lib/"}, []string{"copy.go"}
	sameLines(t, "of a folder", readSource(t, w.dir, o).documents, "lib/b.go@"+short(one)+" b")
	bare := newWork(t, "--bare")
	if err := os.WriteFile(filepath.Join(bare.dir, "x"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	bare.git("fetch", "-q", w.dir, "main:main")
	sameLines(t, "bare", readSource(t, bare.dir, limit).documents, "a.go@ two", "lib/b.go@ b", "lib/copy.go@ b")
	w.git("worktree", "add", "-q", filepath.Join(w.dir, "second"), "side")
	sameLines(t, "second work tree", readSource(t, gitAddress(filepath.Join(w.dir, "second")), limit).documents,
		"a.go@ side", "gone.go@ gone", "lib/b.go@ b")
}

// Of a random history, every content is read once, in a commit that has it, and that no ancestor
// with it precedes.
func TestGit_FirstCommit(t *testing.T) {
	for seed := range uint64(ringtest.Of(2, 4)) {
		r := rand.New(rand.NewPCG(seed, 1))
		w := newWork(t)
		heads := []string{"main"}
		for range 40 {
			branch := heads[r.IntN(len(heads))]
			w.git("checkout", "-q", "-B", branch)
			switch k := r.IntN(10); {
			case k == 0 && len(heads) < 4:
				heads = append(heads, fmt.Sprintf("b%d", len(heads)))
				w.git("checkout", "-q", "-b", heads[len(heads)-1])
			case k == 1 && len(heads) > 1:
				w.commit(nil)
				w.git("checkout", "-q", heads[r.IntN(len(heads)-1)+1])
			}
			w.commit(map[string]string{fmt.Sprintf("%d/%d.go", r.IntN(3), r.IntN(3)): fmt.Sprintf("text %d\n", r.IntN(12))})
		}
		out := readSource(t, w.dir, document.Options{Git: document.GitOptions{History: true}})
		first := map[string]string{} // content to its first commit by a plain walk
		for _, commit := range strings.Fields(w.git("rev-list", "--all", "--date-order", "--reverse")) {
			for _, line := range strings.Split(w.git("ls-tree", "-r", commit), "\n") {
				if id := strings.Fields(line + " x x x")[2]; first[id] == "" {
					first[id] = commit
				}
			}
		}
		got := map[string]string{}
		for _, f := range out.files {
			if got[f.Blob] != "" {
				t.Errorf("%s twice", f.Blob)
			}
			got[f.Blob] = f.Revision
		}
		delete(first, "x")
		if !maps.Equal(got, first) || out.err != nil {
			t.Errorf("seed %d: %v\n got %v\nwant %v", seed, out.err, got, first)
		}
	}
}

// Nothing that a repository says is done: its configuration would run programs, its replacements
// lie, and what is missing would be fetched. For its alternates see TestGit_Alternates.
func TestGit_HostileRepository(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a.go": "one"})
	first := w.git("rev-parse", "HEAD:a.go")
	w.commit(map[string]string{"a.go": "two"})
	other := newWork(t)
	other.commit(map[string]string{"secret.go": "secret"})
	secret := other.git("rev-parse", "HEAD")
	mark := filepath.Join(w.dir, "..", "mark")
	script := filepath.Join(w.dir, ".git", "evil")
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.WriteFile(script, []byte("#!/bin/sh\ntouch '"+mark+"'\n"), 0o755))
	config := "[core]\n\tfsmonitor = " + script + "\n\tpager = " + script + "\n\tsshCommand = " + script + "\n\thooksPath = " + script +
		"\n[extensions]\n\tpartialClone = origin\n[remote \"origin\"]\n\tpromisor = true\n\turl = ext::" + script +
		"\n[filter \"x\"]\n\tsmudge = " + script + "\n[include]\n\tpath = /dev/zero\n[log]\n\tshowSignature = true\n[gpg]\n\tprogram = " + script +
		"\n[alias]\n\tcat-file = !" + script + "\n\trev-list = !" + script + "\n"
	must(os.WriteFile(filepath.Join(w.dir, ".git", "info", "attributes"), []byte("* filter=x\n"), 0o644))
	must(os.WriteFile(filepath.Join(w.dir, ".git", "refs", "heads", "stolen"), []byte(secret+"\n"), 0o644))
	w.git("replace", w.git("rev-parse", "HEAD:a.go"), first)
	must(os.WriteFile(filepath.Join(w.dir, ".git", "config"), []byte(config), 0o644))
	for _, hook := range []string{"post-checkout", "reference-transaction", "fsmonitor-watchman"} {
		must(os.Symlink(script, filepath.Join(w.dir, ".git", "hooks", hook)))
	}
	for _, g := range []document.GitOptions{{}, {Branches: true}, {History: true}} {
		out := readSource(t, gitAddress(w.dir), document.Options{Git: g})
		text := strings.Join(out.documents, "\n")
		if g == (document.GitOptions{}) && text != "a.go@ two" || strings.Contains(text, "secret") {
			t.Errorf("%v: %s, %v", g, text, out.err)
		}
	}
	if _, err := os.Stat(mark); !errors.Is(err, fs.ErrNotExist) {
		t.Error("the repository has run a program")
	}
}

// A repository whose objects are in a folder of another one is refused, and the error says what to
// do. Only the user opens that folder.
func TestGit_Alternates(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a.go": "one"})
	objects := filepath.Join(w.dir, ".git", "objects")
	for _, flags := range [][]string{{"--shared"}, {"--reference", w.dir, "--no-local"}} {
		shared := filepath.Join(t.TempDir(), "shared")
		w.git(append(append([]string{"clone", "-q", "--bare"}, flags...), w.dir, shared)...)
		t.Setenv("GIT_ALTERNATE_OBJECT_DIRECTORIES", filepath.Join(w.dir, "other"))
		for _, g := range []document.GitOptions{{}, {History: true}} {
			out := readSource(t, gitAddress(shared), document.Options{Git: g})
			if out.err == nil || !strings.Contains(out.err.Error(), "some of its objects are in "+objects) || len(out.documents)+len(out.skips) > 0 {
				t.Errorf("%q: %q, %q, %v", flags, out.documents, out.skips, out.err)
			}
		}
		t.Setenv("GIT_ALTERNATE_OBJECT_DIRECTORIES", strings.Join([]string{filepath.Join(w.dir, "other"), objects + "/"}, string(filepath.ListSeparator)))
		if out := readSource(t, gitAddress(shared), document.Options{}); out.err != nil || !slices.Equal(out.documents, []string{"a.go@ one"}) {
			t.Errorf("%q: %q, %q, %v", flags, out.documents, out.skips, out.err)
		}
	}
	// A folder that the user names is read for no repository that does not name it.
	other := newWork(t)
	other.commit(map[string]string{"b.go": "two"})
	other.write("refs/heads/stolen", w.git("rev-parse", "HEAD")+"\n")
	if out := readSource(t, gitAddress(other.dir), document.Options{Git: document.GitOptions{Branches: true}}); len(out.documents) != 1 || !strings.HasSuffix(out.documents[0], " two") {
		t.Errorf("%q, %q, %v", out.documents, out.skips, out.err)
	}
	other.write("objects/info/alternates", "# none\n\n")
	if out := readSource(t, gitAddress(other.dir), document.Options{}); out.err != nil || len(out.documents) != 1 {
		t.Errorf("%q, %v", out.documents, out.err)
	}
	relative, err := filepath.Rel(filepath.Join(other.dir, ".git", "objects"), objects)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{relative, `"` + strings.ReplaceAll(strings.ReplaceAll(objects, `\`, `\\`), "t", `\164`) + `"`} {
		other.write("objects/info/alternates", path+"\n")
		if out := readSource(t, gitAddress(other.dir), document.Options{}); out.err != nil || len(out.documents) != 1 {
			t.Errorf("%s, which is permitted: %q, %v", path, out.documents, out.err)
		}
	}
	t.Setenv("GIT_ALTERNATE_OBJECT_DIRECTORIES", "")
	if out := readSource(t, gitAddress(other.dir), document.Options{}); out.err == nil {
		t.Errorf("a path in quotes: %q", out.documents)
	}
}

// Objects that are missing or damaged are named, and the others are read.
func TestGit_Damage(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a.go": "int a;\n", "b.go": "int b;\n", "d/c.go": "int c;\n"})
	object := func(name string) string {
		id := w.git("rev-parse", name)
		return filepath.Join(w.dir, ".git", "objects", id[:2], id[2:])
	}
	lost, damaged := object("HEAD:a.go"), object("HEAD:b.go")
	tree := object("HEAD:d")
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.Remove(lost))
	must(os.Chmod(damaged, 0o644))
	content, err := os.ReadFile(damaged)
	must(err)
	must(os.WriteFile(damaged, content[:len(content)-3], 0o644))
	for _, g := range []document.GitOptions{{}, {History: true}} {
		out := readSource(t, gitAddress(w.dir), document.Options{Git: g})
		if len(out.documents) != 1 || !strings.Contains(out.documents[0], "int c;") || len(out.skips) != 2 || out.err != nil {
			t.Errorf("%v: %q %q %v", g, out.documents, out.skips, out.err)
		}
	}
	must(os.Remove(tree))
	out := readSource(t, gitAddress(w.dir), document.Options{})
	if out.err == nil && !slices.ContainsFunc(out.skips, func(s string) bool { return strings.HasPrefix(s, " damaged git: ") }) {
		t.Errorf("without a tree: %q %q", out.documents, out.skips)
	}
}

// Names that git allows and that are no paths, or that its listings cut, harm nothing.
func TestGit_OddNames(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a\nb.go": "one", "a\nc.go": "two", "\xff.go": "three", " x\t.go": "four", "commit 1.go": "five"})
	id := w.git("rev-parse", "HEAD:commit 1.go")
	tree := fmt.Sprintf("100644 blob %s\t..\n100644 blob %s\tfine.go\n", id, id)
	cmd := exec.Command("git", "mktree")
	cmd.Dir, cmd.Stdin = w.dir, strings.NewReader(tree)
	if made, err := cmd.Output(); err == nil { // newer ones refuse
		w.git("update-ref", "refs/heads/odd", w.git("commit-tree", "-m", "odd", strings.TrimSpace(string(made))))
		out := readSource(t, gitAddress(w.dir), document.Options{Git: document.GitOptions{Revision: "odd"}})
		sameLines(t, "odd", out.documents, "fine.go@ five")
	}
	sameLines(t, "HEAD", readSource(t, gitAddress(w.dir), document.Options{}).documents,
		"a\nb.go@ one", "a\nc.go@ two", "\xff.go@ three", " x\t.go@ four", "commit 1.go@ five")
	out := readSource(t, gitAddress(w.dir), document.Options{Git: document.GitOptions{History: true}})
	if len(out.documents)+len(out.skips) != 6 && len(out.documents)+len(out.skips) != 5 || out.err != nil {
		t.Errorf("%q %q %v", out.documents, out.skips, out.err)
	}
}

func TestGit_SHA256(t *testing.T) {
	w := newWork(t, "--object-format=sha256")
	w.commit(map[string]string{"a.go": "one"})
	out := readSource(t, gitAddress(w.dir), document.Options{})
	sameLines(t, "HEAD", out.documents, "a.go@ one")
	if !out.files[0].OnceOnly() {
		t.Error("its blobs cannot be found by the ids of contents")
	}
}

func TestGit_SaysWhatIsWrong(t *testing.T) {
	w := newWork(t)
	dir := t.TempDir()
	for _, test := range []struct {
		name string
		g    document.GitOptions
		want string
	}{
		{gitAddress(w.dir), document.GitOptions{}, `no such revision: "HEAD"`},
		{gitAddress(w.dir), document.GitOptions{Revision: "--all"}, `no such revision: "--all"`},
		{gitAddress(w.dir), document.GitOptions{Revision: "v1", History: true}, "exclude each other"},
		{gitAddress(w.dir) + "?history", document.GitOptions{Branches: true}, "says already"},
		{gitAddress(w.dir) + "?all", document.GitOptions{}, "after ? comes history"},
		{"git+file://relative", document.GitOptions{}, "use git+file:///absolute/path"},
		{gitAddress(dir), document.GitOptions{}, "not a git repository"},
		{dir, document.GitOptions{History: true}, "not a git repository"},
		{gitAddress(filepath.Join(dir, "none")), document.GitOptions{}, "check the spelling"},
	} {
		if out := readSource(t, test.name, document.Options{Git: test.g}); out.err == nil || !strings.Contains(out.err.Error(), test.want) {
			t.Errorf("%s %v: %v, not %q", test.name, test.g, out.err, test.want)
		}
	}
	w.commit(map[string]string{"a.go": "one"})
	t.Setenv("PATH", dir)
	Release()
	if out := readSource(t, gitAddress(w.dir), document.Options{}); out.err == nil || !strings.Contains(out.err.Error(), "install it") {
		t.Errorf("without git: %v", out.err)
	}
}

// A repository is opened again after Release, and leaves nothing behind.
func TestReadAgain_OfARepository(t *testing.T) {
	w := newWork(t)
	t.Setenv("TMPDIR", t.TempDir())
	w.commit(map[string]string{"a.go": "one"})
	id := w.git("rev-parse", "HEAD:a.go")
	for range 2 {
		content, err := ReadAgain(t.Context(), gitAddress(w.dir), id, 3, nil)
		if err != nil || string(content) != "one" {
			t.Errorf("%q, %v", content, err)
		}
		if _, err := ReadAgain(t.Context(), gitAddress(w.dir), id, 4, nil); err == nil {
			t.Error("read in another size")
		}
		if _, err := ReadAgain(t.Context(), gitAddress(w.dir), strings.Repeat("0", 40), 3, nil); !errors.Is(err, git.ErrMissing) {
			t.Error(err)
		}
		done, stop := context.WithCancel(t.Context())
		stop()
		if _, err := ReadAgain(done, gitAddress(w.dir), id, 3, nil); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		Release()
	}
	left, err := os.ReadDir(os.TempDir())
	if err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	if _, err := ReadAgain(t.Context(), w.dir, id, 3, nil); !errors.Is(err, ErrOnceOnly) {
		t.Error(err)
	}
}
