package align

import (
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

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
	// taken, and as many as equalPlaces at which the texts agree too.
	mostPlaces, equalPlaces = 32, 8
	// Where most seeds have many places, as those of two tables do, fewer are tried of each: no
	// more than placesPerToken for every token of the documents, or freePlaces in all if that is
	// more, which takes less than a millisecond. At least leastPlaces are always tried, and
	// equalPlaces too.
	placesPerToken, freePlaces, leastPlaces = 2, 1 << 16, 2
	// longRun is the length from which on what lies inside of a run is not looked at again:
	// whatever is found there is shorter, and what sticks out is found at the run's end.
	longRun = 32
)

// scanner finds the runs of two documents. Tokens that are taken agree with nothing any more.
type scanner struct {
	a, b           *Document
	seed           int      // of both
	hits           []hit    // seeds of b that a may have, by rising place
	seeds, texts   *table   // of a, those of which no token is taken; texts is nil until asked for
	freeA, freeB   []uint64 // symbols; takenInA and takenInB while tiles are chosen
	takenA, takenB []bool   // while groups are settled
	runs           pile
	places         int             // how many are tried of a seed, at most
	skipped        []analyzer.Span // parts of b in which runs were left out, by rising place
	diagonal       int             // of the last long run: its place in b less that in a
	longest        int             // of the runs that were noted last: how far it reaches
	open           int             // seeds of a of which no token is taken; without any, nothing more is found
	steps          int             // taken so far: a test holds that they grow linearly
}

// scan finds the runs that begin in the part of b.
func (s *scanner) scan(part analyzer.Span) {
	fresh := part.From // at that place; nothing was tried at the one before
	begun := part.From // where the last long run was tried
	first := s.hitsBefore(0, part.From)
	for n := first; n < len(s.hits); n++ {
		h := s.hits[n]
		i := int(h.at)
		if i+s.seed > part.To {
			break
		}
		s.steps++
		places := s.seeds.in(h.bucket)
		if len(places) == 0 {
			continue
		}
		longest := s.tryAll(places, i, i == fresh, max(longRun, i-begun))
		next := i + 1
		if longest >= longRun {
			next, begun = i+longest-s.seed+1, i
			fresh = next
			n += s.hitsBefore(n+1, next)
		}
		if fresh == next || len(places) > s.places {
			s.skip(analyzer.Span{From: i, To: next + s.seed - 1})
		}
	}
}

// hitsBefore returns how many hits from the n-th on stand before a place.
func (s *scanner) hitsBefore(n, place int) int {
	before, _ := slices.BinarySearchFunc(s.hits[n:], place, func(h hit, at int) int { return int(h.at) - at })
	return before
}

// affordable returns how many places of a seed may be tried at most.
func (s *scanner) affordable() int {
	var having [mostPlaces + 1]int // hits by the number of their places; the last have more
	for _, h := range s.hits {
		having[min(mostPlaces, len(s.seeds.in(h.bucket)))]++
	}
	left := max(freePlaces, placesPerToken*(s.a.Len()+s.b.Len()))
	with := len(s.hits)
	for n := range mostPlaces {
		with -= having[n] // now those with a place beyond n
		if left -= with; left < 0 {
			return max(leastPlaces, n)
		}
	}
	return mostPlaces
}

// skip notes that runs may have been left out in the part.
func (s *scanner) skip(part analyzer.Span) {
	if n := len(s.skipped) - 1; n >= 0 && s.skipped[n].To >= part.From {
		s.skipped[n].To = max(s.skipped[n].To, part.To)
		return
	}
	s.skipped = append(s.skipped, part)
}

// near returns at most so many places around the one that is wanted.
func near(places []int32, wanted, most int) []int32 {
	if len(places) <= most {
		return places
	}
	i, _ := slices.BinarySearch(places, int32(wanted))
	from := min(max(0, i-most/2), len(places)-most)
	return places[from : from+most]
}

// tryAll notes the runs through i in b, and returns how far the longest reaches from there. Of a
// fresh place they may begin before it, but no more than back tokens: what lies further back was
// tried from the place before, and looking there again and again would take quadratic time.
func (s *scanner) tryAll(places []int32, i int, fresh bool, back int) int {
	s.longest = 0
	if len(places) <= s.places {
		s.try(places, i, fresh, back)
		return s.longest
	}
	s.try(near(places, i-s.diagonal, s.places), i, fresh, back)
	s.tryEqual(i, fresh, back)
	return s.longest
}

// try notes the runs through i in b and those places of a.
func (s *scanner) try(places []int32, i int, fresh bool, back int) {
	for _, p := range places {
		a := int(p)
		if fresh || a == 0 || i == 0 || s.freeA[a-1] != s.freeB[i-1] { // else found when its beginning was tried
			s.note(a, i, fresh, back)
		}
	}
}

// tryEqual notes the runs through i in b and places of a at which the seed has the same texts.
// Where the token before agrees too, but has another text, they begin before i, by no more than
// longRun.
func (s *scanner) tryEqual(i int, fresh bool, back int) {
	if s.texts == nil {
		s.texts = s.openOnly(s.a.textTable())
		s.steps += s.a.Len()
	}
	places := s.texts.in(s.texts.bucket(textHash(s.b.tokens[i : i+s.seed])))
	if !fresh {
		back = min(back, longRun)
	}
	for _, p := range near(places, i-s.diagonal, equalPlaces) {
		a := int(p)
		if fresh || a == 0 || i == 0 || s.a.tokens[a-1].Hash != s.b.tokens[i-1].Hash {
			s.note(a, i, true, back)
		}
	}
}

// note puts the run through both places on the pile, if it is long enough. Its beginning is looked
// for only if it may lie before them.
func (s *scanner) note(a, i int, before bool, back int) {
	ahead := s.ahead(a, i)
	if ahead < s.seed {
		return // another run in the same bucket, or one with taken tokens
	}
	behind := 0
	if before {
		behind = s.behind(a, i, back)
	}
	s.steps += 2*(ahead+behind) + 1
	s.put(a-behind, i-behind, behind+ahead)
	if ahead > s.longest {
		s.longest = ahead
		if ahead >= longRun {
			s.diagonal = i - a
		}
	}
}

// takenInA and takenInB stand for tokens that are taken. No symbol equals them: symbols are hashes,
// which can be made, so those below leastSymbol are raised to it.
const takenInA, takenInB, leastSymbol = 1, 2, 3

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
