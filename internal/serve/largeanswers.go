package serve

import (
	"container/list"
	"sync"
)

// largeAnswer is the minimum size in bytes of an answer that [sending] counts.
const largeAnswer = 64 << 10

// sending bounds the bytes of answers in memory while clients read them. Above the limit, the
// answers that began first are cut.
type sending struct {
	limit int64

	mu    sync.Mutex
	bytes int64
	all   list.List // of *sent, oldest first
}

// sent is an answer that is being sent.
type sent struct {
	bytes int64
	cut   func()
	at    *list.Element // nil once it is cut
}

// begin counts an answer until the returned function is called. It may cut other answers.
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

// forget stops counting an answer. Hold s.mu.
func (s *sending) forget(one *sent) {
	if one.at != nil {
		s.all.Remove(one.at)
		s.bytes, one.at = s.bytes-one.bytes, nil
	}
}
