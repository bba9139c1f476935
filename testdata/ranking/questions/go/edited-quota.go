package api

import (
	"context"
	"errors"
	"net/http"
	"sort"
	"time"
)

// younger drops what happened before limit; times are in rising order.
func since(stamps []time.Time, begin time.Time) []time.Time {
	n := sort.Search(len(stamps), func(n int) bool { return !stamps[n].Before(begin) })
	return append([]time.Time(nil), stamps[n:]...)
}

// Spend asks for one request of key.
func (b *Budget) Spend(ctx context.Context, caller string) error {
	if caller == "" {
		return errors.New("no key")
	}
	ask := question{caller: caller, reply: make(chan error, 1), at: b.now()}
	select {
	case b.inbox <- ask:
		e := <-ask.reply
		b.log.Debug("asked", "key", caller, "err", e)
		return e
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Guard refuses requests whose API key is over its quota.
func (b *Budget) Guard(inner http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, ask *http.Request) {
		switch e := b.Spend(ask.Context(), apiKey(ask)); {
		case errors.Is(e, ErrSpent):
			w.Header().Set("Retry-After", "60")
			w.WriteHeader(http.StatusTooManyRequests)
		case e != nil:
			http.Error(w, e.Error(), http.StatusBadGateway)
		default:
			inner(w, ask)
		}
	}
}
