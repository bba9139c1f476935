package align

import (
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// leastFill is the length from which on a run of tokens counts that agrees within a gap. There the
// neighbours say that both sides continue, so less will do than elsewhere.
const leastFill = 2

// fill adds the runs that agree inside the gaps of a group, the longest first and in order.
func (s *scanner) fill(group []run) []run {
	filled := group[:1:1]
	for _, t := range group[1:] {
		last := filled[len(filled)-1]
		filled = s.fillGap(filled, analyzer.Span{From: last.endA(), To: t.a}, analyzer.Span{From: last.endB(), To: t.b})
		filled = append(filled, t)
	}
	return filled
}

// settle extends the strong groups and then leaves those of the weak ones that are not in their
// way: a short run that stands by itself is more likely a piece of the copy beside it, matched
// elsewhere.
func (s *scanner) settle(groups [][]run) [][]run {
	s.takenA, s.takenB = cleared(s.takenA, s.a.Len()), cleared(s.takenB, s.b.Len())
	eachIgnored(s.a, s.b, s.mark)
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
		if a, b := hull(group); !slices.Contains(s.takenA[a.From:a.To], true) && !slices.Contains(s.takenB[b.From:b.To], true) {
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

// strong is how many tokens a group has to have to come before others, leastExtended how many for
// its surroundings to be searched.
func (s *scanner) strong() int        { return 3 * s.seed }
func (s *scanner) leastExtended() int { return s.seed + s.seed/2 }

// leastExtension is how long a run has to be that is found there.
const leastExtension = 4

// extend adds runs before the group and behind it that are too short to be noticed by themselves,
// but reach over the gap that they leave.
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

// reach is how wide a gap a run may leave: as wide as it is long, and half as much again if all its
// texts agree.
func (s *scanner) reach(r run) int {
	if s.identical(r) == r.length {
		return r.length + r.length/2
	}
	return r.length
}

// free returns the spans of at most mostGap free tokens that begin with the tokens and go forth (1)
// or back (-1) from there.
func (s *scanner) free(a, b, step int) (analyzer.Span, analyzer.Span) {
	return freeFrom(s.takenA, a, step), freeFrom(s.takenB, b, step)
}

func freeFrom(taken []bool, at, step int) analyzer.Span {
	n := 0
	for n < mostGap && at+n*step >= 0 && at+n*step < len(taken) && !taken[at+n*step] {
		n++
	}
	if step > 0 {
		return analyzer.Span{From: at, To: at + n}
	}
	return analyzer.Span{From: at - n + 1, To: at + 1}
}

// fillGap appends the runs of a gap. Gaps are bounded by mostGap, and so is the work.
func (s *scanner) fillGap(dst []run, a, b analyzer.Span) []run {
	r, ok := s.best(a, b, leastFill, func(r run) int { return r.length })
	if !ok {
		return dst
	}
	dst = s.fillGap(dst, analyzer.Span{From: a.From, To: r.a}, analyzer.Span{From: b.From, To: r.b})
	dst = append(dst, r)
	return s.fillGap(dst, analyzer.Span{From: r.endA(), To: a.To}, analyzer.Span{From: r.endB(), To: b.To})
}

// best returns the run of at least so many tokens in both spans, of mostGap tokens at most, that is
// valued highest, and ok if one is valued 0 or more. Of several it is the one in which more tokens
// have the same text, and then the first.
func (s *scanner) best(a, b analyzer.Span, least int, value func(run) int) (found run, ok bool) {
	if a.Len() < least || b.Len() < least {
		return run{}, false
	}
	s.steps += a.Len() * b.Len()
	highest, same := 0, -1
	var lengths [mostGap + 1]int // by place in b: of the run that ends before it
	for i := a.From; i < a.To; i++ {
		diagonal := 0
		for j := b.From; j < b.To; j++ {
			n := 0
			if s.a.symbols[i] == s.b.symbols[j] {
				n = diagonal + 1
			}
			diagonal, lengths[j-b.From+1] = lengths[j-b.From+1], n
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

// identical returns how many tokens of the run have the same text, as far as hashes tell.
func (s *scanner) identical(r run) int {
	n := 0
	for i := range r.length {
		if s.a.tokens[r.a+i].Hash == s.b.tokens[r.b+i].Hash {
			n++
		}
	}
	return n
}
