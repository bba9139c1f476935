package browsertest

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/ringtest"
)

// sources lists the folders of each package's pages and their tests, besides this folder.
var sources = map[string][]string{
	"internal/browsertest": nil,
	"internal/report/html": {"internal/report/html"},
	"internal/serve/page":  {"internal/report/html", "internal/serve/page"},
	"web":                  {"internal/report/html", "web"},
}

// The record has a line for each package. The line hashes the sources that passed all tests.
const (
	here   = "internal/browsertest"
	record = here + "/testdata/pages.txt"
)

// asRecorded returns the line of a package, and whether the record has it.
func asRecorded(t *testing.T, root fs.FS, pkg string) (line string, same bool) {
	t.Helper()
	h := sha256.New()
	for _, folder := range append([]string{here}, sources[pkg]...) {
		if err := fs.WalkDir(root, folder, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || name == record || strings.HasPrefix(name, "web/dist/") { // go generate makes web/dist
				return err
			}
			text, err := fs.ReadFile(root, name)
			fmt.Fprintf(h, "%s %d\n%s", name, len(text), text)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	text, err := fs.ReadFile(root, record)
	if err != nil {
		t.Fatal(err)
	}
	line = fmt.Sprintf("%s %x\n", pkg, h.Sum(nil)[:16])
	return line, strings.Contains("\n"+string(text), "\n"+line)
}

// selected reports whether -run selects tests.
func selected() bool { return flag.Lookup("test.run").Value.String() != "" }

// few reports whether few tests of the package are tried: those that are always tried. All are
// tried if a page is not as recorded, with -run, and in the full ring.
func few(t *testing.T) (same bool) {
	t.Helper()
	if ringtest.Full() || selected() {
		return false
	}
	dir, err := os.Getwd()
	for pkg := range sources {
		if root, ok := strings.CutSuffix(filepath.ToSlash(dir), "/"+pkg); ok {
			_, same = asRecorded(t, os.DirFS(root), pkg)
			return same
		}
	}
	t.Fatalf("%s has tests of pages, and no row in the sources of %s: %v", dir, here, err)
	return false
}

// leave skips a test that only the full ring runs.
func leave(t *testing.T) {
	t.Helper()
	t.Skip("the full ring and go test -run try it: the page is as when all of its tests passed, by " + record)
}
