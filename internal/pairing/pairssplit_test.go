package pairing_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/collection/split"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
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
		o := pairs.Options{Unit: unit, Matches: true, MatchesLater: true}
		alone, err := chaffinch.Pairs(t.Context(), []string{root}, o)
		must(t, err)
		defer alone.Close()
		const of = 3
		g := &gatherer{of: of}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		var group sync.WaitGroup
		var first *pairs.Report
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

// What another process found must be whole and of the same candidates: anything else is an error,
// not a panic.
func TestPairs_SplitRefusesWhatIsDamaged(t *testing.T) {
	root := filetest.Folder(t, map[string]string{"a.go": queue, "b.go": queue + "var b = 1\n", "c.go": queue + "var c = 2\n"})
	const digest = sha256.Size
	found := func(own []byte, times int) []byte {
		return slices.Concat(own[:digest], bytes.Repeat(own[digest:], times))
	}
	for name, other := range map[string]func(own []byte) [][]byte{
		"nothing":    func(own []byte) [][]byte { return [][]byte{own, own[:0]} },
		"too few":    func(own []byte) [][]byte { return [][]byte{own, found(own, 1)} },
		"cut short":  func(own []byte) [][]byte { all := found(own, 2); return [][]byte{own, all[:len(all)-1]} },
		"left over":  func(own []byte) [][]byte { return [][]byte{own, found(own, 3)} },
		"others":     func(own []byte) [][]byte { all := found(own, 2); all[0]++; return [][]byte{own, all} },
		"one of two": func(own []byte) [][]byte { return [][]byte{own} },
		"":           func(own []byte) [][]byte { return [][]byte{own, found(own, 2)} }, // what is expected
	} {
		ctx := split.With(t.Context(), split.Split{Of: 2, Exchange: func(_ context.Context, own []byte) ([][]byte, error) {
			if len(own) == digest { // that of the files
				return [][]byte{own, own}, nil
			}
			return other(own), nil
		}})
		r, err := chaffinch.Pairs(ctx, []string{root}, pairs.Options{})
		if (err == nil) != (name == "") {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			must(t, r.Close())
		}
	}
}

// Processes that see other files, or other starter code, all fail.
func TestPairs_SplitSeeTheSame(t *testing.T) {
	files := map[string]string{"a.go": queue, "b.go": queue + "var b = 1\n", "c.go": queue + "var c = 2\n"}
	one := filetest.Folder(t, files)
	base := filetest.Folder(t, map[string]string{"base.go": queue})
	files["c.go"] = queue + "var c = 3\n"
	changed := filetest.Folder(t, files)
	delete(files, "c.go")
	fewer := filetest.Folder(t, files)
	none := t.TempDir()
	for name, other := range map[string]struct{ root, base string }{
		"a changed file": {root: changed}, "fewer files": {root: fewer}, "no files": {root: none}, "starter code": {root: one, base: base},
	} {
		g := &gatherer{of: 2}
		var group sync.WaitGroup
		var errs [2]error
		for part := range 2 {
			group.Go(func() {
				root, o := one, pairs.Options{}
				if part == 1 {
					if root = other.root; other.base != "" {
						o.Base = []string{other.base}
					}
				}
				_, errs[part] = chaffinch.Pairs(split.With(t.Context(), split.Split{Part: part, Of: 2, Exchange: g.part(part)}), []string{root}, o)
			})
		}
		group.Wait()
		for _, err := range errs {
			if err == nil || !strings.Contains(err.Error(), "compare them again") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
