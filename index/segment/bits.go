package segment

import (
	"encoding/binary"
	"math/bits"
)

// bitWriter appends bits to buf, the lowest bit of a byte first.
type bitWriter struct {
	buf []byte
	acc uint64 // bits not yet in buf, from the lowest on
	n   uint   // number of bits in acc, under 64
}

// write appends the lowest n bits of v, n at most 56. The other bits must be 0.
func (w *bitWriter) write(v uint64, n uint) {
	w.acc |= v << w.n
	w.n += n
	if w.n >= 64 {
		w.buf = binary.LittleEndian.AppendUint64(w.buf, w.acc)
		w.n -= 64
		w.acc = v >> (n - w.n)
	}
}

// pad fills the last byte with zeros. buf is complete only after pad.
func (w *bitWriter) pad() {
	for ; w.n > 0; w.n -= min(w.n, 8) {
		w.buf = append(w.buf, byte(w.acc))
		w.acc >>= 8
	}
}

// gamma writes v in Elias's gamma code: one zero for each bit of v after the first, then v. v is at
// least 1 and under 2^28.
func (w *bitWriter) gamma(v uint64) {
	n := uint(bits.Len64(v) - 1)
	w.write(1<<n|(v&(1<<n-1))<<(n+1), 2*n+1)
}

// truncated is the truncated binary code of the numbers under n. If n is not a power of two, the
// smallest numbers take one bit less. n is at most 2^32.
type truncated struct {
	bits  uint
	short uint64 // number of values with a bit less
}

func truncatedTo(n uint64) truncated {
	b := uint(bits.Len64(max(n, 1) - 1))
	return truncated{b, 1<<b - n}
}

// uniform writes v in the truncated binary code of the numbers under n.
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
	// The upper bits come first, because they determine the length.
	v += t.short
	w.write(v>>1|(v&1)<<(t.bits-1), t.bits)
}

// Rice's code with parameter r writes v>>r zeros, a one and the r lowest bits of v. After riceMost
// zeros it writes the whole value instead, which bounds the size of a block.
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

// bitReader reads what bitWriter wrote. After the end of data it reads zeros. bad becomes true if
// the bits do not form a value.
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
