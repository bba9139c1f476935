package corpus

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// gitRepo makes dir an empty repository. Running git for this would take longer than the test.
func gitRepo(t *testing.T, dir string) {
	t.Helper()
	makeDir(t, filepath.Join(dir, ".git", "objects"))
	makeDir(t, filepath.Join(dir, ".git", "refs"))
	writeFile(t, filepath.Join(dir, ".git", "HEAD"), "ref: refs/heads/main\n")
}

func needGit(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
}

// runGit runs git without the user's settings and returns its output. Status 1 means that nothing
// is ignored.
func runGit(t *testing.T, dir string, stdin []byte, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "core.ignoreCase=false", "-c", "core.excludesFile="}, args...)...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull}
	cmd.Stdin = bytes.NewReader(stdin)
	out, err := cmd.Output()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() > 1 {
		t.Fatalf("git %v: %v", args, err)
	}
	return out
}

// gitIgnored asks git which of the paths are ignored.
func gitIgnored(t *testing.T, dir string, paths []string) map[string]bool {
	t.Helper()
	in := strings.Join(paths, "\x00") + "\x00"
	ignored := map[string]bool{}
	for _, p := range strings.Split(string(runGit(t, dir, []byte(in), "check-ignore", "-z", "--stdin", "--no-index")), "\x00") {
		ignored[p] = true
	}
	return ignored
}

// randomTree is a tree of random folders and files with random ignore files.
type randomTree struct {
	t     *testing.T
	r     *rand.Rand
	root  string
	paths []string
	rules map[string]string // by path of the ignore file
}

var treeNames = []string{"a", "b", "ab", "foo", "bar", "foo.o", "x.c", "a.b.c", "é", "日本", "x y", "x ", "A", "[a]", "a]b", "a-b", "#c", "!d", "1", "{a,b}", "*", "a*", "\xff"}

func (rt *randomTree) fill(dir string, depth int) {
	if rt.r.IntN(2) == 0 || dir == "" {
		rt.ignoreFile(dir)
	}
	for _, i := range rt.r.Perm(len(treeNames))[:2+rt.r.IntN(7)] {
		path := dir + treeNames[i]
		if strings.Contains(path, "\xff") && !keepsBytes {
			continue
		}
		rt.paths = append(rt.paths, path)
		if depth == 0 || rt.r.IntN(2) == 0 {
			writeFile(rt.t, filepath.Join(rt.root, path), "x\n")
			continue
		}
		makeDir(rt.t, filepath.Join(rt.root, path))
		rt.fill(path+"/", depth-1)
	}
}

func (rt *randomTree) ignoreFile(dir string) {
	var b strings.Builder
	for range 1 + rt.r.IntN(5) {
		b.WriteString(rt.line())
		b.WriteString(rt.pick("\n", "\n", "\n", "\n", "\r\n", " \n", "  \n", "\\ \n"))
	}
	rt.rules[dir+".gitignore"] = b.String()
	writeFile(rt.t, filepath.Join(rt.root, dir, ".gitignore"), b.String())
}

func (rt *randomTree) pick(of ...string) string { return of[rt.r.IntN(len(of))] }

// line returns a pattern: mostly a plausible one, sometimes a string of special characters.
func (rt *randomTree) line() string {
	var b strings.Builder
	b.WriteString(rt.pick("", "", "", "!", "!", "#", "\\#", "\\!", "/", "!/", "**/", "*"))
	if rt.r.IntN(5) == 0 {
		for range rt.r.IntN(6) {
			b.WriteString(rt.pick("*", "?", "[", "]", "\\", "!", "a", "b", "/", "-", "**", "é", "{", "}", ",", "[:", ":]", " ", "^", "x"))
		}
		return b.String()
	}
	for i := range 1 + rt.r.IntN(3) {
		if i > 0 {
			b.WriteString("/")
		}
		b.WriteString(rt.element())
	}
	b.WriteString(rt.pick("", "", "", "/", "/*", "/**", "**", "\\/*"))
	return b.String()
}

