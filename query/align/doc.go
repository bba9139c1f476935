// Package align finds the material that two documents share: the matching tokens, their places, and
// how the copy was changed.
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
package align
