package index

import (
	"path/filepath"
	"strings"
	"testing"
)

// The vectors are those of git hash-object.
func TestBlobID_IsGits(t *testing.T) {
	for content, want := range map[string]string{
		"":                           "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
		"test content\n":             "d670460b4b4aece5915caf5c68d12f560a9fe3e4",
		"version 1\n":                "83baae61804e65cc73a7201a7252750c76066a30",
		"what is up, doc?":           "bd9dbf5aae1a3862dd1526723246b20206e5fc37",
		"\x00\xff\r\n":               "00822ce7dfc6f27759b94e2c7dfd26f25afbac9d",
		strings.Repeat("a", 1000000): "de1fbf0c2f34f67f01f355f31ed0cf7319643c5e",
	} {
		if got := BlobID([]byte(content)); got != want {
			t.Errorf("BlobID(%.20q) is %s, not %s", content, got, want)
		}
	}
}

func TestOccurrence_Below(t *testing.T) {
	for _, c := range []struct {
		root, path, place string
		want              bool
	}{
		{"/srv/a", "b/c.go", "/srv/a", true}, {"/srv/a", "b/c.go", "/srv/a/b", true}, {"/srv/a", "b/c.go", "/srv/a/b/c.go", true}, {"/srv/a", "b/c.go", "/", true},
		{"/srv/a", "b/c.go", "/srv/a/b/c", false}, {"/srv/ab", "c.go", "/srv/a", false},
		{"git+file:///srv/a", "b/c.go", "/srv/a/b", true}, {"git+file:///srv/a%20b?history", "c.go", "/srv/a b", true}, {"/srv/a", "c.go", "git+file:///srv/a?revision=v1", true},
		{"git+file:///srv/a?history", "c.go", "git+file:///srv/a", true}, {"git+file:///srv/ab", "c.go", "/srv/a", false}, {"git+file:///srv/a.git", "c.go", "/srv/a", false},
		{"git+file:///srv/a/.git", "b/c.go", "/srv/a/b", true},
		{"hashes://a-01234567", "c.go", "hashes://a-01234567", true}, {"hashes://a-01234567", "c.go", "/", false},
	} {
		if got := (Occurrence{Root: c.root, Path: c.path}).Below(filepath.FromSlash(c.place)); got != c.want {
			t.Errorf("%s of %s below %s: %t", c.path, c.root, c.place, got)
		}
	}
}
