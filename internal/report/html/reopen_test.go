package html

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func reopened(t *testing.T, page string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := Reopen(&out, []byte(page))
	return out.String(), err
}

// A report that another version made becomes the page that this version makes.
func TestReopen_WritesTheSamePage(t *testing.T) {
	s := newSample(t)
	_, dossier := dossierPage(t, s, someNotes(t, s), Options{})
	for name, page := range map[string]string{
		"dossier": dossier,
		"class":   written(t, s.result, Options{source: s.source}), "anonymous": written(t, s.result, Options{source: s.source, Anonymous: true}),
		"trees": treesPage(t, comparedTrees(t, treesSample())), "pair": compare(t, first, other).page(t),
	} {
		p := allParts()
		saved := strings.NewReplacer(p.script, "owned = 1;", p.style, "", p.policy, "default-src *", "<main", "<script>owned = 2</script><main").Replace(page)
		if saved == page {
			t.Fatal("nothing was replaced")
		}
		got, err := reopened(t, saved)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got != page {
			t.Errorf("%s: the page has %d bytes, not %d", name, len(got), len(page))
		}
	}
}

// Notes that were saved in a report are kept.
func TestReopen_KeepsNotes(t *testing.T) {
	s := newSample(t)
	page := written(t, s.result, Options{source: s.source})
	const data = `<script type="application/json" id="data">`
	notes := `<script type="application/json" id="saved-notes">{"saved":1,"notes":{"0-1":{"mark":"copied","text":"\u003cb\u003e"}}}</script>` + "\n"
	saved := strings.Replace(page, data, notes+data, 1)
	got, err := reopened(t, saved)
	if err != nil {
		t.Fatal(err)
	}
	if got != saved {
		t.Error("the notes are gone, or changed")
	}
	if _, err := reopened(t, strings.Replace(saved, `"saved":1`, `"saved":"x"`, 1)); !errors.Is(err, errDamaged) {
		t.Error(err)
	}
}

// The text for browsers without scripts is only text, whatever a file has in its place.
func TestReopen_EscapesText(t *testing.T) {
	page := compare(t, first, other).page(t)
	saved := strings.Replace(page, "<pre>", "<pre><img src=x onerror=owned=1>\u202e", 1)
	got, err := reopened(t, saved)
	if err != nil || saved == page || strings.Contains(got, "<img") || strings.Contains(got, "\u202e") || !strings.Contains(got, "&lt;img src=x") {
		t.Errorf("%v: the text is not escaped", err)
	}
}

func TestReopen_RefusesOtherFiles(t *testing.T) {
	s := newSample(t)
	page := written(t, s.result, Options{source: s.source})
	for name, test := range map[string]struct {
		page string
		want error
	}{
		"empty":             {"", ErrNoReport},
		"an archive":        {"PK\x03\x04", ErrNoReport},
		"another page":      {"<!DOCTYPE html><title>x</title>", ErrNoReport},
		"of others":         {strings.Replace(page, `content="chaffinch"`, `content="other"`, 1), ErrNoReport},
		"a newer one":       {strings.Replace(page, `{"format":1,`, `{"format":2,"units":"other",`, 1), errNewReport},
		"a scan":            {newScanSample(t).page(t), errScan},
		"cut":               {page[:strings.Index(page, `id="text0"`)], errDamaged},
		"no JSON":           {strings.Replace(page, `{"format":1,`, `{"format":1,,`, 1), errDamaged},
		"an unknown unit":   {strings.Replace(page, `"pairs":[{"units":[`, `"pairs":[{"units":[1000`, 1), errDamaged},
		"a negative unit":   {strings.Replace(page, `"pairs":[{"units":[`, `"pairs":[{"units":[-1`, 1), errDamaged},
		"a list of another": {strings.Replace(page, `"warnings":[`, `"warnings":[7,`, 1), errDamaged},
	} {
		if test.page == page {
			t.Fatalf("%s: nothing was replaced", name)
		}
		if got, err := reopened(t, test.page); !errors.Is(err, test.want) || got != "" {
			t.Errorf("%s: %v, not %v, and %d bytes", name, err, test.want, len(got))
		}
	}
}

// A report without the version is older, and may lack what later ones have.
func TestReopen_TakesOlderReports(t *testing.T) {
	for _, text := range []string{
		`{"title":"x","units":[],"pairs":[],"identical":[]}`,
		`{"title":"x","units":[{"name":"a"},{"name":"b"}],"pairs":[{"units":[0,1]}]}`,
	} {
		got, err := reopened(t, `<meta name="generator" content="chaffinch"><script type="application/json" id="data">`+text+`</script>`)
		have, _ := blockOf([]byte(got), "data")
		if err != nil || !bytes.Contains(have, []byte(`"units":[`)) || bytes.Contains(have, []byte("null")) {
			t.Errorf("%s: %v: %s", text, err, have)
		}
	}
}
