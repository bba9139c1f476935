package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// emptyIndex makes an index that nobody has open, and returns its path.
func emptyIndex(t *testing.T) string {
	t.Helper()
	x := newIndex(t)
	must(t, x.Close())
	return x.Path()
}

func TestBusyErrorNamesWhoHasTheIndexOpen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		role      string
		ask       Options
		does      string
		available bool
	}{
		{"write", Options{}, "writes", false},
		{"write", Options{ReadOnly: true}, "writes", false},
		{"read", Options{}, "reads", false},
		{"read", Options{ReadOnly: true}, "", true},
	} {
		t.Run(fmt.Sprintf("%s,%v", c.role, c.ask.ReadOnly), func(t *testing.T) {
			path := emptyIndex(t)
			other := start(t, c.role, path)
			x, err := Open(context.Background(), path, c.ask)
			if c.available {
				must(t, err)
				must(t, x.Close())
				other.end(t)
				return
			}
			var busy *BusyError
			if !errors.As(err, &busy) || len(busy.Holders) != 1 || busy.Holders[0].PID != other.Process.Pid || busy.Path != path {
				t.Fatalf("error %v", err)
			}
			for _, part := range []string{fmt.Sprint(other.Process.Pid), c.does, path, "--wait"} {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%q is not in: %v", part, err)
				}
			}
			other.end(t)
			x, err = Open(context.Background(), path, c.ask)
			must(t, err)
			must(t, x.Close())
		})
	}
}

func TestOpenWaitsUntilTheOtherIsDone(t *testing.T) {
	t.Parallel()
	path := emptyIndex(t)
	other := start(t, "write", path)
	opened := make(chan error)
	go func() {
		x, err := Open(context.Background(), path, Options{Wait: time.Hour})
		if err == nil {
			err = x.Close()
		}
		opened <- err
	}()
	select {
	case err := <-opened:
		t.Fatalf("did not wait: %v", err)
	case <-time.After(3 * lockPoll): // some tries
	}
	other.end(t)
	must(t, <-opened)
}

func TestWaitEndsWithTheContext(t *testing.T) {
	path := emptyIndex(t)
	start(t, "write", path)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Open(ctx, path, Options{Wait: time.Hour}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	var busy *BusyError
	if _, err := Open(context.Background(), path, Options{Wait: 2 * lockPoll}); !errors.As(err, &busy) {
		t.Errorf("error %v", err)
	}
}

func TestKilledHolderLeavesTheIndexFree(t *testing.T) {
	path := emptyIndex(t)
	other := start(t, "write", path)
	must(t, other.Process.Kill())
	other.Wait()
	if got := holders(path); len(got) != 0 {
		t.Errorf("holders %v", got)
	}
	x, err := Open(context.Background(), path, Options{})
	must(t, err)
	defer x.Close()
	if got := cards(filepath.Join(path, holderDir)); len(got) != 1 {
		t.Errorf("the stale card is still there: %v", got)
	}
	second, err := Open(context.Background(), path, Options{}) // in the same process
	var busy *BusyError
	if !errors.As(err, &busy) || len(busy.Holders) != 1 || busy.Holders[0].PID != os.Getpid() {
		t.Errorf("%v, error %v", second, err)
	}
}

func TestDamagedCardsDoNoHarm(t *testing.T) {
	path := emptyIndex(t)
	dir := filepath.Join(path, holderDir)
	must(t, os.MkdirAll(filepath.Join(dir, "folder"), 0o755))
	for i, card := range []string{"", "{", "[]", `{"pid":-1}`, `{"pid":"x"}`, "\x00"} {
		must(t, os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), []byte(card), 0o644))
	}
	elsewhere := `{"pid":1,"host":"elsewhere","program":"other"}`
	must(t, os.WriteFile(filepath.Join(dir, "far"), []byte(elsewhere), 0o644))
	if got := holders(path); len(got) != 1 || got[0].Host != "elsewhere" {
		t.Errorf("holders %v", got)
	}
	x, err := Open(context.Background(), path, Options{})
	must(t, err)
	must(t, x.Close())
}
