package pairing_test

import (
	"bytes"
	"encoding"
	"encoding/json"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
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

// body is the file without its first line, so that it can follow another one.
func body(source string) string { return source[strings.IndexByte(source, '\n'):] }

// baselineOf returns the baseline of comparing the files. Read from JSON it is the same as from its
// own text.
func baselineOf(t *testing.T, o pairs.Options, files map[string]string) *pairs.Baseline {
	t.Helper()
	r := compared(t, o, filetest.Folder(t, files))
	asJSON, err := json.Marshal(r)
	must(t, err)
	b := new(pairs.Baseline)
	readTwice(t, b, new(pairs.Baseline), asJSON)
	return b
}

// textBoth is read from a text, and writes one.
type textBoth interface {
	encoding.TextMarshaler
	encoding.TextUnmarshaler
}

// readTwice reads a baseline from the JSON of a result, and from the text that it writes itself,
// into b. That text is sorted, and the same for both.
func readTwice(t *testing.T, b, other textBoth, asJSON []byte) {
	t.Helper()
	must(t, other.UnmarshalText(asJSON))
	text, err := other.MarshalText()
	must(t, err)
	must(t, b.UnmarshalText(text))
	again, err := b.MarshalText()
	must(t, err)
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if !bytes.Equal(text, again) || !slices.IsSorted(lines[1:]) || !strings.HasPrefix(lines[0], "chaffinch baseline 1: ") {
		t.Errorf("%s\nis read and written as\n%s", text, again)
	}
}

// news lists what is new: units, pairs and groups.
func news(t *testing.T, b *pairs.Baseline, o pairs.Options, files map[string]string) (all []string) {
	t.Helper()
	o.Baseline = b
	r := compared(t, o, filetest.Folder(t, files))
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

func TestPairsBaseline_SaysWhatIsNew(t *testing.T) {
	before := map[string]string{
		"a.go": queue, "b.go": queue, "c.go": queue + body(words), "d.go": words, "e.go": tables,
	}
	o := pairs.Options{MinScore: .3}
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

// A renamed file is the earlier one. A copy of a file that is still there is not.
func TestPairsBaseline_FollowsRenames(t *testing.T) {
	before := map[string]string{
		"a.go": queue, "b.go": queue, "c.go": queue + body(words), "d.go": words, "e.go": tables,
	}
	o := pairs.Options{MinScore: .3}
	b := baselineOf(t, o, before)
	for name, c := range map[string]struct {
		gone  []string
		added map[string]string
		want  []string
	}{
		"one of a pair":            {[]string{"c.go"}, map[string]string{"lib/c2.go": before["c.go"]}, nil},
		"both of a pair":           {[]string{"c.go", "d.go"}, map[string]string{"c2.go": before["c.go"], "d2.go": words}, nil},
		"one of identical files":   {[]string{"b.go"}, map[string]string{"z.go": queue}, nil},
		"all of them":              {[]string{"a.go", "b.go"}, map[string]string{"y.go": queue, "z.go": queue}, nil},
		"all of them, and a copy":  {[]string{"a.go", "b.go"}, map[string]string{"x.go": queue, "y.go": queue, "z.go": queue}, []string{"z.go", "c.go x.go", "= x.go"}},
		"one of them, and a copy":  {[]string{"b.go"}, map[string]string{"y.go": queue, "z.go": queue}, []string{"z.go", "a.go c.go", "= a.go"}},
		"a file, and a copy":       {[]string{"e.go"}, map[string]string{"y.go": tables, "z.go": tables}, []string{"z.go", "= y.go"}},
		"a file, which is changed": {[]string{"c.go"}, map[string]string{"c2.go": before["c.go"] + "\nvar x = 1\n"}, []string{"c2.go", "a.go c2.go", "c2.go d.go"}},
		"a name is taken":          {nil, map[string]string{"c2.go": before["c.go"], "c.go": before["c.go"] + "\nvar x = 1\n"}, []string{"c.go", "c2.go", "c.go c2.go", "a.go c2.go", "c2.go d.go"}},
	} {
		t.Run(name, func(t *testing.T) {
			now := maps.Clone(before)
			maps.Copy(now, c.added)
			for _, name := range c.gone {
				delete(now, name)
			}
			if got := news(t, b, o, now); !slices.Equal(got, c.want) {
				t.Errorf("new is %q, not %q", got, c.want)
			}
		})
	}
}

// What was in the archive was not compared with the rest of it, so it does not vouch for new work.
func TestPairsBaseline_NewWorkIsNoRenamedOldWork(t *testing.T) {
	old := map[string]string{"a.go": queue, "b.go": queue}
	present := map[string]string{"n.go": words}
	compare := func(b *pairs.Baseline) *pairs.Report {
		o := pairs.Options{Reading: pairs.Reading{Old: []string{filetest.Folder(t, old)}}, Baseline: b}
		return compared(t, o, filetest.Folder(t, present))
	}
	b := pairs.NewBaseline(compare(nil))
	delete(old, "b.go")
	present["z.go"] = queue
	if r := compare(b); len(r.NewIdentical) != 1 {
		t.Errorf("%+v", r)
	}
}

func TestPairsBaseline_OldUnitsAreNeverNewToEachOther(t *testing.T) {
	present, old := filetest.Folder(t, map[string]string{"n.go": words}), filetest.Folder(t, map[string]string{"a.go": queue, "b.go": queue})
	b := baselineOf(t, pairs.Options{}, map[string]string{"n.go": words})
	r := compared(t, pairs.Options{Reading: pairs.Reading{Old: []string{old}}, Baseline: b}, present)
	if len(r.Identical) != 1 || len(r.NewIdentical) != 0 || len(r.Clusters) != 0 {
		t.Errorf("%+v", r)
	}
}

func TestPairsBaseline_RefusesOtherUnits(t *testing.T) {
	b := baselineOf(t, pairs.Options{Unit: "dir"}, map[string]string{"a.go": queue})
	o := pairs.Options{Baseline: b, BaselineName: "known.json"}
	_, err := chaffinch.Pairs(t.Context(), []string{"missing"}, o)
	if err == nil || !strings.Contains(err.Error(), "known.json was made with pairs.Options.Unit dir, not file") {
		t.Errorf("a baseline of folders is one of files: %v", err)
	}
}

// A new pair counts, even if known ones fill the list.
func TestPairsBaseline_CountsBeyondTop(t *testing.T) {
	files := map[string]string{"a.go": queue, "b.go": queue + "\nvar x = 1\n", "d.go": words}
	b := baselineOf(t, pairs.Options{}, files)
	files["e.go"] = words + body(queue)
	o := pairs.Options{MinScore: .1, Top: 1, BestOnly: true, Baseline: b}
	r := compared(t, o, filetest.Folder(t, files))
	if len(r.Pairs) != 1 || r.Pairs[0].New || r.More != 3 || len(r.Unlisted) != 3 || r.NewPairs != 3 || r.Baseline != "baseline" {
		t.Errorf("%d pairs, %d more, %d new, baseline %q", len(r.Pairs), r.More, r.NewPairs, r.Baseline)
	}
	if _, allPairs := r.Over(.1); allPairs != 3 {
		t.Errorf("%d new pairs are over the score", allPairs)
	}
	if _, allPairs := r.Over(1); allPairs != 0 {
		t.Errorf("%d new pairs are over 1", allPairs)
	}
}

func TestResultUnmarshalJSON_RefusesOtherFiles(t *testing.T) {
	for _, text := range []string{
		"", "[]", "{", "{}", `{"units": [], "pairs": null}`, `{"units": [], "pairs": [{"a": {"unit": 0}, "b": {"unit": 0}}]}`,
		`{"units": [{"name": "a"}], "pairs": [], "identical": [[0, -1]]}`,
		`{"units": [{"name": "a"}], "pairs": [], "identical": [], "newIdentical": [0]}`,
		`{"units": [{"name": "a"}], "pairs": [], "clusters": [{"units": [1]}]}`,
	} {
		c := new(pairs.Report)
		err := c.UnmarshalJSON([]byte(text))
		if err == nil || !strings.Contains(err.Error(), "create it with Pairs") || c.Units != nil {
			t.Errorf("%s is read as %+v, %v", text, c, err)
		}
	}
}

// A result that was read has no sources, and its JSON is that of the result.
func TestResultUnmarshalJSON_ReadsAllButSources(t *testing.T) {
	r := compared(t, pairs.Options{Matches: true, LinkScore: .3}, filetest.Folder(t, map[string]string{
		"a.go": queue, "b.go": queue, "c.go": queue + body(words),
	}))
	want, err := json.Marshal(r)
	must(t, err)
	read := new(pairs.Report)
	must(t, json.Unmarshal(want, read))
	got, err := json.Marshal(read)
	must(t, err)
	if !bytes.Equal(got, want) {
		t.Errorf("%s\nis not\n%s", got, want)
	}
	if _, err := read.Source(read.Units[0].Files[0].Content); err == nil || read.Path("x/a.go") != filepath.Join("x", "a.go") {
		t.Errorf("its sources are known: %v", err)
	}
	must(t, read.Close())
}

// FuzzBaseline checks that any input is either refused, or marks a result and means the same
// when it is written again.
func FuzzBaseline(f *testing.F) {
	result := func() *pairs.Report {
		return &pairs.Report{
			Unit: "file",
			Units: []pairs.Unit{{Name: "a", Files: []pairs.File{{Content: "1"}}}, {Name: "b", Files: []pairs.File{{Content: "2"}}},
				{Name: "c", Files: []pairs.File{{Content: "2"}}}},
			Pairs:     []pairs.Pair{{Score: 0.5, A: pairs.Side{Unit: 0}, B: pairs.Side{Unit: 1}}},
			Identical: [][]int{{1, 2}},
		}
	}
	known, err := json.Marshal(result())
	must(f, err)
	f.Add(known)
	f.Add(bytes.ReplaceAll(known, []byte("1"), []byte("7")))
	f.Add([]byte(`{"unit":"file","units":[],"pairs":[],"identical":[[]]}`))
	f.Add([]byte(`{"unit":"dir","units":[{"name":"a"},{"name":"a"}],"pairs":[{"score":1e300}],"identical":[[1,0],[0,1],[1,1]]}`))
	f.Add([]byte(`[]`))
	text, err := pairs.NewBaseline(result()).MarshalText()
	must(f, err)
	f.Add(text)
	f.Add([]byte("chaffinch baseline 1: pairs of units file\nnear 0000000000000001 0000000000000002\n0000000000000003 10001\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		earlier := new(pairs.Baseline)
		if earlier.UnmarshalText(b) != nil {
			return
		}
		marked := func(earlier *pairs.Baseline) *pairs.Report {
			r := result()
			earlier.Mark(r, "known.json")
			return r
		}
		r := marked(earlier)
		if n := r.NewPairs; n < 0 || n > len(r.Pairs) || len(r.NewIdentical) > len(r.Identical) {
			t.Errorf("%d new pairs, %d groups", n, len(r.NewIdentical))
		}
		text, err := earlier.MarshalText()
		if err != nil {
			return // it lacks pairs
		}
		again := new(pairs.Baseline)
		must(t, again.UnmarshalText(text))
		if got := marked(again); !reflect.DeepEqual(got, r) {
			t.Errorf("with %s it is marked as %+v, and when that is written again as %+v", b, r, got)
		}
		var any pairs.Report
		if any.UnmarshalJSON(b) == nil {
			again.Mark(&any, "known.json") // indexes of any kind
		}
	})
}
