package disk

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/index/scorch/mergeplan"
	bindex "github.com/blevesearch/bleve_index_api"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/segment"
)

// Questions look up every term in every segment, so segments should be few. But every merge writes
// postings again. Batches are therefore large, and an update merges while it runs only if there are
// very many segments. At its end it merges the smallest ones: as many as together are at least as
// large as the next larger one. A new index becomes one segment in one merge. After small updates
// the segments grow by doubling, so a posting is merged logarithmically often.

// gatheredSegments is the number of segments from which a running update merges.
const gatheredSegments = 48

// gathering is the merge plan while an update runs. Sizes are in documents of all kinds.
var gathering = mergeplan.MergePlanOptions{
	MaxSegmentsPerTier:   gatheredSegments,
	MaxSegmentSize:       200_000_000,
	MaxSegmentFileSize:   mergeplan.DefaultMergePlanOptions.MaxSegmentFileSize,
	TierGrowth:           gatheredSegments,
	SegmentsPerMergeTask: gatheredSegments,
	FloorSegmentSize:     2_000,
	ReclaimDeletesWeight: 2,
}

// smallestSegments returns the merge plan at an update's end, or nil if none is due. From the
// smallest on, all segments that are not larger than those before them together become one.
func smallestSegments(sizes []int64) *mergeplan.MergePlanOptions {
	slices.Sort(sizes)
	n, merged, sum := 0, int64(0), int64(0)
	for i, size := range sizes {
		if sum += size; i > 0 && size <= sum-size {
			n, merged = i+1, sum
		}
	}
	if n == 0 {
		return nil
	}
	o := mergeplan.SingleSegmentMergePlanOptions
	o.SegmentsPerMergeTask = n
	// The planner takes segments under half of this, as many as fit. None of the segments to merge
	// is larger than the others together, and all other segments are larger than that.
	o.MaxSegmentSize = min(2*(merged+1), mergeplan.MaxSegmentSizeLimit)
	o.ScoreSegments = func(s []mergeplan.Segment, _ *mergeplan.MergePlanOptions) float64 {
		return -float64(len(s))
	}
	return &o
}

// never is more than any number of segments.
const never = 1 << 20

// writeConfig is Bleve's configuration for writing. Bleve must not merge by itself, because it
// retries a failing merge forever. It must not merge segments in memory either: that would be
// another merge.
func writeConfig() map[string]any {
	config := segment.Writing(allPrintFields(), allKeyFields(), index.Workers())
	maps.Copy(config, map[string]any{
		"scorchMergePlanOptions": map[string]any{
			"MaxSegmentsPerTier": never,
			"MaxSegmentSize":     gathering.MaxSegmentSize,
			"TierGrowth":         gathering.TierGrowth,
			// Else all smaller segments count as that large, and a small index as one segment.
			"FloorSegmentSize": 1, "FloorSegmentFileSize": 1,
		},
		"scorchPersisterOptions": map[string]any{"MemoryPressurePauseThreshold": 0},
		"bolt_timeout":           lockTry.String(),
	})
	return config
}

// mergeIfMany merges if there are too many segments, unless another worker is merging.
func (x *Index) mergeIfMany(ctx context.Context) error {
	if !x.merging.TryLock() {
		return nil
	}
	defer x.merging.Unlock()
	sizes, err := x.segments()
	if err != nil || len(sizes) <= gatheredSegments {
		return err
	}
	return x.merge(ctx, &gathering)
}

// mergeSmall merges if an update has left too many segments.
func (x *Index) mergeSmall(ctx context.Context) error {
	x.merging.Lock()
	defer x.merging.Unlock()
	sizes, err := x.segments()
	if err != nil {
		return err
	}
	plan := smallestSegments(sizes)
	if plan == nil {
		return nil
	}
	return x.merge(ctx, plan)
}

// segments returns the sizes of the segments, in documents that are not deleted.
func (x *Index) segments() ([]int64, error) {
	s, err := x.Snapshot()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	var sizes []int64
	for _, segment := range s.reader.Segments() {
		sizes = append(sizes, segment.LiveSize())
	}
	return sizes, nil
}

// merge merges by the plan. Hold x.merging.
func (x *Index) merge(ctx context.Context, plan *mergeplan.MergePlanOptions) error {
	advanced, err := x.bleve.Advanced()
	if err != nil {
		return fmt.Errorf("merging segments: %w", err)
	}
	if err := x.mergeOrFail(ctx, advanced.(*scorch.Scorch), plan); err != nil {
		return fmt.Errorf("merging segments: %w", err)
	}
	return ctx.Err()
}

// mergePoll is the interval at which mergeOrFail looks for failures.
const mergePoll = 200 * time.Millisecond

// mergeOrFail merges. Bleve retries a failing merge forever; mergeOrFail cancels it after the first
// failure, and looks for the reason.
func (x *Index) mergeOrFail(ctx context.Context, s *scorch.Scorch, plan *mergeplan.MergePlanOptions) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan error, 1)
	before := mergeFailures(s)
	go func() { done <- s.ForceMerge(ctx, plan) }() // ends with the merge, or when the index is closed
	poll := time.NewTicker(mergePoll)
	defer poll.Stop()
	for {
		select {
		case err := <-done:
			return err
		case <-poll.C:
			if ctx.Err() == nil && mergeFailures(s) > before {
				return x.whyNoMerge(ctx)
			}
		}
	}
}

func mergeFailures(s *scorch.Scorch) uint64 {
	n, _ := s.StatsMap()["TotFileMergeLoopErr"].(uint64)
	return n
}

// whyNoMerge returns the reason of a failed merge. There are too many open files, or a segment is
// damaged.
func (x *Index) whyNoMerge(ctx context.Context) error {
	f, err := x.dir.open(storeList) // there may be too few open files
	if err != nil {
		return err
	}
	f.Close()
	r, err := x.read()
	if err != nil {
		return err
	}
	defer r.Close()
	for _, s := range r.Segments() {
		if err := checkSegment(ctx, s); err != nil {
			return err
		}
	}
	return errors.New("merging keeps failing: check whether the disk is full")
}

// tidy waits until Bleve has removed the files of merged segments. Bleve does so some time after it
// has written the next state. After a second tidy gives up; the rest is removed when the index is
// next opened for writing.
func (x *Index) tidy() {
	for end := time.Now().Add(time.Second); time.Now().Before(end); {
		if old, err := x.oldFiles(); err != nil || !old {
			return
		}
		if err := x.writeBatch(bindex.NewBatch()); err != nil { // an empty batch also writes a state
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// oldFiles reports whether there are files of unused segments.
func (x *Index) oldFiles() (bool, error) {
	names, err := x.dir.names(storeDir)
	if err != nil {
		return false, err
	}
	files := 0
	for _, name := range names {
		if filepath.Ext(name) == ".zap" {
			files++
		}
	}
	s, err := x.Snapshot()
	if err != nil {
		return false, err
	}
	defer s.Close()
	return files > len(s.reader.Segments()), nil
}
