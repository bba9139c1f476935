package segment

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/blevesearch/bleve/v2"
)

// remembering opens an index that caches every list of ids, however short.
func remembering(t *testing.T, path string) (bleve.Index, *idCache) {
	t.Helper()
	config := Writing([]string{"structure", "exact"}, []string{"key"}, 2)
	l := idCacheOf(config["segmentConfig"].(map[string]any))
	l.least = 1
	config["bolt_timeout"] = "5s"
	x, err := bleve.OpenUsing(path, config)
	if err != nil {
		t.Fatal(err)
	}
	return x, l
}

// A cached list equals a new one, under concurrent use, and whatever a caller does with its list
// afterwards.
func TestIDCache_EqualNewLists(t *testing.T) {
	t.Parallel()
	l := newIDCache(3)
	l.least = 4
	var group sync.WaitGroup
	for g := range uint64(4) {
		group.Go(func() {
			rng := rand.New(rand.NewPCG(g, 17))
			var ids []string
			for range 2000 {
				switch {
				case len(ids) == 0 || rng.IntN(4) == 0:
					ids = ids[:0] // in the same memory
					for range rng.IntN(12) {
						ids = append(ids, fmt.Sprint("id ", rng.IntN(5))) // some twice
					}
				case rng.IntN(2) == 0:
					ids[rng.IntN(len(ids))] = fmt.Sprint("id ", rng.IntN(5))
				}
				got, want := l.of(ids), newIDBatch(ids)
				if !slices.Equal(got.hashes, want.hashes) || !slices.Equal(sortedKeys(got), sortedKeys(want)) {
					t.Errorf("%q: %+v, not %+v", ids, got, want)
				}
			}
		})
	}
	group.Wait()
}

// sortedKeys returns the keys in a total order, after checking that their hashes ascend.
func sortedKeys(w *idBatch) []string {
	rise := slices.IsSortedFunc(w.keys, func(a, b key) int { return cmp.Compare(a.hash, b.hash) })
	all := []string{fmt.Sprint(rise)}
	for _, k := range w.keys {
		all = append(all, fmt.Sprint(k.hash, k.id))
	}
	slices.Sort(all)
	return all
}

// A list is made once for all segments. The cache is bounded, and omits short lists.
func TestIDCache_CachesLists(t *testing.T) {
	t.Parallel()
	lists := make([][]string, 3)
	for i := range lists {
		for j := range minCached {
			lists[i] = append(lists[i], fmt.Sprint(i, " ", j))
		}
	}
	l := newIDCache(2)
	first := l.of(lists[0])
	if l.of(slices.Clone(lists[0])) != first {
		t.Error("an equal list is made again")
	}
	second := l.of(lists[1])
	if l.of(lists[0]) != first || l.of(lists[1]) != second {
		t.Error("two lists are not remembered")
	}
	if l.of(lists[2]); l.of(lists[1]) != second || l.of(lists[0]) == first {
		t.Error("not the oldest is forgotten")
	}
	short := l.of(lists[0][:minCached-1])
	if l.of(lists[0][:minCached-1]) == short {
		t.Error("a short list is remembered")
	}
	var none *idCache
	first = none.of(lists[0])
	if none.of(lists[0]) == first {
		t.Error("a list is remembered nowhere")
	}
}

// An index written with cached lists has the same content as one without. Its segments share the
// cache: those in memory, on disk and merged.
func TestIndex_MatchesModelWithIDCache(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2) {
		rng := rand.New(rand.NewPCG(seed, 18))
		path := filepath.Join(t.TempDir(), "index")
		if err := create(t, path, Config([]string{"structure", "exact"}, []string{"key"})).Close(); err != nil {
			t.Fatal(err)
		}
		x, l := remembering(t, path)
		m, terms := model{}, pool(rng, 40)
		for i := range 6 {
			change(t, rng, x, m, terms)
			if i == 3 {
				mergeAll(t, x)
			}
			m.check(t, x, terms)
			shareIDCache(t, x, l)
		}
		if slices.Contains(l.last, nil) {
			t.Error("nothing is remembered")
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		x = open(t, path)
		m.check(t, x, terms)
		shareIDCache(t, x, nil)
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func shareIDCache(t *testing.T, x bleve.Index, want *idCache) {
	t.Helper()
	r := latest(t, x)
	defer r.Close()
	for _, s := range r.Segments() {
		var p *part
		switch s := s.Segment().(type) {
		case *File:
			p = s.part
		case *unpersisted:
			p = s.part
		}
		if p == nil || p.idCache != want {
			t.Errorf("segment %d, a %T, does not share them", s.Id(), s.Segment())
		}
	}
}
