package segment

// Document lists are coded by binary interpolation (Moffat and Stuiver, "Binary interpolative
// coding for effective index compression", Information Retrieval 3, 2000). The middle number comes
// first, in as many bits as its possible values need. Then follow both halves, each in its narrower
// range. Files of one folder are neighbours and share the most, so lists are clustered, and the
// code exploits that: a run of neighbours takes no bits.

// interpolate writes docs, which are in ascending order from lo to hi.
func (w *bitWriter) interpolate(docs []uint32, lo, hi uint32) {
	for len(docs) > 0 {
		m := len(docs) / 2
		least := lo + uint32(m)
		most := hi - uint32(len(docs)-1-m)
		mid := docs[m]
		w.uniform(uint64(mid-least), uint64(most-least)+1)
		if m > 0 {
			w.interpolate(docs[:m], lo, mid-1)
		}
		lo, docs = mid+1, docs[m+1:]
	}
}

// interpolate fills docs with numbers from lo to hi. The caller ensures that as many fit.
func (r *bitReader) interpolate(docs []uint32, lo, hi uint32) {
	for len(docs) > 2 {
		m := len(docs) / 2
		least := lo + uint32(m)
		most := hi - uint32(len(docs)-1-m)
		mid := r.between(least, most)
		docs[m] = mid
		r.interpolate(docs[:m], lo, mid-1)
		lo, docs = mid+1, docs[m+1:]
	}
	// Half of all calls would be for one document or two.
	switch len(docs) {
	case 1:
		docs[0] = r.between(lo, hi)
	case 2:
		docs[1] = r.between(lo+1, hi)
		docs[0] = r.between(lo, docs[1]-1)
	}
}

// between reads a number from least to most, inclusive.
func (r *bitReader) between(least, most uint32) uint32 {
	if least == most {
		return least
	}
	return least + uint32(r.truncated(truncatedTo(uint64(most-least)+1)))
}
