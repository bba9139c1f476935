package memo

import (
	"container/list"
	"sync"
)

type pair struct {
	name string
	data []byte
}

// Store keeps blobs up to a total number of bytes and drops those that were
// not asked for longest.
type Store struct {
	sync.RWMutex
	order *list.List
	index map[string]*list.Element
	bytes int
	limit int
}

// NewStore makes an empty store.
func NewStore(limit int) *Store {
	return &Store{order: list.New(), index: map[string]*list.Element{}, limit: limit}
}

// Fetch returns a blob or loads it with the given function.
func (s *Store) Fetch(name string, load func() ([]byte, error)) ([]byte, error) {
	s.Lock()
	if elem, hit := s.index[name]; hit {
		s.order.MoveToBack(elem)
		s.Unlock()
		return elem.Value.(*pair).data, nil
	}
	s.Unlock()

	data, err := load()
	if err != nil {
		return nil, err
	}

	s.Lock()
	defer s.Unlock()
	if _, raced := s.index[name]; !raced {
		s.index[name] = s.order.PushBack(&pair{name, data})
		s.bytes += len(data)
	}
	for s.bytes > s.limit && s.order.Len() > 1 {
		oldest := s.order.Remove(s.order.Front()).(*pair)
		s.bytes -= len(oldest.data)
		delete(s.index, oldest.name)
	}
	return data, nil
}

// Len says how many blobs there are.
func (s *Store) Len() int {
	s.RLock()
	defer s.RUnlock()
	return s.order.Len()
}
