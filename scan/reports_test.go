package scan

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/settings"
)

// Files of this program are not counted and not asked for, whatever is in them. Others of similar names are.
func TestRun_LeavesOutFilesOfChaffinch(t *testing.T) {
	text := routine(1)
	x := makeIndex(t, map[string]map[string]string{"up": {"a.go": text}})
	project := write(t, map[string]string{
		settings.Name: text, "sub/" + settings.Name: text, DecisionsName: text, "sub/" + DecisionsName: text,
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
	if got, want := strings.Join(read, " "), "late.md my-chaffinch.toml report.txt sub/other.txt"; got != want {
		t.Errorf("it read %s, not %s", got, want)
	}
	if r.Skipped["of-chaffinch"] != 6 || len(skipped) != 6 {
		t.Errorf("it skipped %v, %v", r.Skipped, skipped)
	}
	if r.Totals.Files != 4 || len(r.Findings) != 4 {
		t.Errorf("%d files, %d findings", r.Totals.Files, len(r.Findings))
	}
}

func TestIsLicenseName(t *testing.T) {
	for file, want := range map[string]bool{
		"LICENSE": true, "a/COPYING.txt": true, "debian/copyright": true, "x/debian/copyright": true, "usr/share/doc/jekyll/copyright": true,
		"copyright": false, "src/copyright": false, "doc/jekyll/copyright": false, "debian/copyright.py": false, "debian/rules": false,
		"usr/share/doc/copyright": false, "vendor/x/PATENTS": true, "patents.go": false, "LICENSES/dual/Apache-2.0": true, "a/licenses/x.go": false,
	} {
		if isLicenseName(file) != want {
			t.Errorf("%s: not %t", file, want)
		}
	}
}
