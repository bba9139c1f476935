// Package index keeps the fingerprints of a corpus in one Bleve index on disk.
//
// It holds three kinds of documents. A content is one distinct document, named by its git blob
// id; it carries the fingerprints, so the same bytes at a hundred paths are indexed once and
// count once in every document frequency. An occurrence is a place where a content was seen: a
// collection, a root and a path below it. [Index.Update] brings a folder into the index and,
// run again, looks only at what has changed. [Boilerplate] is material that questions are to
// ignore, kept with its source by [Index.AddBoilerplate]. [Snapshot] is one consistent view for
// questions; package query asks them through [Snapshot.Reader].
//
//	x, err := index.Open(ctx, path, index.Options{})
//	...
//	defer x.Close()
//	report, err := x.Update(ctx, index.Source{Root: "/usr/src/linux"}, index.UpdateOptions{})
//
// What it promises: a content and its occurrence are written in one batch, and a batch is on
// disk whole or not at all, so an index that is killed at any moment opens again, and the next
// Update completes it. Several goroutines may use an Index; calls that write wait for one another.
//
// One process may write to an index while any number read it. An update ends by publishing its
// state, a folder with hard links to the segments and a list of them; readers open the newest
// published state, take no lock, and keep what they opened. A second writer gets a [BusyError],
// which names the first, or waits for it. Where the file system has no hard links, readers open
// what writers write to, and there is one writer or there are many readers.
//
// Checksums find damage, and [Index.Check] and [Repair] report and remove it. They do not find
// intent: an index is trusted like a program.
package index
