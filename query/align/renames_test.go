package align

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// Pairs of names can be constructed to collide in a hash table, so that counting them takes
// quadratic time. These collide in common hash functions, and are still spread.
func TestCounter_SpreadsCollidingNames(t *testing.T) {
	const n = 20_000
	r := rand.New(rand.NewPCG(1, 1))
	for name, other := range map[string]func(a uint64) uint64{
		"exclusive or": func(a uint64) uint64 { return a ^ 7 }, "rotated": func(a uint64) uint64 { return bits.RotateLeft64(a^7, 32) },
		"sum": func(a uint64) uint64 { return 7 - a }, "same": func(a uint64) uint64 { return a },
		"product": func(a uint64) uint64 { return 7 - a*seedBase },
	} {
		for _, high := range []uint64{0, 1 << 40} { // of a all bits differ, or the lower ones
			c := newCounter()
			c.begin(n)
			for i := range uint64(n) {
				a := r.Uint64()
				if high > 0 {
					a = high + i
				}
				c.count(a, other(a), 0, 0)
			}
			steps := uint64(0)
			for i, number := range c.slots {
				if number > 0 {
					p := c.names[number-1]
					steps += (uint64(i) - c.slot(p.a, p.b)) & uint64(len(c.slots)-1)
				}
			}
			if len(c.names) != n || steps > 3*n {
				t.Errorf("%s, from %d: %d pairs are %d steps from where they belong", name, high, len(c.names), steps)
			}
		}
	}
}

// Names are chosen in the order of compareMeant: with equal counts, with equal beginnings of their
// hashes, and with counts that no longer fit.
func TestNames_InOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		n := make(names, r.IntN(60))
		for i := range n {
			n[i] = name{a: r.Uint64N(4)<<60 | r.Uint64N(3)<<8, b: r.Uint64N(4)<<60 | r.Uint64N(3), count: 1 + r.Int32N(3)}
			if r.IntN(4) == 0 {
				n[i].b = n[i].a
			}
			if r.IntN(8) == 0 {
				n[i].count += 1<<countBits - 3
			}
		}
		order := n.inOrder(nil)
		if len(order) != len(n) {
			t.Fatalf("%d of %d names", len(order), len(n))
		}
		seen := map[uint64]bool{}
		for i, at := range order {
			seen[at] = true
			if i > 0 && compareMeant(&n[order[i-1]], &n[at]) > 0 {
				t.Fatalf("%+v is before %+v", n[order[i-1]], n[at])
			}
		}
		if len(seen) != len(n) {
			t.Fatalf("%d of %d names", len(seen), len(n))
		}
	}
}
