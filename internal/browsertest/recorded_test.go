package browsertest

import (
	"flag"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/chaffinch-search/chaffinch/internal/ringtest"
)

var update = flag.Bool("update", false, "try all tests of changed pages, and record the pages if all pass")

// With -update, all tests of changed pages run, and only if they pass, the pages are recorded.
func TestPages_AreRecorded(t *testing.T) {
	const root, command = "../..", "go test ./" + here + " -run Recorded -update -timeout 1h"
	all := ""
	for _, pkg := range slices.Sorted(maps.Keys(sources)) {
		line, same := asRecorded(t, os.DirFS(root), pkg)
		all += line
		if !same && *update {
			c := exec.Command("go", "test", "-count=1", "-timeout=20m", "-short=false", "-run=", "-skip=", "./"+pkg)
			c.Dir, c.Env = root, append(os.Environ(), "CHAFFINCH_BROWSER="+find(t))
			if out, err := c.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s", strings.Join(c.Args, " "), err, out)
			}
			if after, _ := asRecorded(t, os.DirFS(root), pkg); after != line {
				t.Fatalf("%s was changed during its tests", pkg)
			}
		} else if !same && ringtest.Full() {
			t.Errorf("%s is not as recorded: %s", pkg, command)
		} else if !same {
			t.Logf("%s is not as recorded, so all of its tests are tried: %s", pkg, command)
		}
	}
	if *update {
		if err := os.WriteFile(root+"/"+record, []byte(all), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// A changed, new or lost source makes another page. Other files do not.
func TestPages_ChangeWithTheirSources(t *testing.T) {
	files := fstest.MapFS{record: {}}
	for _, name := range []string{here + "/a.go", here + "/b.go", "internal/report/html/a.css", "internal/report/html/b.css", "web/src/a.js", "web/dist/index.html.br", "web/web.go", "index/a.go"} {
		files[name] = &fstest.MapFile{Data: []byte(name)}
	}
	line, _ := asRecorded(t, files, "web")
	files[record] = &fstest.MapFile{Data: []byte("a line\n" + line)}
	for name, want := range map[string]bool{here + "/a.go": false, "internal/report/html/a.css": false, "web/src/a.js": false, "web/new.js": false, "web/dist/index.html.br": true, "index/a.go": true} {
		for _, file := range []*fstest.MapFile{nil, {Data: []byte("changed")}} {
			changed := maps.Clone(files)
			if changed[name] = file; file == nil {
				delete(changed, name)
			}
			if _, same := asRecorded(t, changed, "web"); same != want && (file != nil || files[name] != nil) {
				t.Errorf("with another %s, %v, it is %v that the page is as recorded", name, file, same)
			}
		}
	}
}
