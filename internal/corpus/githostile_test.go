package corpus

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// made runs git with an input, and returns what it prints.
func (w *work) made(input string, arguments ...string) string {
	w.t.Helper()
	cmd := exec.Command("git", arguments...)
	cmd.Dir, cmd.Stdin = w.dir, strings.NewReader(input)
	out, err := cmd.CombinedOutput()
	if err != nil {
		w.t.Fatalf("git %v: %v: %s", arguments, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (w *work) write(name, content string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.dir, ".git", name), []byte(content), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

// object returns the path of a loose object.
func (w *work) object(revision string) string {
	id := w.git("rev-parse", revision)
	return filepath.Join(w.dir, ".git", "objects", id[:2], id[2:])
}

// asContainer reads a source of which the version that read recorded is known, and returns the one
// that it would record now.
func asContainer(t *testing.T, name string, o document.Options, known string) (visited int, version string) {
	t.Helper()
	s, err := Open(name, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.Each(t.Context(), Visitor{
		Visit:     func(File) error { visited++; return nil },
		Unchanged: func(f File) bool { return f.Blob == known },
		Read:      func(f File) { version = f.Blob },
	})
	if err != nil {
		t.Fatal(err)
	}
	return visited, version
}

var history = document.Options{Git: document.GitOptions{History: true}}

// A repository is read again when a reference changes, though HEAD rests, and no sooner.
func TestGit_SeesReferences(t *testing.T) {
	w := newWork(t)
	one := w.commit(map[string]string{"a.go": "one"})
	for _, g := range []document.GitOptions{{History: true}, {Branches: true}} {
		o := document.Options{Git: g}
		_, version := asContainer(t, gitAddress(w.dir), o, "")
		if n, _ := asContainer(t, gitAddress(w.dir), o, version); n > 0 || version == "" {
			t.Errorf("%v: read again, after %q", g, version)
		}
		w.git("checkout", "-q", "-b", fmt.Sprintf("side%v", g.History))
		w.commit(map[string]string{"b.go": fmt.Sprint("b", g)})
		w.git("checkout", "-q", "main")
		if n, _ := asContainer(t, gitAddress(w.dir), o, version); n < 2 || w.git("rev-parse", "HEAD") != one {
			t.Errorf("%v: %d files, and not those of a new branch", g, n)
		}
	}
}

// Tags of trees and files are named, and take nothing from the commits.
func TestGit_TagsOfTrees(t *testing.T) {
	w := newWork(t)
	one := w.commit(map[string]string{"a.go": "one", "b.go": "b"})
	two := w.commit(map[string]string{"a.go": "two", "c/c.go": "c"})
	w.git("tag", "-a", "-m", "x", "commit")
	w.git("tag", "tree", two+"^{tree}")
	w.git("tag", "-a", "-m", "x", "file", two+":a.go")
	for _, g := range []document.GitOptions{{History: true}, {Branches: true}} {
		out := readSource(t, gitAddress(w.dir), document.Options{Git: g})
		want := []string{"a.go@" + two[:8] + " two", "c/c.go@" + two[:8] + " c"}
		if g.History {
			want = append(want, "a.go@"+one[:8]+" one", "b.go@"+one[:8]+" b")
		} else {
			want = append(want, "b.go@"+two[:8]+" b")
		}
		sameLines(t, fmt.Sprint(g), out.documents, want...)
		sameLines(t, "skips", out.skips, "refs/tags/file unsupported the reference names no commit",
			"refs/tags/tree unsupported the reference names no commit")
	}
}

// The end of a shallow clone is named, and is not taken for the first commit. What comes later is
// read.
func TestGit_ShallowClone(t *testing.T) {
	w := newWork(t)
	one := w.commit(map[string]string{"a.go": "one"})
	two := w.commit(map[string]string{"b.go": "two"})
	three := w.commit(map[string]string{"c.go": "three"})
	clone := newWork(t, "--bare")
	clone.git("fetch", "-q", "--depth=2", "file://"+w.dir, "main:main")
	out := readSource(t, clone.dir, history)
	sameLines(t, "shallow", out.documents, "a.go@"+two[:8]+" one", "b.go@"+two[:8]+" two", "c.go@"+three[:8]+" three")
	sameLines(t, "skips", out.skips, two+" cut-history the parents of this commit are missing")
	for _, f := range out.files {
		if known := f.Path == "c.go"; known == f.Origin.Date.IsZero() || known != (f.Origin.Author != "") || known != (f.DateOffset == 0) {
			t.Errorf("%+v", f)
		}
	}
	_, version := asContainer(t, clone.dir, history, "")
	if n, _ := asContainer(t, clone.dir, history, version); n > 0 || version == "" {
		t.Errorf("read again, after %q", version)
	}
	clone.git("fetch", "-q", "--unshallow", "file://"+w.dir, "main:main")
	if n, _ := asContainer(t, clone.dir, history, version); n != 3 {
		t.Errorf("%d files when it is complete", n)
	}
	out = readSource(t, clone.dir, history)
	sameLines(t, "complete", out.documents, "a.go@"+one[:8]+" one", "b.go@"+two[:8]+" two", "c.go@"+three[:8]+" three")
	sameLines(t, "skips", out.skips)
}

// A repository that lacks objects is read again, since they may come later.
func TestGit_IncompleteIsReadAgain(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a.go": "one", "b.go": "two"})
	path := w.object("HEAD:a.go")
	if err := os.Rename(path, path+"x"); err != nil {
		t.Fatal(err)
	}
	for _, o := range []document.Options{{}, history} {
		if n, version := asContainer(t, gitAddress(w.dir), o, ""); n != 1 || version != "" {
			t.Errorf("%v: %d files, recorded as %q", o.Git, n, version)
		}
	}
	if err := os.Rename(path+"x", path); err != nil {
		t.Fatal(err)
	}
	for _, o := range []document.Options{{}, history} {
		if n, version := asContainer(t, gitAddress(w.dir), o, ""); n != 2 || version == "" {
			t.Errorf("%v: %d files, recorded as %q", o.Git, n, version)
		}
	}
}

// References that name nothing are named, and all else is read.
func TestGit_BrokenReferences(t *testing.T) {
	w := newWork(t)
	one := w.commit(map[string]string{"a.go": "one"})
	w.git("tag", "-a", "-m", "x", "damaged")
	tag := w.object("damaged")
	nothing := strings.Repeat("1", 40)
	w.write("refs/heads/ghost", nothing+"\n")
	w.write("refs/heads/empty", "")
	w.write("refs/heads/a..b", one+"\n")
	if err := os.Chmod(tag, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(tag, []byte("garbage"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, g := range []document.GitOptions{{History: true}, {Branches: true}} {
		out := readSource(t, gitAddress(w.dir), document.Options{Git: g})
		sameLines(t, fmt.Sprint(g), out.documents, "a.go@"+one[:8]+" one")
		sameLines(t, "skips", out.skips, ` damaged "refs/heads/ghost" names `+nothing+", which is missing, damaged or too large",
			` damaged "refs/tags/damaged" names `+filepath.Base(filepath.Dir(tag))+filepath.Base(tag)+", which is missing, damaged or too large",
			" damaged git: ignoring broken ref refs/heads/empty", " damaged git: ignoring ref with broken name refs/heads/a..b")
		if _, version := asContainer(t, gitAddress(w.dir), document.Options{Git: g}, ""); version != "" {
			t.Error("recorded as read")
		}
	}
}

// Of a history with a commit that is missing or damaged, all else is read that a reference or a
// child names.
func TestGit_BrokenCommits(t *testing.T) {
	for name, damage := range map[string]func(path string) error{
		"missing": os.Remove,
		"damaged": func(path string) error {
			_ = os.Chmod(path, 0o644)
			return os.WriteFile(path, []byte("garbage"), 0o644)
		},
		"cut": func(path string) error {
			_ = os.Chmod(path, 0o644)
			info, err := os.Stat(path)
			if err != nil {
				return err
			}
			return os.Truncate(path, info.Size()-20)
		},
	} {
		w := newWork(t)
		w.commit(map[string]string{"gone.go": "gone"})
		bad := w.commit(map[string]string{"gone.go": "", "a.go": "one"})
		w.git("checkout", "-q", "--orphan", "other")
		other := w.commit(map[string]string{"o.go": "other", "a.go": ""})
		w.git("checkout", "-q", "main")
		end := w.commit(map[string]string{"a.go": "two"})
		three := w.commit(map[string]string{"a.go": "three"})
		w.git("merge", "-q", "--allow-unrelated-histories", "--no-edit", "other")
		merged := w.commit(map[string]string{"m.go": "m"})
		if err := damage(w.object(bad)); err != nil {
			t.Fatal(err)
		}
		out := readSource(t, gitAddress(w.dir), history)
		sameLines(t, name, out.documents, "o.go@"+other[:8]+" other", "a.go@"+end[:8]+" two", "a.go@"+three[:8]+" three", "m.go@"+merged[:8]+" m")
		sameLines(t, "skips", out.skips, " damaged the commit "+bad+" is missing, damaged or too large", end+" cut-history the parents of this commit are missing")
		for _, f := range out.files {
			if f.Revision == end != f.Origin.Date.IsZero() {
				t.Errorf("%+v", f)
			}
		}
		if _, version := asContainer(t, gitAddress(w.dir), history, ""); version != "" || out.err != nil {
			t.Errorf("recorded as read: %v", out.err)
		}
		for _, g := range []document.GitOptions{{}, {Branches: true}, {Revision: end}} {
			out := readSource(t, gitAddress(w.dir), document.Options{Git: g})
			if len(out.documents) == 0 || out.err != nil {
				t.Errorf("%s: %v: %v, %v", name, g, out.skips, out.err)
			}
		}
	}
}

// A commit of which only one of the parents is broken is the end of a shallow clone; the other one
// is read, but is no tip.
func TestGit_BrokenParentOfAMerge(t *testing.T) {
	w := newWork(t)
	root := w.commit(map[string]string{"a.go": "one"})
	w.git("checkout", "-q", "-b", "side")
	side := w.commit(map[string]string{"s.go": "side"})
	w.git("checkout", "-q", "main")
	bad := w.commit(map[string]string{"b.go": "two"})
	w.git("merge", "-q", "--no-edit", "side")
	merge := w.git("rev-parse", "HEAD")
	w.git("branch", "-q", "-D", "side")
	if err := os.Remove(w.object(bad)); err != nil {
		t.Fatal(err)
	}
	out := readSource(t, gitAddress(w.dir), history)
	sameLines(t, "documents", out.documents, "a.go@"+root[:8]+" one", "s.go@"+side[:8]+" side", "b.go@"+merge[:8]+" two")
	out = readSource(t, gitAddress(w.dir), document.Options{Git: document.GitOptions{Branches: true}})
	sameLines(t, "tips", out.documents, "a.go@"+merge[:8]+" one", "s.go@"+merge[:8]+" side", "b.go@"+merge[:8]+" two")
}

// Dates that cannot be are unknown.
func TestGit_Dates(t *testing.T) {
	w := newWork(t)
	tree := w.made("100644 blob "+w.made("x", "hash-object", "-w", "--stdin")+"\ta.go\n", "mktree")
	for line, want := range map[string]time.Time{
		"C <c@d> 1234567890 +0100":              time.Unix(1234567890, 0).UTC(),
		"C <c@d> 253402300799 +0000":            time.Unix(253402300799, 0).UTC(),
		"C <c@d> 253402300800 +0000":            {},
		"C <c@d> 99999999999999 +0000":          {},
		"C <c@d> 99999999999999999999999 +0000": {},
		"C <c@d> garbage +0000":                 {},
		"C <c@d> -5 +0000":                      {},
		"C <c@d> 0 +0000":                       {},
		"C":                                     {},
	} {
		text := "tree " + tree + "\nauthor A <a@b> 1 +0000\ncommitter " + line + "\n\nx\n"
		w.git("update-ref", "refs/heads/main", w.made(text, "hash-object", "-t", "commit", "--literally", "-w", "--stdin"))
		out := readSource(t, gitAddress(w.dir), history)
		if len(out.files) != 1 || !out.files[0].Origin.Date.Equal(want) {
			t.Errorf("%q: %+v, %v", line, out.files, out.err)
		}
	}
}

// Commits that claim to be large are not unpacked, and what other commits have is read. A long
// commit has no author, since it is not read.
func TestGit_LargeCommits(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a.go": "one"})
	made := func(size int64, text string) string { // an object of that size, as its head says
		var packed bytes.Buffer
		z := zlib.NewWriter(&packed)
		fmt.Fprintf(z, "commit %d\x00%s", size, text)
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		sum := sha1.Sum([]byte(text))
		id := hex.EncodeToString(sum[:])
		if err := os.MkdirAll(filepath.Dir(w.object(id)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(w.object(id), packed.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return id
	}
	text := "tree " + w.git("rev-parse", "HEAD^{tree}") + "\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\n"
	bad := made(1_500_000_000, text)
	tree := w.made("100644 blob "+w.made("two", "hash-object", "-w", "--stdin")+"\tb.go\n", "mktree")
	long := "tree " + tree + "\nparent " + bad + "\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\n" + strings.Repeat("x", 17<<20)
	child := w.made(long, "hash-object", "-t", "commit", "-w", "--stdin")
	w.git("update-ref", "refs/heads/main", child)
	out := readSource(t, gitAddress(w.dir), history)
	sameLines(t, "documents", out.documents, "b.go@"+child[:8]+" two")
	sameLines(t, "skips", out.skips, " damaged the commit "+bad+" is missing, damaged or too large", child+" cut-history the parents of this commit are missing")

	w.git("update-ref", "refs/heads/main", w.made(strings.Replace(long, "parent "+bad+"\n", "", 1), "hash-object", "-t", "commit", "-w", "--stdin"))
	out = readSource(t, gitAddress(w.dir), history)
	if len(out.files) != 1 || out.files[0].Origin != (document.Origin{}) || out.err != nil || len(out.skips) > 0 {
		t.Errorf("%+v, %v, %v", out.files, out.skips, out.err)
	}
	w.write("refs/heads/main", bad+"\n")
	out = readSource(t, gitAddress(w.dir), document.Options{})
	if out.err == nil || !strings.Contains(out.err.Error(), "unpacks to over 320 MiB") {
		t.Errorf("%v", out.err)
	}
}

// Authors are read in the encoding that the commit names.
func TestGit_Authors(t *testing.T) {
	w := newWork(t)
	tree := w.made("100644 blob "+w.made("x", "hash-object", "-w", "--stdin")+"\ta.go\n", "mktree")
	for head, want := range map[string]string{
		"author J\u00fcrg <j@k> 1 +0000\ncommitter C <c@d> 1 +0000\n":                              "J\u00fcrg <j@k>",
		"author J\xfcrg <j@k> 1 +0000\ncommitter C <c@d> 1 +0000\nencoding ISO-8859-1\n":           "J\u00fcrg <j@k>",
		"author \xe0 <j@k> 1 +0000\ncommitter C <c@d> 1 +0000\nencoding cp1251\n":                  "\u0430 <j@k>",
		"author J\xfcrg <j@k> 1 +0000\ncommitter C <c@d> 1 +0000\n":                                "J\ufffdrg <j@k>",
		"author J <j@k> 1 +0000\ncommitter C <c@d> 1 +0000\nencoding nonsense\n":                   "J <j@k>",
		"author A<b> C <d@e> 1 +0000\ncommitter C <c@d> 1 +0000\ngpgsig -\n author X <x@y> 1 +0\n": "A <b>",
		"author nobody\ncommitter C <c@d> 1 +0000\n":                                               "",
	} {
		text := "tree " + tree + "\n" + head + "\nauthor no header <a@b>\n"
		w.git("update-ref", "refs/heads/main", w.made(text, "hash-object", "-t", "commit", "--literally", "-w", "--stdin"))
		out := readSource(t, gitAddress(w.dir), history)
		if len(out.files) != 1 || out.files[0].Origin.Author != want {
			t.Errorf("%q: %+v, %v", head, out.files, out.err)
		}
	}
}

// A name that is longer than any path is named, and what follows is read.
func TestGit_LongNames(t *testing.T) {
	w := newWork(t)
	one := w.commit(map[string]string{"a.go": "one"})
	id := w.git("rev-parse", "HEAD:a.go")
	folder := w.made("100644 blob "+w.made("long", "hash-object", "-w", "--stdin")+"\t"+strings.Repeat("x", 1<<20+100)+"\n", "mktree")
	tree := w.made(fmt.Sprintf("100644 blob %s\tb.go\n040000 tree %s\tlong\n", id, folder), "mktree")
	w.git("update-ref", "refs/heads/main", w.made("", "-c", "user.name=x", "-c", "user.email=x@y", "commit-tree", "-p", one, "-m", "x", tree))
	w.git("reset", "-q", "--mixed")
	w.git("rm", "-q", "--cached", "-r", "long")
	w.commit(map[string]string{"a.go": "two"})
	last := w.commit(map[string]string{"c.go": "three"})
	out := readSource(t, gitAddress(w.dir), history)
	if len(out.documents) != 3 || !slices.Contains(out.documents, "c.go@"+last[:8]+" three") || out.err != nil {
		t.Errorf("%q, %v", out.documents, out.err)
	}
	if len(out.skips) != 1 || !strings.Contains(out.skips[0], " bad-name ") {
		t.Errorf("%.200q", out.skips)
	}
}

// Links and submodules of all commits are named, once each.
func TestGit_LinksOfAHistory(t *testing.T) {
	w := newWork(t)
	link := func(name, target string) {
		if err := os.Symlink(target, filepath.Join(w.dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(w.dir, "d", "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	link("l.txt", "a.go")
	link("d/p.py", "../elsewhere/a long way to p.py")
	one := w.commit(map[string]string{"a.go": "one"})
	w.git("update-index", "--add", "--cacheinfo", "160000,"+one+",d/sub")
	w.git("commit", "-q", "-m", "sub")
	two := w.git("rev-parse", "HEAD")
	w.git("update-index", "--cacheinfo", "160000,"+two+",d/sub")
	w.git("commit", "-q", "-m", "sub")
	three := w.commit(map[string]string{"l.txt": "", "b.go": "b"})
	for _, g := range []document.GitOptions{{History: true}, {Branches: true}} {
		out := readSource(t, gitAddress(w.dir), document.Options{Git: g})
		first, skips := one, []string{"d/p.py symlink <nil>", "d/sub submodule <nil>"}
		if g.History {
			skips = append(skips, "l.txt symlink <nil>")
		} else {
			first = three
		}
		sameLines(t, fmt.Sprint(g), out.documents, "a.go@"+first[:8]+" one", "b.go@"+three[:8]+" b")
		sameLines(t, "skips", out.skips, skips...)
	}
}

// A folder in itself many times is listed as often as is sensible, and what else there is, is read.
func TestGit_TreeOfTrees(t *testing.T) {
	w := newWork(t)
	tree := "100644 blob " + w.made("x", "hash-object", "-w", "--stdin")
	for range 6 {
		lines := ""
		for i := range 10 {
			lines += fmt.Sprintf("%s\t%d\n", tree, i)
		}
		tree = "040000 tree " + w.made(lines, "mktree")
	}
	tree = w.made(tree+"\tbomb\n100644 blob "+w.made("last", "hash-object", "-w", "--stdin")+"\tz.go\n", "mktree")
	w.git("update-ref", "refs/heads/main", w.made("", "-c", "user.name=x", "-c", "user.email=x@y", "commit-tree", "-m", "x", tree))
	s, err := Open(gitAddress(w.dir), document.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	visited, folders, last := 0, 0, ""
	err = s.Each(t.Context(), Visitor{
		Visit: func(f File) error {
			visited++
			last = f.Path
			return nil
		},
		Skip: func(s Skip) {
			if s.Reason == document.ArchiveLimit && strings.HasSuffix(s.Path, "/") {
				folders++
			}
		},
	})
	if err != nil || visited > 50_000 || visited < 20_000 || folders == 0 || folders > 1000 || last != "z.go" {
		t.Errorf("%d files, %d folders, the last file %s: %v", visited, folders, last, err)
	}
}

// A setting of another section says nothing of objects.
func TestGit_SectionsOfConfig(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a.go": "one"})
	w.write("config", "[extensions]\n\tx = y\n[foo]\n\tobjectformat = sha256\n[ extensions ] objectFormat = sha1\n")
	sameLines(t, "HEAD", readSource(t, gitAddress(w.dir), document.Options{}).documents, "a.go@ one")
}

// A source has what came just before it was opened, whoever else has the repository open.
func TestGit_SeesWhatCameJustNow(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a.go": "one"})
	held, err := Open(gitAddress(w.dir), document.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	for i := range 4 {
		w.commit(map[string]string{"a.go": fmt.Sprint("a", i)})
		w.git("gc", "-q")
		for _, o := range []document.Options{{}, history} {
			out := readSource(t, gitAddress(w.dir), o)
			if out.err != nil || !slices.ContainsFunc(out.documents, func(s string) bool { return strings.HasSuffix(s, fmt.Sprint(" a", i)) }) {
				t.Errorf("%v: %q, %v", o.Git, out.documents, out.err)
			}
		}
		id := w.git("rev-parse", "HEAD:a.go")
		if content, err := ReadAgain(t.Context(), gitAddress(w.dir), id, 2, nil); err != nil {
			t.Errorf("%q, %v", content, err)
		}
	}
}

// A repository whose references cannot be listed is an error.
func TestGit_ReferencesThatCannotBeListed(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a.go": "one"})
	w.write("packed-refs", "garbage line here\n")
	for _, g := range []document.GitOptions{{History: true}, {Branches: true}} {
		out := readSource(t, gitAddress(w.dir), document.Options{Git: g})
		if out.err == nil || !strings.Contains(out.err.Error(), w.dir) {
			t.Errorf("%+v: %v", g, out.err)
		}
	}
}
