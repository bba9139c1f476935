// Package disk keeps an index in one Bleve index on disk.
//
//	x, err := disk.Open(ctx, path, index.Options{})
//	...
//	defer x.Close()
//	report, err := x.Update(ctx, index.Source{Root: "/usr/src/linux"}, index.UpdateOptions{})
//
// A batch of changes is atomic. If an update is killed, the index opens again and the next update
// completes it. An [Index] is safe for concurrent use; calls that write are serialized. [Snapshot]
// is a consistent view for questions; package blevequery searches its [Snapshot.Reader].
//
// One process may write while any number of processes read. An update ends by publishing its state:
// a directory with hard links to the segments, and a list of them. Readers open the newest
// published state without a lock, and keep it. A second writer gets a [BusyError] that names the
// first one, or waits. If the file system has no hard links, readers open the store itself, and
// exclude writers.
//
// Checksums detect damage. [Index.Check] reports it, and [Repair] removes it. They do not detect
// intent: see SECURITY.md.
package disk
