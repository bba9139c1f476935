package align

import (
	"math/bits"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// mostRounds bounds the rescans of parts where the first scan left runs out. Each round leaves
// less; only tables need more than two.
const mostRounds = 4

// tiles chooses runs by descending worth, so that no token is in two of them.
func (s *scanner) tiles() []run {
	chosen := s.chosen[:0]
	parts := []analyzer.Span{{From: 0, To: s.b.Len()}}
	for range mostRounds {
		s.skipped = s.skipped[:0]
		for _, part := range parts {
			s.scan(part)
		}
		s.runs.take(s.isTaken, func(r run) bool {
			chosen = s.choose(chosen, r)
			return s.open > 0
		})
		if parts = s.untaken(s.skipped); s.open == 0 || len(parts) == 0 {
			break
		}
		s.seeds, s.texts = s.openOnly(s.a.seedTable(s.seed)), nil
		s.places = s.affordable()
		s.steps += s.a.Len() + s.b.Len()
	}
	s.chosen = chosen
	return chosen
}

// choose makes the run a tile if none of its tokens is taken. Otherwise it puts its free parts that
// are long enough back into the queue.
func (s *scanner) choose(chosen []run, r run) []run {
	s.steps += r.length
	for from := 0; from < r.length; {
		n := s.freeTokens(r.a+from, r.b+from, r.length-from)
		if n == r.length {
			s.open -= s.closedBy(r)
			s.take(span(r.a, r.endA()), span(r.b, r.endB()))
			return append(chosen, r)
		}
		if n >= s.seed {
			s.put(r.a+from, r.b+from, n)
		}
		from += n + 1
	}
	return chosen
}

// freeTokens returns how many of the tokens from there on, at most most, are free on both sides.
func (s *scanner) freeTokens(a, b, most int) int {
	for n := 0; ; n += 64 {
		if taken := s.tiledA.from(a+n) | s.tiledB.from(b+n); taken != 0 {
			return min(most, n+bits.TrailingZeros64(taken))
		}
		if n+64 >= most {
			return most
		}
	}
}

// isTaken reports whether no seed fits into the free tokens of a run of low worth.
func (s *scanner) isTaken(r lowRun) bool {
	free := ^(s.tiledA.from(int(r.a)) | s.tiledB.from(int(r.b))) & (1<<(r.length&63) - 1)
	for have := 1; have < s.seed; { // a bit is left where that many free tokens begin
		more := min(have, s.seed-have)
		free &= free >> more
		have += more
	}
	return free == 0
}

// put adds a run to the queue. Its worth is its length plus the number of tokens with equal texts.
// Among similar code, such as the cases of a switch or the rows of a table, this finds the
// counterpart.
func (s *scanner) put(a, b, length int) {
	r := run{a: a, b: b, length: length}
	r.worth = length + s.identical(r)
	s.runs.put(r)
}

// countOpen returns the number of free seeds of a.
func (s *scanner) countOpen() int {
	open, free := 0, 0
	for _, symbol := range s.freeA {
		free++
		if symbol == takenInA {
			free = 0
		}
		if free >= s.seed {
			open++
		}
	}
	return open
}

// openOnly returns a table of those seeds of a that are free.
func (s *scanner) openOnly(t *seedTable) *seedTable {
	n := len(s.freeA)
	free := make([]int32, n+1) // number of free tokens from there on
	for i := n - 1; i >= 0; i-- {
		if s.freeA[i] != takenInA {
			free[i] = free[i+1] + 1
		}
	}
	return t.only(free, int32(s.seed))
}

// closedBy returns the number of free seeds of a that the run takes.
func (s *scanner) closedBy(r run) int {
	from, to := r.a, r.endA()
	for from > 0 && r.a-from < s.seed-1 && s.freeA[from-1] != takenInA {
		from--
	}
	for to < len(s.freeA) && to-r.endA() < s.seed-1 && s.freeA[to] != takenInA {
		to++
	}
	return to - from - s.seed + 1
}

// take makes the tokens of the spans match nothing.
func (s *scanner) take(a, b analyzer.Span) {
	for i := a.From; i < a.To; i++ {
		s.freeA[i] = takenInA
	}
	for i := b.From; i < b.To; i++ {
		s.freeB[i] = takenInB
	}
	s.tiledA.mark(a.From, a.To)
	s.tiledB.mark(b.From, b.To)
}

// mark records that the tokens of the spans are taken, while groups are settled.
func (s *scanner) mark(a, b analyzer.Span) {
	s.takenA.mark(a.From, a.To)
	s.takenB.mark(b.From, b.To)
}

// untaken returns the free parts of the spans in b that are long enough. The spans are in ascending
// order.
func (s *scanner) untaken(spans []analyzer.Span) []analyzer.Span {
	var free []analyzer.Span
	at := 0
	for _, skipped := range spans {
		for i := max(at, skipped.From); i < skipped.To; {
			if s.freeB[i] == takenInB {
				i++
				continue
			}
			from := i
			for i < skipped.To && s.freeB[i] != takenInB {
				i++
			}
			if i-from >= s.seed {
				free = append(free, span(from, i))
			}
		}
		at = max(at, skipped.To)
	}
	return free
}
