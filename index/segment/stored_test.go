package segment

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// someStored makes up the stored values of a document: most are short, some long, some empty.
func someStored(rng *rand.Rand, doc int) (id []byte, values []storedValue) {
	id = fmt.Append(nil, "o collection root path/", doc)
	if rng.IntN(50) == 0 {
		id = append(id, strings.Repeat("long", 100)...)
	}
	for _, name := range []string{"record", "source"}[:rng.IntN(3)] {
		v := make([]byte, [...]int{0, 1, 40, mostInline, mostInline + 1, 5000}[rng.IntN(6)])
		for i := range v {
			v[i] = byte(rng.IntN(3))
		}
		values = append(values, storedValue{name, 't', v})
	}
	return id, values
}

func readStored(p *part, doc uint64) (got []storedValue, err error) {
	err = p.visitStored(doc, func(field string, typ byte, value []byte, _ []uint64) bool {
		got = append(got, storedValue{field, typ, slices.Clone(value)})
		return true
	})
	return got, err
}

// Every document has the id and the values that were written, in whatever order they are read.
func TestStored_RoundTrips(t *testing.T) {
	for seed, docs := range []int{0, 1, groupDocs - 1, groupDocs, groupDocs + 1, 1000} {
		rng := rand.New(rand.NewPCG(uint64(seed), 41))
		var file writer
		p := &partWriter{w: &file}
		w := p.stored()
		var want [][]storedValue
		for d := range docs {
			id, values := someStored(rng, d)
			want = append(want, slices.Concat([]storedValue{{idField, 't', id}}, values))
			if err := w.add(id, values); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.end(); err != nil {
			t.Fatal(err)
		}
		row := p.fields[0]
		read := &part{docs: uint32(docs), stored: &stored{field: field{
			counts: row.counts, blocks: file[:row.blockSize], dir: file[row.dir:]}}}
		for _, d := range rng.Perm(docs) {
			got, err := readStored(read, uint64(d))
			if err != nil || !slices.EqualFunc(got, want[d], func(a, b storedValue) bool {
				return a.field == b.field && a.typ == b.typ && string(a.value) == string(b.value)
			}) {
				t.Fatalf("document %d of %d: %v, %v, not %v", d, docs, got, err, want[d])
			}
			if id, err := read.docID(uint64(d)); err != nil || string(id) != string(want[d][0].value) {
				t.Fatalf("document %d of %d: id %q, %v", d, docs, id, err)
			}
		}
		if got, err := readStored(read, uint64(docs)); got != nil || err != nil {
			t.Errorf("document %d of %d: %v, %v", docs, docs, got, err)
		}
	}
}

// A group that is too large is refused when it is written, and a document beyond the last when it
// is read.
func TestStored_Bounds(t *testing.T) {
	p := &partWriter{w: new(writer)}
	w := p.stored()
	values := slices.Repeat([]storedValue{{"f", 't', make([]byte, mostInline)}}, mostGroup/mostInline/groupDocs+1)
	var err error
	for range groupDocs {
		err = errors.Join(err, w.add([]byte("id"), values))
	}
	if err == nil {
		t.Error("a group of more than the most is written")
	}
	if _, err := (&stored{}).doc(0); !errors.Is(err, ErrDamaged) {
		t.Errorf("a document of none: %v", err)
	}
}
