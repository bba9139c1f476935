package throttle

import (
	"context"
	"errors"
	"net/http"
	"sort"
	"sync/atomic"
	"time"
)

// ErrQuota means that a caller used its quota of the last interval up.
var ErrQuota = errors.New("throttle: quota used up")

// Quota remembers the moments of the last requests of each key, and counts
// those which are younger than the interval.
type Quota struct {
	interval time.Duration
	most     int
	requests chan request
	rejected atomic.Int64
}

type request struct {
	key    string
	at     time.Time
	answer chan error
}

// Start runs the goroutine that owns all the history, until ctx is done.
func Start(ctx context.Context, most int, interval time.Duration) *Quota {
	q := &Quota{interval: interval, most: most, requests: make(chan request)}
	go q.loop(ctx)
	return q
}

func (q *Quota) loop(ctx context.Context) {
	history := map[string][]time.Time{}
	cleanup := time.NewTicker(10 * q.interval)
	defer cleanup.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case t := <-cleanup.C:
			for key, times := range history {
				if kept := younger(times, t.Add(-q.interval)); len(kept) > 0 {
					history[key] = kept
				} else {
					delete(history, key)
				}
			}
		case req := <-q.requests:
			times := younger(history[req.key], req.at.Add(-q.interval))
			if len(times) >= q.most {
				history[req.key] = times
				q.rejected.Add(1)
				req.answer <- ErrQuota
				continue
			}
			history[req.key] = append(times, req.at)
			req.answer <- nil
		}
	}
}

// younger drops what happened before limit; times are in rising order.
func younger(times []time.Time, limit time.Time) []time.Time {
	i := sort.Search(len(times), func(i int) bool { return times[i].After(limit) })
	return times[i:]
}

// Take asks for one request of key.
func (q *Quota) Take(ctx context.Context, key string) error {
	req := request{key: key, at: time.Now(), answer: make(chan error, 1)}
	select {
	case q.requests <- req:
		return <-req.answer
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Rejected counts the requests that were refused so far.
func (q *Quota) Rejected() int64 { return q.rejected.Load() }

// Wrap refuses requests whose API key is over its quota.
func (q *Quota) Wrap(h http.HandlerFunc) http.HandlerFunc {
	return func(rw http.ResponseWriter, req *http.Request) {
		switch err := q.Take(req.Context(), req.Header.Get("X-Api-Key")); {
		case errors.Is(err, ErrQuota):
			rw.WriteHeader(http.StatusTooManyRequests)
		case err != nil:
			rw.WriteHeader(http.StatusServiceUnavailable)
		default:
			h(rw, req)
		}
	}
}
