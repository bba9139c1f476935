// Package query asks an index for the documents that share the most with a question.
//
// A question is a document too. Its fingerprints form a [Vector] of terms, weighted by how rare
// each is in the index, so that what everybody writes counts for little. [Search] finds the best
// documents under one of three measures and says for each how much is shared; [Query] is the
// same as a Bleve query, to stand beside other queries and filters in any search of any Bleve
// index of type scorch.
//
//	v := query.NewVector(query.Terms(&analysis))
//	result, err := query.Search(ctx, snapshot.Reader(), v, query.Options{Top: 10})
//
// What it promises: the top k and their scores are those of the exhaustive computation, whatever
// is left out on the way; they depend on the documents in the index only, not on how Bleve has
// cut it into segments; the order is total, by falling score and then by document id.
package query
