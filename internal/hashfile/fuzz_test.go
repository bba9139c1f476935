package hashfile

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
)

// termsOf returns distinct hashes in ascending order.
func termsOf(r *rand.Rand, n int, shift int) []uint64 {
	var all []uint64
	for range n {
		all = append(all, r.Uint64()>>shift)
	}
	return winnow.DistinctTerms(all)
}

// Any terms are decoded as they were encoded, also the smallest and the largest ones, and a cut of
// them is refused.
func TestTerms_RoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	all := [][]uint64{nil, {0}, {^uint64(0)}, {0, 1 << 24, ^uint64(0)}}
	for n := range 200 {
		all = append(all, termsOf(r, n*n%1000, n%40))
	}
	for _, want := range all {
		want = winnow.DistinctTerms(want)
		data := appendTerms(nil, want)
		got, rest, err := readTerms(append(slices.Clone(data), 'x'))
		if err != nil || !slices.Equal(got, want) || string(rest) != "x" {
			t.Fatalf("%x is read as %x, %q, %v", want, got, rest, err)
		}
		if got, _, err := readTerms(data[:len(data)-1]); err == nil {
			t.Fatalf("a cut of %x is read as %x", want, got)
		}
	}
}

// FuzzTerms: terms are refused, or they ascend, and encoding them again gives the same bytes.
func FuzzTerms(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 100} {
		f.Add(appendTerms(nil, termsOf(r, n, n%7)))
	}
	f.Add(binary.AppendUvarint(nil, 1<<62))
	f.Fuzz(func(t *testing.T, data []byte) {
		hashes, rest, err := readTerms(data)
		if err != nil {
			return
		}
		if cap(hashes) > 8*len(data) {
			t.Errorf("%d bytes take memory for %d hashes", len(data), cap(hashes))
		}
		if !slices.Equal(winnow.DistinctTerms(hashes), hashes) {
			t.Errorf("%x is read as %x", data, hashes)
		}
		if again := appendTerms(nil, hashes); len(data)-len(rest) == len(again) && !bytes.HasPrefix(data, again) {
			t.Errorf("%x is read as %x, which is %x", data, hashes, again)
		}
	})
}

// FuzzRecords: a file of any records is refused, or each record of it is one that an index can
// have. The checksum is right, as of a file that somebody made.
func FuzzRecords(f *testing.F) {
	head, err := headerOf(index.DefaultSettings())
	if err != nil {
		f.Fatal(err)
	}
	d := index.Document{Content: index.Content{ID: index.BlobID(nil), Language: "Go", Size: 9, Tokens: 5}}
	d.Hashes[0], d.Fingerprints[0] = []uint64{1 << (64 - winnow.TermBits)}, 2
	content, err := contentRecord(d)
	if err != nil {
		f.Fatal(err)
	}
	occurrence, err := index.Occurrence{Collection: "c", Root: "/r", Path: "a.go", Content: d.ID}.Portable().MarshalBinary()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(head, content, occurrence)
	f.Add([]byte("{}"), content[:9], occurrence[:9])
	f.Fuzz(func(t *testing.T, head, content, occurrence []byte) {
		var b bytes.Buffer
		w, err := newFrameWriter(&b)
		if err != nil {
			t.Fatal(err)
		}
		for i, body := range [][]byte{head, content, occurrence} {
			if err := w.record([]byte{kindSettings, kindContent, kindOccurrence}[i], body); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.end(); err != nil {
			t.Fatal(err)
		}
		c := checker{file: new(File), ids: map[[idBytes]byte]bool{}}
		if _, err := eachRecord(&b, c.record); err != nil {
			return
		}
		d, err := parseContent(content)
		o, errO := parseOccurrence(occurrence)
		if err != nil || errO != nil || o.Content != d.ID {
			t.Errorf("%q and %q are read: %v, %v", content, occurrence, err, errO)
		}
		again, err := contentRecord(d)
		if got, errAgain := parseContent(again); err != nil || errAgain != nil || got.Content != d.Content {
			t.Errorf("%q is read as %+v, and that as %+v, %v", content, d, got, errAgain)
		}
	})
}

// FuzzFile: any bytes are refused, or are a file of records.
func FuzzFile(f *testing.F) {
	var b bytes.Buffer
	w, err := newFrameWriter(&b)
	if err != nil {
		f.Fatal(err)
	}
	if err := w.record(kindSettings, []byte("{}")); err != nil {
		f.Fatal(err)
	}
	if err := w.end(); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add(b.Bytes()[:30])
	f.Add(append([]byte(magic), 0xff, 0xff, 0xff, 3))
	f.Fuzz(func(t *testing.T, data []byte) {
		n := 0
		_, err := eachRecord(bytes.NewReader(data), func(kind byte, body []byte) error { n += len(body); return nil })
		if err == nil && !bytes.HasPrefix(data, []byte(magic)) {
			t.Errorf("%q is a file", data)
		}
	})
}
