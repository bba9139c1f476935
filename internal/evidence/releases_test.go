package evidence

import (
	"testing"

	"github.com/chaffinch-search/chaffinch/index"
)

// Paths of one line are those of releases of one file; no two lines are.
func TestLineagesOf_KnowsVersionsInPaths(t *testing.T) {
	seen := map[string]int{}
	for i, paths := range [][]string{
		{"lua-5.4.5/src/lgc.c", "lua-5.4.6/src/lgc.c", "lua-5.4.7-rc1/src/lgc.c", "lua-5.4.0-20200131-0123abcd/src/lgc.c"},
		{"lua5.3/a.c", "lua5.4/a.c"}, {"boost_1_80_0/a.c", "boost_1_79_0/a.c"}, {"z-1.2.13.dfsg-1ubuntu2/a.c", "z-1.2.11.dfsg/a.c"},
		{"lib.tar.gz/lib-2024-01-31/a.c", "lib.tar.gz/lib-2023-12-01/a.c"}, {"x-20240131/a.c", "x-20231201/a.c"}, {"api/v1/a.go", "api/v2/a.go"},
		{"x/y@v1.2.3-0.20200131150405-0123456789ab/a.go", "x/y@v1.3.0/a.go"}, {"js/jquery-3.6.0.min.js", "js/jquery-3.7.1.min.js"},
		{"x-0123456789012345678901234567890123456789/a.c", "x-aaaaaaaaaabbbbbbbbbbaaaaaaaaaabbbbbbbbbb/a.c"},
	} {
		for j, path := range paths {
			keys := lineagesOf([]index.Occurrence{{Root: "/r", Path: path}}, unversioned{})
			if len(keys) != 1 {
				t.Errorf("%s has the keys %q", path, keys)
				continue
			}
			if line, known := seen[keys[0]]; known != (j > 0) || known && line != i {
				t.Errorf("%s has the key %q of line %d", path, keys[0], line)
			}
			seen[keys[0]] = i
		}
	}
	for _, path := range []string{"task-7/a.c", "s123/a.c", "20231201/a.c", "a/test-1.2.c", "x/sha256/a.c", "a_1_2/a.c", "p/utf8.go", "0123456789abcdef/a.c"} {
		if keys := lineagesOf([]index.Occurrence{{Root: "/r", Path: path}}, unversioned{}); len(keys) != 0 {
			t.Errorf("%s has the keys %q", path, keys)
		}
	}
}