func (rt *randomTree) element() string {
	name := treeNames[rt.r.IntN(len(treeNames))]
	switch rt.r.IntN(10) {
	case 0:
		return "*"
	case 1:
		return "**"
	case 2:
		return name[:1] + "*"
	case 3:
		return "*" + name[len(name)-1:]
	case 4:
		return rt.pick("[ab]*", "[!a]*", "[^a-c]", "[]a]b", "[[:alpha:]]", "[[:punct:]a]*", "[a-]b", "[\\]a]*", "[a-c-e]", "[[:x:]]", "[a", "[!]a]*", "[[]a]", "[--1]", "[z-a]")
	case 5:
		return "?" + name[1:]
	case 6:
		return name + rt.pick("*", "**", "***", "?")
	case 7:
		return rt.pick("{a,b}", "a\\*", "\\a", "f?o", "*.*", "*o*", "??", "***", "a**b", "*a*b*")
	}
	return name
}

// ours returns which of the paths Walk ignores.
func (rt *randomTree) ours() map[string]bool {
	var skipped []string
	ignored := map[string]bool{}
	for _, s := range walkAll(rt.t, rt.root, document.Options{}).skips {
		if s.Reason == document.Ignored {
			skipped = append(skipped, s.Path)
		}
	}
	for _, p := range rt.paths {
		ignored[p] = slices.ContainsFunc(skipped, func(s string) bool {
			return s == p || s == p+"/" || strings.HasSuffix(s, "/") && strings.HasPrefix(p, s)
		})
	}
	return ignored
}

// track makes git track some of the files, also ignored ones, and returns which files and folders
// above them.
func (rt *randomTree) track() map[string]bool {
	var some []string
	tracked := map[string]bool{}
	for _, p := range rt.paths {
		if info, err := os.Lstat(filepath.Join(rt.root, p)); err != nil || !info.Mode().IsRegular() || rt.r.IntN(4) > 0 {
			continue
		}
		some = append(some, p)
		for ; p != "."; p = path.Dir(p) {
			tracked[p] = true
		}
	}
	if len(some) > 0 {
		runGit(rt.t, rt.root, []byte(strings.Join(some, "\x00")), "--literal-pathspecs", "add", "-f", "--pathspec-from-file=-", "--pathspec-file-nul")
	}
	return tracked
}

// Walk ignores what git check-ignore says, on random trees with random ignore files, except for
// what git tracks. In every second tree it tracks something. CHAFFINCH_IGNORE_TREES sets the number
// of trees. The number of a tree is its seed.
func TestIgnore_LikeGit(t *testing.T) {
	needGit(t)
	trees := 60
	if testing.Short() {
		trees = 20
	}
	if n, err := strconv.Atoi(os.Getenv("CHAFFINCH_IGNORE_TREES")); err == nil {
		trees = n
	}
	dir := t.TempDir()
	total, hits := 0, 0
	for seed := range trees {
		root := filepath.Join(dir, fmt.Sprint("tree", seed))
		makeDir(t, root)
		gitRepo(t, root)
		rt := &randomTree{t: t, r: rand.New(rand.NewPCG(uint64(seed), 8)), root: root, rules: map[string]string{}}
		rt.fill("", 3)
		exclude := rt.line() + "\n"
		writeFile(t, filepath.Join(root, ".git", "info", "exclude"), exclude)
		want := gitIgnored(t, root, rt.paths)
		if seed%2 == 1 {
			for p := range rt.track() {
				delete(want, p)
			}
		}
		got := rt.ours()
		for _, p := range rt.paths {
			total++
			if want[p] {
				hits++
			}
			if got[p] != want[p] {
				t.Errorf("seed %d: %q: ignored is %v, for git %v\nrules %q\nexclude %q", seed, p, got[p], want[p], rt.rulesFor(p), exclude)
			}
		}
	}
	t.Logf("%d trees, %d paths, %d ignored", trees, total, hits)
	if hits < total/10 || hits > total*9/10 {
		t.Errorf("%d of %d paths are ignored: the random rules test nothing", hits, total)
	}
}

