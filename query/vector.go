package query

import (
	"cmp"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// Term is a fingerprint of a question.
type Term struct {
	Representation analyzer.Representation
	// Hash is the hash of a k-gram. An index stores its upper [winnow.TermBits] bits; [NewVector]
	// clears the others and merges terms that are equal in these.
	Hash  uint64
	Spare bool // see [Vector]
}

// Text returns the term of the hash in an index: see [winnow.AppendTerm].
func (t Term) Text() string { return string(winnow.AppendTerm(nil, t.Hash)) }

// packed encodes a term in 42 bits for sorting. The bits hold its representation, upper bits of the
// hash, and spare. Exact sorts before structure, as the names do.
func (t Term) packed() uint64 {
	p := uint64(analyzer.Representations-1-int(t.Representation))<<(winnow.TermBits+1) |
		t.Hash>>(64-winnow.TermBits)<<1
	if t.Spare {
		p |= 1
	}
	return p
}

func unpacked(p uint64) Term {
	return Term{
		Representation: analyzer.Representation(analyzer.Representations - 1 - int(p>>(winnow.TermBits+1))),
		Hash:           p >> 1 << (64 - winnow.TermBits),
		Spare:          p&1 == 1,
	}
}

// CompareTerms orders terms by representation and hash.
func CompareTerms(a, b Term) int { return cmp.Compare(a.packed()>>1, b.packed()>>1) }

// Vector is the term vector of a question. It is immutable and safe for concurrent use.
//
// Most terms are those that a document with the same text would be indexed under: the set S(Q), on
// which containment, resemblance and cosine are defined. A vector can also contain spare terms: the
// k-grams of the question that winnowing did not select. A document that shares only a short run
// may have selected one of these, and is found by it. Spare terms add to containment, which never
// exceeds 1, and to nothing else.
//
// The weight of a term is its idf, however often a document contains it: the tf of TF-IDF is 1 or
// 0. Repeated fingerprints come from repetitive text. With counts, a table or a series of similar
// cases would outweigh everything else (docs/decisions/searcher.md has the figures).
type Vector struct {
	terms []Term // distinct and sorted
}

// NewVector returns the vector of the terms. Of equal terms it keeps one, which is spare if all of
// them are.
func NewVector(terms []Term) *Vector {
	sorted := make([]uint64, len(terms))
	for i, t := range terms {
		sorted[i] = t.packed()
	}
	slices.Sort(sorted) // of equal terms the spare one sorts last
	sorted = slices.CompactFunc(sorted, func(a, b uint64) bool { return a>>1 == b>>1 })
	v := &Vector{terms: make([]Term, len(sorted))}
	for i, p := range sorted {
		v.terms[i] = unpacked(p)
	}
	return v
}

// Len returns the number of terms.
func (v *Vector) Len() int { return len(v.terms) }

// Terms returns the terms in sorted order. The caller must not change the slice.
func (v *Vector) Terms() []Term { return v.terms }

// Smallest returns the vector of the max terms with the smallest hashes, over all representations.
// It has all terms if max is under 1. This is the sketch of Broder and of Heintze: a random sample
// that is the same for any two documents.
func (v *Vector) Smallest(max int) *Vector {
	if max < 1 || max >= len(v.terms) {
		return v
	}
	terms := slices.Clone(v.terms)
	slices.SortFunc(terms, func(a, b Term) int {
		return cmp.Or(cmp.Compare(a.Hash, b.Hash), CompareTerms(a, b))
	})
	return NewVector(terms[:max])
}
