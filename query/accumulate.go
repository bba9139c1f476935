package query

import (
	"context"
	"slices"
)

// Finding the top k without scoring everything (after MaxScore: Turtle and Flood, "Query
// evaluation: strategies and optimizations", 1995). Terms are read by falling idf, so the first
// ones are rare and tell most. Every document met gets an accumulator. As soon as no document
// that is still unknown could reach the k-th best of those known, no more are opened: what is
// left are the commonest terms, with postings as long as the index, and of those only the places
// of the few open documents are looked up. An open document that cannot reach the k-th best any
// more is dropped.
//
// A document's weights are added in the order of the terms, whatever is left out for others, so
// its score is the same to the last bit as if all had been computed.

// accumulator holds the partial sums of one question. Not for several goroutines.
type accumulator struct {
	s     *scoring
	k     int
	sums  []float64 // by document; 0 is unknown
	open  []int     // documents that have a sum and may still win
	local []uint32  // scratch
	stats *Stats
}

// top returns the documents that may be among the k best, all with their complete sums. Every other
// document scores less than at least k documents. k under 1 returns all that share a term.
func (a *accumulator) top(ctx context.Context) ([]int, error) {
	i, err := a.openAll(ctx)
	if err != nil {
		return nil, err
	}
	a.drop(i)
	slices.Sort(a.open) // so that lists are passed over once, and in order
	for ; i < len(a.s.terms); i++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := a.update(&a.s.terms[i]); err != nil {
			return nil, err
		}
		a.drop(i + 1)
	}
	return a.open, nil
}

// openAll reads terms until no new document can win, and returns how many it has read.
func (a *accumulator) openAll(ctx context.Context) (int, error) {
	read, limit := 0, 0
	for i := range a.s.terms {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		// Finding the k-th best costs a step for each open document: it is done again only
		// when as many postings have been read since.
		if read >= limit && a.k > 0 && len(a.open) >= a.k {
			if a.s.ceiling(i) < a.threshold() {
				return i, nil
			}
			limit = read + len(a.open)
		}
		if err := a.add(&a.s.terms[i]); err != nil {
			return 0, err
		}
		read += a.s.terms[i].df
	}
	return len(a.s.terms), nil
}

// add adds the term's weight to every document that holds it.
func (a *accumulator) add(t *weighted) error {
	weight := a.s.weight(t)
	if weight == 0 {
		return nil
	}
	return a.each(t, func(doc int) {
		if a.sums[doc] == 0 {
			a.open = append(a.open, doc)
			a.stats.Candidates++
		}
		a.sums[doc] += weight
	})
}

// each reads the term's postings.
func (a *accumulator) each(t *weighted, f func(doc int)) error {
	a.stats.Postings += t.df
	for i := range t.postings.lists {
		if err := t.postings.lists[i].each(f); err != nil {
			return err
		}
	}
	return nil
}

// update adds the weight of the term to the open documents that hold it. It reads the postings if
// they are fewer than the open documents, and looks the documents up otherwise.
func (a *accumulator) update(t *weighted) error {
	weight := a.s.weight(t)
	if weight == 0 {
		return nil
	}
	if t.df < len(a.open) {
		return a.each(t, func(doc int) {
			if a.sums[doc] != 0 {
				a.sums[doc] += weight
			}
		})
	}
	a.stats.Postings += len(a.open)
	return t.postings.probe(a.open, &a.local, func(doc int) { a.sums[doc] += weight })
}

// drop closes the documents that cannot be among the k best while the terms from i on are still to
// be read.
func (a *accumulator) drop(i int) {
	if a.k < 1 || len(a.open) <= a.k {
		return
	}
	least := a.threshold()
	kept := a.open[:0]
	for _, doc := range a.open {
		if a.s.ceilingOf(a.sums[doc], doc, i) >= least {
			kept = append(kept, doc)
		} else {
			a.sums[doc] = 0
		}
	}
	a.open = kept
}

// threshold is the k-th best score so far, a lower bound of the k-th best in the end.
func (a *accumulator) threshold() float64 {
	scores := make([]float64, len(a.open))
	for i, doc := range a.open {
		scores[i] = a.s.final(a.sums[doc], doc)
	}
	return kthLargest(scores, a.k)
}

// kthLargest returns the k-th largest value, 1 <= k <= len(v), and reorders v. It is a quickselect
// with the median of three as pivot, and a sort if that degenerates.
func kthLargest(v []float64, k int) float64 {
	for rounds := 0; len(v) > 16; rounds++ {
		if rounds > 64 {
			break
		}
		pivot := median(v[0], v[len(v)/2], v[len(v)-1])
		larger := partition(v, func(x float64) bool { return x > pivot })
		equal := partition(v[larger:], func(x float64) bool { return x == pivot })
		switch {
		case k <= larger:
			v = v[:larger]
		case k <= larger+equal:
			return pivot
		default:
			v, k = v[larger+equal:], k-larger-equal
		}
	}
	slices.Sort(v)
	return v[len(v)-k]
}

func median(a, b, c float64) float64 { return max(min(a, b), min(max(a, b), c)) }

// partition moves the values that satisfy first to the front and returns their number.
func partition(v []float64, first func(float64) bool) int {
	n := 0
	for i, x := range v {
		if first(x) {
			v[i], v[n] = v[n], x
			n++
		}
	}
	return n
}
