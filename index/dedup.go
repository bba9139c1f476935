package index

import (
	"context"
	"sync"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// Several workers may meet the same new content at once. The first to claim it analyses and writes
// it. The others defer their occurrences until it is on disk, because an occurrence must never be
// there without its content.

// claims records which contents are being written, or were written, by an update.
type claims struct {
	mu    sync.Mutex
	state map[contentSum]claim
}

type claim struct {
	state  claimState
	choice document.LanguageChoice // in which it is, or will be, written
}

type claimState uint8

const (
	claimMine    claimState = iota // the caller has to write it
	claimPending                   // another worker is writing it
	claimWritten                   // on disk
	claimShort                     // has no fingerprint in that language, and is not written
)

func newClaims() *claims { return &claims{state: map[contentSum]claim{}} }

// claim returns a content's state, and claims it if that is claimMine. A content without
// fingerprints in one language can be claimed for another.
func (c *claims) claim(id string, r document.LanguageChoice) claim {
	c.mu.Lock()
	defer c.mu.Unlock()
	sum := mustSum(id)
	had := c.state[sum]
	if had.state == claimShort && had.choice != r {
		had.state = claimMine
	}
	if had.state == claimMine {
		c.state[sum] = claim{claimPending, r}
	}
	return had
}

// writtenAs records that the content was on disk before the update, lexed as the language.
func (c *claims) writtenAs(id, language string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.state[mustSum(id)] = claim{claimWritten, document.LanguageChoice{Language: language}}
}

func (c *claims) set(s claimState, ids ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range ids {
		sum := mustSum(id)
		had := c.state[sum]
		had.state = s
		c.state[sum] = had
	}
}

// deferral is an occurrence whose content another worker was writing.
type deferral struct {
	Occurrence
	file *corpus.File // nil if it cannot be read again
}

// mostDeferred bounds the bytes of a content that a deferral holds in memory. They are needed only
// if the content has no fingerprints in another language, as small contents may.
const mostDeferred = 4 << 10

func newDeferral(o Occurrence, f corpus.File) deferral {
	if f.Held() > mostDeferred {
		return deferral{o, nil}
	}
	return deferral{o, &f}
}

// writeDeferred adds the deferred occurrences. Their contents are on disk now, with two exceptions.
// A content without fingerprints in one occurrence's language is analysed in another occurrence's
// language. If a worker failed, or ctx is done, the next update reads the files again.
func (u *update) writeDeferred(ctx context.Context) error {
	w := newWorker(u)
	for len(u.deferred) > 0 && ctx.Err() == nil {
		d := u.deferred[0]
		u.deferred = u.deferred[1:]
		// If ctx ended in the middle of a file, its error would keep finished work unpublished.
		if err := w.rejoin(u.late, d); err != nil {
			return err
		}
	}
	return w.end()
}

func (w *worker) rejoin(ctx context.Context, d deferral) error {
	c := w.u.claims.claim(d.Content, d.Reading.Choice)
	if c.state == claimPending { // it may be in this worker's own batch
		if err := w.end(); err != nil {
			return err
		}
		c = w.u.claims.claim(d.Content, d.Reading.Choice)
	}
	switch c.state {
	case claimWritten:
		return w.join(d.Occurrence, c.choice.Language)
	case claimShort:
		return w.tooShort(d.Occurrence)
	case claimMine:
		if d.file == nil {
			return w.tooShort(d.Occurrence)
		}
		w.u.claims.set(claimMine, d.Content)                            // file claims it
		w.u.tally(func(r *Report) { r.Read--; r.Bytes -= d.file.Size }) // already counted
		if err := w.u.room.Acquire(ctx, d.file.Held()); err != nil {
			return err
		}
		return w.file(ctx, *d.file)
	}
	return nil
}
