package collection

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

// tables is as long as queue and words, and shares hardly anything with them.
const tables = `package tables

type cell struct{ row, column int }

func transpose(cells map[cell]string) map[cell]string {
	turned := make(map[cell]string, len(cells))
	for at, text := range cells {
		turned[cell{at.column, at.row}] = text
	}
	return turned
}

func height(cells map[cell]string) (most int) {
	for at := range cells {
		most = max(most, at.row+1)
	}
	return most
}
`

// body is the file without its first line, so that it can stand behind another one.
func body(source string) string { return source[strings.IndexByte(source, '\n'):] }

// baselineOf returns the result of comparing the files as a baseline.
func baselineOf(t *testing.T, o Options, files map[string]string) *Baseline {
	t.Helper()
	text, err := json.Marshal(compared(t, o, filetest.Folder(t, files)))
	if err != nil {
		t.Fatal(err)
	}
	b, err := ReadBaseline(bytes.NewReader(text), "known.json")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// news lists what is new: units, pairs and groups.
func news(t *testing.T, b *Baseline, o Options, files map[string]string) (all []string) {
	t.Helper()
	r := compared(t, o, filetest.Folder(t, files))
	if err := b.Mark(r); err != nil {
		t.Fatal(err)
	}
	for _, u := range r.Units {
		if u.New {
			all = append(all, u.Name)
		}
	}
	for _, p := range r.Pairs {
		if p.New {
			all = append(all, p.A.Name+" "+p.B.Name)
		}
	}
	for _, i := range r.NewIdentical {
		all = append(all, "= "+r.Units[r.Identical[i][0]].Name)
	}
	return all
}

func TestBaselineMark_SaysWhatIsNew(t *testing.T) {
	before := map[string]string{
		"a.go": queue, "b.go": queue, "c.go": queue + body(words), "d.go": words, "e.go": tables,
	}
	o := Options{MinScore: .3}
	b := baselineOf(t, o, before)
	for name, c := range map[string]struct {
		change map[string]string
		want   []string
	}{
		"nothing":                      {nil, nil},
		"an unrelated file":            {map[string]string{"f.go": "package f\n\nvar seasons = []string{\"spring\", \"summer\", \"autumn\", \"winter\"}\n"}, []string{"f.go"}},
		"a copy":                       {map[string]string{"f.go": tables}, []string{"f.go", "= e.go"}},
		"a copy of what others have":   {map[string]string{"f.go": queue}, []string{"f.go", "a.go c.go", "= a.go"}},
		"an edited copy":               {map[string]string{"f.go": tables + "\nvar x = 1\n"}, []string{"f.go", "e.go f.go"}},
		"a known pair becomes closer":  {map[string]string{"c.go": queue + "\nvar x = 1\n"}, []string{"c.go", "a.go c.go"}},
		"a known pair stays as it was": {map[string]string{"c.go": queue + body(words) + "\nvar x = 1\n"}, []string{"c.go"}},
		"a known pair drifts apart":    {map[string]string{"c.go": queue + body(words) + body(tables)}, []string{"c.go", "c.go e.go"}},
		"a copy is edited":             {map[string]string{"b.go": queue + "\nvar x = 1\n"}, []string{"b.go"}},
		"a pair is gone":               {map[string]string{"c.go": body("\n" + strings.Repeat("\n", 3))}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			now := maps.Clone(before)
			maps.Copy(now, c.change)
			if got := news(t, b, o, now); !slices.Equal(got, c.want) {
				t.Errorf("new is %q, not %q", got, c.want)
			}
		})
	}
}

func TestBaselineMark_OldUnitsAreNeverNewToEachOther(t *testing.T) {
	present, old := filetest.Folder(t, map[string]string{"n.go": words}), filetest.Folder(t, map[string]string{"a.go": queue, "b.go": queue})
	b := baselineOf(t, Options{}, map[string]string{"n.go": words})
	r := compared(t, Options{Old: []string{old}}, present)
	if err := b.Mark(r); err != nil {
		t.Fatal(err)
	}
	if len(r.Identical) != 1 || len(r.NewIdentical) != 0 || r.PairsWithin(r.Identical[0]) != 0 || len(r.Clusters) != 0 {
		t.Errorf("%+v", r)
	}
}

func TestReadBaseline_RefusesOtherFiles(t *testing.T) {
	for _, text := range []string{
		"", "[]", "{", "{}", `{"units": [], "pairs": null}`, `{"units": [], "pairs": [{"a": {"unit": 0}, "b": {"unit": 0}}]}`,
		`{"units": [{"name": "a"}], "pairs": [], "identical": [[0, -1]]}`,
	} {
		b, err := ReadBaseline(strings.NewReader(text), "known.json")
		if err == nil || !strings.Contains(err.Error(), "known.json") || !strings.Contains(err.Error(), "chaffinch pairs --format json") {
			t.Errorf("%s is read as %+v, %v", text, b, err)
		}
	}
	b := baselineOf(t, Options{By: ByFolder}, map[string]string{"a.go": queue})
	if err := b.Mark(&Result{By: "file"}); err == nil {
		t.Error("a baseline of folders is one of files")
	}
}
