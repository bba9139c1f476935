package index

import (
	"context"
	"errors"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// ErrUnfinished means that an index's first update has not ended, was killed, or failed. The error
// that wraps it names the command that completes it. Until then readers need [Options.Unpublished],
// and calls that write are refused, except for [Update] of the same source, or a copy of the same
// index.
var ErrUnfinished = errors.New("the first update of the index is not complete")

// ErrReadOnly is the error for writing to an index open for reading.
var ErrReadOnly = errors.New("the index is open for reading only")

// Writer has the methods that a change of an index needs beyond a [State]. [Update], [Remove],
// [AddBoilerplate] and [RemoveBoilerplate] change any index through it. They call Begin first,
// Publish last, and Write from several goroutines at a time.
//
// What Write has written without an error is not lost, and to write it again changes nothing. So a
// change that was killed is resumed by making it again. Questions see nothing of it before Publish.
//
// If a Writer has a method ExcludeFrom(root string, patterns []string) []string, files below a root
// that the returned patterns match are not read. So an index in a folder excludes itself.
//
// internal/indextest has the tests that every Writer passes.
type Writer interface {
	// Settings returns the settings that the index was created with.
	Settings() Settings
	// Begin is called before a change. The change is an update from a root; without a collection, a
	// copy of the index at the path root; or if both are empty, another one. The error wraps
	// [ErrUnfinished] if a first update of another kind or from another root is not complete.
	// Several writers may fill an index on a cluster: there only a change that is neither an update
	// nor a copy is refused.
	Begin(ctx context.Context, collection, root string) error
	// State returns the state with all that was written, published or not.
	State() (State, error)
	// Known returns those contents that were in the index before this change, in any order. The
	// other ids are missing from it.
	Known(ctx context.Context, ids []string) ([]Content, error)
	// Full reports whether a batch is large enough to be written.
	Full(b *Batch) bool
	// Write writes a batch. A crash leaves none of it, or its contents without their occurrences,
	// but no occurrence without its content.
	Write(ctx context.Context, b *Batch) error
	// ReviewDue reports whether a batch has requested a review since the last review ended. It is
	// always false for an index that several writers change at the same time.
	ReviewDue(ctx context.Context) (bool, error)
	// Merge is called between batches, and at the end of an update before Publish. An index that
	// merges by itself does nothing.
	Merge(ctx context.Context, end bool) error
	// Publish shows questions all that was written, unless a review is due.
	Publish(ctx context.Context) error
}

// Batch is a set of changes. An id or a place occurs in it once.
type Batch struct {
	Contents    []Document   // to add, or to replace that with the same id
	Occurrences []Occurrence // and skipped files, to add, or to replace that at the same place
	Gone        []Occurrence // places to remove
	Orphans     []string     // ids of contents to remove
	// Boilerplate is added, or replaces that with the same id. NoBoilerplate are ids to remove.
	Boilerplate   []Boilerplate
	NoBoilerplate []string
	// Review requests a review of the batch's contents. A content lost an occurrence, or gained one
	// that calls for another language. Reviewed ends it.
	Review, Reviewed bool

	bytes int64 // of the sources of Contents
}

// Document is a content with its terms.
type Document struct {
	Content
	// Hashes are the hashes of the fingerprints, in the order of the content. An index keeps the
	// upper [winnow.TermBits] bits of each, once.
	Hashes [analyzer.Representations][]uint64
	// Packed is the source compressed by zstd, nil if the index does not store sources.
	Packed []byte
	// WFP are the SCANOSS fingerprints, from wfp.Pack, nil if the index keeps none.
	WFP []byte
}

// Source returns the source, compared with the id. It is an error if Packed is nil.
func (d Document) Source() ([]byte, error) { return decompress(d.ID, d.Packed) }

// Len returns the number of changes.
func (b *Batch) Len() int {
	n := len(b.Contents) + len(b.Occurrences) + len(b.Gone) + len(b.Orphans) + len(b.Boilerplate) + len(b.NoBoilerplate)
	if b.Review || b.Reviewed {
		n++
	}
	return n
}

// Bytes returns the size of the sources of its contents.
func (b *Batch) Bytes() int64 { return b.bytes }

// put adds a content.
func (b *Batch) put(d Document) {
	b.Contents = append(b.Contents, d)
	b.bytes += d.Size
}

// cacher is a [Writer] that keeps files beside the index. Without them the index is complete.
type cacher interface {
	// Cached returns what Cache has kept under a name; nil if there is nothing, or more than most
	// bytes.
	Cached(name string, most int64) []byte
	Cache(name string, content []byte)
}

// excluder is a [Writer] of an index in a folder, which is not indexed itself.
type excluder interface {
	ExcludeFrom(root string, patterns []string) []string
}

// excludeIndex returns the patterns that exclude files below the root. One of them excludes the
// index itself.
func excludeIndex(w Writer, root string, patterns []string) []string {
	if x, ok := w.(excluder); ok {
		return x.ExcludeFrom(root, patterns)
	}
	return patterns
}

// publishUnless publishes the changes, unless the change failed with err.
func publishUnless(ctx context.Context, w Writer, err error) error {
	if failed(ctx, err) {
		return err
	}
	finishing, free := late(ctx)
	defer free()
	if publishing := w.Publish(finishing); publishing != nil {
		return publishing
	}
	return err
}

// failed reports whether err, the error of a run, is not an interrupt.
func failed(ctx context.Context, err error) bool { return err != nil && !errors.Is(err, ctx.Err()) }