// rulesFor returns the ignore files above a path.
func (rt *randomTree) rulesFor(path string) map[string]string {
	above := map[string]string{}
	for file, text := range rt.rules {
		if strings.HasPrefix(path, strings.TrimSuffix(file, ".gitignore")) {
			above[file] = text
		}
	}
	return above
}

// A folder of sources may have been taken out of its repository, whose catch-all lines it still
// has. A cache has no other lines.
func TestIgnore_CatchAllBelowTheRoot(t *testing.T) {
	files := map[string]string{
		"linux/.gitignore": "*.o\n/*\n!/debian/\n", "linux/a.c": "x", "linux/x.o": "x", "linux/sub/b.c": "x",
		"linux/sub/.cache/.gitignore": "*\n", "linux/sub/.cache/c.c": "x", "own/.gitignore": "/*\n!/d.c\n",
		"own/d.c": "x", "own/e.c": "x", "venv/.gitignore": "# made by a tool\n*\n", "venv/f.py": "x",
	}
	want := []string{"linux/.gitignore", "linux/a.c", "linux/sub/b.c", "own/d.c"}
	if got := walkAll(t, makeTree(t, files), document.Options{}).paths(); !slices.Equal(got, want) {
		t.Errorf("visited %q, want %q", got, want)
	}
	files[".git/HEAD"] = "ref: refs/heads/main\n"
	if got := walkAll(t, makeTree(t, files), document.Options{}).paths(); !slices.Equal(got, []string{"own/d.c"}) {
		t.Errorf("in a repository visited %q, but git ignores all but own/d.c", got)
	}
}

// Outside of a repository, catch-all lines do not ignore the whole root.
func TestIgnore_CatchAll(t *testing.T) {
	tests := []struct {
		name   string
		ignore string
		repo   bool
		want   []string
	}{
		{"leaves nothing", "*.o\n/*\n!/debian/\n", false, []string{".gitignore", "a.c", "sub/b.c"}},
		{"star leaves nothing", "*\n", false, []string{".gitignore", "a.c", "sub/b.c", "x.o"}},
		{"leaves what it lists", "/*\n!/sub/\n", false, []string{"sub/b.c"}},
		{"in a repository git decides", "/*\n!/debian/\n", true, []string{}},
	}
	for _, test := range tests {
		files := map[string]string{".gitignore": test.ignore, "a.c": "x", "sub/b.c": "x", "x.o": "x"}
		if test.repo {
			files[".git/HEAD"] = "ref: refs/heads/main\n"
		}
		if got := walkAll(t, makeTree(t, files), document.Options{}).paths(); !slices.Equal(got, test.want) {
			t.Errorf("%s: visited %q, want %q", test.name, got, test.want)
		}
	}
}

