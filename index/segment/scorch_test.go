package segment

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/keyword"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/index/scorch/mergeplan"
	"github.com/blevesearch/bleve/v2/mapping"

	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// onBoth runs a test with both types of segments. That of zap shows what Bleve expects of ours.
func onBoth(t *testing.T, test func(t *testing.T, config map[string]any)) {
	t.Run("zap", func(t *testing.T) { test(t, nil) })
	t.Run("chaffinch", func(t *testing.T) {
		test(t, Config([]string{"structure", "exact"}, []string{"key"}))
	})
}

// record is a document: its terms by field, and a stored text.
type record struct {
	terms map[string][]string
	text  string
}

// model is the expected content of an index.
type model map[string]record

var fieldNames = []string{"structure", "exact", "key", "word"}

// pool makes up terms. They are few, so that documents share them; some are in nearly all.
func pool(rng *rand.Rand, n int) []string {
	var terms []string
	for range n {
		terms = append(terms, string(winnow.AppendTerm(nil, rng.Uint64())))
	}
	return terms
}

func randomRecord(rng *rand.Rand, terms []string) record {
	r := record{terms: map[string][]string{}, text: fmt.Sprint("text ", rng.IntN(1000))}
	for _, f := range fieldNames {
		if rng.IntN(4) == 0 {
			continue // some documents lack a field
		}
		n := rng.IntN(40)
		if f == "key" {
			n = 1
		}
		for range n {
			r.terms[f] = append(r.terms[f], terms[int(float64(len(terms))*rng.Float64()*rng.Float64())])
		}
	}
	return r
}

func newMapping() mapping.IndexMapping {
	m := bleve.NewIndexMapping()
	m.DefaultMapping = bleve.NewDocumentStaticMapping()
	for _, f := range fieldNames {
		text := bleve.NewTextFieldMapping()
		text.Analyzer = keyword.Name
		text.Store, text.IncludeInAll, text.IncludeTermVectors, text.DocValues = false, false, false, false
		m.DefaultMapping.AddFieldMappingsAt(f, text)
	}
	stored := bleve.NewTextFieldMapping()
	stored.Index, stored.Store, stored.IncludeInAll, stored.DocValues = false, true, false, false
	m.DefaultMapping.AddFieldMappingsAt("text", stored)
	return m
}

func (r record) document() map[string]any {
	d := map[string]any{"text": r.text}
	for f, terms := range r.terms {
		d[f] = terms
	}
	return d
}

