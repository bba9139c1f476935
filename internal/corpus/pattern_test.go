package corpus

import (
	"strings"
	"testing"
)

func TestPattern_LikeGit(t *testing.T) {
	tests := []struct {
		pattern, path string
		dir           bool
		want          verdict
	}{
		{"*.o", "a/b.o", false, match},
		{"!*.o", "a/b.o", false, unmatch},
		{"/*.o", "a/b.o", false, undecided},
		{"a/b", "c/a/b", false, undecided},
		{"**/a/b", "c/a/b", false, match},
		{"a/**/b", "a/b", false, match},
		{"a/**/b", "a/x/y/b", false, match},
		{"a/**", "a", true, undecided},
		{"a/**", "a/b", false, match},
		{"b/", "a/b", true, match},
		{"b/", "a/b", false, undecided},
		{"?", "é", false, undecided},
		{"??", "é", false, match},
		{"[é]", "é", false, undecided},
		{"\xff*", "\xffa", false, match},
		{"a[!b]c", "a/c", false, undecided},
		{"/a[!b]c", "a/c", false, undecided},
		{"[[:digit:]]x", "3x", false, match},
		{"{a,b}", "a", false, undecided},
		{"{a,b}", "{a,b}", false, match},
		{"/foo**/bar", "food/x/bar", false, match},
		{"/foo**/*", "foo", false, match},
		{`**\/b`, "b", false, undecided},
		{`**\/b`, "a/b", false, match},
		{`\*`, "*", false, match},
		{`\*`, "a", false, undecided},
		{"a\\ ", "a ", false, match},
		{"a  ", "a", false, match},
	}
	for _, test := range tests {
		rs, err := parsePatterns([]string{test.pattern}, nil)
		if err != nil {
			t.Errorf("%q: %v", test.pattern, err)
			continue
		}
		if got := rs.match(test.path, test.dir); got != test.want {
			t.Errorf("%q on %q: got %d, want %d", test.pattern, test.path, got, test.want)
		}
	}
	for _, bad := range []string{"", "#a", "!", "/", "[a", "[[:x:]]", `a\`, "[a-", "  ", "[]", `[\`} {
		if _, err := parsePatterns([]string{bad}, nil); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

// Nothing panics, and a pattern without special characters matches only itself.
func FuzzPattern(f *testing.F) {
	for _, line := range []string{"a", "*.o", "!/a/**/[!b-d]?\\*", "[]-a]", "{a,b", "[[:alpha:]\xff]**", "a/***/b", "[^", "a\\"} {
		f.Add(line, "a/b.o")
	}
	f.Fuzz(func(t *testing.T, line, path string) {
		if g, ok := compileGlob(line); ok && !strings.ContainsAny(line, `*?[\`) && g.match(path) != (path == line) {
			t.Errorf("%q on %q: %v", line, path, path != line)
		}
		if r, ok := parseLine(line); ok {
			rules{r}.match(path, true)
		}
	})
}
