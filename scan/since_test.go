package scan

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// What a scan of the revision did not read, or read in another language, is new in a file that is.
// The second map is of the change.
func TestRun_SinceHasOnlyWhatAScanRead(t *testing.T) {
	x := corpusOf(t)
	const own = "package p\n"
	copied, removed := routines(10, 11, 12), "-" // a file that the change removes
	padded := copied + strings.Repeat("\n", 5<<20)
	for name, c := range map[string]struct {
		before, after map[string]string
		options       Options
		want          int
	}{
		"binary":          {before: map[string]string{"x.dat": strings.Repeat("\x00", 16) + copied}, after: map[string]string{"x.dat": removed, "a.go": copied}, want: 1},
		"too large":       {before: map[string]string{"a.go": padded}, after: map[string]string{"a.go": copied}, want: 1},
		"language":        {before: map[string]string{"x.tex": copied}, after: map[string]string{"x.tex": removed, "x.go": copied}, want: 1},
		"edited language": {before: map[string]string{"x.tex": copied}, after: map[string]string{"x.tex": removed, "x.go": copied + "\n// x\n"}, want: 1},
		"ignored":         {before: map[string]string{"a.go": copied, ".chaffinchignore": "a.go\n"}, after: map[string]string{".chaffinchignore": removed}, want: 1},
		"ignored folder":  {before: map[string]string{"in/deep/a.go": copied, "in/.chaffinchignore": "/deep/\n"}, after: map[string]string{"in/.chaffinchignore": removed}, want: 1},
		"excluded": {
			before: map[string]string{"old/a.go": copied}, after: map[string]string{"old/a.go": removed, "a.go": copied},
			options: Options{Corpus: document.Options{Exclude: []string{"old/"}}}, want: 1,
		},
		"not ignored there": {before: map[string]string{"a.go": copied, "in/.chaffinchignore": "a.go\n"}, after: map[string]string{"in/.chaffinchignore": removed}},
		"restored":          {before: map[string]string{"a.go": copied, ".chaffinchignore": "*.go\n!a.go\n"}, after: map[string]string{".chaffinchignore": removed}},
		"no ignore": {
			before: map[string]string{"a.go": copied, ".chaffinchignore": "a.go\n"}, after: map[string]string{".chaffinchignore": removed},
			options: Options{Corpus: document.Options{NoIgnore: true}},
		},
		"moved":             {before: map[string]string{"old/a.go": copied}, after: map[string]string{"old/a.go": removed, "a.go": copied}},
		"moved and edited":  {before: map[string]string{"old/a.go": copied}, after: map[string]string{"old/a.go": removed, "a.go": copied + "\n// x\n"}},
		"a copy":            {before: map[string]string{"a.go": copied}, after: map[string]string{"b.go": copied}, want: 1},
		"a copy and a line": {before: map[string]string{"a.go": copied}, after: map[string]string{"b.go": copied + "\n// x\n"}, want: 1},
		"unchanged":         {before: map[string]string{"a.go": copied}, after: map[string]string{"b.go": own}},
	} {
		tree := write(t, c.before)
		gitIn(t, tree, "init", "-q")
		gitIn(t, tree, "add", "-A")
		gitIn(t, tree, "commit", "-qm", "old")
		for file, text := range c.after {
			file = filepath.Join(tree, file)
			if text == removed {
				must(t, os.Remove(file))
				continue
			}
			must(t, os.MkdirAll(filepath.Dir(file), 0o755))
			must(t, os.WriteFile(file, []byte(text), 0o644))
		}
		c.options.Tree, c.options.Since = tree, "HEAD"
		if r := run(t, x, c.options); r.Totals.Open != c.want {
			t.Errorf("%s: %d open, not %d: %q, unread %v", name, r.Totals.Open, c.want, summaries(r), r.Unread)
		}
	}
}

// A file that looks like source, and is not read, must not take over the state of one that does
// not.
func TestRun_SinceReportsBinaryThatBecomesSource(t *testing.T) {
	x := corpusOf(t)
	binary := "/*" + strings.Repeat("\x00", 2000) + "*/" + routines(10)
	tree := write(t, map[string]string{"x.dat": binary})
	gitIn(t, tree, "init", "-q")
	gitIn(t, tree, "add", "-A")
	gitIn(t, tree, "commit", "-qm", "old")
	must(t, os.Rename(filepath.Join(tree, "x.dat"), filepath.Join(tree, "x.go")))
	if r := run(t, x, Options{Tree: tree, Since: "HEAD"}); len(r.Unread) != 1 {
		t.Errorf("unread %v", r.Unread)
	}
}

