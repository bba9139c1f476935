package pairing_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// With an index, few files are read. The pairs are the same, also with files that the index lacks,
// and the scores are nearly the same.
func TestPairsOnly_WithAnIndexReadsASample(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 19))
	texts, _ := plantBlocks(r, 550) // blocks of three files each, and statements that many have
	names := slices.Sorted(maps.Keys(texts))
	for i := range 40 {
		lines := strings.SplitAfter(texts[names[i]], "\n")
		for range len(lines) / 8 {
			lines[r.IntN(len(lines))] = statements(r, 1, 1000)
		}
		texts[fmt.Sprintf("e/%02d.c", i)] = strings.ReplaceAll(strings.Join(lines, ""), "v", "w")
	}
	root := yesterday(t, filetest.Folder(t, texts))
	x := newIndex(t, index.DefaultSettings(), root)
	must(t, os.WriteFile(filepath.Join(root, "new.c"), []byte(texts[names[2]]+texts[names[3]]), 0o666))
	must(t, os.WriteFile(filepath.Join(root, filepath.FromSlash(names[4])), []byte(texts[names[5]]+"\n"), 0o666))
	for _, only := range [][]string{{"e/01.c", "e/07.c", names[5]}, {names[2], names[3]}} {
		o := pairs.Options{MinScore: .25, Sort: "score"}
		for _, name := range only {
			o.Only = append(o.Only, filepath.Join(root, filepath.FromSlash(name)))
		}
		scores := func(r *pairs.Report) map[[2]string]float64 {
			all := map[[2]string]float64{}
			for _, p := range r.Pairs {
				if p.Score >= .4 { // of lower ones few may be missed: all statements here are alike
					all[[2]string{p.A.Name, p.B.Name}] = p.Score
				}
			}
			return all
		}
		want := scores(compared(t, o, root))
		o.Index = x
		by := compared(t, o, root)
		if by.Stats.Omitted < 100 || by.Stats.Files+by.Stats.Omitted != len(texts)+1 || len(want) == 0 {
			t.Errorf("%q: %d files read, %d not, %d pairs", only, by.Stats.Files, by.Stats.Omitted, len(want))
		}
		got := scores(by)
		for pair, score := range want {
			if math.Abs(got[pair]-score) > .03 {
				t.Errorf("%q: %q has %.3f, not %.3f", only, pair, got[pair], score)
			}
		}
	}
}

// If all files are read, the result is the same as without the index.
func TestPairsOnly_WithAnIndexOfFewFiles(t *testing.T) {
	texts, _ := plantBlocks(rand.New(rand.NewPCG(5, 19)), 60)
	texts["short.c"] = "int a;\n"
	for i := range 12 { // of one task
		texts[fmt.Sprintf("t/%02d.c", i)] = strings.ReplaceAll(texts["d0/00.c"], "v1", fmt.Sprint("w", i))
	}
	root := yesterday(t, filetest.Folder(t, texts))
	o := pairs.Options{MinScore: .05, Sort: "score", Reading: pairs.Reading{Only: []string{filepath.Join(root, "t", "03.c")}}}
	all := func(string, string) bool { return true }
	want := rowsOf(t, compared(t, o, root), all)
	o.Index = newIndex(t, index.DefaultSettings(), root)
	if got := rowsOf(t, compared(t, o, root), all); !slices.Equal(got, want) || len(want) < 10 {
		t.Errorf("with the index\n%v\nwithout\n%v", got, want)
	}
}
