package pairing

import (
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/internal/collection/cluster"
)

// sketches collects the sketches of the units while their files are read.
type sketches struct {
	size int
	mu   sync.Mutex       // guards all
	all  []cluster.Sketch // by unit
}

// of returns a unit's sketch, which is empty if no file was read.
func (s *sketches) of(unit int) cluster.Sketch {
	if unit < len(s.all) {
		return s.all[unit]
	}
	return cluster.NewSketch(s.size)
}

// add adds the fingerprints of a file to its unit's sketch.
func (s *sketches) add(unit int, n *analyzer.Analysis) {
	var hashes []uint64
	for _, prints := range n.Fingerprints {
		for _, p := range prints {
			hashes = append(hashes, p.Hash)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.all) <= unit {
		s.all = append(s.all, cluster.NewSketch(s.size))
	}
	s.all[unit] = s.all[unit].With(hashes)
}
