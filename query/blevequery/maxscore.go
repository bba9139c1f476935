package blevequery

import (
	"context"
	"github.com/chaffinch-search/chaffinch/query"
	"slices"
)

// Finding the top k without scoring everything, after MaxScore (Turtle and Flood, "Query
// evaluation: strategies and optimizations", 1995). Terms are read by descending idf, so the rarest
// and most selective come first. Each new document gets an accumulator. Once no unseen document can
// reach the k-th best score so far, no more accumulators are opened. The remaining terms are the
// most common ones, with postings as long as the index; only the few open documents are looked up
// in these. An open document that can no longer reach the k-th best is dropped.
//
// The weights of a document are added in term order, whatever is skipped for others. Its score
// therefore equals the exhaustive one to the last bit.

// accumulator holds the partial sums of one question. It is not safe for concurrent use.
type accumulator struct {
	s     *scoring
	k     int
	sums  []float64 // by document; 0 if unseen
	open  []int     // documents with a sum that may still win
	local []uint32  // scratch
	stats *query.Stats
}

// top returns the documents that may be among the k best, with complete sums. Every other document
// scores less than at least k documents. k under 1 returns all that share a term.
func (a *accumulator) top(ctx context.Context) ([]int, error) {
	i, err := a.openAll(ctx)
	if err != nil {
		return nil, err
	}
	a.drop(i)
	slices.Sort(a.open) // so that lists are scanned once, in order
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

// openAll reads terms until no new document can win and returns their number.
func (a *accumulator) openAll(ctx context.Context) (int, error) {
	read, limit := 0, 0
	for i := range a.s.terms {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		// Finding the k-th best takes a step for each open document. It is repeated only after as
		// many postings have been read.
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

// add adds the term's weight to every document that contains it.
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

// update adds the weight of the term to the open documents that contain it. It reads the postings
// if they are fewer than the open documents; otherwise it looks up the documents.
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

// drop removes the documents that cannot be among the k best. The terms from i on are still unread.
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

// threshold is the k-th best score so far, a lower bound of the final k-th best score.
func (a *accumulator) threshold() float64 {
	scores := make([]float64, len(a.open))
	for i, doc := range a.open {
		scores[i] = a.s.final(a.sums[doc], doc)
	}
	return kthLargest(scores, a.k)
}

// kthLargest returns the k-th largest value, 1 <= k <= len(v), and reorders v. It is a quickselect
// with the median of three as pivot, and sorts if that degenerates.
func kthLargest(v []float64, k int) float64 {
	for rounds := 0; len(v) > 16 && rounds <= 64; rounds++ {
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
