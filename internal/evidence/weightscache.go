package evidence

import (
	"context"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/query"
)

// fields are the fingerprint fields.
func fields() []string {
	var names []string
	for r := range analyzer.Representation(analyzer.Representations) {
		names = append(names, r.String())
	}
	return names
}

// weigh loads the weights of all documents, which cosine and resemblance need. It reads the cache
// if that is for this state of the index; otherwise it computes the weights and caches them. The
// cache records the state that it was made from, so a stale one is never used.
func (a *Asker) weigh(ctx context.Context) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.weights != nil || a.readWeights() {
		return nil
	}
	w, err := query.ComputeWeights(ctx, a.snapshot.Reader(), fields(), a.snapshot.Contents())
	if err != nil {
		return err
	}
	if b, err := w.MarshalBinary(); err == nil {
		_ = a.index.WriteWeights(b) // on error the next question computes the weights again
	}
	a.weights = w
	return nil
}

// readWeights reads the cached weights of the snapshot, and reports whether there were any. It
// reads 8 bytes per document, so it is called only when a measure needs weights. Hold the lock.
func (a *Asker) readWeights() bool {
	w := new(query.Weights)
	b, err := a.index.ReadWeights()
	if err != nil || w.UnmarshalBinary(b) != nil ||
		!w.Fresh(a.snapshot.Reader(), fields(), a.snapshot.Contents()) {
		return false
	}
	a.weights = w
	return true
}

// weighed reports whether the weights are loaded, or can be loaded from the cache if mayRead.
func (a *Asker) weighed(mayRead bool) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.weights != nil || mayRead && a.readWeights()
}
