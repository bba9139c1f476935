package wfp

// Range is a part of a file whose fingerprints another file has in order.
type Range struct {
	// From and To are the file's first fingerprint, and the one after the last.
	From, To int
	// At and End are the same for the other file.
	At, End int
	// Hits is the number of fingerprints in both: less than To-From if some between differ.
	Hits int
}

// mostGap bounds the consecutive fingerprints that may differ within a range, in each file.
// Changing a character changes the fingerprints of up to 93 characters, about 3.
const mostGap = 8

// mostPlaces bounds the places tried for a hash. So the time is linear in the files.
const mostPlaces = 16

// Align returns the parts of a in b, in order, without overlaps in a.
func Align(a, b []Print) []Range {
	places := map[uint32][]int{}
	for j, p := range b {
		if at := places[p.Hash]; len(at) < mostPlaces {
			places[p.Hash] = append(at, j)
		}
	}
	var found []Range
	for i := 0; i < len(a); {
		next := -1 // where the last range would continue
		if len(found) > 0 {
			next = found[len(found)-1].End
		}
		at, n := longest(a[i:], b, places[a[i].Hash], next)
		if n == 0 {
			i++
			continue
		}
		r := Range{From: i, To: i + n, At: at, End: at + n, Hits: n}
		i += n
		if last := len(found) - 1; last >= 0 && found[last].continues(r) {
			found[last].To, found[last].End = r.To, r.End
			found[last].Hits += r.Hits
			continue
		}
		found = append(found, r)
	}
	return found
}

// longest returns the place in b that matches most of a, and its length. Of equal ones it prefers
// the first at or after next.
func longest(a, b []Print, places []int, next int) (at, n int) {
	for _, j := range places {
		k := 0
		for k < len(a) && j+k < len(b) && a[k].Hash == b[j+k].Hash {
			k++
		}
		if k > n || k == n && at < next && j >= next {
			at, n = j, k
		}
	}
	return at, n
}

// continues reports whether s, which comes next, belongs to the range.
func (r Range) continues(s Range) bool {
	return s.From-r.To <= mostGap && s.At >= r.End && s.At-r.End <= mostGap
}
