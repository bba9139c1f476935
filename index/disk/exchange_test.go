package disk

import (
	"context"
	"errors"
	"fmt"
	"github.com/chaffinch-search/chaffinch/index"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Segments of two indexes have the same names. One of the other index, or of an earlier state, as a
// backup that was restored in part leaves it, is damage: no question is answered from it, a check
// names it, and a repair and an update mend the index.
func TestOpen_RefusesExchangedSegments(t *testing.T) {
	t.Parallel()
	files := func(seed uint64) map[string]string {
		all := map[string]string{}
		for i := range uint64(6) {
			all[fmt.Sprintf("%d.go", i)] = source(seed + i)
		}
		return all
	}
	mine, other := newTree(t, files(1)), newTree(t, files(100))
	y := newIndex(t)
	updated(t, y, index.Source{Root: other.root, Collection: "c"}, index.UpdateOptions{})
	must(t, y.Close())
	foreign, err := filepath.Glob(filepath.Join(y.Path(), storeDir, "*.zap"))
	must(t, err)
	fresh := newIndex(t)
	updated(t, fresh, index.Source{Root: mine.root, Collection: "c"}, index.UpdateOptions{})
	want := state(t, fresh)

	for _, where := range []string{"published", "store", "both"} {
		x := newIndex(t)
		updated(t, x, index.Source{Root: mine.root, Collection: "c"}, index.UpdateOptions{})
		must(t, x.Close())
		exchanged := 0
		exchange := func(dir string) {
			names, err := filepath.Glob(filepath.Join(x.Path(), dir, storeDir, "*.zap"))
			must(t, err)
			for _, name := range names {
				text, err := os.ReadFile(foreign[0])
				must(t, err)
				must(t, os.Remove(name)) // it may be linked with another
				must(t, os.WriteFile(name, text, 0o600))
				exchanged++
			}
		}
		if where != "store" {
			exchange(generationName(generations(t, x.Path())[0]))
		}
		if where != "published" {
			exchange(".")
		}
		if exchanged == 0 {
			t.Fatal("there are no segments")
		}
		if where != "store" {
			r, err := Open(context.Background(), x.Path(), index.Options{ReadOnly: true})
			if err == nil {
				_, _, err = contentsOf(r)
				must(t, r.Close())
			}
			if !errors.Is(err, ErrDamaged) {
				t.Errorf("%s: a reader gets %v", where, err)
			}
		}
		damaged := openIndex(t, x.Path())
		if r := checked(t, damaged); len(r.Problems) == 0 || r.Problems[0].Kind != index.ProblemSegment {
			t.Errorf("%s: checked: %+v", where, r.Problems)
		}
		must(t, damaged.Close())
		for range 2 { // a damaged published state is published again by an update
			r := repaired(t, x.Path())
			if strings.Contains(fmt.Sprint(r.Again), other.root) {
				t.Errorf("%s: the advice is about the other index: %q", where, r.Again)
			}
		}
		again := openIndex(t, x.Path())
		updated(t, again, index.Source{Root: mine.root, Collection: "c"}, index.UpdateOptions{})
		same(t, where, state(t, again), want)
		same(t, where, published(t, x.Path()), want)
		if r := checked(t, again); len(r.Problems) > 0 {
			t.Errorf("%s: after all: %+v", where, r.Problems)
		}
	}
}

// Every published segment is bound by its checksum. One that has none is damage, and so are
// checksums that are cut, wherever.
func TestOpen_RefusesSegmentsWithoutChecksum(t *testing.T) {
	t.Parallel()
	x, _ := segmentedIndex(t)
	g := x.dir.sub(generationName(generations(t, x.Path())[0]))
	meta, err := g.read(metaFile, maxSmall)
	must(t, err)
	list, err := g.read(storeList, maxList)
	must(t, err)
	segments, err := g.segmentSums()
	must(t, err)
	refuses := func(what string, sums []byte) {
		t.Helper()
		must(t, os.WriteFile(g.at(sumsFile), sums, 0o600))
		r, err := Open(context.Background(), x.Path(), index.Options{ReadOnly: true})
		if err == nil {
			_, err = ask(r)
			must(t, r.Close())
		}
		if !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: a reader gets %v", what, err)
		}
	}
	for name := range segments {
		others := maps.Clone(segments)
		delete(others, name)
		refuses("without "+name, sumsOf(meta, list, others))
	}
	whole := sumsOf(meta, list, segments)
	for n := range whole {
		refuses(fmt.Sprint(n, " bytes"), whole[:n])
	}
}
