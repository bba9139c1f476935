package disk

import "context"

// writeLock serializes the calls of one process that write. Readers need no lock.
type writeLock chan struct{}

func newWriteLock() writeLock { return make(writeLock, 1) }

// lock waits for the lock. The error is ctx's.
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
