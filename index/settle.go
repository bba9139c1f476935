package index

import (
	"context"
	"fmt"

	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/index/scorch/mergeplan"
)

// Every question looks every term up in every segment, so there should be few of them; but writing
// a posting again is as dear as writing it, so each should be merged once or twice only. Bleve's
// merger works beside an update with a plan of its own, falls behind where the workers leave it
// little of the processors, and stops where it is when the index is closed. So there is a plan
// that merges many segments at a time, a worker that waits when too many have gathered, and a
// last merge at the end of an update that leaves too many. Small updates stay below both limits
// and cost no more than they write.
const (
	gatheredSegments = 48 // an update waits for the merger
	maxSegments      = 8  // after an update
)

// gathering is the plan while an update runs: twenty batches become a segment. Sizes are in
// documents of all kinds.
var gathering = mergeplan.MergePlanOptions{
	MaxSegmentsPerTier:   20,
	MaxSegmentSize:       20_000_000,
	MaxSegmentFileSize:   mergeplan.DefaultMergePlanOptions.MaxSegmentFileSize,
	TierGrowth:           20,
	SegmentsPerMergeTask: 20,
	FloorSegmentSize:     2_000,
	ReclaimDeletesWeight: 2,
}

// small is the share of an index's documents under which a segment takes part in the last merge:
// those that are larger have been merged already, and are left alone.
const small = 1.0 / 12

// settling is the plan of that merge: all small segments become one.
func settling(documents int64) *mergeplan.MergePlanOptions {
	o := mergeplan.SingleSegmentMergePlanOptions
	o.SegmentsPerMergeTask = 2 * gatheredSegments
	o.MaxSegmentSize = max(2, int64(2*small*float64(documents))) // the planner takes those under half of it
	return &o
}

// mergerConfig is the part of gathering in which it differs from Bleve's plan, for its merger.
func mergerConfig() map[string]any {
	return map[string]any{
		"MaxSegmentsPerTier":   gathering.MaxSegmentsPerTier,
		"MaxSegmentSize":       gathering.MaxSegmentSize,
		"TierGrowth":           gathering.TierGrowth,
		"SegmentsPerMergeTask": gathering.SegmentsPerMergeTask,
	}
}

// relieve merges if too many segments have gathered, unless another worker is at it.
func (x *Index) relieve(ctx context.Context) error {
	if !x.merging.TryLock() {
		return nil
	}
	defer x.merging.Unlock()
	n, _, err := x.segments()
	if err != nil || n <= gatheredSegments {
		return err
	}
	return x.merge(ctx, &gathering)
}

// settle merges if an update has left too many segments.
func (x *Index) settle(ctx context.Context) error {
	x.merging.Lock()
	defer x.merging.Unlock()
	n, documents, err := x.segments()
	if err != nil || n <= maxSegments {
		return err
	}
	return x.merge(ctx, settling(documents))
}

// segments returns the number of segments and that of the documents in them.
func (x *Index) segments() (n int, documents int64, err error) {
	s, err := x.Snapshot()
	if err != nil {
		return 0, 0, err
	}
	defer s.Close()
	for _, segment := range s.reader.Segments() {
		documents += segment.LiveSize()
	}
	return len(s.reader.Segments()), documents, nil
}

// merge merges by the plan. Callers hold x.merging.
func (x *Index) merge(ctx context.Context, plan *mergeplan.MergePlanOptions) error {
	advanced, err := x.bleve.Advanced()
	if err != nil {
		return fmt.Errorf("merging segments: %w", err)
	}
	if err := advanced.(*scorch.Scorch).ForceMerge(ctx, plan); err != nil {
		return fmt.Errorf("merging segments: %w", err)
	}
	return ctx.Err()
}
