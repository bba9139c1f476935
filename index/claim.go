package index

import "sync"

// claims keeps apart the workers that meet the same new content at once: the first one to claim
// it writes it.
type claims struct {
	mu    sync.Mutex
	state map[string]claimState // by content id
}

type claimState uint8

const (
	claimMine    claimState = iota // the caller's to write
	claimPending                   // another worker is at it
	claimWritten                   // on disk
	claimShort                     // has no fingerprint and is not written
)

func newClaims() *claims { return &claims{state: map[string]claimState{}} }

func (c *claims) claim(id string) claimState {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.state[id]
	if s == claimMine {
		c.state[id] = claimPending
	}
	return s
}

func (c *claims) written(ids ...string) { c.set(claimWritten, ids...) }
func (c *claims) short(id string)       { c.set(claimShort, id) }

func (c *claims) set(s claimState, ids ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range ids {
		c.state[id] = s
	}
}
