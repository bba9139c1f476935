package evidence

import (
	"context"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/query"
)

// weightsFile is a cache in the index's folder. It names the state it was made from, so it is
// never used for another, and may be lost at any time.
const weightsFile = "weights"

// fields are those that hold fingerprints.
func fields() []string {
	var names []string
	for r := range analyzer.Representation(analyzer.Representations) {
		names = append(names, r.String())
	}
	return names
}

// weigh makes the weights of all documents ready, which cosine and resemblance need: those of the
// cache if it is of this state of the index, else computed ones, which are then kept.
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
		_ = a.index.WriteCache(weightsFile, b) // else the next question computes the weights again
	}
	a.weights = w
	return nil
}

// readWeights reads the weights of the snapshot from the cache, and says whether they were there.
// It reads 8 bytes a document: only what needs them calls it, with the lock held.
func (a *Asker) readWeights() bool {
	w := new(query.Weights)
	b, err := a.index.ReadCache(weightsFile)
	if err != nil || w.UnmarshalBinary(b) != nil ||
		!w.Fresh(a.snapshot.Reader(), fields(), a.snapshot.Contents()) {
		return false
	}
	a.weights = w
	return true
}

// weighed says whether the weights are there, or in the cache if that may be read.
func (a *Asker) weighed(mayRead bool) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.weights != nil || mayRead && a.readWeights()
}
