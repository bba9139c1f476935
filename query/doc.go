// Package query has term vectors: the form in which a question meets an index.
//
// A question is a document too. Its fingerprints form a [Vector] of terms, weighted by rarity in
// the index, so that common code counts little. Documents are ranked by one of three measures.
//
//	v := query.NewVector(query.Terms(&analysis))
//
// Package blevequery searches a Bleve index for a vector. This package links no Bleve.
package query
