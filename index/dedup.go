package index

import (
	"context"
	"sync"

	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// claims decides which worker writes a new content that several meet at once: the first to claim
// it.
type claims struct {
	mu    sync.Mutex
	state map[string]claim // by content id
}

type claim struct {
	state  claimState
	choice languageChoice // in which it is, or will be, written
}

type claimState uint8

const (
	claimMine    claimState = iota // the caller's to write
	claimPending                   // another worker is at it
	claimWritten                   // on disk
	claimShort                     // has no fingerprint in that language and is not written
)

func newClaims() *claims { return &claims{state: map[string]claim{}} }

// claim returns what is to be done with the content, and in which language it is or will be
// written. Another language may give fingerprints where one gave none, and claims anew.
func (c *claims) claim(id string, r languageChoice) claim {
	c.mu.Lock()
	defer c.mu.Unlock()
	had := c.state[id]
	if had.state == claimShort && had.choice != r {
		had.state = claimMine
	}
	if had.state == claimMine {
		c.state[id] = claim{claimPending, r}
	}
	return had
}

func (c *claims) written(ids ...string) { c.set(claimWritten, ids...) }
func (c *claims) short(id string)       { c.set(claimShort, id) }

// writtenAs says that the content was on disk before, lexed as the language.
func (c *claims) writtenAs(id, language string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.state[id] = claim{claimWritten, languageChoice{language: language}}
}

// forget lets the content be claimed anew.
func (c *claims) forget(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.state, id)
}

func (c *claims) set(s claimState, ids ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range ids {
		had := c.state[id]
		had.state = s
		c.state[id] = had
	}
}

// deferral is an occurrence whose content another worker was writing.
type deferral struct {
	Occurrence
	file corpus.File
}

// writeDeferred brings in the occurrences whose contents were being written by another worker.
// These are on disk now, but for those in which it found no fingerprint, where another language may
// give some, and those of a worker that failed: their files are read again by the next update. So
// are all that are left when ctx is done.
func (u *update) writeDeferred(ctx context.Context) error {
	w := newWorker(u)
	for len(u.deferred) > 0 && ctx.Err() == nil {
		d := u.deferred[0]
		u.deferred = u.deferred[1:]
		// Without ctx: its error in the middle of a file would keep what was done from being
		// published.
		if err := w.rejoin(context.WithoutCancel(ctx), d); err != nil {
			return err
		}
	}
	return w.flush()
}

func (w *worker) rejoin(ctx context.Context, d deferral) error {
	c := w.u.claims.claim(d.Content, d.choice)
	if c.state == claimPending { // it may be in this worker's own batch
		if err := w.flush(); err != nil {
			return err
		}
		c = w.u.claims.claim(d.Content, d.choice)
	}
	switch c.state {
	case claimWritten:
		return w.join(d.Occurrence, c.choice.language)
	case claimShort:
		return w.tooShort(d.Occurrence)
	case claimMine:
		w.u.claims.forget(d.Content)
		w.u.tally(func(r *Report) { r.Read--; r.Bytes -= d.file.Size }) // it was counted when it was read first
		return w.file(ctx, d.file)
	}
	return nil
}
