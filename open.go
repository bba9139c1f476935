//go:build !js

// Not in a browser: it opens indexes on disk.

package chaffinch

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/disk"
)

// Errors of an index that a caller can act on. Use [errors.Is].
var (
	// ErrNotIndex: the path holds no index.
	ErrNotIndex = index.ErrNotIndex
	// ErrUnfinished: the first update of the index was killed, or failed. Repeat it.
	ErrUnfinished = index.ErrUnfinished
	// ErrDamaged: files of the index are damaged. Repair it, or index again.
	ErrDamaged = disk.ErrDamaged
	// ErrKey: the index was made with a key, and none or another one was given.
	ErrKey = index.ErrKey
	// ErrSourceGone: the file of a content was deleted or changed.
	ErrSourceGone = index.ErrSourceGone
)

// BusyError lists the processes that have the index open. Try again later. Use [errors.As].
type BusyError = disk.BusyError

// MismatchError: the index was made by another version, or with other settings.
type MismatchError = index.MismatchError

// Create makes an empty index at path and opens it for writing. The path is a folder, which must
// not exist or be empty, or the address of an index on a cluster, as for [Open].
// [index.DefaultSettings] are the usual settings.
func Create(path string, s index.Settings) (*Index, error) {
	if !index.IsAddress(path) {
		return opening(disk.Create(path, s))
	}
	kind, err := index.KindAt(path)
	if err != nil {
		return nil, err
	}
	return opening(kind.Create(context.Background(), path, s))
}

// Open opens the index at path. With o.ReadOnly it answers from the last published state, and other
// readers and a writer may use the index at the same time. The errors are [ErrNotIndex],
// [ErrUnfinished], [ErrDamaged], [*BusyError] and [*MismatchError].
//
// An address, such as opensearch://HOST:9200,HOST2:9200/NAME, opens an index on a cluster of
// OpenSearch, if the program imports package [github.com/chaffinch-search/chaffinch/index/cluster].
func Open(ctx context.Context, path string, o index.Options) (*Index, error) {
	if !index.IsAddress(path) {
		return opening(disk.Open(ctx, path, o))
	}
	kind, err := index.KindAt(path)
	if err != nil {
		return nil, err
	}
	return opening(kind.Open(ctx, path, o))
}

// opening returns an index that was opened, or the error.
func opening[T index.Changeable](x T, err error) (*Index, error) {
	if err != nil {
		return nil, err
	}
	return &Index{opened: x}, nil
}

// kind returns the index that was opened. [Create] and [Open] make no other.
func (x *Index) kind() index.Changeable { return x.opened.(index.Changeable) }

// Outdated reports whether a newer state was published than a read-only index has opened. Its
// questions do not see it: see [disk.Index.Outdated]. An index on a cluster is never outdated,
// because it follows every publication.
func (x *Index) Outdated() bool {
	onDisk, ok := x.opened.(*disk.Index)
	return ok && onDisk.Outdated()
}

// Published returns when the state of a read-only index on disk was published: see
// [disk.Index.Published]. It is zero for others.
func (x *Index) Published() time.Time {
	if onDisk, ok := x.opened.(*disk.Index); ok {
		return onDisk.Published()
	}
	return time.Time{}
}

// Snapshot returns the present state of an index on disk, with its Bleve reader. Close it before
// the index.
func (x *Index) Snapshot() (*disk.Snapshot, error) {
	onDisk, ok := x.opened.(*disk.Index)
	if !ok {
		return nil, fmt.Errorf("%s is not on disk, so it has only an Index.State", x.Path())
	}
	return onDisk.Snapshot()
}

// Update adds a folder or file to the index, or updates it: see [index.Update].
func (x *Index) Update(ctx context.Context, s index.Source, o index.UpdateOptions) (index.Report, error) {
	return x.kind().Update(ctx, s, o)
}

// Remove removes the occurrences that match: see [index.Remove].
func (x *Index) Remove(ctx context.Context, match func(index.Occurrence) bool) (int, error) {
	return x.kind().Remove(ctx, match)
}

// AddBoilerplate makes boilerplate of folders and files: see [index.AddBoilerplate].
func (x *Index) AddBoilerplate(
	ctx context.Context, roots []string, o index.BoilerplateOptions) ([]index.BoilerplateReport, error) {
	return x.kind().AddBoilerplate(ctx, roots, o)
}

// RemoveBoilerplate removes boilerplate by name: see [index.RemoveBoilerplate].
func (x *Index) RemoveBoilerplate(ctx context.Context, match func(name string) bool) (int, error) {
	return x.kind().RemoveBoilerplate(ctx, match)
}

// CopyTo copies the published state into another index, without the sources: see [index.Copy].
func (x *Index) CopyTo(ctx context.Context, to *Index, o index.CopyOptions) (index.CopyReport, error) {
	s, err := x.State()
	if err != nil {
		return index.CopyReport{}, err
	}
	defer s.Close()
	if path, err := filepath.Abs(x.Path()); err == nil && o.From == "" && !index.IsAddress(x.Path()) {
		o.From = path
	}
	o.From = cmp.Or(o.From, x.Path())
	from, err := index.CopiedOf(s)
	if err != nil {
		return index.CopyReport{}, err
	}
	return to.kind().CopyFrom(ctx, from, x.Settings(), o)
}

// Check looks for damage in the index: see [disk.Index.Check] and [index.Check].
func (x *Index) Check(ctx context.Context, o index.CheckOptions) (index.CheckReport, error) {
	return x.kind().Check(ctx, o)
}

// Size returns the size of the index in bytes. On a cluster it counts all copies.
func (x *Index) Size(ctx context.Context) (int64, error) { return x.kind().Size(ctx) }

// Repair removes what [Index.Check] finds wrong with the index at path: see [disk.Repair] and
// [index.RepairWith].
func Repair(ctx context.Context, path string, o index.Options, c index.CheckOptions) (index.RepairReport, error) {
	if !index.IsAddress(path) {
		return disk.Repair(ctx, path, o, c)
	}
	kind, err := index.KindAt(path)
	if err != nil {
		return index.RepairReport{}, err
	}
	return kind.Repair(ctx, path, c)
}
