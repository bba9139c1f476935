package disk

import (
	"crypto/md5"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2/document"
	bindex "github.com/blevesearch/bleve_index_api"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/wfp"
	"github.com/chaffinch-search/chaffinch/index"
)

func scanossSettings() index.Settings {
	s := index.DefaultSettings()
	s.Scanoss = true
	return s
}

// hasWFP compares what the index has of SCANOSS fingerprints with the contents, which are all that
// it has.
func hasWFP(t *testing.T, x *Index, contents []string) {
	t.Helper()
	s, err := x.State()
	must(t, err)
	defer s.Close()
	w, err := index.WFPStateOf(s, x.Settings())
	must(t, err)
	holders := map[uint32]map[string]bool{}
	for _, text := range contents {
		id := index.BlobID([]byte(text))
		sum, prints, err := w.WFP(t.Context(), id)
		if err != nil || sum != md5.Sum([]byte(text)) || !slices.Equal(prints, wfp.Prints([]byte(text))) {
			t.Errorf("%s: %s, %v, %v", id, sum, prints, err)
		}
		ids, err := w.ContentsOfMD5(t.Context(), sum)
		if err != nil || !slices.Equal(ids, []string{id}) {
			t.Errorf("of %s: %v, %v", sum, ids, err)
		}
		for _, p := range prints {
			if holders[p.Hash] == nil {
				holders[p.Hash] = map[string]bool{}
			}
			holders[p.Hash][id] = true
		}
	}
	for hash, want := range holders {
		r, err := w.SearchWFP(t.Context(), []wfp.Print{{Hash: hash}}, 0)
		must(t, err)
		got := map[string]bool{}
		for _, h := range r.Hits {
			got[h.ID] = true
		}
		if !maps.Equal(got, want) || len(r.Terms) != 1 || r.Terms[0].DF != len(want) || uint32(r.Terms[0].Hash>>32) != hash {
			t.Errorf("of %08x: %v, %v, not %v", hash, got, r.Terms, want)
		}
	}
	ids, err := w.ContentsOfMD5(t.Context(), md5.Sum([]byte("unknown")))
	if err != nil || len(ids) > 0 {
		t.Errorf("of another MD5: %v, %v", ids, err)
	}
}

// Whatever is added, changed, removed and merged, the index has the fingerprints of its contents
// and no others.
func TestWFP_FollowsUpdates(t *testing.T) {
	t.Parallel()
	for seed := range uint64(rounds(4, 2)) {
		r := rand.New(rand.NewPCG(seed, 5))
		tr := newTree(t, nil)
		x := createIndex(t, scanossSettings())
		now := map[string]string{}
		for range 5 {
			for range 8 {
				name := fmt.Sprintf("%d.go", r.IntN(20))
				if now[name] != "" && r.IntN(2) == 0 {
					tr.remove(name)
					delete(now, name)
					continue
				}
				now[name] = source(r.Uint64N(30)) + source(r.Uint64N(3)) // the second part is in several
				tr.write(name, now[name])
			}
			updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{Prune: true})
			hasWFP(t, x, slices.Compact(slices.Sorted(maps.Values(now))))
		}
		if report := checked(t, x); len(report.Problems) > 0 {
			t.Errorf("%+v", report.Problems)
		}
		to := createIndex(t, scanossSettings())
		s, err := x.State()
		must(t, err)
		_, err = to.CopyFrom(t.Context(), s.(index.Copied), x.Settings(), index.CopyOptions{From: x.Path()})
		must(t, errors.Join(err, s.Close()))
		hasWFP(t, to, slices.Compact(slices.Sorted(maps.Values(now))))
	}
}

// An index without them, or without a text that is long enough, says so or finds nothing.
func TestWFP_Absent(t *testing.T) {
	t.Parallel()
	tr := newTree(t, map[string]string{"a.go": "package p\n\nfunc f(a, b int) int { if a > b { return a - b*b + 1 }; return b - a }\n"})
	for _, x := range []*Index{newIndex(t), createIndex(t, scanossSettings())} {
		for range 2 {
			s, err := x.State()
			must(t, err)
			w, err := index.WFPStateOf(s, x.Settings())
			if !x.settings.Scanoss {
				if !errors.Is(err, index.ErrNoWFP) {
					t.Errorf("without: %v", err)
				}
			} else if r, err := w.SearchWFP(t.Context(), []wfp.Print{{Hash: 1, Line: 1}}, 10); err != nil || len(r.Hits) > 0 {
				t.Errorf("%d contents: %v, %v", s.Contents(), r, err)
			}
			must(t, s.Close())
			updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
		}
	}
	s, err := createIndex(t, scanossSettings()).State()
	must(t, err)
	defer s.Close()
	if _, err := newIndex(t).CopyFrom(t.Context(), s.(index.Copied), scanossSettings(), index.CopyOptions{}); err == nil ||
		!strings.Contains(err.Error(), "SCANOSS fingerprints") {
		t.Errorf("copied to an index without: %v", err)
	}
	key, err := analyzer.NewKey([]byte(strings.Repeat("k", 32)))
	must(t, err)
	if _, err := Create(filepath.Join(t.TempDir(), "x"), scanossSettings().WithKey(key)); err == nil || !strings.Contains(err.Error(), "index.Options.Key") {
		t.Errorf("with a key: %v", err)
	}
}

func TestWFP_CheckFindsWrongOnes(t *testing.T) {
	t.Parallel()
	text := source(1) + source(2)
	right := wfp.Pack(md5.Sum([]byte(text)), wfp.Prints([]byte(text)))
	for what, change := range map[string]func(*index.Document) []document.Field{
		"are stored: false": func(d *index.Document) []document.Field { d.WFP = nil; return nil },
		"do not fit its source": func(d *index.Document) []document.Field {
			d.WFP = wfp.Pack(md5.Sum([]byte(text)), wfp.Prints([]byte(text+text)))
			return nil
		},
		"are missing or are not its own": func(d *index.Document) []document.Field {
			d.WFP = nil
			return []document.Field{storedField(fieldPacked, right), newKeyField(fieldMD5, 5), newHashField(fieldWFP, []uint64{7 << 40}, 0)}
		},
	} {
		tr := newTree(t, map[string]string{"a.go": text, "b.go": source(4)})
		x := createIndex(t, scanossSettings())
		updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
		d := analyzed(x, index.BlobID([]byte(text)), len(text), text)
		d.WFP = right
		more := change(d)
		doc, err := contentDocument(d, 0)
		must(t, err)
		for _, f := range more {
			doc.AddField(f)
		}
		b := bindex.NewBatch()
		b.Update(doc)
		must(t, x.bleve.Batch(b))
		if r := checked(t, x); !slices.ContainsFunc(r.Problems, func(p index.Problem) bool { return strings.Contains(p.What, what) }) {
			t.Errorf("%s: %+v", what, r.Problems)
		}
	}
}
