// Package index keeps the fingerprints of a corpus in one Bleve index on disk.
//
// It holds three kinds of documents. A content is one distinct document, identified by its git blob
// id. It has the fingerprints, so the same bytes at a hundred paths are indexed and counted once.
// An occurrence is a place where a content was found: a collection, a root and a path below it.
// [Boilerplate] is material that questions ignore. The index keeps its source.
//
// [Index.Update] indexes a folder. Run again, it reads only what has changed. [Snapshot] is a
// consistent view for questions; package query searches its [Snapshot.Reader].
//
//	x, err := index.Open(ctx, path, index.Options{})
//	...
//	defer x.Close()
//	report, err := x.Update(ctx, index.Source{Root: "/usr/src/linux"}, index.UpdateOptions{})
//
// A content and its first occurrence are written in one batch, and a batch is atomic. If an update
// is killed, the index opens again and the next update completes it. An [Index] is safe for
// concurrent use; calls that write are serialized.
//
// One process may write while any number of processes read. An update ends by publishing its state:
// a directory with hard links to the segments, and a list of them. Readers open the newest
// published state without a lock, and keep it. A second writer gets a [BusyError] that names the
// first one, or waits. If the file system has no hard links, readers open the store itself, and
// exclude writers.
//
// Checksums detect damage. [Index.Check] reports it, and [Repair] removes it. They do not detect
// intent: see SECURITY.md.
package index
