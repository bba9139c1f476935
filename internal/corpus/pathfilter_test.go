package corpus

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// An exclude pattern that only takes back what none leaves out does nothing, so it is an error.
func TestExclude_BeginsWithAPattern(t *testing.T) {
	for _, c := range []struct {
		exclude []string
		fails   bool
	}{{nil, false}, {[]string{"!x"}, true}, {[]string{"!x", "y"}, true}, {[]string{"*.go", "!x"}, false}, {[]string{`\!x`}, false}} {
		if _, err := newPathFilter(document.Options{Exclude: c.exclude}); (err != nil) != c.fails {
			t.Errorf("%q: %v", c.exclude, err)
		}
	}
}

func TestPlainPattern(t *testing.T) {
	for pattern, want := range map[string]string{
		"./x/**": "/x/**", "././x": "/x", ".//x": "/x", "!./x/": "!/x/", "./": "./", ".": ".", "./*.go": "/*.go", ".x/./y": ".x/./y",
		"/home/u/p/x/**": "/x/**", "!/home/u/p/x": "!/x", "/home/u/p": "/home/u/p", "/home/u/p/": "/home/u/p/", "/home/u/px": "/home/u/px", "/x/home/u/p/x": "/x/home/u/p/x",
		`x\y\*.go`: "x/y/*.go", `.\x\**`: "/x/**", `C:\p\x\*.go`: "/x/*.go", `x\é`: "x/é",
		`\#x`: `\#x`, `\!x`: `\!x`, `x\ `: `x\ `, `x\*`: `x\*`, `x\[1\]`: `x\[1\]`, `x\\y`: `x\\y`, `\.git`: `\.git`,
	} {
		if got := plainPattern(pattern, []string{"/home/u/p", "C:/p", "/"}); got != want {
			t.Errorf("%s: %s, not %s", pattern, got, want)
		}
	}
}

func TestWalk_TakesPatternsThatAreClear(t *testing.T) {
	root := makeTree(t, map[string]string{"x/a.go": "x", "x/y/b.go": "x", "z/x/c.go": "x"})
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(root, link); err != nil {
		t.Skip(err)
	}
	for _, at := range []string{root, link} {
		for _, pattern := range []string{"./x/**", at + "/x", filepath.ToSlash(corpusReal(t, at)) + "/x/**", `.\x\y`, "./x/*.go", `x\y`} {
			var use document.PatternUse
			got := walkAll(t, at, document.Options{Exclude: []string{pattern}, Use: &use}).paths()
			if len(got) > 2 || !slices.Contains(got, "z/x/c.go") || len(use.Unused([]string{pattern})) > 0 {
				t.Errorf("%s: %s leaves %q", at, pattern, got)
			}
		}
	}
}

// corpusReal returns a path without links.
func corpusReal(t *testing.T, path string) string {
	t.Helper()
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		t.Fatal(err)
	}
	return real
}

// A pattern is used if it matches something, or names something below a folder that is skipped.
func TestPatternUse_KnowsWhatMatches(t *testing.T) {
	var use document.PatternUse
	o := document.Options{
		Exclude: []string{"*.go", "a.go", "x/", "x/y/b.go", "nope", "node_modules/x/**", ".git", ".git/hooks", "[a-c].py", "!z.py"},
		Include: []string{"*.go", "*.rs", "z/"}, Use: &use,
	}
	root := makeTree(t, map[string]string{"a.go": "x", "x/y/b.go": "x", "z/c": "x", "node_modules/x/c.js": "x", ".gitignore": "node_modules\n", ".git/HEAD": "x", "z.py": "x"})
	walkAll(t, root, o)
	walkAll(t, makeTree(t, map[string]string{"q/b.py": "x"}), o)
	if got := use.Unused(slices.Concat(o.Exclude, o.Include)); strings.Join(got, " ") != "nope *.rs" {
		t.Errorf("%q", got)
	}
	if use.SetPartial(); len(use.Unused(o.Exclude)) > 0 {
		t.Error("what was left out is known")
	}
}
