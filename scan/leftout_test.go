package scan

import (
	"archive/zip"
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	_ "github.com/chaffinch-search/chaffinch/internal/filetest"
)

// zipped returns an archive with one file.
func zipped(t *testing.T, name, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	f, err := z.Create(name)
	must(t, err)
	_, err = f.Write([]byte(text))
	must(t, err)
	must(t, z.Close())
	return b.String()
}

// wide returns a text in UTF-32 without a mark.
func wide(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		b.Write([]byte{c, 0, 0, 0})
	}
	return b.String()
}

func gitIn(t *testing.T, folder string, arguments ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@b", "-C", folder}, arguments...)...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v: %s", arguments[0], err, out)
	}
}

// A scan names the files that it does not read. Of a change, one that looks like source is an
// error, unless the revision has it or somebody wants to leave it out. What git tracks is read.
func TestRun_NamesWhatItDoesNotRead(t *testing.T) {
	copied := routines(10, 11, 12)
	x := makeIndex(t, map[string]map[string]string{"up": {"a.go": copied}})
	old := map[string]string{
		"own.go": routines(900), ".gitignore": "build/\n", ".chaffinchignore": "left/\n", "old/pad.go": copied + strings.Repeat("\n", 5<<20), "old/link.go": "",
	}
	project := write(t, old)
	must(t, os.Remove(filepath.Join(project, "old/link.go")))
	must(t, os.Symlink("../own.go", filepath.Join(project, "old/link.go")))
	gitIn(t, project, "init", "-q")
	gitIn(t, project, "add", "-A")
	gitIn(t, project, "commit", "-qm", "old")
	for name, text := range map[string]string{
		"new/pad.go": copied + strings.Repeat("\n", 5<<20) + "\n", "new/nul.go": "/*" + strings.Repeat("\x00", 2000) + "*/" + copied, "new/wide.go": wide(copied),
		"new/seven.py":  "# coding: utf-7\n" + copied,
		"new/ebcdic.go": ebcdic(t, copied),
		"new/.svn/x.go": copied, "new/.svn/x.txt": "text", "new/logo.png": "\x89PNG\x00\x00", "new/a.zip": zipped(t, "a.go", copied), "build/forced.go": copied,
		"build/own.go": copied, "left/out.go": copied + strings.Repeat("\n", 5<<20), "moved/pad.go": old["old/pad.go"],
	} {
		name = filepath.Join(project, name)
		must(t, os.MkdirAll(filepath.Dir(name), 0o755))
		must(t, os.WriteFile(name, []byte(text), 0o644))
	}
	must(t, os.Symlink("../own.go", filepath.Join(project, "new/link.go")))
	must(t, os.Symlink("../build/forced.go", filepath.Join(project, "new/other.go")))
	gitIn(t, project, "add", "-f", "new", "build/forced.go", "left", "moved")

	leftOut := func(r *Report) (all []string) {
		for _, l := range r.LeftOut {
			all = append(all, l.Path+" "+string(l.Reason))
		}
		return all
	}
	r := run(t, x, Options{Tree: project})
	want := []string{
		"new/nul.go binary", "new/wide.go binary", "new/ebcdic.go encoding", "new/seven.py encoding", "new/link.go symlink", "new/other.go symlink", "old/link.go symlink", "moved/pad.go too-large", "new/pad.go too-large",
		"old/pad.go too-large", "new/a.zip archive", "new/logo.png binary", "new/.svn vcs",
	}
	if got := leftOut(r); !slices.Equal(got, want) {
		t.Errorf("left out %q, not %q", got, want)
	}
	if len(r.Unread) != 0 || len(r.Findings) != 1 || r.Findings[0].File != "build/forced.go" {
		t.Errorf("without a revision: %v, %q", r.Unread, summaries(r))
	}
	r = run(t, x, Options{Tree: project, Since: "HEAD"})
	unread := func(r *Report) (all []string) {
		for _, u := range r.Unread {
			all = append(all, u.Path)
		}
		slices.Sort(all)
		return all
	}
	if got, want := unread(r), []string{"new/.svn/x.go", "new/ebcdic.go", "new/nul.go", "new/pad.go", "new/seven.py", "new/wide.go"}; !slices.Equal(got, want) {
		t.Errorf("since HEAD %q could not be read, not %q", got, want)
	}
	if len(r.Findings) != 1 || r.Findings[0].File != "build/forced.go" {
		t.Errorf("since HEAD: %q", summaries(r))
	}
	r = run(t, x, Options{Tree: filepath.Join(project, "new"), Since: "HEAD", Corpus: document.Options{Archives: true, MaxSize: 8 << 20}})
	if got, want := unread(r), []string{".svn/x.go", "ebcdic.go", "link.go", "nul.go", "other.go", "seven.py", "wide.go"}; !slices.Equal(got, want) {
		t.Errorf("below: %q could not be read, not %q", got, want)
	}
	if got := summaries(r); len(r.Findings) != 2 || r.Findings[0].File != "a.zip/a.go" || r.Findings[1].File != "pad.go" {
		t.Errorf("with archives: %q", got)
	}
	if r := run(t, x, Options{Tree: project, Strict: true}); len(r.Unread) != len(want) {
		t.Errorf("strict: %q", unread(r))
	}
	if r := run(t, x, Options{Tree: project, Strict: true, Corpus: document.Options{Include: []string{"own.go"}}}); len(r.Unread) != 0 {
		t.Errorf("strict, with one file: %q", unread(r))
	}
}

