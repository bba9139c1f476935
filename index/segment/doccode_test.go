package segment

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Each document is read back, and takes about the logarithm of all fingerprints over its own.
func TestDocCode_TakesFewBitsForLargeDocuments(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 21))
		docs := make([]int, 1+rng.IntN(1+int(seed*seed)))
		classes := make([]byte, len(docs))
		sum := 0.0
		for d := range docs {
			docs[d] = 1 + int(math.Exp(rng.NormFloat64()*float64(seed%6)+5))
			classes[d] = docClass(docs[d])
			sum += float64(docs[d])
		}
		lengths := classLengths(classes)
		if !validClasses(classes, lengths[:]) {
			t.Fatalf("seed %d: lengths %v", seed, lengths)
		}
		code := newDocCode(classes, lengths)
		bits, least := 0.0, 0.0
		for d, n := range docs {
			var w bitWriter
			code.write(&w, uint32(d))
			size := len(w.buf)*8 + int(w.n)
			bits += float64(n) / sum * float64(size)
			least -= float64(n) / sum * math.Log2(float64(n)/sum)
			w.write(1<<56-1, 56)
			w.pad()
			r := bitReader{data: w.buf}
			if got := code.read(&r); got != uint32(d) || int(r.pos) != size {
				t.Fatalf("seed %d: document %d is read as %d, from %d of %d bits", seed, d, got, r.pos, size)
			}
		}
		most := least + .25
		if least < 4 { // a code has whole bits
			most = least + 1
		}
		if bits > most {
			t.Errorf("seed %d: %.2f bits a document, of at least %.2f", seed, bits, least)
		}
	}
}

func TestDocClass_IsTwiceTheLogarithm(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 8, 1000, 1 << 20, 1<<31 - 1} {
		if got, want := docClass(n), byte(2*math.Log2(float64(n))); got != want {
			t.Errorf("%d: class %d, not %d", n, got, want)
		}
	}
	if got := docClass(math.MaxInt); got >= docClasses {
		t.Errorf("class %d", got)
	}
}

func TestValidClasses_RefusesIncompleteCodes(t *testing.T) {
	classes := []byte{3, 3, 5, 9}
	lengths := classLengths(classes)
	for i := range lengths {
		for _, step := range []byte{1, 255} {
			wrong := slices.Clone(lengths[:])
			wrong[i] += step
			if validClasses(classes, wrong) {
				t.Errorf("class %d of length %d", i, wrong[i])
			}
		}
	}
	if validClasses([]byte{docClasses}, lengths[:]) || validClasses(append(classes, 7), lengths[:]) {
		t.Error("a class without a code")
	}
}
