package candidates

import (
	"context"
	"slices"
)

// NearIdentical returns groups of at least size near-identical documents. Their resemblance to the
// first of their group is at least least (0 < least <= 1). A document is in one group only.
// Documents are tried as the first of a group in the given order, which must omit skipped
// documents. The others of a group follow in the same order. It checks ctx once per document.
//
// Two bounds keep this cheap. The partners of a first document have most of its fingerprints, so
// most of these are in many documents. In an ordinary collection this is true of almost no
// document. And a partner lacks few of them, so it has at least one of the rarest few. Only
// documents that have one of these are tried.
func (t *Table) NearIdentical(ctx context.Context, order []int, least float64, size int) ([][]int, error) {
	n := &nearFinder{t: t, least: least, size: size, at: make([]int, len(t.docs))}
	for i := range n.at {
		n.at[i] = -1
	}
	for i, doc := range order {
		n.at[t.rank[doc]] = i
	}
	var groups [][]int
	for _, doc := range order {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if rank := t.rank[doc]; n.at[rank] >= 0 && n.mayLead(rank) {
			if found := n.group(rank); len(found) >= size {
				groups = append(groups, found)
			}
		}
	}
	return groups, nil
}

// Lacking returns the numbers, ascending, of the shared fingerprints of a document that first
// lacks.
func (t *Table) Lacking(first, doc int) (numbers []uint32) {
	has := t.printsOf(t.rank[first])
	for _, n := range t.printsOf(t.rank[doc]) {
		if _, found := slices.BinarySearch(has, n); !found {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// Common returns the idf sum of the fingerprints in both ascending lists.
func (t *Table) Common(a, b []uint32) (sum float64) {
	both(a, b, func(n uint32) { sum += t.idf[t.df[n]] })
	return sum
}

type nearFinder struct {
	t     *Table
	least float64
	size  int
	at    []int // by rank: position in the order, -1 if it is in a group or left out
}

// missing returns how many fingerprints of the document a partner can lack. If it lacked more,
// their resemblance would be under least.
func (n *nearFinder) missing(rank uint32) int {
	const rounding = 1e-6
	return int(float64(n.t.sizes[n.t.docs[rank]])*(1-n.least) + rounding)
}

// mayLead reports whether the document may have size-1 partners. Enough fingerprints of it must be
// in enough others.
func (n *nearFinder) mayLead(rank uint32) bool {
	have, others := 0, n.size-1
	for _, print := range n.t.printsOf(rank) {
		have += min(len(n.t.in(print))-1, others)
	}
	must := n.t.sizes[n.t.docs[rank]] - n.missing(rank)
	return have > 0 && have >= must*others
}

// group returns the document and its partners that are in no group yet. If there are enough of
// them, it marks them as grouped.
func (n *nearFinder) group(first uint32) (docs []int) {
	t, prints := n.t, n.t.printsOf(first)
	// A partner lacks every fingerprint that only this document has.
	unshared := t.sizes[t.docs[first]] - len(prints)
	tried := map[uint32]bool{first: true}
	ranks := []uint32{first}
	for _, print := range prints[:min(len(prints), n.missing(first)-unshared+1)] {
		for _, other := range t.in(print) {
			if n.at[other] < 0 || tried[other] {
				continue
			}
			tried[other] = true
			if t.Measures(int(t.docs[first]), int(t.docs[other])).Resemblance >= n.least {
				ranks = append(ranks, other)
			}
		}
	}
	slices.SortFunc(ranks[1:], func(x, y uint32) int { return n.at[x] - n.at[y] })
	for _, rank := range ranks {
		docs = append(docs, int(t.docs[rank]))
		if len(ranks) >= n.size {
			n.at[rank] = -1
		}
	}
	return docs
}
