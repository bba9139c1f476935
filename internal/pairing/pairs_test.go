package pairing_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

const queue, words = filetest.Queue, filetest.Words

func compared(t *testing.T, o pairs.Options, paths ...string) *pairs.Report {
	t.Helper()
	c, err := chaffinch.Pairs(t.Context(), paths, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func TestPairs_OfFiles(t *testing.T) {
	root := filetest.Folder(t, map[string]string{
		"ann/queue.go": queue, "bob/q.go": queue, "cid/all.go": words + queue[len("package queue\n"):], "dan/words.go": words,
	})
	r := compared(t, pairs.Options{Matches: true}, root)
	var names []string
	for _, u := range r.Units {
		names = append(names, u.Name)
	}
	if !slices.Equal(names, []string{"ann/queue.go", "bob/q.go", "cid/all.go", "dan/words.go"}) {
		t.Fatalf("%v", names)
	}
	if len(r.Identical) != 1 || !slices.Equal(r.Identical[0], []int{0, 1}) {
		t.Errorf("identical: %v", r.Identical)
	}
	if len(r.Pairs) != 2 || r.Pairs[0].A.Unit != 0 || r.Pairs[0].B.Unit != 2 || r.Pairs[1].A.Unit != 2 || r.Pairs[1].B.Unit != 3 {
		t.Fatalf("%+v", r.Pairs)
	}
	p := r.Pairs[0]
	if p.A.Coverage < .95 || p.B.Coverage > .8 || p.A.Containment < .7 || p.Score < .5 || p.Kind != "verbatim" {
		t.Errorf("%+v", p)
	}
	if len(p.Matches) != 1 || p.Matches[0].A.Path != "ann/queue.go" || p.Matches[0].B.Lines.From < 15 {
		t.Errorf("%+v", p.Matches)
	}
	if r.Stats.Comparable != 6 || r.Stats.Files != 4 || r.Stats.Contents != 3 {
		t.Errorf("%+v", r.Stats)
	}
	if source, err := r.Source(r.Units[1].Files[0].Content); err != nil || string(source) != queue {
		t.Errorf("%q, %v", source, err)
	}
}

func TestPairs_OfUnitsOfSeveralFiles(t *testing.T) {
	root := filetest.Folder(t, map[string]string{
		"ann/queue.go": queue, "ann/copy/queue.go": queue, "ann/words.go": words,
		"bob/all.go": words + queue[len("package queue\n"):], "loose.go": queue,
	})
	r := compared(t, pairs.Options{Unit: "dir", Matches: true}, root)
	if len(r.Units) != 3 || r.Units[0].Name != "ann" || len(r.Units[0].Files) != 3 {
		t.Fatalf("%+v", r.Units)
	}
	if len(r.Pairs) != 3 || r.Pairs[0].A.Name != "ann" || r.Pairs[0].B.Name != "bob" || r.Pairs[0].Score < .8 {
		t.Fatalf("%+v", r.Pairs)
	}
	for _, m := range r.Pairs[0].Matches {
		if m.A.Path == "ann/queue.go" && m.B.Path == "bob/all.go" && m.Tokens > 80 {
			return
		}
	}
	t.Errorf("%+v", r.Pairs[0].Matches)
}

func TestPairs_OldUnitsAreNotComparedWithEachOther(t *testing.T) {
	present := filetest.Folder(t, map[string]string{"new.go": queue})
	old := filetest.Folder(t, map[string]string{"a.go": queue, "b.go": queue + words[len("package words\n"):], "c.go": words})
	r := compared(t, pairs.Options{Reading: pairs.Reading{Old: []string{old}}}, present)
	for _, p := range r.Pairs {
		if r.Units[p.A.Unit].Old && r.Units[p.B.Unit].Old {
			t.Errorf("%s and %s", p.A.Name, p.B.Name)
		}
	}
	if len(r.Pairs) != 1 || len(r.Identical) != 1 || r.Stats.Comparable != 3 {
		t.Errorf("%+v", r)
	}
}

func TestPairs_BoilerplateDoesNotCount(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"a.go": queue + words[len("package words\n"):], "b.go": queue, "c.go": words})
	base := filetest.Folder(t, map[string]string{"given.go": queue})
	r := compared(t, pairs.Options{Reading: pairs.Reading{Base: []string{base}}, Matches: true}, root)
	for _, p := range r.Pairs {
		if p.A.Name == "a.go" && p.B.Name == "b.go" {
			t.Errorf("what was given counts: %+v", p)
		}
	}
	if b := r.Units[0].Boilerplate; b < 100 || b >= r.Units[0].Tokens || len(r.Units[0].Files[0].Boilerplate) == 0 {
		t.Errorf("%d of %d tokens are boilerplate: %v", b, r.Units[0].Tokens, r.Units[0].Files[0].Boilerplate)
	}
}

