package answer

import (
	"context"
	"os"
	"path/filepath"

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

// Weigh computes and keeps what cosine and resemblance need of the documents, so that the first
// question need not. It does nothing if that is there already.
func Weigh(ctx context.Context, x *index.Index) error {
	s, err := x.Snapshot()
	if err != nil {
		return err
	}
	defer s.Close()
	_, err = loadWeights(ctx, x, s)
	return err
}

// loadWeights returns the weights of the snapshot, from the cache if they are there.
func loadWeights(ctx context.Context, x *index.Index, s *index.Snapshot) (*query.Weights, error) {
	file := filepath.Join(x.Path(), weightsFile)
	w := new(query.Weights)
	if b, err := os.ReadFile(file); err == nil && w.UnmarshalBinary(b) == nil && w.Fresh(s.Reader(), fields(), s.Contents()) {
		return w, nil
	}
	w, err := query.ComputeWeights(ctx, s.Reader(), fields(), s.Contents())
	if err != nil {
		return nil, err
	}
	keepWeights(file, w)
	return w, nil
}

// keepWeights writes the cache whole or not at all. Where it cannot, as in a folder that may only
// be read, the next question computes the weights again.
func keepWeights(file string, w *query.Weights) {
	b, err := w.MarshalBinary()
	if err != nil {
		return
	}
	tmp, err := os.CreateTemp(filepath.Dir(file), weightsFile+"-*")
	if err != nil {
		return
	}
	_, err = tmp.Write(b)
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(tmp.Name(), file)
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
}