// The user's rules for all repositories are applied in repositories, after those of the repository.
// Its own configuration cannot name a file.
func TestWalk_AppliesTheUsersExcludes(t *testing.T) {
	needGit(t)
	home := t.TempDir()
	for _, name := range []string{"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "XDG_CONFIG_HOME"} {
		t.Setenv(name, "") // restores it
		if err := os.Unsetenv(name); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	root := makeTree(t, map[string]string{"a.c": "x", "a.tmp": "x", "keep.tmp": "x", "build/b.c": "x", "x/c.own": "x", ".gitignore": "!keep.tmp\n", "z/d.c": "x"})
	all := []string{".gitignore", "a.c", "a.tmp", "build/b.c", "keep.tmp", "x/c.own", "z/d.c"}
	check := func(what string, want ...string) {
		t.Helper()
		if got := walkAll(t, root, document.Options{}).paths(); !slices.Equal(got, want) {
			t.Errorf("%s: visited %q, want %q", what, got, want)
		}
	}
	writeFile(t, filepath.Join(home, ".config", "git", "ignore"), "*.tmp\nbuild/\n/z\n")
	check("no repository", all...)
	runGit(t, root, nil, "init", "-q")
	check("default", ".gitignore", "a.c", "keep.tmp", "x/c.own")
	if got := walkAll(t, root, document.Options{NoIgnore: true}).paths(); !slices.Equal(got, all) {
		t.Errorf("NoIgnore: visited %q", got)
	}
	if got := walkAll(t, filepath.Join(root, "z"), document.Options{}).paths(); !slices.Equal(got, []string{"d.c"}) {
		t.Errorf("a root that is ignored: visited %q", got)
	}
	ignore := filepath.Join(home, ".config", "git", "ignore")
	if err := os.Rename(ignore, filepath.Join(home, "dotfile")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(home, "dotfile"), ignore); err != nil {
		t.Fatal(err)
	}
	check("a link", ".gitignore", "a.c", "keep.tmp", "x/c.own")
	writeFile(t, filepath.Join(home, "mine"), "*.own\n")
	runGit(t, root, nil, "config", "core.excludesFile", filepath.Join(home, "mine"))
	check("configuration of the repository", ".gitignore", "a.c", "keep.tmp", "x/c.own")
	writeFile(t, filepath.Join(home, "gitconfig"), "[include]\n\tpath = more\n")
	writeFile(t, filepath.Join(home, "more"), "[core]\n\texcludesFile = ~/mine\n")
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(home, "gitconfig"))
	check("configuration of the user", ".gitignore", "a.c", "a.tmp", "build/b.c", "keep.tmp", "z/d.c")
	t.Setenv("PATH", "")
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	check("without git", all...)
}

// What git tracks is read, also below an ignored folder and in a repository inside. A
// .chaffinchignore decides alone.
func TestWalk_IgnoresNothingThatGitTracks(t *testing.T) {
	needGit(t)
	root := makeTree(t, map[string]string{
		".gitignore": "build/\n*.gen.c\n", "a.c": "x", "a.gen.c": "x", "b.gen.c": "x", "build/own.c": "x", "build/deep/copied.c": "x", "build/other/c.c": "x",
		"sub/.gitignore": "*\n", "sub/d.c": "x", "sub/e.c": "x", ".chaffinchignore": "vendor/\n", "vendor/v.c": "x",
	})
	sub := filepath.Join(root, "sub")
	runGit(t, sub, nil, "init", "-q")
	runGit(t, sub, nil, "add", "-f", "d.c")
	runGit(t, root, nil, "init", "-q")
	runGit(t, root, nil, "add", "-f", "a.c", "a.gen.c", "build/deep/copied.c", "vendor/v.c")
	got := walkAll(t, root, document.Options{})
	want := []string{".chaffinchignore", ".gitignore", "a.c", "a.gen.c", "build/deep/copied.c", "sub/d.c"}
	if !slices.Equal(got.paths(), want) {
		t.Errorf("visited %q, want %q", got.paths(), want)
	}
	var ignored []string
	for _, s := range got.skips {
		if s.Reason == document.Ignored {
			ignored = append(ignored, s.Path+" by "+s.IgnoredBy)
		}
	}
	if want := []string{"b.gen.c by .gitignore", "build/other/ by .gitignore", "build/own.c by .gitignore", "sub/.gitignore by sub/.gitignore", "sub/e.c by sub/.gitignore", "vendor/ by .chaffinchignore"}; !slices.Equal(ignored, want) {
		t.Errorf("ignored %q, want %q", ignored, want)
	}
	if below := walkAll(t, filepath.Join(root, "build"), document.Options{}).paths(); !slices.Equal(below, []string{"deep/copied.c", "other/c.c", "own.c"}) && !slices.Equal(below, []string{"deep/copied.c"}) {
		t.Errorf("visited %q below", below)
	}
}

