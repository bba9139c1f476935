package gate

import (
	"fmt"
	"log"
	"math"
	"net"
	"net/http"
	"time"
)

// Sweep forgets clients whose buckets must be full again by now.
func (l *Limiter) Sweep() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	full := time.Duration(l.burst / l.rate * float64(time.Second))
	for client, b := range l.buckets {
		if l.now().Sub(b.seen) > full {
			delete(l.buckets, client)
		}
	}
	return len(l.buckets)
}

// Middleware answers 429 to clients without tokens.
func (l *Limiter) Middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client, _, err := net.SplitHostPort(r.RemoteAddr)
		if err != nil {
			client = "unknown"
		}
		ok, wait := l.Allow(client)
		log.Printf("%s %s: %v", client, r.URL.Path, ok)
		if !ok {
			l.refused++
			seconds := int(math.Ceil(wait.Seconds()))
			if seconds > 60 {
				seconds = 60
			}
			http.Error(w, fmt.Sprintf("come back in %d s", seconds), http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	})
}
