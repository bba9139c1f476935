package collection

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
)

// FuzzReadBaseline checks that any input is either refused, or marks a result and means the same
// when it is written again.
func FuzzReadBaseline(f *testing.F) {
	result := func() *Result {
		return &Result{
			By: "file",
			Units: []Unit{{Name: "a", Files: []File{{Content: "1"}}}, {Name: "b", Files: []File{{Content: "2"}}},
				{Name: "c", Files: []File{{Content: "2"}}}},
			Pairs:     []Pair{{Score: 0.5, A: Side{Unit: 0}, B: Side{Unit: 1}}},
			Identical: [][]int{{1, 2}},
		}
	}
	known, err := json.Marshal(result())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(known)
	f.Add(bytes.ReplaceAll(known, []byte("1"), []byte("7")))
	f.Add([]byte(`{"unit":"file","units":[],"pairs":[],"identical":[[]]}`))
	f.Add([]byte(`{"unit":"dir","units":[{"name":"a"},{"name":"a"}],"pairs":[{"score":1e300}],"identical":[[1,0],[0,1],[1,1]]}`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, b []byte) {
		baseline, err := ReadBaseline(bytes.NewReader(b), "known.json")
		if err != nil {
			return
		}
		r := result()
		if err := baseline.Mark(r); (err == nil) != (baseline.by == r.By) {
			t.Fatal(err)
		}
		if n := r.NewPairs; n < 0 || n > len(r.Pairs) || len(r.NewIdentical) > len(r.Identical) {
			t.Errorf("%d new pairs, %d groups", n, len(r.NewIdentical))
		}
		var read Result
		if err := json.NewDecoder(bytes.NewReader(b)).Decode(&read); err != nil {
			t.Fatal(err)
		}
		again, err := json.Marshal(read)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := ReadBaseline(bytes.NewReader(again), "known.json"); err != nil || !reflect.DeepEqual(got, baseline) {
			t.Errorf("%s is read as %+v, and that as %+v, %v", b, baseline, got, err)
		}
	})
}
