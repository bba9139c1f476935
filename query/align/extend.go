package align

import (
	"math/bits"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// leastFill is the minimum length of a run within a gap. It is short, because the tiles around the
// gap show that both sides continue.
const leastFill = 2

// fill returns the group's tiles and the matching runs inside its gaps. The runs are in order,
// found longest first. The tiles are valid until the next call.
func (s *scanner) fill(group []run) []run {
	filled := append(s.filled[:0], group[0])
	for _, t := range group[1:] {
		last := filled[len(filled)-1]
		filled = s.fillGap(filled, span(last.endA(), t.a), span(last.endB(), t.b))
		filled = append(filled, t)
	}
	s.filled = filled
	return filled
}

// settle extends the strong groups, then keeps those weak groups that do not overlap them. An
// isolated short run is more likely part of a nearby copy that is matched elsewhere.
func (s *scanner) settle(groups [][]run) [][]run {
	s.takenA, s.takenB = s.takenA.emptied(s.a.Len()), s.takenB.emptied(s.b.Len())
	s.eachIgnored(s.mark)
	for _, group := range groups {
		if s.isStrong(group) {
			s.mark(hull(group))
		}
	}
	s.steps += s.a.Len() + s.b.Len()
	for i, group := range groups {
		if s.isStrong(group) {
			groups[i] = s.extend(group)
		}
	}
	kept := groups[:0]
	for _, group := range groups {
		if s.isStrong(group) {
			kept = append(kept, group)
			continue
		}
		a, b := hull(group)
		if !s.takenA.has(a.From, a.To) && !s.takenB.has(b.From, b.To) {
			s.mark(a, b)
			kept = append(kept, s.extend(group))
		}
	}
	return kept
}

func (s *scanner) isStrong(group []run) bool {
	n := 0
	for _, r := range group {
		n += r.length
	}
	return n >= s.strong()
}

// strong is the least length, in tokens, of a group that takes precedence. leastExtended is the
// least length of a group whose surroundings are searched.
func (s *scanner) strong() int        { return 3 * s.seed }
func (s *scanner) leastExtended() int { return s.seed + s.seed/2 }

// leastExtension is the least length of a run in the surroundings.
const leastExtension = 4

// extend adds short runs around the group, at least as long as the gap before them. They are too
// short to be found alone.
func (s *scanner) extend(group []run) []run {
	if a, _ := hull(group); a.Len() < s.leastExtended() {
		return group
	}
	for {
		last := group[len(group)-1]
		a, b := s.free(last.endA(), last.endB(), 1)
		r, ok := s.best(a, b, leastExtension, func(r run) int { return s.reach(r) - gap(last, r) })
		if !ok {
			break
		}
		group = append(group, r)
		s.mark(hull(group[len(group)-2:]))
	}
	var before []run
	for first := group[0]; ; first = before[len(before)-1] {
		a, b := s.free(first.a-1, first.b-1, -1)
		r, ok := s.best(a, b, leastExtension, func(r run) int { return s.reach(r) - gap(r, first) })
		if !ok {
			break
		}
		before = append(before, r)
		s.mark(hull([]run{r, first}))
	}
	slices.Reverse(before)
	return append(before, group...)
}

// reach is the widest gap before a run. This is the length of the run, or 1.5 times that if all its
// texts match.
func (s *scanner) reach(r run) int {
	if s.identical(r) == r.length {
		return r.length + r.length/2
	}
	return r.length
}

// free returns the spans of at most mostGap free tokens from the given tokens. They go forward
// (step 1) or backward (step -1).
func (s *scanner) free(a, b, step int) (analyzer.Span, analyzer.Span) {
	return freeFrom(s.takenA, a, step, s.a.Len()), freeFrom(s.takenB, b, step, s.b.Len())
}

// freeFrom is free for a side of that many tokens. mostGap is at most 64.
func freeFrom(taken bitset, at, step, tokens int) analyzer.Span {
	n := taken.free(at, step, mostGap, tokens)
	if step > 0 {
		return span(at, at+n)
	}
	return span(at-n+1, at+1)
}

// fillGap appends the runs of a gap. mostGap bounds the gaps and thus the work.
func (s *scanner) fillGap(dst []run, a, b analyzer.Span) []run {
	r, ok := s.best(a, b, leastFill, func(r run) int { return r.length })
	if !ok {
		return dst
	}
	dst = s.fillGap(dst, span(a.From, r.a), span(b.From, r.b))
	dst = append(dst, r)
	return s.fillGap(dst, span(r.endA(), a.To), span(r.endB(), b.To))
}

// best returns the run in both spans with the highest value. It has at least the given length; ok
// reports whether that is 0 or more. The spans have at most mostGap tokens. Ties go to the run with
// more equal texts, then to the first.
//
// It takes a row of bits for each token of a: the places of b at which runs of the least length end
// there. Most rows are empty. Symbols are told apart by six bits only until a run is that long.
func (s *scanner) best(a, b analyzer.Span, least int, value func(run) int) (found run, ok bool) {
	if a.Len() < least || b.Len() < least {
		return run{}, false
	}
	s.steps += a.Len() + b.Len()
	var places [1 << placesBits]uint64 // in b, of the symbols with those bits
	for j, symbol := range s.b.symbols[b.From:b.To] {
		places[symbol>>(64-placesBits)] |= 1 << (j & 63)
	}
	highest, same := 0, -1
	var rows [leastExtension]uint64 // by length-1: where runs of that length or more end
	for i, symbol := range s.a.symbols[a.From:a.To] {
		i += a.From
		at := places[symbol>>(64-placesBits)]
		// Without an inner loop, which costs WebAssembly as much as all the rest.
		rows[3] = at & (rows[2] << 1)
		rows[2] = at & (rows[1] << 1)
		rows[1] = at & (rows[0] << 1)
		rows[0] = at
		for ends := rows[least-1]; ends != 0; ends &= ends - 1 {
			j := b.From + bits.TrailingZeros64(ends)
			n := s.endingAt(i, j, min(i-a.From, j-b.From)+1)
			s.steps += n
			if n < least {
				continue
			}
			r := run{a: i - n + 1, b: j - n + 1, length: n}
			v := value(r)
			if v < highest {
				continue
			}
			if identical := s.identical(r); v > highest || identical > same {
				found, ok, highest, same = r, true, v, identical
			}
		}
	}
	return found, ok
}

// placesBits is how many bits of a symbol [scanner.best] compares. Rows have a bit for each token
// of a gap: mostGap is at most 64.
const placesBits = 6

// endingAt returns the length, at most most, of the run of equal symbols that ends at both tokens.
func (s *scanner) endingAt(i, j, most int) int {
	n := 0
	for n < most && s.a.symbols[i-n] == s.b.symbols[j-n] {
		n++
	}
	return n
}

// identical returns the number of tokens of the run with equal text hashes.
func (s *scanner) identical(r run) int {
	same := r.length
	x, y := s.a.hashes[r.a:r.endA()], s.b.hashes[r.b:r.endB()]
	for len(x) >= 4 && len(y) >= 4 { // WebAssembly has expensive loops
		same -= differ(x[0], y[0]) + differ(x[1], y[1]) + differ(x[2], y[2]) + differ(x[3], y[3])
		x, y = x[4:], y[4:]
	}
	for i, hash := range x {
		same -= differ(hash, y[i])
	}
	return same
}

// differ is 1 if the hashes differ, otherwise 0. It has no branch, because a branch would often be
// mispredicted.
func differ(x, y uint64) int {
	d := x ^ y
	return int((d | -d) >> 63)
}