// A changed link hides nothing if it leads to a file that was read. Else it is an error, if it is
// named as source.
func TestRun_SinceNamesLinksToUnreadFiles(t *testing.T) {
	copied := routines(10, 11, 12)
	x := makeIndex(t, map[string]map[string]string{"up": {"a.go": copied}})
	project := write(t, map[string]string{
		"own.go": routines(900), "deep/own.go": routines(901), "big.go": copied + strings.Repeat("\n", 5<<20), ".svn/x.go": copied,
		"logo.png": "\x89PNG\x00\x00", ".gitignore": "build/\n", "build/b.txt": copied, "deep/in/words.txt": "some words\n",
	})
	outside := write(t, map[string]string{"o.go": copied})
	to := func(links map[string]string) {
		for name, target := range links {
			must(t, os.Symlink(target, filepath.Join(project, name)))
		}
	}
	gitIn(t, project, "init", "-q")
	to(map[string]string{"old.go": filepath.Join(outside, "o.go"), "deep/old.go": "../big.go"})
	gitIn(t, project, "add", "-A", "-f")
	gitIn(t, project, "commit", "-qm", "old")
	to(map[string]string{
		"read.go": "own.go", "deep/read.go": "../read.go", "out.go": filepath.Join(outside, "o.go"), "large.go": "big.go", "skipped.go": ".svn/x.go",
		"binary.go": "logo.png", "ignored.go": "build/b.txt", "folder.go": "deep", "none.go": "nothing.go", "out.txt": filepath.Join(outside, "o.go"),
		"deep/in/moved.go": "../big.go", ".svn/in.go": "../own.go", ".svn/out.go": "../big.go",
	})
	must(t, os.WriteFile(filepath.Join(project, "build", "b.txt"), []byte(copied), 0o644))
	gitIn(t, project, "rm", "-q", "--cached", "build/b.txt")
	gitIn(t, project, "add", "-A")
	gitIn(t, project, "add", "-f", ".svn")
	var unread []string
	for _, u := range run(t, x, Options{Tree: project, Since: "HEAD"}).Unread {
		unread = append(unread, u.Path)
	}
	slices.Sort(unread)
	if want := []string{".svn/out.go", "binary.go", "deep/in/moved.go", "folder.go", "ignored.go", "large.go", "none.go", "out.go", "skipped.go"}; !slices.Equal(unread, want) {
		t.Errorf("%q could not be read, not %q", unread, want)
	}
}

// A submodule that is not checked out has no files to read. It is named.
func TestRun_NamesMissingSubmodules(t *testing.T) {
	x := makeIndex(t, map[string]map[string]string{"up": {"a.go": routines(10)}})
	project := write(t, map[string]string{"own.go": routines(900)})
	gitIn(t, project, "init", "-q")
	gitIn(t, project, "update-index", "--add", "--cacheinfo", "160000,"+strings.Repeat("1", 40)+",deps/lib")
	must(t, os.MkdirAll(filepath.Join(project, "deps", "lib"), 0o755))
	for _, strict := range []bool{false, true} {
		r := run(t, x, Options{Tree: project, Strict: strict})
		if len(r.LeftOut) != 1 || r.LeftOut[0].Path != "deps/lib" || r.LeftOut[0].Reason != "submodule" || (len(r.Unread) == 1) != strict {
			t.Errorf("it left out %v, and could not read %v", r.LeftOut, r.Unread)
		}
	}
}

