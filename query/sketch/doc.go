// Package sketch estimates how much two documents resemble each other, or one is contained in the other, from small
// samples of what they consist of, and groups large corpora by such estimates. The samples are Broder's ("On the
// resemblance and containment of documents", SEQUENCES 1997).
//
// A document is the set of the hashes of its shingles: those that [Shingles] makes of its tokens, or those of its
// fingerprints, which package analyzer makes. The resemblance of A and B is |A ∩ B| / |A ∪ B|; the containment of A in
// B is |A ∩ B| / |A|. A sketch of the set is made once and alone; two sketches are enough for an estimate.
//
//	a, b := sketch.NewMin(hashesA, 200), sketch.NewMin(hashesB, 200)
//	r := a.Resemblance(b)
//	fmt.Printf("%.2f ± %.2f\n", r.Value(), r.StandardError())
//
// [Min] keeps a fixed number of hashes, from which resemblance is estimated alike well whatever the sizes. [Mod] keeps
// a fixed share, which grows with the document, and estimates containment, too; [NewModOf] lets the share fall as the
// document grows.
//
// Broder permutes the hashes at random first. That is left out where the hashes are evenly spread already: those of
// [Shingles] are, and so is the Hash of a winnow.Fingerprint, of all k-grams or of winnowed ones. (Those that the
// min-s selection of package analyzer kept are a sample already, in the order that their values had before they were
// levelled: they are no set to make a [Min] of.) Hashes with structure, such as counters, or those whose lowest or
// highest bits are fixed, go through [Mix] first. It makes other, independent estimates of the same documents for
// every seed, too.
//
// Estimates compare like with like: sketches of hashes that were made in one way, with one shingle size, option and
// seed. Nothing here changes its arguments, and sketches may be read from several goroutines.
package sketch
