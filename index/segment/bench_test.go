package segment

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// likeCode returns n terms over docs documents. Five in six occur in one document, as the exact
// fingerprints of code do.
func likeCode(n int, docs uint32) (hashes []uint64, lists [][]uint32) {
	rng := rand.New(rand.NewPCG(1, 11))
	for range n {
		hashes = append(hashes, rng.Uint64()>>shift)
	}
	slices.Sort(hashes)
	hashes = slices.Compact(hashes)
	for range hashes {
		l := []uint32{rng.Uint32N(docs)}
		for rng.IntN(6) == 0 {
			l = append(l, rng.Uint32N(docs))
		}
		slices.Sort(l)
		lists = append(lists, slices.Compact(l))
	}
	return hashes, lists
}

func BenchmarkWrite(b *testing.B) {
	hashes, lists := likeCode(1<<18, 77_000)
	w := blockWriter{docs: 77_000, code: someCode(77_000)}
	for b.Loop() {
		w.reset()
		for i, h := range hashes {
			w.add(h, lists[i])
		}
		w.flush()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(hashes)), "ns/term")
}

func BenchmarkEach(b *testing.B) {
	hashes, lists := likeCode(1<<18, 77_000)
	f := write(hashes, lists, 77_000, 0)
	r := newReader(f)
	for b.Loop() {
		err := r.each(0, 1<<hashBits, func(uint64, *list) error { return nil })
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(hashes)), "ns/term")
}

func BenchmarkSort(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 12))
	all := make([]uint64, partitionSize)
	for i := range all {
		all[i] = rng.Uint64()
	}
	var s partition
	for b.Loop() {
		s.postings = append(s.postings[:0], all...)
		s.sort()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(all)), "ns/posting")
}

// onPages returns the field as if it were in a file of its own.
func onPages(b testing.TB, f *field) *field {
	b.Helper()
	body := slices.Concat(f.blocks, f.dir)
	var sums pageSums
	if _, err := sums.Write(body); err != nil {
		b.Fatal(err)
	}
	sums.endPage()
	on := *f
	on.blocks, on.dir = body[:len(f.blocks)], body[len(f.blocks):]
	var err error
	if on.pages, err = openPages(append(body, sums.table...), 0); err != nil {
		b.Fatal(err)
	}
	return &on
}

// BenchmarkSweep looks up as many terms as a question has, half of which exist: in memory, in a
// file whose pages are verified, and in one whose pages are verified during the look-up.
func BenchmarkSweep(b *testing.B) {
	hashes, lists := likeCode(1<<20, 77_000)
	memory := write(hashes, lists, 77_000, 0)
	var asked []uint64
	for i := 0; i < len(hashes); i += len(hashes) / 150 {
		asked = append(asked, hashes[i], hashes[i]+1)
	}
	for _, on := range []struct {
		name  string
		field *field
		again bool
	}{{"memory", memory, false}, {"seen", onPages(b, memory), false}, {"first", onPages(b, memory), true}} {
		b.Run(on.name, func(b *testing.B) {
			for b.Loop() {
				if on.again {
					clear(on.field.pages.seen)
				}
				err := newReader(on.field).sweep(asked, func(int, *list) error { return nil })
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(asked)), "ns/term")
		})
	}
}
