package piecewise

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	"github.com/chaffinch-search/chaffinch/internal/countdown"
)

func TestPiecesEndWithTheirContext(t *testing.T) {
	const n = 3*Size + 1
	all := bytes.Repeat([]byte("x"), n)
	for looks := range 8 {
		got, err := io.ReadAll(Reader(countdown.After(looks), bytes.NewReader(all)))
		if !errors.Is(err, context.Canceled) && len(got) < n || len(got) > looks*Size {
			t.Errorf("%d bytes are read after %d looks: %v", len(got), looks, err)
		}
		var to bytes.Buffer
		err = Write(countdown.After(looks), &to, all)
		if whole := looks > 4; to.Len() != min(looks*Size, n) || whole != (err == nil) {
			t.Errorf("%d bytes are written after %d looks: %v", to.Len(), looks, err)
		}
	}
	broken := errors.New("broken")
	r, w := io.Pipe()
	r.CloseWithError(broken)
	if err := Write(context.Background(), w, all); !errors.Is(err, broken) {
		t.Error(err)
	}
}

func TestRoomIsThereOrNotWaitedFor(t *testing.T) {
	used := make([]byte, 5, 100)
	if got, err := Room(context.Background(), used, 100); err != nil || len(got) > 0 || &got[:1][0] != &used[0] {
		t.Errorf("%d bytes of other memory: %v", cap(got), err)
	}
	for _, n := range []int{101, aside} {
		if got, err := Room(context.Background(), used, n); err != nil || len(got) > 0 || cap(got) < n {
			t.Errorf("%d bytes, not %d: %v", cap(got), n, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	release := make(chan struct{})
	defer close(release)
	got, err := Await(ctx, func() ([]byte, error) {
		cancel()
		<-release
		return []byte("late"), nil
	})
	if got != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%q, %v", got, err)
	}
}