// Folders of metadata are skipped by name, and so are those named as an index. A scan names them if
// they are no index, or git tracks files in them, and reports their changed source as not read.
func TestRun_NamesTrackedFilesInSkippedFolders(t *testing.T) {
	copied := routines(10, 11, 12)
	x := makeIndex(t, map[string]map[string]string{"up": {"a.go": copied}})
	project := write(t, map[string]string{"own.go": routines(900)})
	gitIn(t, project, "init", "-q")
	gitIn(t, project, "add", "-A")
	gitIn(t, project, "commit", "-qm", "old")
	for _, name := range []string{"lib/__MACOSX/x.go", "lib/.chaffinch/x.go", "new/__MACOSX/y.go", "new/__MACOSX/._z.go", "more/__MACOSX/._z.go"} {
		text := copied
		if strings.HasPrefix(filepath.Base(name), "._") {
			text = "\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X"
		}
		name = filepath.Join(project, name)
		must(t, os.MkdirAll(filepath.Dir(name), 0o755))
		must(t, os.WriteFile(name, []byte(text), 0o644))
	}
	if r := run(t, x, Options{Tree: project, Since: "HEAD"}); len(r.LeftOut) != 1 || r.LeftOut[0].Path != "lib/.chaffinch" || len(r.Unread) != 0 {
		t.Errorf("untracked: %v, unread %v", r.LeftOut, r.Unread)
	}
	var strict []string
	for _, u := range run(t, x, Options{Tree: project, Strict: true}).Unread {
		strict = append(strict, u.Path)
	}
	if want := []string{"lib/.chaffinch", "lib/__MACOSX", "new/__MACOSX"}; !slices.Equal(slices.Sorted(slices.Values(strict)), want) {
		t.Errorf("strict, untracked: unread %q", strict)
	}
	gitIn(t, project, "add", "-f", "lib")
	for since, want := range map[string]int{"": 0, "HEAD": 2} {
		r := run(t, x, Options{Tree: project, Since: since})
		var left []string
		for _, l := range r.LeftOut {
			left = append(left, l.Path)
		}
		if slices.Sort(left); !slices.Equal(left, []string{"lib/.chaffinch", "lib/__MACOSX"}) || len(r.Unread) != want {
			t.Errorf("since %q: %v, unread %v", since, r.LeftOut, r.Unread)
		}
	}
}

// A folder that only has the name of a repository or of an index is named, outside of git and in
// archives, too.
func TestRun_NamesFoldersWithReservedNames(t *testing.T) {
	copied := routines(10, 11, 12)
	x := makeIndex(t, map[string]map[string]string{"up": {"a.go": copied}})
	project := write(t, map[string]string{"own.go": routines(900), "a/.git/x.go": copied, "a/.chaffinch/x.go": copied, "b.zip": zipped(t, ".git/x.go", copied)})
	r := run(t, x, Options{Tree: project, Strict: true, Corpus: document.Options{Archives: true}})
	var got []string
	for _, l := range r.LeftOut {
		got = append(got, l.Path+" "+string(l.Reason))
	}
	if want := []string{"a/.chaffinch reserved-name", "a/.git reserved-name", "b.zip/.git reserved-name"}; !slices.Equal(got, want) || len(r.Unread) != len(want) {
		t.Errorf("left out %q, unread %v", got, r.Unread)
	}
}

// A project that is one file is read, or named as not read.
func TestRun_ReadsTheFileThatItNames(t *testing.T) {
	x := makeIndex(t, map[string]map[string]string{"up": {"a.go": routines(10)}})
	project := write(t, map[string]string{"big.go": routines(10) + strings.Repeat("\n", 5<<20), "program": "\x7fELF\x00\x00\x00"})
	for _, name := range []string{"big.go", "program"} {
		if r := run(t, x, Options{Tree: filepath.Join(project, name)}); len(r.Unread) != 1 {
			t.Errorf("%s: %v is not read", name, r.Unread)
		}
	}
}

// A submodule that a change adds or moves to another commit, and that is not checked out, was not
// read.
func TestRun_SinceNamesChangedSubmodules(t *testing.T) {
	x := corpusOf(t)
	tree := write(t, map[string]string{"own.go": "package p\n"})
	gitIn(t, tree, "init", "-q")
	gitIn(t, tree, "add", "-A")
	gitIn(t, tree, "commit", "-qm", "old")
	must(t, os.Mkdir(filepath.Join(tree, "mod"), 0o755))
	for i, c := range []struct {
		id, since string
		want      int
	}{{"1", "HEAD^", 1}, {"", "HEAD", 0}, {"2", "HEAD^", 1}} {
		if c.id != "" {
			gitIn(t, tree, "update-index", "--add", "--cacheinfo", "160000,"+strings.Repeat(c.id, 40)+",mod")
			gitIn(t, tree, "commit", "-qm", "mod")
		}
		if r := run(t, x, Options{Tree: tree, Since: c.since}); len(r.Unread) != c.want || c.want > 0 && r.Unread[0].Path != "mod" {
			t.Errorf("%d: %+v", i, r.Unread)
		}
	}
}

