package disk

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"sync"

	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/util"
	bindex "github.com/blevesearch/bleve_index_api"
)

// bleveIndex is an open index of Bleve, as bleve.Index describes it. Package bleve can open the
// folder, too. It is not imported, because a program then also has Bleve's older kind of index and
// its queries: 2.6 MB.
type bleveIndex interface {
	Batch(*bindex.Batch) error
	Advanced() (bindex.Index, error)
	GetInternal(key []byte) ([]byte, error)
	SetInternal(key, value []byte) error
	Close() error
}

// errClosed means that the index was closed.
var errClosed = errors.New("index is closed")

// scorchIndex is a bleveIndex of type scorch.
type scorchIndex struct {
	mu     sync.RWMutex // held for reading during calls
	closed bool
	scorch bindex.Index
}

// meta is the content of metaFile.
type meta struct {
	Storage string         `json:"storage"`
	Type    string         `json:"index_type"`
	Config  map[string]any `json:"config,omitempty"`
}

// analysts returns the goroutines that prepare documents for segments.
var analysts = sync.OnceValue(func() *bindex.AnalysisQueue { return bindex.NewAnalysisQueue(4) })

// createScorch creates an index in the folder, as bleve.NewUsing does.
func (d folder) createScorch(m *mapping.IndexMappingImpl, config map[string]any) (bleveIndex, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	described, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	content, err := json.Marshal(meta{scorch.Name, scorch.Name, config})
	if err != nil {
		return nil, err
	}
	if err := d.write(metaFile, content); err != nil {
		return nil, err
	}
	s, err := d.startScorch(config)
	if err != nil {
		return nil, err
	}
	if err := s.SetInternal(util.MappingInternalKey, described); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// openScorch opens the index in the folder, as bleve.OpenUsing does. config overrides the
// configuration of metaFile.
func (d folder) openScorch(config map[string]any) (bleveIndex, error) {
	content, err := d.read(metaFile, maxSmall)
	if err != nil {
		return nil, err
	}
	var m meta
	if err := json.Unmarshal(content, &m); err != nil {
		return nil, fmt.Errorf("reading %s: %w", metaFile, err)
	}
	if m.Type != scorch.Name {
		return nil, fmt.Errorf("%s names an unknown type of index, %q", metaFile, m.Type)
	}
	all := map[string]any{}
	maps.Copy(all, m.Config)
	maps.Copy(all, config)
	return d.startScorch(all)
}

func (d folder) startScorch(config map[string]any) (*scorchIndex, error) {
	config = maps.Clone(config)
	config["path"] = d.at(storeDir)
	s, err := scorch.NewScorch(scorch.Name, config, analysts())
	if err != nil {
		return nil, err
	}
	if err := s.Open(); err != nil {
		return nil, err
	}
	return &scorchIndex{scorch: s}, nil
}

// do calls f unless the index is closed.
func (s *scorchIndex) do(f func() error) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return errClosed
	}
	return f()
}

func (s *scorchIndex) Batch(b *bindex.Batch) error {
	return s.do(func() error { return s.scorch.Batch(b) })
}

func (s *scorchIndex) Advanced() (bindex.Index, error) { return s.scorch, nil }

func (s *scorchIndex) SetInternal(key, value []byte) error {
	return s.do(func() error { return s.scorch.SetInternal(key, value) })
}

func (s *scorchIndex) GetInternal(key []byte) (value []byte, err error) {
	err = s.do(func() error {
		r, err := s.scorch.Reader()
		if err != nil {
			return err
		}
		value, err = r.GetInternal(key)
		return cmp.Or(err, r.Close())
	})
	return value, err
}

func (s *scorchIndex) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return s.scorch.Close()
}
