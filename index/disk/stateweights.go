package disk

import (
	"context"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/blevequery"
)

// weightsFile caches the weights of all contents, which package blevequery computes. It may be of
// another state of the index, and may be removed at any time.
const weightsFile = "weights"

// fields are the fingerprint fields.
func fields() []string {
	var names []string
	for r := range analyzer.Representation(analyzer.Representations) {
		names = append(names, r.String())
	}
	return names
}

// Weigh loads the weights of all contents, which cosine and resemblance need. It reads the cache
// if that is for this state of the index; otherwise it computes the weights and caches them. The
// cache records the state that it was made from, so a stale one is never used.
func (s *bleveState) Weigh(ctx context.Context) error {
	if s.weights.Load() != nil {
		return nil
	}
	select {
	case s.weighing <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-s.weighing }()
	if s.weights.Load() != nil || s.readWeights() {
		return nil
	}
	w, err := blevequery.ComputeWeights(ctx, s.Reader(), fields(), s.n)
	if err != nil {
		return err
	}
	if b, err := w.MarshalBinary(); err == nil {
		// This works on an index that is open for reading, too, if its folder is writable. On error
		// the next question computes the weights again.
		_ = s.index.dir.replace(weightsFile, b)
	}
	s.weights.Store(w)
	return nil
}

// readWeights reads the cached weights of the snapshot and reports whether there were any. It reads
// 8 bytes per document, so it is called only when a measure needs weights. Hold s.weighing.
func (s *bleveState) readWeights() bool {
	w := new(query.Weights)
	b, err := s.index.dir.read(weightsFile, maxWeights)
	if err != nil || w.UnmarshalBinary(b) != nil ||
		!blevequery.Fresh(w, s.Reader(), fields(), s.n) {
		return false
	}
	s.weights.Store(w)
	return true
}

// Weighed reports whether the weights are in memory or, if mayRead, in the cache. Scores by cosine
// then cost no more than a look-up. It does not wait for weights that are being computed. Package
// evidence uses it.
func (s *bleveState) Weighed(mayRead bool) bool {
	if s.weights.Load() != nil || !mayRead {
		return s.weights.Load() != nil
	}
	select {
	case s.weighing <- struct{}{}:
		defer func() { <-s.weighing }()
		return s.weights.Load() != nil || s.readWeights()
	default:
		return false
	}
}
