package align

import "slices"

// run is a maximal run of tokens that agree: from a on in one document, from b on in the other.
type run struct {
	a, b, length int
	worth        int // see scanner.put
}

func (r run) endA() int { return r.a + r.length }
func (r run) endB() int { return r.b + r.length }

const (
	// mostPlaces is how many places of a seed are tried. A seed with more is one of a table or of
	// generated code; then the places nearest to the diagonal on which the last long run stood are
	// taken.
	mostPlaces = 32
	// longRun is the length from which on what lies inside of a run is not looked at again:
	// whatever is found there is shorter, and what sticks out is found at the run's end.
	longRun = 32
)

// scanner finds the runs of two documents. Tokens that are taken agree with nothing any more.
type scanner struct {
	a, b           *Document
	seed           int      // of both
	hits           []hit    // seeds of b that a may have, by rising place
	freeA, freeB   []uint64 // symbols; takenInA and takenInB while tiles are chosen
	takenA, takenB []bool   // while groups are settled
	runs           pile
	skipped        []Span // parts of b in which runs were left out, by rising place
	diagonal       int    // of the last long run: its place in b less that in a
	open           int    // seeds of a of which no token is taken; without any, nothing more is found
	steps          int    // taken so far: a test holds that they grow linearly
}

// scan finds the runs that begin in the part of b.
func (s *scanner) scan(part Span) {
	seeds := s.a.table()
	fresh := part.From // at that place; nothing was tried at the one before
	begun := part.From // where the last long run was tried
	first, _ := slices.BinarySearchFunc(s.hits, part.From, func(h hit, at int) int { return int(h.at) - at })
	next := part.From
	for _, h := range s.hits[first:] {
		i := int(h.at)
		if i < next {
			continue
		}
		if i+s.seed > part.To {
			break
		}
		places := seeds.in(h.bucket)
		longest := s.tryAll(near(places, i-s.diagonal), i, i == fresh, max(longRun, i-begun))
		next = i + 1
		if longest >= longRun {
			next, begun = i+longest-s.seed+1, i
			fresh = next
		}
		if fresh == next || len(places) > mostPlaces {
			s.skip(Span{i, next + s.seed - 1})
		}
	}
}

// skip notes that runs may have been left out in the part.
func (s *scanner) skip(part Span) {
	if n := len(s.skipped) - 1; n >= 0 && s.skipped[n].To >= part.From {
		s.skipped[n].To = max(s.skipped[n].To, part.To)
		return
	}
	s.skipped = append(s.skipped, part)
}

// near returns the places to try, the one wanted in their midst.
func near(places []int32, wanted int) []int32 {
	if len(places) <= mostPlaces {
		return places
	}
	i, _ := slices.BinarySearch(places, int32(wanted))
	from := min(max(0, i-mostPlaces/2), len(places)-mostPlaces)
	return places[from : from+mostPlaces]
}

// tryAll notes the runs through i in b, and returns how far the longest reaches from there. Of a fresh
// place they may begin before it, but no more than back tokens: what lies further back was tried from
// the place before, and looking there again and again would take quadratic time.
func (s *scanner) tryAll(places []int32, i int, fresh bool, back int) int {
	longest := 0
	for _, p := range places {
		a := int(p)
		if !fresh && a > 0 && i > 0 && s.freeA[a-1] == s.freeB[i-1] {
			continue // found when its beginning was tried
		}
		ahead := s.ahead(a, i)
		if ahead < s.seed {
			continue // another run in the same bucket, or one with taken tokens
		}
		behind := 0
		if fresh {
			behind = s.behind(a, i, back)
		}
		s.steps += 2*(ahead+behind) + 1
		s.put(a-behind, i-behind, behind+ahead)
		if ahead > longest {
			longest = ahead
			if longest >= longRun {
				s.diagonal = i - a
			}
		}
	}
	return longest
}

// Symbols are hashes, so that these are none but by a chance of one in 2^64.
const takenInA, takenInB = 1, 2

// ahead returns how many tokens agree from there on.
func (s *scanner) ahead(a, b int) int {
	x, y := s.freeA[a:], s.freeB[b:]
	x = x[:min(len(x), len(y))]
	for n, symbol := range x {
		if y[n] != symbol {
			return n
		}
	}
	return len(x)
}

// behind returns how many tokens agree before there, at most.
func (s *scanner) behind(a, b, most int) int {
	n := 0
	for n < min(most, a, b) && s.freeA[a-n-1] == s.freeB[b-n-1] {
		n++
	}
	return n
}
