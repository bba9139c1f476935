// Package blevequery finds the documents of a Bleve index that share most with a question.
//
// [Search] finds the best documents under one of three measures, and gives all three measures and
// the shared terms for each. [Query] is the same search as a Bleve query, to combine with other
// queries and filters in a search of any scorch index; [NewTextQuery] makes one of a text.
//
//	v := query.NewVector(query.Terms(&analysis))
//	result, err := blevequery.Search(ctx, snapshot.Reader(), v, query.Options{Top: 10})
//
// The top k documents and their scores equal the exhaustive computation's, although most of
// it is skipped. They depend only on the documents in the index, not on how Bleve divides it into
// segments. The order is total: by descending score, then by document id.
package blevequery
