// Copyright (c) 2019 The Marrow Bridge Authors.
//
// You may use, change and pass on this file as you like, so long as this
// notice stays in it. It comes without any promise of fitness; whoever runs
// it bears the risk.

// Package limit slows greedy clients of an HTTP service down.
package limit

import (
	"math"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// bucket fills at a steady rate, and every request takes one token out.
type bucket struct {
	tokens float64
	seen   time.Time
}

// Limiter has a bucket for every client address.
type Limiter struct {
	mu      sync.Mutex
	rate    float64 // tokens a second
	burst   float64
	buckets map[string]*bucket
	now     func() time.Time
}

// NewLimiter allows rate requests a second and bursts of burst.
func NewLimiter(rate float64, burst int) *Limiter {
	return &Limiter{
		rate:    rate,
		burst:   float64(burst),
		buckets: make(map[string]*bucket),
		now:     time.Now,
	}
}

// Allow takes a token for client. If there is none it says how long to wait.
func (l *Limiter) Allow(client string) (bool, time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	b := l.buckets[client]
	if b == nil {
		b = &bucket{tokens: l.burst, seen: now}
		l.buckets[client] = b
	}
	elapsed := now.Sub(b.seen).Seconds()
	b.tokens = math.Min(l.burst, b.tokens+elapsed*l.rate)
	b.seen = now
	if b.tokens >= 1 {
		b.tokens--
		return true, 0
	}
	missing := (1 - b.tokens) / l.rate
	return false, time.Duration(missing * float64(time.Second))
}

// Sweep forgets clients whose buckets must be full again by now.
func (l *Limiter) Sweep() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	full := time.Duration(l.burst / l.rate * float64(time.Second))
	removed := 0
	for client, b := range l.buckets {
		if l.now().Sub(b.seen) > full {
			delete(l.buckets, client)
			removed++
		}
	}
	return removed
}

// Middleware answers 429 to clients without tokens.
func (l *Limiter) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client, _, err := net.SplitHostPort(r.RemoteAddr)
		if err != nil {
			client = r.RemoteAddr
		}
		ok, wait := l.Allow(client)
		if !ok {
			seconds := int(math.Ceil(wait.Seconds()))
			w.Header().Set("Retry-After", strconv.Itoa(seconds))
			http.Error(w, "too many requests", http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	})
}
