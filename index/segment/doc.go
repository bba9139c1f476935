// Package segment is a segment type for scorch, Bleve's index, made for fingerprints: hashes, of
// which a document has hundreds and most stand in one document only. Bleve's own type, zap, keeps
// terms in an automaton that shares what terms begin and end with, which hashes do not; here they
// are sorted numbers whose gaps are coded, in blocks found through a small directory, and lists of
// documents are coded by interpolation. All other fields stay with zap, in the front part of the
// same file. What opens, searches, updates, merges and survives a crash is still scorch.
//
// Importing the package registers the type. [Config] makes an index of it:
//
//	bleve.NewUsing(path, mapping, scorch.Name, scorch.Name, segment.Config([]string{"structure"}, nil))
//
// A fingerprint counts once in a document, however often it stands there, and has no positions and
// no norm: docs/decisions/segment-type.md and idf.md say why. docs/format.md describes the file.
package segment
