package segment

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// terms makes up n terms with documents under docs. Most occur in one document, some in nearly all.
func terms(rng *rand.Rand, n int, docs uint32) (hashes []uint64, lists [][]uint32) {
	for range n {
		hashes = append(hashes, rng.Uint64()>>(64-hashBits))
	}
	if n > 4 { // neighbours, and the ends of the range
		hashes = append(hashes, 0, 1, hashes[0]+1, 1<<hashBits-1)
	}
	slices.Sort(hashes)
	hashes = slices.Compact(hashes)
	if hashes[len(hashes)-1] >= 1<<hashBits {
		hashes = hashes[:len(hashes)-1]
	}
	for range hashes {
		lists = append(lists, randomList(rng, docs))
	}
	return hashes, lists
}

func randomList(rng *rand.Rand, docs uint32) []uint32 {
	share := [...]float64{0, 0, 0, 0, .001, .01, .1, .13, .9, 1}[rng.IntN(10)]
	l := []uint32{rng.Uint32N(docs)}
	if share > 0 {
		for d := range docs {
			if rng.Float64() < share {
				l = append(l, d)
			}
		}
	}
	slices.Sort(l)
	return slices.Compact(l)
}

// cut clears low bits of hashes. Of terms that are then equal it keeps the first.
func cut(hashes []uint64, lists [][]uint32, zeros uint) (_ []uint64, _ [][]uint32) {
	n := 0
	for i, h := range hashes {
		if h = h >> zeros << zeros; n == 0 || h != hashes[n-1] {
			hashes[n], lists[n] = h, lists[i]
			n++
		}
	}
	return hashes[:n], lists[:n]
}

// someCode returns the code of documents of several classes, or the same for all.
func someCode(docs uint32) *docCode {
	classes := make([]byte, docs)
	for d := range classes {
		classes[d] = docClass(1 + d%7*(d%100))
	}
	if docs%3 == 0 {
		return equalCode(docs)
	}
	return newDocCode(classes, classLengths(classes))
}

// write returns a field with the terms, whose hashes end in that many zeros.
func write(hashes []uint64, lists [][]uint32, docs uint32, zeros uint) *field {
	code := someCode(docs)
	w := blockWriter{docs: docs, code: code, zeros: zeros}
	for i, h := range hashes {
		w.add(h, lists[i])
	}
	w.flush()
	f := &field{docs: docs, code: func() *docCode { return code }, blocks: w.bits.buf, counts: w.counts, zeros: zeros}
	for _, e := range w.dir {
		f.dir = appendDirEntry(f.dir, e)
	}
	return f
}

func TestField_RoundTrips(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 1))
		docs := 1 + rng.Uint32N([...]uint32{1, 3, 70, 700, 9000}[seed%5])
		hashes, lists := terms(rng, 1+rng.IntN(600), docs)
		zeros := uint(seed % 6 * 8)
		hashes, lists = cut(hashes, lists, zeros)
		f := write(hashes, lists, docs, zeros)
		n := 0
		err := newReader(f).each(0, 1<<hashBits, func(h uint64, l *list) error {
			got, err := f.appendDocs(nil, l)
			if err != nil {
				return err
			}
			if h != hashes[n] || !slices.Equal(got, lists[n]) {
				t.Fatalf("seed %d: term %d is %x %v, want %x %v", seed, n, h, got, hashes[n], lists[n])
			}
			n++
			return nil
		})
		if err != nil || n != len(hashes) {
			t.Fatalf("seed %d: %d of %d terms, %v", seed, n, len(hashes), err)
		}
	}
}

func TestSweep_FindsExactlyTheTerms(t *testing.T) {
	for seed := range uint64(24) {
		rng := rand.New(rand.NewPCG(seed, 2))
		docs := 1 + rng.Uint32N(2000)
		hashes, lists := terms(rng, 1+rng.IntN(3000), docs)
		zeros := uint(seed % 4 * 10)
		hashes, lists = cut(hashes, lists, zeros)
		f := write(hashes, lists, docs, zeros)
		var asked []uint64
		for _, h := range hashes {
			if rng.IntN(3) == 0 {
				asked = append(asked, h)
			}
			if rng.IntN(3) == 0 && h > 0 {
				asked = append(asked, h-1)
			}
		}
		slices.Sort(asked)
		asked = slices.Compact(asked)
		found := map[uint64]bool{}
		err := newReader(f).sweep(asked, func(i int, l *list) error {
			got, err := f.appendDocs(nil, l)
			at, ok := slices.BinarySearch(hashes, asked[i])
			if err != nil || !ok || !slices.Equal(got, lists[at]) || l.df != len(lists[at]) {
				t.Fatalf("seed %d: %x: %v %v", seed, asked[i], got, err)
			}
			found[asked[i]] = true
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range asked {
			if _, ok := slices.BinarySearch(hashes, h); ok != found[h] {
				t.Fatalf("seed %d: %x is there: %v, found: %v", seed, h, ok, found[h])
			}
		}
	}
}

func TestProbe_AgreesWithList(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 3))
		docs := 100 + rng.Uint32N(20000)
		l := randomList(rng, docs)
		if len(l) < longList {
			continue
		}
		var w bitWriter
		w.writeLong(l, docs)
		r, err := newLongReader(w.buf, len(l), docs)
		if err != nil {
			t.Fatal(err)
		}
		var wanted []uint32
		for d := range docs + 3 {
			if rng.IntN(1+int(seed)) == 0 {
				wanted = append(wanted, d)
			}
		}
		hits := make([]bool, len(wanted))
		if err := r.probe(wanted, func(i int) { hits[i] = true }); err != nil {
			t.Fatal(err)
		}
		for i, d := range wanted {
			if _, ok := slices.BinarySearch(l, d); ok != hits[i] {
				t.Fatalf("seed %d: %d in the list: %v, probed: %v", seed, d, ok, hits[i])
			}
		}
	}
}

func TestPartition_Sorts(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 4))
		var s partition
		docs := 1 + rng.IntN(300)
		for d := range docs {
			for range rng.IntN(40) {
				h := rng.Uint64N(1 << (1 + seed%32))
				s.postings = append(s.postings, posting(h, uint32(d)))
			}
		}
		want := slices.Clone(s.postings)
		slices.Sort(want)
		s.sort()
		if !slices.Equal(s.postings, want) {
			t.Fatalf("seed %d: not in order", seed)
		}
	}
}