func TestPairs_MaterialOfMostUnitsIsBoilerplate(t *testing.T) {
	files := map[string]string{}
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		files[name+".go"] = queue + "\nvar " + name + " = 1 // each is another content\n"
	}
	files["a.go"] += words[len("package words\n"):]
	files["b.go"] += words[len("package words\n"):]
	r := compared(t, pairs.Options{MaxShare: .5, MinScore: .1, Matches: true}, filetest.Folder(t, files))
	if len(r.Pairs) != 1 || r.Pairs[0].A.Name != "a.go" || r.Pairs[0].B.Name != "b.go" {
		t.Errorf("%+v", r.Pairs)
	}
	if all := compared(t, pairs.Options{MinScore: .1}, filetest.Folder(t, files)); len(all.Pairs) != 10 {
		t.Errorf("%d pairs without a limit", len(all.Pairs))
	}
}

func TestPairs_ClustersAreGroupsOfPairs(t *testing.T) {
	r := compared(t, pairs.Options{LinkScore: .5}, filetest.Folder(t, map[string]string{
		"a.go": queue, "b.go": queue, "c.go": words, "d.go": words + "\n", "e.go": words + "\nvar x = 3\n",
	}))
	if len(r.Clusters) != 2 || !slices.Equal(r.Clusters[0].Units, []int{2, 3, 4}) || !slices.Equal(r.Clusters[1].Units, []int{0, 1}) {
		t.Errorf("%+v", r.Clusters)
	}
	if r.Clusters[1].Score != 1 {
		t.Errorf("copies are alike to %g", r.Clusters[1].Score)
	}
}

// What is told of a pair is the same whether or not its matches, and with them its rarest names,
// are asked for.
func TestPairs_FactsDoNotDependOnOptions(t *testing.T) {
	files := map[string]string{
		"ann/queue.go": queue, "bob/all.go": words + queue[len("package queue\n"):],
		"cid/words.go": words + "\nvar x = 3\n", "dan/w.go": words, "dan/more.go": queue + "// more\n",
	}
	root, old := filetest.Folder(t, files), filetest.Folder(t, map[string]string{"old.go": queue + "\nvar y = 4\n"})
	for _, by := range []string{"file", "dir"} {
		want := compared(t, pairs.Options{Unit: by, Reading: pairs.Reading{Old: []string{old}}, Matches: true}, root)
		for _, o := range []pairs.Options{{}, {Top: 100}, {Top: 100, BestOnly: true}} {
			o.Unit, o.Old = by, []string{old}
			got := compared(t, o, root)
			if len(got.Pairs) != len(want.Pairs) || len(got.Pairs) < 5 {
				t.Fatalf("%v: %d pairs, not %d", by, len(got.Pairs), len(want.Pairs))
			}
			for i, p := range got.Pairs {
				w := want.Pairs[i]
				w.Matches, w.Rarest = p.Matches, p.Rarest
				if !reflect.DeepEqual(p, w) {
					t.Errorf("%v: %+v, not %+v", by, p, w)
				}
			}
		}
	}
}

