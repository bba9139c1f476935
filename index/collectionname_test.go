package index

import "testing"

// A source without a collection has the name that tells it from others.
func TestDefaultCollection(t *testing.T) {
	for root, want := range map[string]string{
		"/src/what?now": "what?now",
		"/src/linux":    "linux", "/srv/a b.tar.gz": "a b", "git+file:///srv/a%20b.git?history": "a b", "/": "root", "/dump/superuser.com/Posts.xml": "superuser.com",
		"git+file:///src/project/.git": "project", "git+file:///src/project/.git?history": "project",
		"/go/pkg/mod/cache/download/github.com/d/s/@v/v1.1.1.zip": "s@v1.1.1",
	} {
		if got := DefaultCollection(root); got != want {
			t.Errorf("%s: %q, not %q", root, got, want)
		}
	}
}
