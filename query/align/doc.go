// Package align finds what two documents share: which tokens of one agree with which of the
// other, where those are, and how the copy was changed.
//
// It works on the tokens of package analyzer and needs no index. Identifiers and literals are
// compared by their class first, so that a renamed copy is found; their texts then say which
// kind of copy it is.
//
//	a, b := align.NewDocument(srcA, tokensA), align.NewDocument(srcB, tokensB)
//	for _, m := range align.Align(a, b) {
//		fmt.Println(m.Changes(a, b).Kind, a.Range(m.A), b.Range(m.B))
//	}
//
// The algorithm is greedy string tiling (Wise, "YAP3", 1996): runs that agree are found by
// hashing, the best are taken first, and no token is used twice. Neighbouring tiles are then
// joined over small gaps into matches. Time and memory grow linearly with the documents, whatever
// is in them.
package align
