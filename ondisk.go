//go:build !js

package chaffinch

import (
	"context"

	"github.com/chaffinch-search/chaffinch/index"
)

// Errors of an index on disk.
var (
	// ErrNotIndex: the path holds no index.
	ErrNotIndex = index.ErrNotIndex
	// ErrDamaged: files of the index are damaged. Repair it, or index again.
	ErrDamaged = index.ErrDamaged
)

// BusyError lists the processes that have the index open. Try again later. Use [errors.As].
type BusyError = index.BusyError

// MismatchError: the index was made by another version, or with other settings.
type MismatchError = index.MismatchError

// Create makes an empty index at path and opens it for writing. The folder must not exist, or be
// empty. [index.DefaultSettings] are the usual settings.
func Create(path string, s index.Settings) (*Index, error) {
	x, err := index.Create(path, s)
	if err != nil {
		return nil, err
	}
	return &Index{opened: x}, nil
}

// Open opens the index at path. With o.ReadOnly it answers from the last published state, and other
// readers and a writer may use the index at the same time. The errors are [ErrNotIndex],
// [ErrUnfinished], [ErrDamaged], [*BusyError] and [*MismatchError].
func Open(ctx context.Context, path string, o index.Options) (*Index, error) {
	x, err := index.Open(ctx, path, o)
	if err != nil {
		return nil, err
	}
	return &Index{opened: x}, nil
}

// disk returns the index on disk. Only [Create] and [Open] make an index that can be changed.
func (x *Index) disk() *index.Index { return x.opened.(*index.Index) }

// Snapshot returns the present state of the index, to list its contents. Close it before the index.
func (x *Index) Snapshot() (*index.Snapshot, error) { return x.disk().Snapshot() }

// Update adds a folder or file to the index, or updates it: see [index.Index.Update].
func (x *Index) Update(ctx context.Context, s index.Source, o index.UpdateOptions) (index.Report, error) {
	return x.disk().Update(ctx, s, o)
}

// Remove removes the occurrences that match: see [index.Index.Remove].
func (x *Index) Remove(ctx context.Context, match func(index.Occurrence) bool) (int, error) {
	return x.disk().Remove(ctx, match)
}

// AddBoilerplate makes boilerplate of folders and files: see [index.Index.AddBoilerplate].
func (x *Index) AddBoilerplate(
	ctx context.Context, roots []string, o index.BoilerplateOptions) ([]index.BoilerplateReport, error) {
	return x.disk().AddBoilerplate(ctx, roots, o)
}

// RemoveBoilerplate removes boilerplate by name: see [index.Index.RemoveBoilerplate].
func (x *Index) RemoveBoilerplate(ctx context.Context, match func(name string) bool) (int, error) {
	return x.disk().RemoveBoilerplate(ctx, match)
}

// Check looks for damage in the index: see [index.Index.Check].
func (x *Index) Check(ctx context.Context, o index.CheckOptions) (index.CheckReport, error) {
	return x.disk().Check(ctx, o)
}