// A comparison that is interrupted while it reads leaves nothing open, and has no result.
func TestPairs_EndsWithItsContext(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"a.go": queue, "b.go": queue + "\nvar x = 1\n", "c.go": words})
	for name, compare := range map[string]func(context.Context, []string, pairs.Options) (*pairs.Report, error){
		"pairs": chaffinch.Pairs, "clusters": chaffinch.Clusters,
	} {
		for _, when := range []string{"before", "reading", "grouping"} {
			ctx, cancel := context.WithCancel(context.Background())
			ended := when == "before"
			if ended {
				cancel()
			}
			o := pairs.Options{LinkScore: .5, Matches: true, Reading: pairs.Reading{Progress: func(doing string, _, _ int) {
				if doing == when {
					ended = true
					cancel()
				}
			}}}
			c, err := compare(ctx, []string{root}, o)
			cancel()
			if ended && (c != nil || !errors.Is(err, context.Canceled)) {
				t.Errorf("%s, %s: %v", name, when, err)
			}
			if c != nil {
				c.Close()
			}
		}
	}
}

// Progress of aligning is told from the first pair on, and does not wait until thousands are done.
func TestPairs_ProgressOfComparing(t *testing.T) {
	root := t.TempDir()
	for i := range 30 {
		writeFile(t, filepath.Join(root, fmt.Sprintf("%02d.go", i)), code(i))
	}
	var done []int
	all := 0
	c, err := chaffinch.Pairs(t.Context(), []string{root}, pairs.Options{Reading: pairs.Reading{Progress: func(doing string, n, whole int) {
		if doing == "comparing" {
			done, all = append(done, n), whole
		}
	}}})
	must(t, err)
	must(t, c.Close())
	if len(done) < 5 || done[0] != 0 || !slices.IsSorted(done) || done[len(done)-1] != all {
		t.Errorf("%d of %d", done, all)
	}
}

