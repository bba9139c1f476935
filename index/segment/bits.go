package segment

import (
	"encoding/binary"
	"math/bits"
)

// bitWriter appends bits to buf, the lowest bit of a byte first.
type bitWriter struct {
	buf []byte
	acc uint64 // bits not yet in buf, from the lowest on
	n   uint   // how many, under 64
}

// write appends the lowest n bits of v, n at most 56; the others are 0.
func (w *bitWriter) write(v uint64, n uint) {
	w.acc |= v << w.n
	w.n += n
	if w.n >= 64 {
		w.buf = binary.LittleEndian.AppendUint64(w.buf, w.acc)
		w.n -= 64
		w.acc = v >> (n - w.n)
	}
}

// pad ends the last byte with zeros. Only then buf holds all.
func (w *bitWriter) pad() {
	for ; w.n > 0; w.n -= min(w.n, 8) {
		w.buf = append(w.buf, byte(w.acc))
		w.acc >>= 8
	}
}

// gamma writes v, at least 1 and under 2^28, in Elias's gamma code: as many zeros as v has bits
// after the first, then v.
func (w *bitWriter) gamma(v uint64) {
	n := uint(bits.Len64(v) - 1)
	w.write(1<<n|(v&(1<<n-1))<<(n+1), 2*n+1)
}

// truncated is the code of numbers under n, in a bit less for the smallest ones where n is no power
// of two (truncated binary). n is at most 2^32.
type truncated struct {
	bits  uint
	short uint64 // so many values need a bit less
}

func truncatedTo(n uint64) truncated {
	b := uint(bits.Len64(max(n, 1) - 1))
	return truncated{b, 1<<b - n}
}

// uniform writes v, which is under n.
func (w *bitWriter) uniform(v, n uint64) {
	if n > 1 {
		w.truncated(v, truncatedTo(n))
	}
}

func (w *bitWriter) truncated(v uint64, t truncated) {
	if v < t.short {
		w.write(v, t.bits-1)
		return
	}
	// The upper bits come first, since they tell the length.
	v += t.short
	w.write(v>>1|(v&1)<<(t.bits-1), t.bits)
}

// Rice's code with parameter r writes v>>r zeros, a one and the lowest r bits of v. More than
// riceMost zeros are cut short by the whole value, so that no order of hashes makes a block large.
const riceMost = 23

func (w *bitWriter) rice(v uint64, r uint) {
	q := v >> r
	if q > riceMost {
		w.write(1<<(riceMost+1), riceMost+2)
		w.write(v, hashBits)
		return
	}
	if q += 1; uint(q)+r > 56 {
		w.write(1<<(q-1), uint(q))
		w.write(v&(1<<r-1), r)
		return
	}
	w.write(1<<(q-1)|v&(1<<r-1)<<q, uint(q)+r)
}

// bitReader reads what bitWriter has written. Behind the end of data it reads zeros, and bad
// becomes true where no value can be made of what it reads.
type bitReader struct {
	data []byte
	pos  uint // in bits
	bad  bool
}

// peek returns at least the next 57 bits.
func (r *bitReader) peek() uint64 {
	at := r.pos >> 3
	if at+8 <= uint(len(r.data)) {
		return binary.LittleEndian.Uint64(r.data[at:]) >> (r.pos & 7)
	}
	var tail [8]byte
	if at < uint(len(r.data)) {
		copy(tail[:], r.data[at:])
	} else {
		r.bad = true
	}
	return binary.LittleEndian.Uint64(tail[:]) >> (r.pos & 7)
}

// read returns the next n bits, n at most 56.
func (r *bitReader) read(n uint) uint64 {
	v := r.peek() & (1<<n - 1)
	r.pos += n
	return v
}

func (r *bitReader) gamma() uint64 {
	p := r.peek()
	n := uint(bits.TrailingZeros64(p))
	if n > 28 {
		r.bad = true
		return 1
	}
	r.pos += 2*n + 1
	return 1<<n | p>>(n+1)&(1<<n-1)
}

func (r *bitReader) truncated(t truncated) uint64 {
	p := r.peek()
	v := p & (1<<(t.bits-1) - 1)
	if v < t.short {
		r.pos += t.bits - 1
		return v
	}
	r.pos += t.bits
	return v<<1 | p>>(t.bits-1)&1 - t.short
}

func (r *bitReader) rice(k uint) uint64 {
	p := r.peek()
	q := uint(bits.TrailingZeros64(p))
	switch {
	case q <= riceMost && q+1+k <= 57:
		r.pos += q + 1 + k
		return uint64(q)<<k | p>>(q+1)&(1<<k-1)
	case q <= riceMost:
		r.pos += q + 1
		return uint64(q)<<k | r.read(k)
	case q == riceMost+1:
		r.pos += riceMost + 2
		return r.read(hashBits)
	}
	r.bad = true
	return 0
}
