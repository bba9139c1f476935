package serve

import (
	"container/list"
	"sync"
)

// largeAnswer is the size of an answer, in bytes, from which [sending] counts it.
const largeAnswer = 64 << 10

// sending bounds the bytes of answers that are in memory while clients read them. If they are too many, the answers
// that have been sent longest are cut.
type sending struct {
	limit int64

	mu    sync.Mutex
	bytes int64
	all   list.List // of *sent, the longest first
}

// sent is an answer that is being sent.
type sent struct {
	bytes int64
	cut   func()
	at    *list.Element // nil once it is cut
}

// begin counts an answer until the returned function is called. It may cut others, but not this one.
func (s *sending) begin(bytes int, cut func()) (ended func()) {
	one := &sent{bytes: int64(bytes), cut: cut}
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.bytes+one.bytes > s.limit && s.all.Len() > 0 {
		longest := s.all.Front().Value.(*sent)
		s.forget(longest)
		longest.cut()
	}
	s.bytes += one.bytes
	one.at = s.all.PushBack(one)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.forget(one)
	}
}

// forget counts an answer no more. Hold s.mu.
func (s *sending) forget(one *sent) {
	if one.at != nil {
		s.all.Remove(one.at)
		s.bytes, one.at = s.bytes-one.bytes, nil
	}
}
