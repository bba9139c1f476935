package blevequery

import (
	"bytes"
	"encoding/hex"
	"math"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/blevesearch/bleve/v2"
	"github.com/chaffinch-search/chaffinch/query"
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
		if weights.Size(doc) == 0 {
			continue // deleted
		}
		known++
		held := map[key]bool{}
		for _, term := range asQuestion(w.docs[id]) {
			held[key{term.Representation.String(), term.Text()}] = true
		}
		square := 0.0
		for k := range held {
			square += math.Pow(query.IDF(len(w.docs), df[k]), 2)
		}
		if weights.Size(doc) != len(held) || math.Abs(weights.Norm(doc)/math.Sqrt(square)-1) > 1e-6 {
			t.Errorf("%s: %d terms, length %v, not %d and %v", id, weights.Size(doc), weights.Norm(doc), len(held), math.Sqrt(square))
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
			if !Fresh(weights, readerOf(t, x), bothFields, 2) {
				t.Error("not fresh at once")
			}
			if Fresh(weights, readerOf(t, x), bothFields, 3) || Fresh(weights, readerOf(t, x), bothFields[:1], 2) {
				t.Error("fresh for another number of documents, or other fields")
			}
			for change, batch := range map[string]map[string]document{
				"add": {"c": {"exact": {"c"}}}, "replace": {"a": {"exact": {"b", "c"}}}, "remove": {"b": nil},
			} {
				stale := weightsOf(t, readerOf(t, x), 2)
				write(t, x, batch)
				if Fresh(stale, readerOf(t, x), bothFields, 2) {
					t.Errorf("fresh after %s", change)
				}
			}
		})
	}
}

// Two indexes may have as many documents and segments of the same names, and yet differ: by which
// document is deleted, or because Bleve restarts its segment numbers once all segments are gone.
func TestWeights_DistinguishIndexesThatLookAlike(t *testing.T) {
	docs := map[string]document{
		"a": {"exact": {"a", "b"}}, "b": {"exact": {"b"}}, "c": {"exact": {"b", "c", "d"}},
	}
	for what, batches := range map[string][2][]map[string]document{
		"deleted": {{docs, {"a": nil}}, {docs, {"c": nil}}},
		"numbers": {
			{{"1": {"exact": {"a", "a"}}, "2": {"exact": {"c"}}}},
			{{"1": {"exact": {"b", "b"}}, "2": {"exact": {"c"}}}},
		},
	} {
		var indexes [2]bleve.Index
		for i := range indexes {
			indexes[i] = newIndexAt(t, filepath.Join(t.TempDir(), "x"), nil)
			for _, b := range batches[i] {
				write(t, indexes[i], b)
			}
		}
		for i, x := range indexes {
			if Fresh(weightsOf(t, readerOf(t, x), 2), readerOf(t, indexes[1-i]), bothFields, 2) {
				t.Errorf("%s: the weights of one index are fresh for the other", what)
			}
		}
	}
}

// The known bytes were computed by another program.
func TestWeights_HaveKnownBytes(t *testing.T) {
	w := &query.Weights{State: 3, Fields: 4, Norms: []float32{1.5, .25}, Sizes: []uint32{7, 9}}
	const want = "6368616666696e6368207765696768747320320a" + // chaffinch weights 2
		"0300000000000000" + "0400000000000000" + "0200000000000000" +
		"0000c03f" + "07000000" + "0000803e" + "09000000" + "9af2bb14"
	if got, err := w.MarshalBinary(); hex.EncodeToString(got) != want || err != nil {
		t.Errorf("%x, %v, not %s", got, err, want)
	}
}

func TestWeights_RoundTrip(t *testing.T) {
	w := newWorld(t, newIndex(t), 32)
	r := readerOf(t, w.index)
	for _, weights := range []*query.Weights{weightsOf(t, r, 0), {Norms: []float32{}, Sizes: []uint32{}}} {
		b, err := weights.MarshalBinary()
		must(t, err)
		got := new(query.Weights)
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
	if b, _ := weightsOf(t, r, 0).MarshalBinary(); !bytes.HasPrefix(b, []byte("chaffinch weights ")) {
		t.Error("no magic")
	}
}

func TestWeights_RefuseDamage(t *testing.T) {
	weights := &query.Weights{State: 1, Fields: 5, Norms: []float32{1, 2}, Sizes: []uint32{3, 4}}
	b, err := weights.MarshalBinary()
	must(t, err)
	got := &query.Weights{State: 7, Norms: []float32{1}, Sizes: []uint32{1}}
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
	if got.State != 7 || len(got.Norms) != 1 {
		t.Errorf("an error has changed them: %+v", got)
	}
}

func FuzzWeights(f *testing.F) {
	for _, w := range []*query.Weights{{}, {State: 1, Norms: []float32{1, 2}, Sizes: []uint32{3, 4}}} {
		b, _ := w.MarshalBinary()
		f.Add(b)
		f.Add(b[:len(b)-1])
		f.Add(append(bytes.Clone(b), 0))
		f.Add(bytes.ReplaceAll(b, []byte{0}, []byte{0xff}))
	}
	f.Add([]byte(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		w := new(query.Weights)
		if w.UnmarshalBinary(b) != nil {
			return
		}
		again, err := w.MarshalBinary()
		if err != nil || !bytes.Equal(again, b) {
			t.Errorf("%q is written as %q, %v", b, again, err)
		}
	})
}
