package cluster

import (
	"context"
	"fmt"
	"slices"
)

// Clustering without comparing all pairs of documents (Broder, Glassman, Manasse and Zweig,
// "Syntactic clustering of the web", 1997, "The clustering algorithm").
//
// Most pairs of a large corpus share nothing. Every sketch is expanded to pairs of a hash and its
// document. Sorting puts documents that share a hash next to each other. The authors expand this
// again, to triples of two documents and a count; they sort and merge the triples on disk, and join
// two documents whose count is high enough. Here, each document finds the documents sharing its
// hashes and counts them in an array, so the triples take time, but no space.
//
// A hash in d documents makes d(d-1)/2 triples. A few hashes, of a licence header or of the start
// of generated files, make millions. Such a hash takes most of the time and is weak evidence, so it
// makes no candidates ("Common shingles"). It still counts in the estimate for candidates that a
// rarer hash makes.
//
// Equal sketches are joined first, and one represents them all ("Identical documents"). Otherwise a
// file with a thousand copies would make all of its own hashes common, and its copies would not be
// found.

// commonHash is the maximum number of different sketches that hold a hash which makes candidates.
// Two documents that share only more common hashes are not compared.
const commonHash = 1000

// BySketch joins two documents, given by their sketches, if their sketches are equal. It also joins
// them if they share a hash that at most 1000 different sketches hold, and their estimated
// resemblance is at least the threshold, from 0 to 1. Groups are connected components, as
// sketch indices. An empty sketch resembles nothing.
//
// It does not change the sketches and takes 24 bytes for each of their hashes and about 80 per
// document. Time goes into sorting the hashes, up to 500 steps for each, and an estimate for each
// candidate pair. It checks ctx once per document. The error is a threshold out of range, or wraps
// the error of ctx.
func BySketch(ctx context.Context, sketches []Sketch, threshold float64) ([][]int, error) {
	return bySketch(ctx, sketches, threshold, commonHash)
}

func bySketch(ctx context.Context, sketches []Sketch, threshold float64, common int) ([][]int, error) {
	if !(threshold >= 0 && threshold <= 1) { // written so that NaN fails
		return nil, fmt.Errorf("clustering sketches: threshold is %v: use a resemblance from 0 to 1", threshold)
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

// joinEqual joins documents with equal sketches and returns one for each sketch. Empty sketches
// have none.
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
