package serve

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// Every stage honours the time limit: a slow question ends with it, and its slot is free again.
func TestServer_SlowQuestionsEnd(t *testing.T) {
	var long strings.Builder
	for i := range 3000 {
		long.WriteString(strings.ReplaceAll(program("a"), "a1", fmt.Sprintf("a%d", i)))
	}
	w := newIndex(t, "a", map[string]string{"a.go": long.String()})
	s := newServer(t, w, func(o *Options) { o.Limits.Time, o.Limits.Questions, o.Limits.Question = 2*time.Millisecond, 1, 4<<20 })
	d := Document{Name: "q.go", Source: long.String()}
	for path, q := range map[string]any{
		"search": SearchRequest{Document: d}, "similar": SearchRequest{Document: d}, "cover": SearchRequest{Document: d},
		"compare": CompareRequest{d, d},
	} {
		a, text := s.ask("POST", "/api/v1/"+path, asJSON(t, q), nil, nil)
		if a.StatusCode != http.StatusServiceUnavailable || !strings.Contains(text, "--max-time") || a.Header.Get("Retry-After") == "" {
			t.Errorf("%s: %d %s", path, a.StatusCode, text[:min(len(text), 300)])
		}
		if n := len(s.queue.slots); n > 0 {
			t.Errorf("%s: %d slots are taken", path, n)
		}
	}
}

// A slot and half of the queue are reserved for small questions.
func TestQueue_LargeQuestionsLeaveRoom(t *testing.T) {
	l := DefaultLimits()
	l.Questions, l.Queue, l.Time = 2, 4, time.Minute
	q := newQueue(l)
	large, begun, finish := withSize(t.Context(), largeQuestion), make(chan struct{}, 3), make(chan struct{})
	ended := make(chan error, 3)
	for range 3 {
		go func() {
			ended <- q.ask(large, func(context.Context) error { begun <- struct{}{}; <-finish; return nil })
		}()
	}
	<-begun
	for q.waitingLarge.Load() < 2 {
		time.Sleep(time.Millisecond)
	}
	if err := q.ask(large, func(context.Context) error { return nil }); err == nil || !strings.Contains(err.Error(), "the queue is full") {
		t.Error(err)
	}
	if err := q.ask(withSize(t.Context(), largeQuestion-1), func(context.Context) error { return nil }); err != nil || len(begun) > 0 {
		t.Error("a small one waits for large ones", err)
	}
	close(finish)
	for range 3 {
		must(t, <-ended)
	}
}
