package chaffinch_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/collection/split"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

// gatherer is the exchange of processes that run at the same time.
type gatherer struct {
	mu    sync.Mutex
	of    int
	round *round
}

type round struct {
	found [][]byte
	left  int
	done  chan struct{}
}

func (g *gatherer) part(n int) split.Exchange {
	return func(ctx context.Context, found []byte) ([][]byte, error) {
		g.mu.Lock()
		if g.round == nil {
			g.round = &round{make([][]byte, g.of), g.of, make(chan struct{})}
		}
		r := g.round
		r.found[n] = found
		if r.left--; r.left == 0 {
			close(r.done)
			g.round = nil
		}
		g.mu.Unlock()
		select {
		case <-r.done:
			return r.found, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Processes that share the work find what one finds on its own. Only the first has the result.
func TestPairs_SplitFindTheSame(t *testing.T) {
	files := map[string]string{}
	for i := range 40 {
		files[fmt.Sprintf("u%02d/f.go", i)] = queue + fmt.Sprintf("var v%d = %d\n", i, i)
		files[fmt.Sprintf("u%02d/g.go", i)] = fmt.Sprintf("package g\n\nfunc g%d(a, b int) int {\n\tfor a < b {\n\t\ta += b %% %d\n\t}\n\treturn a\n}\n", i%5, i%3+2)
	}
	root := filetest.Folder(t, files)
	for _, unit := range []string{"file", "dir"} {
		o := chaffinch.PairsOptions{Unit: unit, Matches: true, MatchesLater: true}
		alone, err := chaffinch.Pairs(t.Context(), []string{root}, o)
		must(t, err)
		defer alone.Close()
		const of = 3
		g := &gatherer{of: of}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		var group sync.WaitGroup
		var first *chaffinch.Result
		var errs [of]error
		for part := range of {
			group.Go(func() {
				with := split.With(ctx, split.Split{Part: part, Of: of, Exchange: g.part(part)})
				r, err := chaffinch.Pairs(with, []string{root}, o)
				if errs[part] = err; part == 0 {
					first = r
				}
				if err != nil && !errors.Is(err, split.ErrDone) {
					stop() // the others wait
				}
			})
		}
		group.Wait()
		if errs[0] != nil || !errors.Is(errs[1], split.ErrDone) || !errors.Is(errs[2], split.ErrDone) {
			t.Fatal(errs)
		}
		defer first.Close()
		if len(alone.Pairs) == 0 || !reflect.DeepEqual(alone.Pairs, first.Pairs) || !reflect.DeepEqual(alone.Clusters, first.Clusters) ||
			!reflect.DeepEqual(alone.Histogram, first.Histogram) || alone.Stats.Aligned != first.Stats.Aligned {
			t.Errorf("by %s: the results differ: %d and %d pairs", unit, len(alone.Pairs), len(first.Pairs))
		}
	}
}

// What another process found, cut short, is an error, not a panic.
func TestPairs_SplitCutShort(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"a.go": queue, "b.go": queue + "var b = 1\n", "c.go": queue + "var c = 2\n"})
	for _, cut := range []func([]byte) [][]byte{
		func(own []byte) [][]byte { return [][]byte{own, own[:0]} },
		func(own []byte) [][]byte { return [][]byte{own, own[:len(own)-1]} },
		func(own []byte) [][]byte { return [][]byte{own} },
	} {
		ctx := split.With(t.Context(), split.Split{Of: 2, Exchange: func(_ context.Context, own []byte) ([][]byte, error) {
			return cut(own), nil
		}})
		if _, err := chaffinch.Pairs(ctx, []string{root}, chaffinch.PairsOptions{}); err == nil {
			t.Error("what was cut short is taken")
		}
	}
}
