package align

import (
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// run is a maximal run of matching tokens, from a and b in the documents.
type run struct {
	a, b, length int
	worth        int // see scanner.put
}

func (r run) endA() int { return r.a + r.length }
func (r run) endB() int { return r.b + r.length }

const (
	// mostPlaces bounds the number of places that are tried for a seed. A seed with more is in a
	// table or in generated code. Then the places nearest to the diagonal of the last long run are
	// tried, and up to equalPlaces more at which the texts also match.
	mostPlaces, equalPlaces = 32, 8
	// If most seeds have many places, as in two tables, fewer are tried for each. These are
	// placesPerToken for every token of the documents, or freePlaces in total if that is more,
	// which takes less than a millisecond. At least leastPlaces and equalPlaces are always tried.
	placesPerToken, freePlaces, leastPlaces = 2, 1 << 16, 2
	// longRun is the length of a run from which its inside is not searched again. Runs that begin
	// there are shorter, and any continuation is found at the end of the run.
	longRun = 32
)

// scanner finds the runs of two documents. Taken tokens match nothing.
type scanner struct {
	a, b           *Document
	seed           int        // of both
	hits           []hit      // seeds of b that a may have, in ascending order
	seeds, texts   *seedTable // of a, without taken tokens; texts is nil until needed
	freeA, freeB   []uint64   // symbols; takenInA and takenInB for taken tokens while tiles are chosen
	tiledA, tiledB bitset     // taken tokens while tiles are chosen
	takenA, takenB bitset     // taken tokens while groups are settled
	runs           runQueue
	places         int             // limit of places to try for a seed
	skipped        []analyzer.Span // parts of b in which runs were left out, in ascending order
	diagonal       int             // of the last long run: its index in b minus that in a
	longest        int             // end of the longest of the last recorded runs
	open           int             // seeds of a without a taken token; if 0, the scan ends
	dropped        []bool          // memory of dropNoise
	short          []int           // memory of dropNoise
	chosen         []run           // memory of tiles
	inA, inB       chain           // memory of join
	groups         [][]run         // memory of join
	grouped        []run           // the tiles of groups
	filled         []run           // memory of match
	steps          int             // counted for the test of linear growth
}

// scan finds the runs that begin in the part of b.
func (s *scanner) scan(part analyzer.Span) {
	fresh := part.From // the place before this one was not tried
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
			s.skip(span(i, next+s.seed-1))
		}
	}
}

// hitsBefore returns the number of hits, from the n-th on, before a place.
func (s *scanner) hitsBefore(n, place int) int {
	before, _ := slices.BinarySearchFunc(s.hits[n:], place, func(h hit, at int) int {
		return int(h.at) - at
	})
	return before
}

// affordable returns the limit of places to try for a seed.
func (s *scanner) affordable() int {
	var having [mostPlaces + 1]int // hits by number of places; the last entry counts all with more
	for _, h := range s.hits {
		having[min(mostPlaces, len(s.seeds.in(h.bucket)))]++
	}
	left := max(freePlaces, placesPerToken*(s.a.Len()+s.b.Len()))
	with := len(s.hits)
	for n := range mostPlaces {
		with -= having[n] // now those with more than n places
		if left -= with; left < 0 {
			return max(leastPlaces, n)
		}
	}
	return mostPlaces
}

// skip records that runs may have been left out in the part.
func (s *scanner) skip(part analyzer.Span) {
	if n := len(s.skipped) - 1; n >= 0 && s.skipped[n].To >= part.From {
		s.skipped[n].To = max(s.skipped[n].To, part.To)
		return
	}
	s.skipped = append(s.skipped, part)
}

// near returns at most most places around the wanted one.
func near(places []int32, wanted, most int) []int32 {
	if len(places) <= most {
		return places
	}
	i, _ := slices.BinarySearch(places, int32(wanted))
	from := min(max(0, i-most/2), len(places)-most)
	return places[from : from+most]
}

// tryAll records the runs through token i of b, and returns the longest's end. At a fresh place
// they may begin before i, by at most back tokens. Earlier tokens were tried from the place before;
// searching there again would take quadratic time.
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

// try records the runs through token i of b and those places of a.
func (s *scanner) try(places []int32, i int, fresh bool, back int) {
	for _, p := range places {
		a := int(p)
		// Otherwise it is found at the beginning of the run.
		if fresh || a == 0 || i == 0 || s.freeA[a-1] != s.freeB[i-1] {
			s.note(a, i, fresh, back)
		}
	}
}

// tryEqual records the runs through token i of b and equal seeds of a. The seeds have the same
// texts. If the token before also matches, with another text, they begin up to longRun tokens
// before i.
func (s *scanner) tryEqual(i int, fresh bool, back int) {
	if s.texts == nil {
		s.texts = s.openOnly(s.a.textTable(s.seed))
		s.steps += s.a.Len()
	}
	places := s.texts.in(s.texts.bucket(textHash(s.b.hashes[i : i+s.seed])))
	if !fresh {
		back = min(back, longRun)
	}
	for _, p := range near(places, i-s.diagonal, equalPlaces) {
		a := int(p)
		if fresh || a == 0 || i == 0 || s.a.hashes[a-1] != s.b.hashes[i-1] {
			s.note(a, i, true, back)
		}
	}
}

// note records the run through both places, if it is long enough. It extends it backward only if
// before is true.
func (s *scanner) note(a, i int, before bool, back int) {
	if last := s.seed - 1; s.freeA[a+last] != s.freeB[i+last] {
		return // before a call, which WebAssembly makes slowly
	}
	ahead := s.ahead(a, i)
	if ahead < s.seed {
		return // a hash collision, or taken tokens
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

// takenInA and takenInB replace the symbols of taken tokens. They equal no symbol: symbols are
// hashes, which can be forged, so those below leastSymbol are raised to it.
const takenInA, takenInB, leastSymbol = 1, 2, 3

// ahead returns the number of matching tokens from there on.
func (s *scanner) ahead(a, b int) int {
	x, y := s.freeA[a:], s.freeB[b:]
	all := min(len(x), len(y))
	x, y = x[:all], y[:all]
	for len(x) >= 4 && len(y) >= 4 && (x[0]^y[0])|(x[1]^y[1])|(x[2]^y[2])|(x[3]^y[3]) == 0 {
		x, y = x[4:], y[4:] // WebAssembly has expensive loops
	}
	for n, symbol := range x {
		if y[n] != symbol {
			return all - len(x) + n
		}
	}
	return all
}

// behind returns the number of matching tokens before there, up to a limit.
func (s *scanner) behind(a, b, most int) int {
	n := 0
	for n < min(most, a, b) && s.freeA[a-n-1] == s.freeB[b-n-1] {
		n++
	}
	return n
}
