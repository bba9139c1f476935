package scan

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// JSON with many empty elements takes little memory: what is no report is refused before it takes
// that of a report, and a baseline keeps only keys.
func TestSaved_TakesLittleMemory(t *testing.T) {
	for _, json := range []string{
		`{"files":[%],"findings":[]}`, `{"files":[],"findings":[{"matches":[{"key":"0-00000001"}]},%]}`,
		`{"files":[],"findings":[{"matches":[{"key":"0-00000001"},%]}]}`, `{"files":[],"findings":[],"stale":[%]}`,
		`{"files":[],"findings":[],"gone":[%]}`, `{"files":[],"findings":[],"other":[%]}`,
	} {
		text := []byte(strings.Replace(json, "%", "{}"+strings.Repeat(",{}", 100_000), 1))
		for name, read := range map[string]func() error{
			"report":   func() error { return new(Report).UnmarshalJSON(text) },
			"baseline": func() error { return new(Baseline).UnmarshalText(text) },
		} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err := read()
			runtime.ReadMemStats(&after)
			if fine := strings.Contains(json, "other"); fine != (err == nil) || !fine && !errors.Is(err, errNoReport) {
				t.Errorf("%s %s: %v", name, json, err)
			}
			if used, most := after.TotalAlloc-before.TotalAlloc, uint64(10*len(text)); used > most {
				t.Errorf("%s %s: %d bytes were allocated for %d, more than %d", name, json, used, len(text), most)
			}
		}
	}
}

// A baseline knows what the report knows, is the same for the same findings, and is small. One of
// another kind is refused.
func TestBaseline_IsThatOfItsReport(t *testing.T) {
	x := corpusOf(t)
	files := map[string]string{"a.go": routines(100) + routine(2)}
	r := run(t, x, Options{Tree: write(t, files)})
	text, err := NewBaseline(r).MarshalText()
	must(t, err)
	again, err := NewBaseline(run(t, x, Options{Tree: write(t, files)})).MarshalText()
	must(t, err)
	if string(text) != string(again) || len(text) > 400 {
		t.Errorf("%s differs from %s, or is large", text, again)
	}
	read := new(Baseline)
	must(t, read.UnmarshalText(text))
	if got := run(t, x, Options{Tree: write(t, files), Baseline: read}); len(got.Findings) != 1 || got.Findings[0].Status != Known {
		t.Errorf("found %q", summaries(got))
	}
	for text, want := range map[string]string{
		"chaffinch baseline 1: pairs of units file\n":              "it is a baseline of pairs of units file: use another file",
		"chaffinch baseline 2: findings of a scan\n":               "as version 2: recreate it",
		"chaffinch baseline 1":                                     "is damaged: recreate it",
		"chaffinch baseline 1: findings of a scan\n<<<<<<< HEAD\n": "is damaged: recreate it",
		`{"units": [], "pairs": []}`:                               "not the JSON of a scan: create it with Run",
	} {
		if err := new(Baseline).UnmarshalText([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// The status of a finding says whether it is open, also in JSON that somebody has edited.
func TestReport_CountsWhatIsOpenByStatus(t *testing.T) {
	for status, open := range map[Status]bool{Undecided: true, Denied: true, Review: true, Allowed: false, Known: false, Decided: false, "": false} {
		text := fmt.Sprintf(`{"files":[],"findings":[{"class":"copy","status":%q,"open":%t,"matches":[{"key":"0-00000001"}]}],"totals":{"open":7}}`, status, !open)
		r := new(Report)
		must(t, r.UnmarshalJSON([]byte(text)))
		if want := map[bool]int{true: 1}[open]; r.Findings[0].Open != open || r.Totals.Open != want {
			t.Errorf("%q: open is %t, and %d are", status, r.Findings[0].Open, r.Totals.Open)
		}
	}
}
