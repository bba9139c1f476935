package clones

import "github.com/chaffinch-search/chaffinch/query/align"

// The evidence of a same or equally renamed name, a new rename, a changed literal.
const (
	evidence = 1
	rename   = -1
	literal  = -2
)

// worth returns the evidence of a symbol that repeats itself or a change. Literals count nothing:
// tables of numbers are mostly zeros.
func worth(symbol uint32) int { return evidence * isName(symbol) }

// drop bounds how far an extension goes through renames without finding evidence for them.
const drop = 100

// extend compares the run at both places, extends it, and returns the clone. ok is false if the
// runs differ or if there are too many renames. If verbatim is true, the clone has none.
func (f *finder) extend(a, b Place, verbatim bool) (c Clone, ok bool) {
	x, y := f.texts[a.Text].symbols, f.texts[b.Text].symbols
	most := min(len(x), len(y))
	if a.Text == b.Text {
		most = b.From - a.From
	}
	p := &f.pair
	p.begin(x, y, verbatim)
	sum := 0
	for i := range f.min {
		n, same := p.next(a.From+i, b.From+i)
		if !same {
			return c, false
		}
		sum += n
	}
	p.keep()
	renamed := p.kind != align.Verbatim
	right, more := f.walk(a.From+f.min, b.From+f.min, 1, most-f.min)
	left, less := f.walk(a.From-1, b.From-1, -1, most-f.min-right)
	if p.kind != align.Verbatim && sum+more+less <= 0 {
		return c, false
	}
	from, tokens := -left, left+f.min+right
	if renamed { // the run that was found may begin or end next to the clone
		end := from + tokens
		tokens = f.trim(a.From+end-1, b.From+end-1, -1, tokens)
		from = end - tokens
		tokens = f.trim(a.From+from, b.From+from, 1, tokens)
	}
	c = Clone{Place{a.Text, a.From + from}, Place{b.Text, b.From + from}, tokens, p.kind}
	return c, true
}

// trim returns how many tokens of the run to keep in one direction. It keeps the number with the
// largest sum.
func (f *finder) trim(a, b, step, most int) (tokens int) {
	p := &f.pair
	p.begin(p.x, p.y, p.verbatim)
	now, sum := 0, 0
	for i := 1; i <= most; i++ {
		n, _ := p.next(a, b)
		if now += n; i == f.min || i > f.min && now >= sum {
			tokens, sum = i, now
			p.keep()
		}
		a, b = a+step, b+step
	}
	p.restore()
	return tokens
}

// walk extends a run in one direction to where the sum is largest. It goes at most so many tokens.
// Text beyond has no effect on the pairing.
func (f *finder) walk(a, b, step, most int) (tokens, sum int) {
	p := &f.pair
	now := 0
	for i := 1; i <= most; i++ {
		n, same := p.next(a, b)
		if !same {
			break
		}
		if now += n; now >= sum {
			tokens, sum = i, now
			p.keep()
		}
		if now < sum-drop {
			break
		}
		a, b = a+step, b+step
	}
	p.restore()
	return tokens, sum
}

// pairing maps the names and literals of two runs to each other, one to one.
type pairing struct {
	x, y     []uint32
	verbatim bool // nothing is renamed
	slots    []pairSlot
	used     []int // slots, in the order of use
	kept     int   // of used: those that are kept
	kind     align.Kind
	keptKind align.Kind
}

// pairSlot maps a symbol of one side to its partner. Symbols of x are keys as they are, symbols of
// y with the side bit.
type pairSlot struct{ key, partner uint64 }

const sideY = 1 << 32

func (p *pairing) init() { p.slots = make([]pairSlot, 1<<8) }

func (p *pairing) begin(x, y []uint32, verbatim bool) {
	p.x, p.y, p.verbatim, p.kind, p.keptKind = x, y, verbatim, align.Verbatim, align.Verbatim
	p.kept = 0
	p.restore()
}

// keep makes the pairs so far permanent.
func (p *pairing) keep() { p.kept, p.keptKind = len(p.used), p.kind }

// restore forgets the pairs that are not kept. Slots are emptied in the reverse order of use, so
// that probing stays right.
func (p *pairing) restore() {
	for len(p.used) > p.kept {
		last := len(p.used) - 1
		p.slots[p.used[last]] = pairSlot{}
		p.used = p.used[:last]
	}
	p.kind = p.keptKind
}

// next compares a token of each run and returns its evidence.
func (p *pairing) next(a, b int) (counts int, same bool) {
	if a < 0 || b < 0 || a >= len(p.x) || b >= len(p.y) {
		return 0, false
	}
	s, t := p.x[a], p.y[b]
	if s&classes != t&classes || s == ignored || t == ignored {
		return 0, false
	}
	if s&classes == fixed || p.verbatim {
		return 0, s == t
	}
	i, j := p.slot(uint64(s)), p.slot(uint64(t)|sideY)
	switch here, there := p.slots[i], p.slots[j]; {
	case here.key != 0 && there.key != 0:
		return worth(s), here.partner == uint64(t) && there.partner == uint64(s)
	case here.key != 0 || there.key != 0:
		return 0, false
	}
	p.put(uint64(s), uint64(t))
	p.put(uint64(t)|sideY, uint64(s))
	if s == t {
		return worth(s), true
	}
	if s&classes == identifier {
		p.kind = max(p.kind, align.Renamed)
		return rename, true
	}
	p.kind = align.Edited
	return literal, true
}

// slot returns the slot of the key, or an empty one.
func (p *pairing) slot(key uint64) int {
	i := int(mix(key)) & (len(p.slots) - 1)
	for p.slots[i].key != 0 && p.slots[i].key != key {
		i = (i + 1) & (len(p.slots) - 1)
	}
	return i
}

func (p *pairing) put(key, partner uint64) {
	if 2*len(p.used) >= len(p.slots) {
		p.grow()
	}
	i := p.slot(key)
	p.slots[i] = pairSlot{key, partner}
	p.used = append(p.used, i)
}

func (p *pairing) grow() {
	old := p.slots
	p.slots = make([]pairSlot, 2*len(old))
	for n, at := range p.used {
		i := p.slot(old[at].key)
		p.slots[i], p.used[n] = old[at], i
	}
}
