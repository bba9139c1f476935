package purl

import "testing"

func TestOfRepository_IsThatOfTheHost(t *testing.T) {
	for _, c := range [][3]string{
		{"https://github.com/Redis/Hiredis.git", "v1.2.0", "pkg:github/redis/hiredis@v1.2.0"},
		{"https://gitlab.com/a/b/c", "", "pkg:gitlab/a/b/c"},
		{"https://bitbucket.org/a/b/", "1", "pkg:bitbucket/a/b@1"},
		{"https://git.example.org/x/zlib.git", "1.3", "pkg:generic/zlib@1.3?vcs_url=git%2Bhttps:%2F%2Fgit.example.org%2Fx%2Fzlib.git"},
		{"https://github.com/redis", "", "pkg:generic/redis?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Fredis"},
		{"https://u:p@github.com/a/b", "", ""}, {"nginx", "1", ""}, {"https://example.org/", "", ""},
	} {
		if got := OfRepository(c[0], c[1]); got != c[2] {
			t.Errorf("%s at %s is %s, not %s", c[0], c[1], got, c[2])
		}
	}
}
