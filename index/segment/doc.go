// Package segment implements a scorch segment type for fingerprints. Scorch is Bleve's index; it
// still opens, searches, updates and merges the index and recovers it after a crash.
//
// A document has hundreds of fingerprints, and most occur in one document only. They are hashes, so
// the automaton of zap, Bleve's own segment type, finds no common prefixes or suffixes to share.
// This package stores them as sorted numbers with coded gaps, in blocks behind a small directory.
// Document lists are coded by interpolation. Zap stores all other fields, in the front part of the
// same file.
//
// Importing the package registers the type. [Config] creates an index with it:
//
//	bleve.NewUsing(path, mapping, scorch.Name, scorch.Name,
//		segment.Config([]string{"structure"}, nil))
//
// A fingerprint counts once in a document, however often it occurs, and has no positions and no
// norm: docs/decisions/segment-type.md and idf.md say why. docs/format.md describes the file. Every
// page of a file has a checksum, which is verified before the page is used: damaged bytes are an
// error ([ErrDamaged]), never part of an answer.
package segment