// A submodule that is not checked out is an empty folder, which git tracks.
func TestWalk_NamesSubmodulesThatAreNotCheckedOut(t *testing.T) {
	needGit(t)
	root := makeTree(t, map[string]string{".gitignore": "ignored/\n", "a.c": "x", "in/full/b.c": "x"})
	runGit(t, root, nil, "init", "-q")
	runGit(t, root, nil, "add", "a.c")
	for _, name := range []string{"deps/lib", "ignored/lib", "in/full", "gone"} {
		runGit(t, root, nil, "update-index", "--add", "--cacheinfo", "160000,"+strings.Repeat("1", 40)+","+name)
	}
	for _, folder := range []string{"deps/lib", "ignored/lib", "empty/folder"} {
		if err := os.MkdirAll(filepath.Join(root, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, o := range []document.Options{{}, {NoIgnore: true}, {OuterIgnore: true}} {
		var named []string
		for _, s := range walkAll(t, root, o).skips {
			if s.Reason == document.Submodule {
				named = append(named, s.Path)
			}
		}
		if want := []string{"deps/lib/", "ignored/lib/"}; !slices.Equal(named, want) {
			t.Errorf("%+v: named %q, want %q", o, named, want)
		}
	}
	below := walkAll(t, filepath.Join(root, "deps"), document.Options{}).skips
	if len(below) != 1 || below[0].Path != "lib/" || below[0].Reason != document.Submodule {
		t.Errorf("below: %v", below)
	}
}

// Where git cannot tell what it tracks, its ignore files hide nothing, and this is said. A
// .chaffinchignore decides.
func TestWalk_GitsIgnoreFilesHideNothingIfGitCannotTell(t *testing.T) {
	needGit(t)
	for what, spoil := range map[string]func(t *testing.T, root string){
		"no program git": func(t *testing.T, _ string) { t.Setenv("PATH", "") },
		"a pointer to nothing": func(t *testing.T, root string) {
			remove(t, filepath.Join(root, ".git"))
			writeFile(t, filepath.Join(root, ".git"), "gitdir: /nowhere\n")
		},
		"a damaged index": func(t *testing.T, root string) { writeFile(t, filepath.Join(root, ".git", "index"), "damaged") },
		"no index":        func(t *testing.T, root string) { remove(t, filepath.Join(root, ".git", "index")) },
	} {
		t.Run(what, func(t *testing.T) {
			root := makeTree(t, map[string]string{".gitignore": "ign/\n", "a.c": "x", "ign/forced.c": "x", "sub/.gitignore": "*.c\n", "sub/b.c": "x", "own/c.c": "x", ".chaffinchignore": "own/\n"})
			runGit(t, root, nil, "init", "-q")
			runGit(t, root, nil, "add", "-f", "a.c", "ign/forced.c")
			runGit(t, root, nil, "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "a")
			spoil(t, root)
			got := walkAll(t, root, document.Options{})
			if want := []string{".chaffinchignore", ".gitignore", "a.c", "ign/forced.c", "sub/.gitignore", "sub/b.c"}; !slices.Equal(got.paths(), want) {
				t.Errorf("visited %q, want %q", got.paths(), want)
			}
			said := slices.IndexFunc(got.skips, func(s Skip) bool { return s.Reason == document.IgnoreFile && s.Path == "./" })
			if said < 0 || !strings.Contains(got.skips[said].Err.Error(), "cannot list the files that git tracks") {
				t.Errorf("it says %v", got.skips)
			}
			if what == "no index" {
				runGit(t, root, nil, "reset", "-q")
				if got := walkAll(t, root, document.Options{}).paths(); slices.Contains(got, "sub/b.c") {
					t.Errorf("with an index visited %q", got)
				}
			}
		})
	}
}

func remove(t *testing.T, name string) {
	t.Helper()
	if err := os.RemoveAll(name); err != nil {
		t.Fatal(err)
	}
}