func create(t *testing.T, path string, config map[string]any) bleve.Index {
	t.Helper()
	x, err := bleve.NewUsing(path, newMapping(), scorch.Name, scorch.Name, maps.Clone(config))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func open(t *testing.T, path string) bleve.Index {
	t.Helper()
	x, err := bleve.OpenUsing(path, map[string]any{"bolt_timeout": "5s"})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// change applies a random batch to the index and to the model.
func change(t *testing.T, rng *rand.Rand, x bleve.Index, m model, terms []string) {
	t.Helper()
	b := x.NewBatch()
	for range 1 + rng.IntN(60) {
		id := fmt.Sprint("doc ", rng.IntN(300))
		if rng.IntN(4) == 0 {
			b.Delete(id)
			delete(m, id)
			continue
		}
		r := randomRecord(rng, terms)
		if err := b.Index(id, r.document()); err != nil {
			t.Fatal(err)
		}
		m[id] = r
	}
	if err := x.Batch(b); err != nil {
		t.Fatal(err)
	}
}

// holds returns the ids of the documents whose field holds the term, sorted.
func (m model) holds(field, term string) []string {
	var ids []string
	for id, r := range m {
		if slices.Contains(r.terms[field], term) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// check compares all answers of the index with the model.
func (m model) check(t *testing.T, x bleve.Index, terms []string) {
	t.Helper()
	n, err := x.DocCount()
	if err != nil || n != uint64(len(m)) {
		t.Fatalf("%d documents, not %d: %v", n, len(m), err)
	}
	for _, field := range fieldNames {
		m.checkDictionary(t, x, field)
		for _, term := range terms {
			if got, want := search(t, x, field, term), m.holds(field, term); !slices.Equal(got, want) {
				t.Fatalf("%s %s is in %v, not in %v", field, term, got, want)
			}
		}
	}
	for _, text := range []string{"", "nonsense", "0000", strings.Repeat("z", 8), "00000000"} {
		if got := search(t, x, "exact", text); len(got) > 0 {
			t.Fatalf("%q is in %v", text, got)
		}
	}
	m.checkStored(t, x)
}

// checkDictionary checks the terms of a field, all of them and those of a range. After deletions
// and before a merge there may be terms without documents.
func (m model) checkDictionary(t *testing.T, x bleve.Index, field string) {
	t.Helper()
	df := map[string]bool{}
	for _, r := range m {
		for _, term := range r.terms[field] {
			df[term] = true
		}
	}
	d, err := x.FieldDict(field)
	if err != nil {
		t.Fatal(err)
	}
	last := ""
	for e, err := d.Next(); e != nil || err != nil; e, err = d.Next() {
		if err != nil || e.Term <= last {
			t.Fatalf("%s: %q after %q, %v", field, e.Term, last, err)
		}
		last = e.Term
		delete(df, e.Term)
	}
	if err := d.Close(); err != nil || len(df) > 0 {
		t.Fatalf("%s: the dictionary lacks %v, %v", field, slices.Sorted(maps.Keys(df)), err)
	}
	prefix, err := x.FieldDictPrefix(field, []byte("a"))
	if err != nil {
		t.Fatal(err)
	}
	for e, err := prefix.Next(); e != nil || err != nil; e, err = prefix.Next() {
		if err != nil || !strings.HasPrefix(e.Term, "a") {
			t.Fatalf("%s: %q among terms that begin with a, %v", field, e.Term, err)
		}
	}
	if err := prefix.Close(); err != nil {
		t.Fatal(err)
	}
}

func (m model) checkStored(t *testing.T, x bleve.Index) {
	t.Helper()
	q := bleve.NewMatchAllQuery()
	r := bleve.NewSearchRequestOptions(q, 1000, 0, false)
	r.Fields = []string{"text"}
	found, err := x.Search(r)
	if err != nil || len(found.Hits) != len(m) {
		t.Fatalf("%d documents are stored, not %d: %v", len(found.Hits), len(m), err)
	}
	for _, h := range found.Hits {
		if h.Fields["text"] != m[h.ID].text {
			t.Fatalf("%s stores %v, not %q", h.ID, h.Fields["text"], m[h.ID].text)
		}
		if got := docIDs(t, x, h.ID); !slices.Equal(got, []string{h.ID}) {
			t.Fatalf("%s is looked up as %v", h.ID, got)
		}
	}
}

func docIDs(t *testing.T, x bleve.Index, ids ...string) []string {
	t.Helper()
	found, err := x.Search(bleve.NewSearchRequest(bleve.NewDocIDQuery(ids)))
	if err != nil {
		t.Fatal(err)
	}
	return sortedIDs(found)
}

func search(t *testing.T, x bleve.Index, field, term string) []string {
	t.Helper()
	q := bleve.NewTermQuery(term)
	q.SetField(field)
	found, err := x.Search(bleve.NewSearchRequestOptions(q, 1000, 0, false))
	if err != nil {
		t.Fatal(err)
	}
	return sortedIDs(found)
}

func sortedIDs(r *bleve.SearchResult) []string {
	var ids []string
	for _, h := range r.Hits {
		ids = append(ids, h.ID)
	}
	slices.Sort(ids)
	return ids
}

func mergeAll(t *testing.T, x bleve.Index) {
	t.Helper()
	advanced, err := x.Advanced()
	if err != nil {
		t.Fatal(err)
	}
	if err := advanced.(*scorch.Scorch).ForceMerge(context.Background(), &mergeplan.SingleSegmentMergePlanOptions); err != nil {
		t.Fatal(err)
	}
}

func TestIndex_MatchesModel(t *testing.T) {
	onBoth(t, func(t *testing.T, config map[string]any) {
		for seed := range uint64(2) {
			rng := rand.New(rand.NewPCG(seed, 6))
			path := filepath.Join(t.TempDir(), "index")
			x := create(t, path, config)
			m, terms := model{}, pool(rng, 40)
			for range 8 {
				change(t, rng, x, m, terms)
				switch rng.IntN(4) {
				case 0:
					mergeAll(t, x)
				case 1:
					if err := x.Close(); err != nil {
						t.Fatal(err)
					}
					x = open(t, path)
				}
				m.check(t, x, terms)
			}
			mergeAll(t, x)
			m.check(t, x, terms)
			checkFiles(t, x, config)
			if err := x.Close(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// checkFiles checks the files of an index with our segments.
func checkFiles(t *testing.T, x bleve.Index, config map[string]any) {
	t.Helper()
	if config == nil {
		return
	}
	r := latest(t, x)
	defer r.Close()
	for _, s := range r.Segments() {
		f, ok := s.Segment().(*File)
		if !ok {
			t.Fatalf("a segment is %T", s.Segment())
		}
		if err := f.Check(context.Background()); err != nil {
			t.Error(err)
		}
	}
}

func latest(t *testing.T, x bleve.Index) *scorch.IndexSnapshot {
	t.Helper()
	advanced, err := x.Advanced()
	if err != nil {
		t.Fatal(err)
	}
	r, err := advanced.Reader()
	if err != nil {
		t.Fatal(err)
	}
	return r.(*scorch.IndexSnapshot)
}

// A reader keeps seeing the state that it was opened at.
func TestSnapshot_DoesNotChange(t *testing.T) {
	onBoth(t, func(t *testing.T, config map[string]any) {
		rng := rand.New(rand.NewPCG(1, 7))
		x := create(t, filepath.Join(t.TempDir(), "index"), config)
		m, terms := model{}, pool(rng, 40)
		for range 3 {
			change(t, rng, x, m, terms)
		}
		r := latest(t, x)
		counts := func() (n []uint64) {
			for _, term := range terms {
				tfr, err := r.TermFieldReader(context.Background(), []byte(term), "exact", true, true, false)
				if err != nil {
					t.Fatal(err)
				}
				n = append(n, tfr.Count())
				if err := tfr.Close(); err != nil {
					t.Fatal(err)
				}
			}
			return n
		}
		before := counts()
		for range 5 {
			change(t, rng, x, m, terms)
			mergeAll(t, x)
		}
		if after := counts(); !slices.Equal(before, after) {
			t.Errorf("counts were %v and are %v", before, after)
		}
		if err := cmp.Or(r.Close(), x.Close()); err != nil {
			t.Fatal(err)
		}
	})
}

// An index can be rolled back to an earlier state.
func TestIndex_RollsBack(t *testing.T) {
	onBoth(t, func(t *testing.T, config map[string]any) {
		rng := rand.New(rand.NewPCG(2, 8))
		path := filepath.Join(t.TempDir(), "index")
		kept := maps.Clone(config)
		if kept == nil {
			kept = map[string]any{}
		}
		kept["numSnapshotsToKeep"] = 50
		x := create(t, path, kept)
		m, terms := model{}, pool(rng, 40)
		states := map[string]model{} // by what a document of each says
		for i := range 6 {
			change(t, rng, x, m, terms)
			m["state"] = record{text: fmt.Sprint("state ", i)}
			if err := x.Index("state", m["state"].document()); err != nil {
				t.Fatal(err)
			}
			states[m["state"].text] = maps.Clone(m)
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		points, err := scorch.RollbackPoints(filepath.Join(path, "store"))
		if err != nil || len(points) == 0 {
			t.Fatalf("%d points to go back to, %v", len(points), err)
		}
		// The newest comes first. In every second one both writes of a round are done.
		gone := 0
		for _, point := range points {
			if err := scorch.Rollback(filepath.Join(path, "store"), point); err != nil {
				t.Fatal(err)
			}
			x = open(t, path)
			text := storedText(t, x, "state")
			if old, ok := states[text]; ok && uint64(len(old)) == count(t, x) {
				if text != "state 5" {
					old.check(t, x, terms)
					gone++
				}
			}
			if err := x.Close(); err != nil {
				t.Fatal(err)
			}
			if gone > 0 {
				return
			}
		}
		t.Errorf("none of %d points is a state from before the last", len(points))
	})
}

func count(t *testing.T, x bleve.Index) uint64 {
	t.Helper()
	n, err := x.DocCount()
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// storedText returns the text that the document stores, "" if there is none.
func storedText(t *testing.T, x bleve.Index, id string) string {
	t.Helper()
	r := bleve.NewSearchRequest(bleve.NewDocIDQuery([]string{id}))
	r.Fields = []string{"text"}
	found, err := x.Search(r)
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Hits) == 0 {
		return ""
	}
	text, _ := found.Hits[0].Fields["text"].(string)
	return text
}

// Readers and a writer at the same time. Run with the race detector.
func TestIndex_ReadersDuringWrites(t *testing.T) {
	onBoth(t, func(t *testing.T, config map[string]any) {
		rng := rand.New(rand.NewPCG(3, 9))
		x := create(t, filepath.Join(t.TempDir(), "index"), config)
		m, terms := model{}, pool(rng, 40)
		done := make(chan struct{})
		var readers sync.WaitGroup
		for range 3 {
			readers.Go(func() {
				for i := 0; ; i++ {
					select {
					case <-done:
						return
					default:
						q := bleve.NewTermQuery(terms[i%len(terms)])
						q.SetField(fieldNames[i%len(fieldNames)])
						if _, err := x.Search(bleve.NewSearchRequest(q)); err != nil {
							t.Error(err)
							return
						}
					}
				}
			})
		}
		for i := range 10 {
			change(t, rng, x, m, terms)
			if i%3 == 2 {
				mergeAll(t, x)
			}
		}
		close(done)
		readers.Wait()
		m.check(t, x, terms)
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	})
}

// Bleve intersects lists through interfaces that segments implement.
func TestQuery_SeveralTerms(t *testing.T) {
	onBoth(t, func(t *testing.T, config map[string]any) {
		rng := rand.New(rand.NewPCG(4, 10))
		x := create(t, filepath.Join(t.TempDir(), "index"), config)
		defer x.Close()
		m, terms := model{}, pool(rng, 12)
		for range 6 {
			change(t, rng, x, m, terms)
		}
		term := func(i int) *bleve.SearchRequest {
			a, b := bleve.NewTermQuery(terms[i]), bleve.NewTermQuery(terms[(i+3)%len(terms)])
			a.SetField("exact")
			b.SetField("structure")
			if i%2 == 0 {
				return bleve.NewSearchRequestOptions(bleve.NewConjunctionQuery(a, b), 1000, 0, false)
			}
			return bleve.NewSearchRequestOptions(bleve.NewDisjunctionQuery(a, b), 1000, 0, false)
		}
		for i := range terms {
			for _, score := range []string{"", "none"} {
				r := term(i)
				r.Score = score
				found, err := x.Search(r)
				if err != nil {
					t.Fatal(err)
				}
				a, b := m.holds("exact", terms[i]), m.holds("structure", terms[(i+3)%len(terms)])
				want := slices.Concat(a, b)
				if i%2 == 0 {
					want = slices.DeleteFunc(slices.Clone(a), func(id string) bool { return !slices.Contains(b, id) })
				}
				slices.Sort(want)
				if got := sortedIDs(found); !slices.Equal(got, slices.Compact(want)) {
					t.Fatalf("query %d, score %q: %v, not %v", i, score, got, want)
				}
			}
		}
	})
}

func TestIndex_RefusesOtherTerms(t *testing.T) {
	x := create(t, filepath.Join(t.TempDir(), "index"), Config([]string{"exact"}, nil))
	defer x.Close()
	err := x.Index("a", map[string]any{"exact": "some words"})
	if err == nil || !strings.Contains(err.Error(), "use the analyzer fingerprint") {
		t.Errorf("words in a field of fingerprints: %v", err)
	}
	if n, err := x.DocCount(); n != 0 || err != nil {
		t.Errorf("%d documents, %v", n, err)
	}
}