// A change that ignores its own copy is not passed. Rules of the revision count, as do untracked
// files.
func TestRun_SinceReportsWhatNewRulesIgnore(t *testing.T) {
	x := corpusOf(t)
	tree := write(t, map[string]string{"p.go": "package p\n", "old/p.go": "package p\n", ".chaffinchignore": "old/\nlater.go\n"})
	gitIn(t, tree, "init", "-q")
	gitIn(t, tree, "add", "-A")
	gitIn(t, tree, "commit", "-qm", "old")
	for file, text := range map[string]string{
		".chaffinchignore": "old/\nlater.go\nnew.go\nin/\n*.txt\nloose.go\n",
		"new.go":           routines(10), "in/deep.go": routines(11), "later.go": routines(12), "old/q.go": routines(13), "a.txt": "x\n",
	} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(tree, file)), 0o755))
		must(t, os.WriteFile(filepath.Join(tree, file), []byte(text), 0o644))
	}
	gitIn(t, tree, "add", "-A")
	must(t, os.WriteFile(filepath.Join(tree, "loose.go"), []byte(routines(14)), 0o644))
	r := run(t, x, Options{Tree: tree, Since: "HEAD"})
	var unread []string
	for _, u := range r.Unread {
		unread = append(unread, u.Path)
	}
	slices.Sort(unread)
	if !slices.Equal(unread, []string{"in/deep.go", "new.go"}) {
		t.Errorf("unread %v", r.Unread)
	}
}

// Before the first commit everything is new.
func TestRun_SinceHEADBeforeFirstCommit(t *testing.T) {
	x := corpusOf(t)
	tree := write(t, map[string]string{"a.go": routines(10, 11, 12)})
	gitIn(t, tree, "init", "-q")
	gitIn(t, tree, "add", "-A")
	if r := run(t, x, Options{Tree: tree, Since: "HEAD"}); r.Totals.Open != 1 {
		t.Errorf("%q", summaries(r))
	}
	if _, err := Run(t.Context(), x, Options{Tree: tree, Since: "HEAD^1"}); err == nil {
		t.Error("HEAD^1 is a revision")
	}
}

// A shallow clone lacks the parents of its commit: the error says how to get them.
func TestRun_SinceInShallowClone(t *testing.T) {
	x := corpusOf(t)
	origin, clone := write(t, map[string]string{"a.go": "package p\n"}), filepath.Join(t.TempDir(), "clone")
	gitIn(t, origin, "init", "-q")
	gitIn(t, origin, "add", "-A")
	gitIn(t, origin, "commit", "-qm", "1")
	gitIn(t, origin, "commit", "-qm", "2", "--allow-empty")
	gitIn(t, origin, "clone", "-q", "--depth", "1", "file://"+filepath.ToSlash(origin), clone)
	if _, err := Run(t.Context(), x, Options{Tree: clone, Since: "HEAD^1"}); err == nil || !strings.Contains(err.Error(), "git fetch --deepen") {
		t.Errorf("%v", err)
	}
}

