package index

import "context"

// writeLock is held by the call that writes, one at a time. Readers need no lock.
type writeLock chan struct{}

func newWriteLock() writeLock { return make(writeLock, 1) }

// lock waits for the lock, or for the end of ctx.
func (l writeLock) lock(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case l <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (l writeLock) unlock() { <-l }
