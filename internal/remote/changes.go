package remote

import (
	"context"
	"net/http"

	"github.com/chaffinch-search/chaffinch/index"
)

// writable returns a writer.
func (x *Index) writable() (index.Writer, error) {
	if x.options.ReadOnly {
		return nil, index.ErrReadOnly
	}
	return x.Writer(), nil
}

// Update indexes the files below the source's root: see [index.Update].
func (x *Index) Update(ctx context.Context, src index.Source, o index.UpdateOptions) (index.Report, error) {
	w, err := x.writable()
	if err != nil {
		return index.Report{}, err
	}
	return index.Update(ctx, w, src, o)
}

// Remove removes the occurrences that match: see [index.Remove].
func (x *Index) Remove(ctx context.Context, match func(index.Occurrence) bool) (int, error) {
	w, err := x.writable()
	if err != nil {
		return 0, err
	}
	return index.Remove(ctx, w, match)
}

// AddBoilerplate makes boilerplate of files: see [index.AddBoilerplate].
func (x *Index) AddBoilerplate(ctx context.Context, roots []string, o index.BoilerplateOptions) ([]index.BoilerplateReport, error) {
	w, err := x.writable()
	if err != nil {
		return nil, err
	}
	return index.AddBoilerplate(ctx, w, roots, o)
}

// RemoveBoilerplate removes boilerplate by name: see [index.RemoveBoilerplate].
func (x *Index) RemoveBoilerplate(ctx context.Context, match func(name string) bool) (int, error) {
	w, err := x.writable()
	if err != nil {
		return 0, err
	}
	return index.RemoveBoilerplate(ctx, w, match)
}

// CopyFrom copies another index into this one: see [index.Copy].
func (x *Index) CopyFrom(ctx context.Context, from index.Copied, s index.Settings, o index.CopyOptions) (index.CopyReport, error) {
	w, err := x.writable()
	if err != nil {
		return index.CopyReport{}, err
	}
	return index.Copy(ctx, from, s, w, o)
}

// Check compares the documents of the index: see [index.Check].
func (x *Index) Check(ctx context.Context, o index.CheckOptions) (index.CheckReport, error) {
	s, err := x.state(ctx)
	if err != nil {
		return index.CheckReport{}, err
	}
	report, err := index.Check(ctx, s, x.analyzer, x.path, o)
	if err != nil {
		return report, err
	}
	m, err := x.readMeta(ctx) // another writer may have published since it was opened
	if err == nil && m.Unpublished {
		report.Problems = append(report.Problems, index.Problem{Kind: index.ProblemIndex, What: index.ErrUnfinished.Error(), Do: rerun})
	}
	return report, err
}

// Size returns the size of the index on the disks of the cluster, with all copies, in bytes.
func (x *Index) Size(ctx context.Context) (int64, error) {
	var size int64
	for _, name := range []string{x.name, x.files()} {
		var answer struct {
			All struct {
				Total struct {
					Store struct {
						Bytes int64 `json:"size_in_bytes"`
					}
				}
			} `json:"_all"`
		}
		r := request{method: http.MethodGet, path: pathOf(name, "_stats", "store"), patience: reading, hedged: true}
		if err := x.client.do(ctx, r, &answer); err != nil {
			return 0, err
		}
		size += answer.All.Total.Store.Bytes
	}
	return size, nil
}

// Repair removes the problems that a check finds: see [index.RepairWith].
func Repair(ctx context.Context, address string, to Options, o index.CheckOptions) (index.RepairReport, error) {
	x, err := Open(ctx, address, to)
	if err != nil {
		return index.RepairReport{}, err
	}
	defer x.Close()
	return index.RepairWith(ctx, x.Writer(), address, o)
}