// A changed file that git tracks and the work tree lacks is not read: a scan since the revision
// names it, and fails if it looks like source. Patterns and ignore files may leave it out.
func TestRun_SinceNamesAbsentFiles(t *testing.T) {
	x := corpusOf(t)
	copied := routines(10, 11, 12)
	origin := write(t, map[string]string{"a/own.go": routines(900), "b/own.go": routines(901), "left/own.go": routines(902), "README": "1\n", ".chaffinchignore": "left/\n"})
	gitIn(t, origin, "init", "-q")
	gitIn(t, origin, "add", "-A")
	gitIn(t, origin, "commit", "-qm", "1")
	for _, name := range []string{"b/c.go", "left/c.go", "b/text"} {
		must(t, os.WriteFile(filepath.Join(origin, name), []byte(copied), 0o644))
	}
	gitIn(t, origin, "add", "-fA")
	gitIn(t, origin, "commit", "-qm", "2")
	lacked := []string{"b/c.go", "b/text"}
	for name, c := range map[string]struct {
		clone   []string
		then    func(tree string)
		options Options
		want    []string
	}{
		"all":      {},
		"sparse":   {clone: []string{"--sparse"}, then: func(tree string) { gitIn(t, tree, "sparse-checkout", "set", "a") }, want: lacked},
		"an index": {clone: []string{"--sparse"}, then: func(tree string) { gitIn(t, tree, "sparse-checkout", "set", "--sparse-index", "a") }, want: lacked},
		"no checkout": {clone: []string{"--no-checkout"}, then: func(tree string) {
			must(t, os.WriteFile(filepath.Join(tree, "own.go"), []byte(routines(903)), 0o644))
		}, want: lacked},
		"removed":    {then: func(tree string) { must(t, os.Remove(filepath.Join(tree, "b/c.go"))) }, want: lacked[:1]},
		"all of it":  {then: func(tree string) { must(t, os.RemoveAll(filepath.Join(tree, "b"))) }, want: lacked},
		"left out":   {then: func(tree string) { must(t, os.RemoveAll(filepath.Join(tree, "left"))) }},
		"no ignore":  {then: func(tree string) { must(t, os.RemoveAll(filepath.Join(tree, "left"))) }, options: Options{Corpus: document.Options{NoIgnore: true}}, want: []string{"left/c.go"}},
		"by pattern": {then: func(tree string) { must(t, os.RemoveAll(filepath.Join(tree, "b"))) }, options: Options{Corpus: document.Options{Exclude: []string{"b/"}}}},
		"git rm":     {then: func(tree string) { gitIn(t, tree, "rm", "-q", "b/c.go", "b/text") }},
		"skip-worktree": {then: func(tree string) {
			gitIn(t, tree, "update-index", "--skip-worktree", "b/c.go")
			must(t, os.Remove(filepath.Join(tree, "b/c.go")))
		}, want: lacked[:1]},
		"a link": {then: func(tree string) {
			must(t, os.Rename(filepath.Join(tree, "b"), filepath.Join(tree, "z")))
			must(t, os.Symlink("z", filepath.Join(tree, "b")))
			must(t, os.Remove(filepath.Join(tree, "z/c.go")))
			must(t, os.Remove(filepath.Join(tree, "z/text")))
		}, want: lacked},
	} {
		tree := filepath.Join(t.TempDir(), "clone")
		gitIn(t, origin, append(append([]string{"clone", "-q"}, c.clone...), "file://"+filepath.ToSlash(origin), tree)...)
		if c.then != nil {
			c.then(tree)
		}
		c.options.Tree, c.options.Since = tree, "HEAD~1"
		r := run(t, x, c.options)
		var got []string
		for _, l := range r.LeftOut {
			if l.Reason == Absent {
				got = append(got, l.Path)
			}
		}
		unread := 0
		if len(c.want) > 0 {
			unread = 1
		}
		if !slices.Equal(got, c.want) || len(r.Unread) != unread {
			t.Errorf("%s: absent are %q, not %q; unread %v", name, got, c.want, r.Unread)
		}
		if c.options = (Options{Tree: filepath.Join(tree, "a"), Since: "HEAD~1", Strict: true}); name == "sparse" {
			if r := run(t, x, c.options); len(r.LeftOut) > 0 {
				t.Errorf("of a folder: %v", r.LeftOut)
			}
		}
	}
}

// A repository that is read in other ways than as a work tree is not "in no work tree".
func TestRun_SinceExcludesTheHistory(t *testing.T) {
	x := makeIndex(t, map[string]map[string]string{"up": {"a.go": routines(10)}})
	project := write(t, map[string]string{"own.go": routines(900)})
	gitIn(t, project, "init", "-q")
	gitIn(t, project, "add", "-A")
	gitIn(t, project, "commit", "-qm", "old")
	for _, o := range []document.GitOptions{{History: true}, {Branches: true}, {Revision: "HEAD"}} {
		if _, err := Run(t.Context(), x, Options{Tree: project, Since: "HEAD", Corpus: document.Options{Git: o}}); err == nil || !strings.Contains(err.Error(), "read from its repository, not from its work tree") {
			t.Errorf("%+v: %v", o, err)
		}
		run(t, x, Options{Tree: project, Corpus: document.Options{Git: o}})
	}
	run(t, x, Options{Tree: project, Since: "HEAD"})
}
