package scan

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/warning"
)

// makeHashIndex makes an index of hashes only of some files, and removes the files; key may be nil.
func makeHashIndex(t *testing.T, key *analyzer.Key, files map[string]string) *chaffinch.Index {
	t.Helper()
	settings := index.DefaultSettings()
	settings.HashOnly = true
	if key != nil {
		settings = settings.WithKey(key)
	}
	x, err := chaffinch.Create(filepath.Join(t.TempDir(), "index"), settings)
	must(t, err)
	t.Cleanup(func() { x.Close() })
	folder := write(t, files)
	_, err = x.Update(t.Context(), index.Source{Root: folder, Collection: "one"}, index.UpdateOptions{})
	must(t, err)
	must(t, os.RemoveAll(folder))
	return x
}

func TestRun_HashesOnly(t *testing.T) {
	upstream := map[string]string{"a.go": routines(1, 2, 3), "b.go": routines(4, 5)}
	project := write(t, map[string]string{"part.go": routines(21, 2, 22), "whole.go": upstream["b.go"], "new.go": routines(23, 24)})
	withSources, err := Run(t.Context(), makeIndex(t, map[string]map[string]string{"one": upstream}), Options{Tree: project})
	must(t, err)
	key, err := analyzer.NewKey(bytes.Repeat([]byte("0123456789abcdef"), 2))
	must(t, err)
	for name, key := range map[string]*analyzer.Key{"no key": nil, "key": key} {
		t.Run(name, func(t *testing.T) {
			x := makeHashIndex(t, key, upstream)
			r, err := Run(t.Context(), x, Options{Tree: project})
			must(t, err)
			if !slices.Equal(warning.Texts(r.Warnings), []string{warning.Of(option.ScanHashesOnly).Text}) {
				t.Errorf("warnings %q", r.Warnings)
			}
			if len(r.Findings) != 2 {
				t.Fatalf("%d findings, want part.go and whole.go: %+v", len(r.Findings), r.Findings)
			}
			part, whole := r.Findings[0], r.Findings[1]
			if part.File != "part.go" || part.Kind != Fingerprints || part.Origin.Path != "a.go" || part.Origin.Copyright == nil {
				t.Errorf("part.go: %+v", part)
			}
			if whole.File != "whole.go" || whole.Kind != Identical || whole.Origin.Path != "b.go" || r.Totals.Asked != 2 {
				t.Errorf("whole.go, %d asked: %+v", r.Totals.Asked, whole)
			}
			copied := withSources.Findings[0].Matches[0].File
			for _, m := range part.Matches {
				text, err := os.ReadFile(filepath.Join(project, "part.go"))
				must(t, err)
				from := bytes.Count(text[:m.FileBytes.From], []byte("\n")) + 1
				if m.Origin != (answer.Lines{}) || m.Origin.String() != "?" || from != m.File.From || !isKey(m.Key) {
					t.Errorf("match %+v begins in line %d", m, from)
				}
			}
			// Other runs may be chance. The heaviest is that of the copy.
			if m := part.Heaviest(); m.File.From < copied.From-1 || m.File.To > copied.To+1 || 2*m.File.Len() < copied.Len() {
				t.Errorf("the heaviest lines are %s, of weight %.1f, and the copy is %s", m.File, m.Weight, copied)
			}
			if _, err := NewAligner(x, Options{Tree: project}, r).Align(t.Context(), &part); !errors.Is(err, errOriginGone) {
				t.Errorf("aligning without a source: %v", err)
			}
			r.decideOne(&part, Permitted, "by contract", "jane", r.Date)
			again, err := Run(t.Context(), x, Options{Tree: project, Decisions: []Decision{*part.Decision}})
			must(t, err)
			if again.Findings[0].Open || again.Totals.Open != 1 {
				t.Errorf("a decided finding is open: %+v", again.Findings[0])
			}
		})
	}
}

func isKey(text string) bool {
	_, ok := parseKey(text)
	return ok
}