// An index that a repository brings decides what is found in it, so it is named.
func TestRun_NamesATrackedIndex(t *testing.T) {
	project := write(t, map[string]string{"a.go": routines(1, 2)})
	x, err := chaffinch.Create(filepath.Join(project, ".chaffinch"), index.DefaultSettings())
	must(t, err)
	defer x.Close()
	_, err = x.Update(t.Context(), index.Source{Root: write(t, map[string]string{"c.go": routine(9)}), Collection: "other"}, index.UpdateOptions{})
	must(t, err)
	gitIn(t, project, "init", "-q")
	if r := run(t, x, Options{Tree: project}); len(r.Warnings) > 0 {
		t.Errorf("warned %q of an index that is not tracked", r.Warnings)
	}
	gitIn(t, project, "add", "-A")
	if r := run(t, x, Options{Tree: filepath.Join(project, "a.go")}); len(r.Warnings) != 1 || !strings.HasPrefix(r.Warnings[0].Text, "the index is inside the scanned repository") {
		t.Errorf("warned %q", r.Warnings)
	}
}

// An archive that the revision has brings nothing new, and what is not read in another one is an
// error: also the working copy of another system, whose files may be source.
func TestRun_SinceReadsArchivesThatChanged(t *testing.T) {
	copied := routines(10, 11, 12)
	x := makeIndex(t, map[string]map[string]string{"up": {"a.go": copied}})
	archive := func(files map[string]string) string {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, name := range slices.Sorted(maps.Keys(files)) {
			f, err := z.Create(name)
			must(t, err)
			_, err = f.Write([]byte(files[name]))
			must(t, err)
		}
		must(t, z.Close())
		return b.String()
	}
	all := map[string]string{"a/b.go": copied, "nul.go": "/*" + strings.Repeat("\x00", 3000) + "*/", ".svn/pristine.go": copied}
	project := write(t, map[string]string{"own.go": routines(900), "vendor/z.zip": archive(all)})
	gitIn(t, project, "init", "-q")
	gitIn(t, project, "add", "-A", "-f")
	gitIn(t, project, "commit", "-q", "-m", "first")
	o := Options{Tree: project, Since: "HEAD", Corpus: document.Options{Archives: true}}
	if r := run(t, x, o); len(r.Findings) != 0 || len(r.Unread) != 0 {
		t.Errorf("an archive that the revision has: %q, %v", summaries(r), r.Unread)
	}
	all["c.go"] = routines(901)
	must(t, os.WriteFile(filepath.Join(project, "vendor/z.zip"), []byte(archive(all)), 0o600))
	r := run(t, x, o)
	var unread []string
	for _, u := range r.Unread {
		unread = append(unread, u.Path)
	}
	slices.Sort(unread)
	if want := []string{"vendor/z.zip/.svn", "vendor/z.zip/nul.go"}; len(r.Findings) != 1 || r.Findings[0].File != "vendor/z.zip/a/b.go" || !slices.Equal(unread, want) {
		t.Errorf("an archive that changed: %q, %v", summaries(r), r.Unread)
	}
}

// Git lists its files once a run, not once for each folder that is skipped.
func TestRun_AsksOnceWhatGitTracks(t *testing.T) {
	x := makeIndex(t, map[string]map[string]string{"up": {"a.go": routines(10)}})
	program, err := exec.LookPath("git")
	must(t, err)
	tools := t.TempDir()
	log := filepath.Join(tools, "log")
	if err := os.WriteFile(filepath.Join(tools, "git"), []byte("#!/bin/sh\ncase \"$*\" in *ls-files*) echo x >>'"+log+"';; esac\nexec '"+program+"' \"$@\"\n"), 0o755); err != nil || runtime.GOOS == "windows" {
		t.Skip("no script can stand for git")
	}
	times := func(folders int) int {
		project := write(t, map[string]string{"own.go": routines(900)})
		gitIn(t, project, "init", "-q")
		gitIn(t, project, "add", "-A")
		gitIn(t, project, "commit", "-qm", "old")
		for i := range folders {
			folder := filepath.Join(project, fmt.Sprintf("d%d", i), ".svn")
			must(t, os.MkdirAll(folder, 0o755))
			must(t, os.WriteFile(filepath.Join(folder, "q.go"), []byte(routines(20+i)), 0o644))
		}
		gitIn(t, project, "add", "-Af")
		must(t, os.WriteFile(log, nil, 0o644))
		t.Setenv("PATH", tools+string(os.PathListSeparator)+os.Getenv("PATH"))
		r := run(t, x, Options{Tree: project, Since: "HEAD"})
		if len(r.Unread) != folders {
			t.Errorf("%d folders: %v", folders, r.Unread)
		}
		text, err := os.ReadFile(log)
		must(t, err)
		return bytes.Count(text, []byte("x"))
	}
	if few, many := times(2), times(9); few != many {
		t.Errorf("git lists its files %d times for 2 folders, %d for 9", few, many)
	}
}

// ebcdic returns the text in code page 37.
func ebcdic(t *testing.T, text string) string {
	encoded, err := charmap.CodePage037.NewEncoder().String(text)
	must(t, err)
	return encoded
}
