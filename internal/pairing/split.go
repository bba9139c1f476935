package pairing

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/chaffinch-search/chaffinch/internal/collection/split"
)

// gather passes on a digest and this process's results. It returns the results of each process. All
// must have the same digest.
func gather(ctx context.Context, s split.Split, digest []byte, found ...byte) ([][]byte, error) {
	parts, err := s.Exchange(ctx, append(digest, found...))
	if err != nil {
		return nil, err
	}
	if len(parts) != s.Of {
		return nil, fmt.Errorf("%d of %d processes passed on what they found", len(parts), s.Of)
	}
	all := make([][]byte, len(parts))
	for n, part := range parts {
		if !bytes.HasPrefix(part, digest) {
			return nil, split.ErrChanged
		}
		all[n] = part[len(digest):]
	}
	return all, nil
}

// factsSize is the number of bytes of facts, without the kind.
const factsSize = 3*4 + 5*8

var errExchange = errors.New("what another process found is damaged")
