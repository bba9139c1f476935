package clones

import "math/bits"

// chain links the occurrences of each name and literal of a text.
type chain struct {
	before, after []uint32 // distance to the last and the next occurrence; 0 if there is none
	slots         []uint64 // symbol and last token plus one; 0 is empty
}

// link links the symbols of a text. It overwrites the links of another text.
func (c *chain) link(symbols []uint32) {
	c.before, c.after = zeroed(c.before, len(symbols)), zeroed(c.after, len(symbols))
	width := bits.Len(uint(2 * len(symbols))) // at most half full
	c.slots = zeroed(c.slots, 1<<width)
	mask := len(c.slots) - 1
	for i, s := range symbols {
		if s&classes == fixed {
			continue
		}
		at := int(uint64(s)*base>>(64-width)) & mask
		for c.slots[at] != 0 && uint32(c.slots[at]>>32) != s {
			at = (at + 1) & mask
		}
		if last := uint32(c.slots[at]); last != 0 {
			d := uint32(i) + 1 - last
			c.before[i], c.after[last-1] = d, d
		}
		c.slots[at] = uint64(s)<<32 | uint64(i+1)
	}
}

func zeroed[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n)
	}
	list = list[:n]
	clear(list)
	return list
}

// base is the base of the polynomials that hash runs, as in package winnow.
const base = 0x9E3779B97F4A7C15

// code returns a token's contribution to the hash of its run. room is the number of tokens before
// it in the run.
func (c *chain) code(symbols []uint32, i, room int) uint64 {
	s := symbols[i]
	if class := s & classes; class != fixed {
		if d := c.before[i]; d != 0 && int(d) <= room {
			return mix(uint64(d)<<2 | uint64(class))
		}
		return mix(uint64(class))
	}
	if s == ignored {
		return mix(1<<62 | uint64(i)) // occurs once in a text, and is compared before it counts
	}
	return mix(1<<63 | uint64(s))
}

// hash returns the hash of the run of n tokens.
func (c *chain) hash(symbols []uint32, from, n int) uint64 {
	var h uint64
	for i := range n {
		h = h*base + c.code(symbols, from+i, i)
	}
	return mix(h)
}

// mix is the finalizer of splitmix64 (Steele, Lea and Flood, 2014).
func mix(h uint64) uint64 {
	h = (h ^ h>>30) * 0xBF58476D1CE4E5B9
	h = (h ^ h>>27) * 0x94D049BB133111EB
	return h ^ h>>31
}

// roller hashes the runs of n tokens of a text, one after the other. It hashes each run with names
// replaced, and as it is.
type roller struct {
	chain
	symbols        []uint32
	n              int
	powers         []uint64 // of base
	at             int      // start of the last run; -1 at first
	replaced, same uint64
	names          int // identifiers in the run
}

func newRoller(n int) *roller {
	r := &roller{n: n, powers: make([]uint64, n)}
	p := uint64(1)
	for i := range r.powers {
		r.powers[i] = p
		p *= base
	}
	return r
}

func (r *roller) begin(symbols []uint32) {
	r.link(symbols)
	r.symbols, r.at = symbols, -1
}

// move goes to the run that begins at a token, and returns its hashes.
func (r *roller) move(to int) (replaced, same uint64) {
	if r.at >= 0 && to == r.at+1 {
		r.step()
	} else {
		r.restart(to)
	}
	r.at = to
	return mix(r.replaced), mix(r.same)
}

func (r *roller) restart(from int) {
	r.replaced, r.same, r.names = 0, 0, 0
	for i := range r.n {
		r.names += isName(r.symbols[from+i])
		r.replaced = r.replaced*base + r.code(r.symbols, from+i, i)
		r.same = r.same*base + uint64(r.symbols[from+i])
	}
}

// step removes the first token and adds one. The next occurrence of the first token becomes the
// first one of its name.
func (r *roller) step() {
	first, last := r.at, r.at+r.n
	r.names += isName(r.symbols[last]) - isName(r.symbols[first])
	r.replaced -= r.code(r.symbols, first, 0) * r.powers[r.n-1]
	r.same -= uint64(r.symbols[first]) * r.powers[r.n-1]
	if d := int(r.after[first]); d != 0 && d < r.n {
		i := first + d
		r.replaced += (r.code(r.symbols, i, 0) - r.code(r.symbols, i, d)) * r.powers[last-1-i]
	}
	r.replaced = r.replaced*base + r.code(r.symbols, last, r.n-1)
	r.same = r.same*base + uint64(r.symbols[last])
}

func isName(symbol uint32) int {
	if symbol&classes == identifier {
		return 1
	}
	return 0
}
