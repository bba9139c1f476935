package scan

import (
	"archive/zip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/settings"
)

// Files of this program are not counted and not asked for. Others of such names are, if they are something else.
func TestRun_LeavesOutFilesOfChaffinch(t *testing.T) {
	text, table := routine(1), "[scan]\ntop = 1\n# "+strings.ReplaceAll(routine(1), "\n", "\n# ")
	x := makeIndex(t, map[string]map[string]string{"up": {"a.go": text}})
	project := write(t, map[string]string{
		settings.Name: table, "sub/" + settings.Name: table, DecisionsName: table, "sub/" + DecisionsName: "# none\n",
		"code/" + settings.Name: text, "code/" + DecisionsName: text, "code/notice.go": notice.AttributionHead + text,
		"sub/report.txt": text, "NOTICE.md": notice.AttributionHead + "\n" + text, "late.md": "\n" + notice.AttributionHead + text,
		"sub/other.txt": text, "my-" + settings.Name: text, "report.txt": text,
	})
	skipped := map[string]bool{}
	r, err := Run(t.Context(), x, Options{
		Tree: project, Reports: []string{"", filepath.Join(project, "sub", "report.txt"), filepath.Join(project, "new.sarif"), filepath.Dir(project)},
		Skipped: func(path, reason string, _ error) { skipped[path] = reason == "of-chaffinch" },
	})
	must(t, err)
	var read []string
	for _, f := range r.Files {
		read = append(read, f.Path)
	}
	if got, want := strings.Join(read, " "), "code/chaffinch-decisions.toml code/chaffinch.toml code/notice.go late.md my-chaffinch.toml report.txt sub/other.txt"; got != want {
		t.Errorf("it read %s, not %s", got, want)
	}
	if r.Skipped["of-chaffinch"] != 6 || len(skipped) != 6 {
		t.Errorf("it skipped %v, %v", r.Skipped, skipped)
	}
	if r.Totals.Files != 7 || len(r.Findings) != 7 {
		t.Errorf("%d files, %d findings", r.Totals.Files, len(r.Findings))
	}
}

// Unpackers keep the last file of a path in an archive, and a scan reads the first. It says that there is another one.
func TestRun_SaysThatAnArchiveHasAPathTwice(t *testing.T) {
	x := makeIndex(t, map[string]map[string]string{"up": {"a.go": routine(1)}})
	name := filepath.Join(t.TempDir(), "two.zip")
	f, err := os.Create(name)
	must(t, err)
	z := zip.NewWriter(f)
	for _, text := range []string{"package x\n", routine(1)} {
		w, err := z.Create("dup.go")
		must(t, err)
		_, err = io.WriteString(w, text)
		must(t, err)
	}
	must(t, errors.Join(z.Close(), f.Close()))
	r, err := Run(t.Context(), x, Options{Tree: name, Corpus: corpus.Options{Archives: true}})
	must(t, err)
	if len(r.Unread) != 1 || r.Unread[0].Path != "dup.go" || !strings.Contains(r.Unread[0].Error, "earlier file of the same path") {
		t.Errorf("not read: %v; skipped: %v", r.Unread, r.Skipped)
	}
}

// Code is a finding also in a file with the name of a licence.
func TestRun_FindsCodeUnderTheNameOfALicense(t *testing.T) {
	text := routine(1)
	x := makeIndex(t, map[string]map[string]string{"up": {"a.go": text, "b.go": text + routine(2)}})
	project := write(t, map[string]string{"COPYING": text, "sub/LICENSE.txt": "A licence.\n\n" + text})
	r, err := Run(t.Context(), x, Options{Tree: project})
	must(t, err)
	for _, f := range r.Findings {
		if f.Class != Copy {
			t.Errorf("%s is %s: %s", f.File, f.Class, f.Why)
		}
	}
	if len(r.Findings) != 2 {
		t.Errorf("%d findings", len(r.Findings))
	}
}

func TestIsProse(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "Permission is hereby granted, free of charge, to any person (see below)\n==========\n": true, routine(3): false,
		"def f(self, x):\n\treturn self.g(x)[0]\n": false,
	} {
		if isProse([]byte(text)) != want {
			t.Errorf("%q: not %t", text, want)
		}
	}
}

func TestIsLicenseName(t *testing.T) {
	for file, want := range map[string]bool{
		"LICENSE": true, "a/COPYING.txt": true, "debian/copyright": true, "x/debian/copyright": true, "usr/share/doc/jekyll/copyright": true,
		"copyright": false, "src/copyright": false, "doc/jekyll/copyright": false, "debian/copyright.py": false, "debian/rules": false,
		"usr/share/doc/copyright": false, "vendor/x/PATENTS": true, "patents.go": false, "LICENSES/dual/Apache-2.0": true, "LICENSES/fn.c": false, "LICENSES/GPL-2.0-only.txt": true, "a/licenses/x.go": false,
	} {
		if isLicenseName(file) != want {
			t.Errorf("%s: not %t", file, want)
		}
	}
}