// An archive in a folder counts as one file. How many files an archive has is not known before.
func TestPairs_ProgressOfReading(t *testing.T) {
	root := t.TempDir()
	for i := range 30 {
		writeFile(t, filepath.Join(root, "files", fmt.Sprintf("%02d.go", i)), code(i))
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := range 5 {
		w, err := z.Create(fmt.Sprintf("%d.go", i))
		must(t, err)
		_, err = w.Write([]byte(code(100 + i)))
		must(t, err)
	}
	must(t, z.Close())
	writeFile(t, filepath.Join(root, "files", "five.zip"), b.String())
	writeFile(t, filepath.Join(root, "five.zip"), b.String())
	for _, test := range []struct {
		path string
		want [2]int // read at the end, and of how many
	}{{"files", [2]int{31, 31}}, {"five.zip", [2]int{5, 0}}} {
		var got [2]int
		o := pairs.Options{Reading: pairs.Reading{Progress: func(doing string, done, whole int) {
			if doing == "reading" {
				if done != got[0]+1 {
					t.Errorf("%s: %d after %d", test.path, done, got[0])
				}
				got = [2]int{done, whole}
			}
		}}}
		c, err := chaffinch.Pairs(t.Context(), []string{filepath.Join(root, test.path)}, o)
		must(t, err)
		must(t, c.Close())
		if got != test.want {
			t.Errorf("%s: %d, want %d", test.path, got, test.want)
		}
	}
}

// The first pairs of a result are those that Pairs lists with a maximum, and a page of them is the
// same.
func TestResult_First(t *testing.T) {
	files := map[string]string{}
	for i := range 12 {
		files[fmt.Sprintf("f%02d.go", i)] = queue + strings.Repeat(fmt.Sprintf("var v%d = []int{%d, f(%d)}\n", i, i, i), 3*i)
	}
	root := filetest.Folder(t, files)
	for _, sort := range []string{"score", "smaller"} {
		o := pairs.Options{Sort: sort, Matches: true, MatchesLater: true}
		all, err := chaffinch.Pairs(t.Context(), []string{root}, o)
		must(t, err)
		defer all.Close()
		before := len(all.Pairs)
		var found []string
		all.Progress = func(done, of int) { found = append(found, fmt.Sprint(done, " of ", of)) }
		first, err := all.First(t.Context(), 5, true)
		must(t, err)
		if got := strings.Join(found, ", "); got != "1 of 5, 2 of 5, 3 of 5, 4 of 5, 5 of 5" {
			t.Errorf("the progress is %s", got)
		}
		o.Top, o.MatchesLater, o.Edits = 5, false, true
		few, err := chaffinch.Pairs(t.Context(), []string{root}, o)
		must(t, err)
		defer few.Close()
		if len(first.Pairs) != 5 || len(all.Pairs) != before || len(all.Pairs[0].Matches) > 0 {
			t.Fatalf("%d and %d pairs", len(first.Pairs), len(all.Pairs))
		}
		if !reflect.DeepEqual(first.Pairs, few.Pairs) || first.More != few.More {
			t.Errorf("by %s: the pairs differ, or %d more are not %d", sort, first.More, few.More)
		}
		for _, r := range []*pairs.Report{first, few} {
			r.Stats.Microseconds = 0
		}
		if !reflect.DeepEqual(first.Units, few.Units) || !reflect.DeepEqual(first.Stats, few.Stats) {
			t.Errorf("by %s: the units or statistics differ", sort)
		}
		if len(first.Unlisted) != len(few.Unlisted) || sort == "score" && !reflect.DeepEqual(first.Unlisted, few.Unlisted) {
			t.Errorf("by %s: the pairs that are not listed differ", sort)
		}
	}
	_, err := (&pairs.Report{}).First(t.Context(), 1, false)
	if err == nil || !strings.Contains(err.Error(), "MatchesLater") {
		t.Errorf("without MatchesLater the error is %v", err)
	}
}

// If everything is starter code, there is nothing to compare, also with a limit of what is common.
func TestPairs_AllIsStarterCode(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"a.go": queue, "b.go": queue + "\n"})
	r := compared(t, pairs.Options{Reading: pairs.Reading{Base: []string{root}}, MaxShare: 0.5}, root)
	if len(r.Pairs) != 0 || len(r.Warnings) == 0 {
		t.Errorf("%d pairs, %q", len(r.Pairs), r.Warnings)
	}
}

// Matches that are found while pairs are written are those that Pairs keeps in memory.
func TestResult_EachPairFindsTheMatches(t *testing.T) {
	files := map[string]string{}
	for i := range 30 { // 435 pairs, more than are held at once
		files[fmt.Sprintf("f%02d.go", i)] = queue + fmt.Sprintf("var v%d = %d\n", i, i)
	}
	root := filetest.Folder(t, files)
	var all [2][]pairs.Pair
	for i, later := range []bool{false, true} {
		r, err := chaffinch.Pairs(t.Context(), []string{root}, pairs.Options{Matches: true, MatchesLater: later})
		if err != nil {
			t.Fatal(err)
		}
		if kept := len(r.Pairs[0].Matches) > 0; kept == later {
			t.Errorf("later %v, and matches are kept: %v", later, kept)
		}
		must(t, r.EachPair(t.Context(), func(p *pairs.Pair) error {
			all[i] = append(all[i], *p)
			return nil
		}))
		stop := errors.New("stop")
		calls := 0
		if err := r.EachPair(t.Context(), func(*pairs.Pair) error { calls++; return stop }); err != stop || calls != 1 {
			t.Errorf("%v after %d calls", err, calls)
		}
		must(t, r.Close())
	}
	if len(all[0]) != 435 || !reflect.DeepEqual(all[0], all[1]) {
		t.Errorf("%d and %d pairs, or they differ", len(all[0]), len(all[1]))
	}
}
