package pairing_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// planted is a block of lines in a file.
type planted struct{ from, to int }

func (b planted) within(path string, p pairs.ClonePlace) bool {
	return p.Path == path && p.Lines.From <= b.from && p.Lines.To >= b.to
}

// plantBlocks makes files of blocks that occur several times, some under other names, and of lines
// that do not. It returns the files, and where blocks that occur twice or more under their names
// are.
func plantBlocks(r *rand.Rand, files int) (texts map[string]string, where map[string][]planted) {
	texts, where = map[string]string{}, map[string][]planted{}
	var blocks []string
	for range 2 * files {
		blocks = append(blocks, statements(r, 10+r.IntN(10), 4))
	}
	blocks = append(blocks, blocks...)
	blocks = append(blocks, blocks[:files]...)
	r.Shuffle(len(blocks), func(i, j int) { blocks[i], blocks[j] = blocks[j], blocks[i] })
	same := map[string]int{}
	for i, block := range blocks {
		if i%5 > 0 {
			same[block]++
		}
	}
	for i, block := range blocks {
		name := fmt.Sprintf("d%d/%02d.c", i%3, i%files)
		texts[name] += statements(r, 1+r.IntN(4), 1000)
		from := strings.Count(texts[name], "\n") + 1
		if i%5 == 0 {
			texts[name] += strings.ReplaceAll(block, "v", "other")
			continue
		}
		texts[name] += block
		if same[block] > 1 {
			where[name] = append(where[name], planted{from, from + strings.Count(block, "\n") - 1})
		}
	}
	return texts, where
}

// linesOf returns the lines of copies, by file.
func linesOf(all []pairs.Clone) map[string]map[int]bool {
	lines := map[string]map[int]bool{}
	for _, c := range all {
		if lines[c.Copy.Path] == nil {
			lines[c.Copy.Path] = map[int]bool{}
		}
		for n := c.Copy.Lines.From; n <= c.Copy.Lines.To; n++ {
			lines[c.Copy.Path][n] = true
		}
	}
	return lines
}

// What is listed is what a search in all files lists for those named, and what is new as well.
// Every block in them is listed, whichever other place it is listed with.
func TestClonesOnly_EqualsTheRowsOfAll(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 11))
		texts, blocks := plantBlocks(r, 12)
		names := slices.Sorted(maps.Keys(texts))
		root := filetest.Folder(t, texts)
		known := map[string]string{}
		for _, name := range names[:8] {
			known[name] = texts[name]
		}
		baseline := knownClones(t, clonesOf(t, pairs.CloneOptions{}, filetest.Folder(t, known)))
		for _, o := range []pairs.CloneOptions{{Baseline: baseline}, {}} {
			all := clonesOf(t, o, root)
			if o.Baseline != nil && (all.NewClones == 0 || all.NewClones == len(all.Clones)) || len(all.Clones) < 20 || all.Only {
				t.Fatalf("%d clones, %d new", len(all.Clones), all.NewClones)
			}
			for _, only := range [][]string{{names[0]}, {names[5]}, {names[11]}, {names[r.IntN(12)], names[r.IntN(12)]}, {"d1"}, names} {
				where := fmt.Sprintf("seed %d, baseline %v, %q", seed, o.Baseline != nil, only)
				named := func(path string) bool {
					return slices.ContainsFunc(only, func(name string) bool { return strings.HasPrefix(path+"/", name+"/") })
				}
				o.Only = nil
				for _, name := range only {
					o.Only = append(o.Only, filepath.Join(root, name))
				}
				got := clonesOf(t, o, root)
				checkRestricted(t, where, o, all, got, named)
				for _, name := range slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !named(name) }) {
					for _, b := range blocks[name] {
						if !slices.ContainsFunc(got.Clones, func(c pairs.Clone) bool { return b.within(name, c.Copy) || b.within(name, c.Original) }) {
							t.Errorf("%s: %s:%d-%d is not listed", where, name, b.from, b.to)
						}
					}
				}
			}
		}
	}
}

// checkRestricted checks the clones and totals of a search with Only by those of one without.
func checkRestricted(t *testing.T, where string, o pairs.CloneOptions, all, got *pairs.CloneReport, named func(string) bool) {
	t.Helper()
	var want []pairs.Clone
	fresh := 0
	for _, c := range all.Clones {
		if !named(c.Copy.Path) {
			c.Copy, c.Original = c.Original, c.Copy
		}
		if named(c.Copy.Path) {
			want = append(want, c)
			if c.New {
				fresh++
			}
		}
	}
	// Without a baseline, a further place of a block may be listed, or another one.
	places := func(all []pairs.Clone) map[string]map[int]bool {
		if o.Baseline == nil {
			return linesOf(all)
		}
		rows := map[string]map[int]bool{}
		for _, c := range all {
			rows[fmt.Sprint(c.Tokens, c.Kind, c.Copy, c.Original, c.Content, c.New)] = nil
		}
		return rows
	}
	if x, y := places(got.Clones), places(want); !reflect.DeepEqual(x, y) || got.NewClones != fresh {
		t.Errorf("%s: %d new\n%v\nnot %d\n%v", where, got.NewClones, x, fresh, y)
	}
	if !slices.IsSortedFunc(got.Clones, func(x, y pairs.Clone) int {
		if x.Tokens != y.Tokens {
			return y.Tokens - x.Tokens
		}
		return strings.Compare(x.Copy.Path, y.Copy.Path)
	}) {
		t.Errorf("%s: not sorted: %+v", where, got.Clones)
	}
	lines := 0
	for _, of := range linesOf(want) {
		lines += len(of)
	}
	if got.Total.DuplicatedLines != lines || got.Total.Clones != len(got.Clones) || !got.Only {
		t.Errorf("%s: %+v, not %d lines of %d clones", where, got.Total, lines, len(got.Clones))
	}
}

