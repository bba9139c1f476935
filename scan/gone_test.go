package scan

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
)

// A document that is gone, or has changed, proves no copy. A report names it, and a later scan asks
// again.
func TestRun_NamesOriginsThatAreGone(t *testing.T) {
	x, err := chaffinch.Create(filepath.Join(t.TempDir(), "index"), index.DefaultSettings())
	must(t, err)
	defer x.Close()
	files := map[string]string{"up.go": routines(1, 2, 3, 4), "other.go": routines(20, 21, 22), "more.go": routines(60, 61, 62, 63, 64, 65, 66), "changed.go": routines(40, 41, 42)}
	folder := write(t, files)
	_, err = x.Update(t.Context(), index.Source{Root: folder, Collection: "up"}, index.UpdateOptions{})
	must(t, err)
	renamed := otherNames(routine(2) + "var limit = 17\n" + routine(3))
	tree := write(t, map[string]string{
		"copy.go": routines(100, 101) + renamed, "other.go": routines(630, 20, 631), "mine.go": routines(300, 301), "changed.go": routines(40, 41, 400),
	})
	upstream := filepath.Join(folder, "up.go")
	must(t, os.Remove(upstream))
	must(t, os.WriteFile(filepath.Join(folder, "changed.go"), []byte(routines(500, 501)), 0o644))

	r := run(t, x, Options{Tree: tree})
	if len(r.Findings) != 1 || r.Findings[0].File != "other.go" {
		t.Errorf("findings %q", summaries(r))
	}
	if len(r.Gone) != 2 || r.Gone[0].Path != "changed.go" || r.Gone[1].Path != "copy.go" || r.Gone[1].Documents != 1 || filepath.Base(r.Gone[1].Names[0]) != "up.go" {
		t.Errorf("gone: %+v", r.Gone)
	}
	if own := run(t, x, Options{Tree: tree, Own: []string{"up"}}); len(own.Gone) != 0 {
		t.Errorf("own documents are gone: %+v", own.Gone)
	}

	must(t, os.WriteFile(upstream, []byte(files["up.go"]), 0o644))
	again := run(t, x, Options{Tree: tree, Earlier: r})
	if len(again.Findings) != 2 || again.Findings[0].File != "copy.go" || len(again.Gone) != 1 || again.Totals.Asked != 2 {
		t.Errorf("after the document is back: %q, gone %+v, asked %d", summaries(again), again.Gone, again.Totals.Asked)
	}
}
