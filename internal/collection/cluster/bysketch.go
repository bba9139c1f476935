package cluster

import (
	"context"
	"fmt"
	"slices"
)

// Clustering without looking at all pairs of documents (Broder, Glassman, Manasse and Zweig,
// "Syntactic clustering of the web", 1997, "The clustering algorithm").
//
// Most pairs of a large corpus share nothing. Every sketch is expanded to pairs of a hash and its
// document. Sorted, the documents that share a hash stand side by side. The authors expand that
// again, to triples of two documents and a count; they sort and merge the triples on disk, and join
// two documents whose count is high enough. Here one document at a time looks up who stands beside
// it and counts in an array, so the triples never exist: they cost time, but no space.
//
// A hash that d documents hold makes d(d-1)/2 triples. A few hashes make millions: those of a
// licence header, or of what all generated files begin with. Such a hash takes nearly all of the
// time and says next to nothing, so it leads from no document to another ("Common shingles"). It
// still counts in the estimate for two documents that a rarer hash led to.
//
// Equal sketches are joined first, and one stands for all of them ("Identical documents").
// Otherwise a file with a thousand copies would make all of its own hashes common, and its copies
// would not be found.

// commonHash is how many different sketches may hold a hash that leads from one to another. Two
// documents all of whose shared hashes are more common are not compared.
const commonHash = 1000

// BySketch joins two documents, given by their sketches, if they have the same sketch, or share a
// hash that at most 1000 different sketches hold and their estimated resemblance is at least the
// threshold, over 0 and at most 1. What a chain of such pairs connects is a group of indices of
// sketches. An empty sketch resembles nothing.
//
// Beside the sketches, which are only read, it takes 24 bytes for each of their hashes and some 80
// a document. Time goes into sorting the hashes, up to 500 steps for each, and an estimate for each
// two documents that share enough to be alike. The error says that the threshold is out of range,
// or wraps that of ctx, which is looked at once a document.
func BySketch(ctx context.Context, sketches []Sketch, threshold float64) ([][]int, error) {
	return bySketch(ctx, sketches, threshold, commonHash)
}

func bySketch(ctx context.Context, sketches []Sketch, threshold float64, common int) ([][]int, error) {
	if !(threshold > 0 && threshold <= 1) { // written so that NaN fails
		return nil, fmt.Errorf("clustering sketches: threshold is %v: use a resemblance over 0, at most 1", threshold)
	}
	sets := newSets(len(sketches))
	places := newPlaces(sketches, joinEqual(sketches, sets), common)
	counts := make([]int, len(sketches))
	var met []int
	for d, a := range sketches {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("clustering %d sketches: %w", len(sketches), err)
		}
		met = places.count(d, counts, met[:0])
		for _, e := range met {
			most := counts[e] + min(places.common[d], places.common[e])
			counts[e] = 0
			// The bound saves most estimates of documents that share only common hashes.
			if sets.find(d) != sets.find(e) && a.ceiling(sketches[e], most) >= threshold &&
				a.Resemblance(sketches[e]) >= threshold {
				sets.join(d, e)
			}
		}
	}
	return sets.groups(), nil
}

// joinEqual joins documents with the same sketch, and returns one document for each sketch that has
// a hash.
func joinEqual(sketches []Sketch, sets *disjointSets) []int {
	documents := make([]int, 0, len(sketches))
	for d, s := range sketches {
		if len(s.hashes) > 0 {
			documents = append(documents, d)
		}
	}
	slices.SortFunc(documents, func(d, e int) int { return sketches[d].compare(sketches[e]) })
	kept := documents[:0]
	for _, d := range documents {
		if len(kept) > 0 && sketches[kept[len(kept)-1]].compare(sketches[d]) == 0 {
			sets.join(kept[len(kept)-1], d)
		} else {
			kept = append(kept, d)
		}
	}
	return kept
}
