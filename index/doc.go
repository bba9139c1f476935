// Package index defines an index, and keeps one up to date.
//
// An index holds three kinds of documents. A [Content] is one distinct document, identified by its
// git blob id. It has the fingerprints, so the same bytes at a hundred paths are indexed and
// counted once. An [Occurrence] is a place where a content was found: a collection, a root and a
// path below it. [Boilerplate] is material that questions ignore. The index keeps its source.
//
// Questions read a [State], and changes write through a [Writer]. Package disk has the index on
// disk; others are in memory and on a cluster. [Update] indexes a folder in any of them. Run again,
// it reads only changed files. A content and its first occurrence are in one [Batch]. If an update
// is killed, the next one completes it.
//
// The package needs neither a disk nor Bleve.
package index