// The totals are those of the named files. A copy counts, although the other file comes later.
func TestClonesOnly_Totals(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	block := statements(r, 20, 1000)
	root := filetest.Folder(t, map[string]string{
		"a.c": block + statements(r, 20, 1000), "b.c": statements(r, 5, 1000) + block, "c.c": statements(r, 60, 1000), "d.py": "x = 1\n",
	})
	for only, want := range map[string]pairs.CloneTotal{
		"a.c": {Files: 1, Lines: 40, Tokens: 240, Clones: 1, DuplicatedLines: 20, DuplicatedTokens: 120, Percent: 50},
		"b.c": {Files: 1, Lines: 25, Tokens: 150, Clones: 1, DuplicatedLines: 20, DuplicatedTokens: 120, Percent: 80},
		"c.c": {Files: 1, Lines: 60, Tokens: 360},
	} {
		got := clonesOf(t, pairs.CloneOptions{Reading: pairs.Reading{Only: []string{filepath.Join(root, only)}}}, root)
		if got.Total != want || len(got.Languages) != 1 {
			t.Errorf("%s: %+v, not %+v", only, got.Total, want)
		}
	}
	got := clonesOf(t, pairs.CloneOptions{Reading: pairs.Reading{Only: []string{filepath.Join(root, "a.c"), filepath.Join(root, "b.c")}}}, root)
	if got.Total.DuplicatedLines != 20 || got.Total.Lines != 65 || got.Clones[0].Copy.Path != "b.c" {
		t.Errorf("both: %+v", got)
	}
	// Earlier work does not count, even if it is named.
	old := filetest.Folder(t, map[string]string{"old.c": block})
	o := pairs.CloneOptions{Reading: pairs.Reading{Old: []string{old}, Only: []string{old}}}
	if got = clonesOf(t, o, root); len(got.Clones) != 2 || got.Total.Files != 0 || got.Total.DuplicatedLines != 0 || len(got.Warnings) > 0 {
		t.Errorf("old: %+v", got)
	}
}

func TestClonesOnly_SaysWhatItDoesNotCompare(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"a.go": queue, "b.go": queue})
	for _, c := range []struct {
		only, want []string
	}{
		{[]string{}, []string{"nothing to compare: pairs.CloneOptions.Only names nothing that is compared"}},
		{[]string{"gone.go"}, []string{"pairs.CloneOptions.Only: 1 path is not compared: gone.go (does not exist)",
			"nothing to compare: pairs.CloneOptions.Only names nothing that is compared"}},
		{[]string{filepath.Join(root, "a.go")}, []string{}},
	} {
		if got := clonesOf(t, pairs.CloneOptions{Reading: pairs.Reading{Only: c.only}}, root); !slices.Equal(warning.Texts(got.Warnings), c.want) || len(got.Clones) > 0 != (len(c.want) == 0) {
			t.Errorf("%q: %+v", c.only, got)
		}
	}
	if got := clonesOf(t, pairs.CloneOptions{Reading: pairs.Reading{Only: []string{}}}, t.TempDir()); !slices.Equal(warning.Texts(got.Warnings), []string{"nothing to compare: there are no files"}) {
		t.Errorf("%q", got.Warnings)
	}
	part := pairs.NewCloneBaseline(clonesOf(t, pairs.CloneOptions{Reading: pairs.Reading{Only: []string{filepath.Join(root, "a.go")}}}, root))
	if text, err := part.MarshalText(); err == nil {
		t.Errorf("a baseline of some files is written: %s", text)
	}
	if err := (pairs.CloneOptions{Baseline: part}).Check(); err == nil || !strings.Contains(err.Error(), "made with pairs.CloneOptions.Only") {
		t.Errorf("a baseline of some files is accepted: %v", err)
	}
	if err := (pairs.CloneOptions{Reading: pairs.Reading{Only: []string{""}}}).Check(); err == nil {
		t.Error("an empty path is accepted")
	}
}

func TestClonesOnly_OfAnIndex(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"a.go": queue, "b.go": queue, "c.go": words, "d.go": words})
	r, err := newIndex(t, index.DefaultSettings(), root).Clones(t.Context(), "", pairs.CloneOptions{Reading: pairs.Reading{Only: []string{filepath.Join(root, "c.go")}}})
	must(t, err)
	if len(r.Clones) != 1 || r.Clones[0].Copy.Path != "c.go" {
		t.Errorf("%+v, %q", r.Clones, r.Warnings)
	}
}
