// Package align finds the material that two documents share. It returns the matching tokens, their
// places, and the changes of the copy.
//
// It works on the tokens of package lex and needs no index. Identifiers and literals are first
// compared by class, so that a renamed copy is found. Their texts then determine the kind of copy.
//
//	a, b := align.NewDocument(l, srcA, tokensA), align.NewDocument(l, srcB, tokensB)
//	for _, m := range align.Align(a, b) {
//		fmt.Println(m.Changes(a, b).Kind, a.Range(m.A), b.Range(m.B))
//	}
//
// The algorithm is greedy string tiling (Wise, "YAP3", 1996): matching runs are found by hashing,
// the best are taken first, and no token is used twice. Neighbouring tiles are then joined over
// small gaps into matches. Time and memory are linear in the size of the documents, for any
// content.
//
// # Scores
//
// These files define the scores and weights of aligned documents, and which of them count, in the
// order in which they build on each other:
//
//	rarity.go      the rarity of a token: [Rarity]
//	damping.go     what a short run counts, and grammar in it
//	weight.go      the weight of a match: [Match.Weight]
//	origin.go      the score of a search: [Explained] and [Origin], and which candidates and matches
//	               are worth aligning and showing
//	similarity.go  the similarity of two documents: [Similarity] and [Assess]
//	whole.go       the similarity of two wholes of several documents: [Whole], [WholeSimilarity]
//	material.go    names and literals that two documents share anywhere: [WithMaterial]
//	estimate.go    estimates of a similarity from fingerprints: [EstimateSimilarity]
//	certainty.go   the probability of a copy with a score: [Certainty]
//
// A shared token is stronger evidence of a common origin if its surroundings are rarer, if its run
// is longer, and if its text matches and not only its class. The weights express this in one unit,
// the rare token: a token with the same text, of rarity 1, in a long run, weighs 1.
//
// A search is ranked by the heaviest match, because the sum of all matches favours long documents
// that share idioms: it put 79% of the origins first, the heaviest match 97%. Counting every token
// that matches by class alike, or no discount for keywords between different names, lost as well.
// The overall similarity of documents is the geometric mean of two sums. Damping by tiles alone
// ranks lightly edited small programs best, and by matches alone obfuscated ones.
//
// Elsewhere are measures of the index alone (package query), thresholds of relations between files
// (package trees), and bounds of work and of lists (the callers).
//
// docs/scores.md explains the formulas to users. docs/decisions/candidates.md has the
// measurements behind the constants.
package align
