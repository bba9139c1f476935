package index

import "sync"

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
