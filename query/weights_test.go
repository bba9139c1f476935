package query

import (
	"bytes"
	"context"
	"math"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/blevesearch/bleve/v2"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

func TestComputeWeights_SizesAndNorms(t *testing.T) {
	onBoth(t, testWeightsAreSizesAndLengths)
}

func testWeightsAreSizesAndLengths(t *testing.T, config segments) {
	w := newWorld(t, newIndexAt(t, "", config), 31)
	r := readerOf(t, w.index)
	weights := weightsOf(t, r, 0)
	rd, err := newReader(r)
	must(t, err)
	df := map[key]int{}
	for _, d := range w.docs {
		seen := map[key]bool{}
		for _, term := range asQuestion(d) {
			seen[key{term.Representation.String(), term.Text()}] = true
		}
		for k := range seen {
			df[k]++
		}
	}
	known := 0
	for doc := range rd.size {
		id, err := rd.id(doc)
		must(t, err)
		if weights.size(doc) == 0 {
			continue // deleted
		}
		known++
		held := map[key]bool{}
		for _, term := range asQuestion(w.docs[id]) {
			held[key{term.Representation.String(), term.Text()}] = true
		}
		square := 0.0
		for k := range held {
			square += math.Pow(IDF(len(w.docs), df[k]), 2)
		}
		if weights.size(doc) != len(held) || math.Abs(weights.norm(doc)/math.Sqrt(square)-1) > 1e-6 {
			t.Errorf("%s: %d terms, length %v, not %d and %v", id, weights.size(doc), weights.norm(doc), len(held), math.Sqrt(square))
		}
	}
	if known != len(w.docs) {
		t.Errorf("weights of %d documents, not %d", known, len(w.docs))
	}
}

func TestWeights_FreshForOneSnapshot(t *testing.T) {
	for name, path := range map[string]string{"in memory": "", "on disk": filepath.Join(t.TempDir(), "x")} {
		t.Run(name, func(t *testing.T) {
			x := newIndexAt(t, path, nil)
			write(t, x, map[string]document{"a": {"exact": {"a", "b"}}, "b": {"exact": {"b"}}})
			weights := weightsOf(t, readerOf(t, x), 2)
			if !weights.Fresh(readerOf(t, x), bothFields, 2) {
				t.Error("not fresh at once")
			}
			if weights.Fresh(readerOf(t, x), bothFields, 3) || weights.Fresh(readerOf(t, x), bothFields[:1], 2) {
				t.Error("fresh for another number of documents, or other fields")
			}
			for change, batch := range map[string]map[string]document{
				"add": {"c": {"exact": {"c"}}}, "replace": {"a": {"exact": {"b", "c"}}}, "remove": {"b": nil},
			} {
				stale := weightsOf(t, readerOf(t, x), 2)
				write(t, x, batch)
				if stale.Fresh(readerOf(t, x), bothFields, 2) {
					t.Errorf("fresh after %s", change)
				}
			}
		})
	}
}

// Deleting one document leaves as many documents as deleting another.
func TestWeights_DependOnDeletedDocuments(t *testing.T) {
	dir := t.TempDir()
	docs := map[string]document{"a": {"exact": {"a", "b"}}, "b": {"exact": {"b"}}, "c": {"exact": {"b", "c", "d"}}}
	var all []*Weights
	var indexes []bleve.Index
	for _, gone := range []string{"a", "c"} {
		x := newIndexAt(t, filepath.Join(dir, gone), nil)
		write(t, x, docs)
		write(t, x, map[string]document{gone: nil})
		all, indexes = append(all, weightsOf(t, readerOf(t, x), 2)), append(indexes, x)
	}
	for i := range all {
		if all[i].Fresh(readerOf(t, indexes[1-i]), bothFields, 2) {
			t.Error("the weights of one index are fresh for the other")
		}
	}
}

// Bleve restarts its segment numbers once all segments are gone, so two segments can have the same
// name.
func TestWeights_DistinguishSegmentsOfOneName(t *testing.T) {
	dir := t.TempDir()
	var all []*Weights
	var indexes []bleve.Index
	for _, term := range []string{"a", "b"} {
		x := newIndexAt(t, filepath.Join(dir, term), nil)
		write(t, x, map[string]document{"1": {"exact": {term, term}}, "2": {"exact": {"c"}}})
		all, indexes = append(all, weightsOf(t, readerOf(t, x), 2)), append(indexes, x)
	}
	for i := range all {
		if all[i].Fresh(readerOf(t, indexes[1-i]), bothFields, 2) {
			t.Error("the weights of one index are fresh for the other")
		}
	}
}

func TestWeights_RoundTrip(t *testing.T) {
	w := newWorld(t, newIndex(t), 32)
	r := readerOf(t, w.index)
	for _, weights := range []*Weights{weightsOf(t, r, 0), {norms: []float32{}, sizes: []uint32{}}} {
		b, err := weights.MarshalBinary()
		must(t, err)
		got := new(Weights)
		must(t, got.UnmarshalBinary(b))
		if !reflect.DeepEqual(got, weights) {
			t.Error("they are others")
		}
		for i := range b {
			b[i] = 0 // b is not kept
		}
		if !reflect.DeepEqual(got, weights) {
			t.Error("they lie in the memory that they were read from")
		}
	}
	if b, _ := weightsOf(t, r, 0).MarshalBinary(); !bytes.HasPrefix(b, []byte(weightsMagic)) {
		t.Error("no magic")
	}
}

func TestWeights_RefuseDamage(t *testing.T) {
	weights := &Weights{state: 1, fields: 5, norms: []float32{1, 2}, sizes: []uint32{3, 4}}
	b, err := weights.MarshalBinary()
	must(t, err)
	got := &Weights{state: 7, norms: []float32{1}, sizes: []uint32{1}}
	for i := range b {
		for bit := range 8 {
			damaged := bytes.Clone(b)
			damaged[i] ^= 1 << bit
			if got.UnmarshalBinary(damaged) == nil {
				t.Fatalf("byte %d, bit %d: taken", i, bit)
			}
		}
		if got.UnmarshalBinary(b[:i]) == nil || got.UnmarshalBinary(append(bytes.Clone(b), b[:i+1]...)) == nil {
			t.Fatalf("of another length, %d: taken", i)
		}
	}
	if got.state != 7 || len(got.norms) != 1 {
		t.Errorf("an error has changed them: %+v", got)
	}
}

func FuzzWeights(f *testing.F) {
	for _, w := range []*Weights{{}, {state: 1, norms: []float32{1, 2}, sizes: []uint32{3, 4}}} {
		b, _ := w.MarshalBinary()
		f.Add(b)
		f.Add(b[:len(b)-1])
		f.Add(append(bytes.Clone(b), 0))
		f.Add(bytes.ReplaceAll(b, []byte{0}, []byte{0xff}))
	}
	f.Add([]byte(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		w := new(Weights)
		if w.UnmarshalBinary(b) != nil {
			return
		}
		again, err := w.MarshalBinary()
		if err != nil || !bytes.Equal(again, b) {
			t.Errorf("%q is written as %q, %v", b, again, err)
		}
	})
}

func TestMeasure_Names(t *testing.T) {
	for _, m := range measures {
		if got, err := ParseMeasure(m.String()); got != m || err != nil {
			t.Errorf("%s: %v, %v", m, got, err)
		}
	}
	if _, err := ParseMeasure("other"); err == nil {
		t.Error("another name is taken")
	}
	if got := Measure(9).String(); got != "measure(9)" {
		t.Error(got)
	}
}

func TestEachTerm_AgreesWithTheDocuments(t *testing.T) {
	for seed := range uint64(4) {
		w := newWorld(t, newIndex(t), 50+seed)
		r := readerOf(t, w.index)
		for _, field := range append(bothFields, "nofield") {
			holders := map[string]map[string]bool{}
			for id, d := range w.docs {
				for _, text := range d[field] {
					if holders[text] == nil {
						holders[text] = map[string]bool{}
					}
					holders[text][id] = true
				}
			}
			last, n := "", 0
			must(t, EachTerm(context.Background(), r, field, func(term []byte, df int) error {
				if string(term) <= last && n > 0 || df != len(holders[string(term)]) {
					t.Errorf("%q after %q with df %d, not %d", term, last, df, len(holders[string(term)]))
				}
				last, n = string(term), n+1
				return nil
			}))
			if n != len(holders) {
				t.Errorf("%d terms, not %d", n, len(holders))
			}
			holders["nobody"] = nil
			for text, want := range holders {
				for _, n := range []int{-1, 0, 1, 3, 1000} {
					got, err := DocumentsWith(r, field, text, n)
					must(t, err)
					distinct := map[string]bool{}
					for _, id := range got {
						distinct[id] = want[id]
						if !want[id] {
							t.Errorf("%s does not hold %q", id, text)
						}
					}
					if len(distinct) != len(got) || len(got) != max(0, min(n, len(want))) {
						t.Errorf("the first %d with %q: %v of %v", n, text, got, want)
					}
				}
			}
		}
	}
}

func TestEachTerm_StopsAtTheFirstError(t *testing.T) {
	w := newWorld(t, newIndex(t), 1)
	r := readerOf(t, w.index)
	calls := 0
	err := EachTerm(context.Background(), r, "exact", func([]byte, int) error { calls++; return context.Canceled })
	if err != context.Canceled || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := EachTerm(ctx, r, "exact", func([]byte, int) error { return nil }); err == nil {
		t.Error("a context that is done is not looked at")
	}
}

func TestVector_MergesEqualTerms(t *testing.T) {
	terms := []Term{term("structure", "g", false), term("exact", "h", false), term("structure", "g", true), term("exact", "g", true), term("structure", "g", false)}
	v := NewVector(terms)
	want := []Term{term("exact", "g", true), term("exact", "h", false), term("structure", "g", false)}
	if v.Len() != 3 || !reflect.DeepEqual(v.Terms(), want) {
		t.Errorf("%v", v.Terms())
	}
	if terms[0].Representation != analyzer.Structure {
		t.Error("the caller's terms were reordered")
	}
	if got := v.smallest(2).Terms(); !reflect.DeepEqual(got, []Term{term("exact", "g", true), term("structure", "g", false)}) {
		t.Errorf("the smallest two: %v", got)
	}
	if v.smallest(0) != v || v.smallest(3) != v {
		t.Error("all are not the vector itself")
	}
}
