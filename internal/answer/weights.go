package answer

import (
	"context"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
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

// weigh computes what cosine and resemblance need of all documents, unless that is there already, and
// keeps it for the questions to come.
func (a *Asker) weigh(ctx context.Context) error {
	if a.weights != nil {
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

// cachedWeights returns the weights of the snapshot if they are in the cache, and otherwise nil.
func cachedWeights(x *index.Index, s *index.Snapshot) *query.Weights {
	w := new(query.Weights)
	b, err := x.ReadCache(weightsFile)
	if err != nil || w.UnmarshalBinary(b) != nil || !w.Fresh(s.Reader(), fields(), s.Contents()) {
		return nil
	}
	return w
}
