package pairing

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// alike returns a folder with n short files that share a few lines.
func alike(t *testing.T, n int) string {
	rng := rand.New(rand.NewPCG(7, 3))
	all := strings.Fields("x y + - * % ( ) [ ] { } ; , . < > = ! ? : ~ ^ & | if for in new let do while")
	files := map[string]string{}
	for i := range n {
		b := "for (x = 0; x < n; x++) { y = f(x) % g; }\n"
		for range 60 + rng.IntN(60) {
			b += all[rng.IntN(len(all))] + " "
		}
		files[fmt.Sprintf("f%02d.js", i)] = b
	}
	return filetest.Folder(t, files)
}

// The pairs that are listed within bounds are the first of all, and the others are counted.
func TestPairs_WithinBounds(t *testing.T) {
	root := alike(t, 20)
	list := func(score float64, top int, b bounds) *pairs.Report {
		r, err := Input{Paths: []string{root}, bounds: b}.Pairs(t.Context(), pairs.Options{MinScore: score, Top: top, Matches: true, MatchesLater: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { r.Close() })
		return r
	}
	all := list(.01, 0, bounds{})
	n := len(all.Pairs)
	if n < 100 || all.More > 0 || len(all.Warnings) > 0 {
		t.Fatalf("%d pairs, %d more, %v", n, all.More, all.Warnings)
	}
	for _, listed := range []int{1, 7, n - 1, n} {
		r := list(.01, 0, bounds{listed: listed, kept: n + 50, leastKept: 1})
		if !slices.EqualFunc(r.Pairs, all.Pairs[:listed], func(x, y pairs.Pair) bool {
			return x.A == y.A && x.B == y.B && x.Score == y.Score && x.Tokens == y.Tokens && x.Shares == y.Shares
		}) || r.More != n-listed {
			t.Errorf("at most %d: %d and %d more", listed, len(r.Pairs), r.More)
		}
	}
	// Both kinds of advice end the warning.
	for _, top := range []int{0, 2} {
		few := bounds{listed: n, kept: 60, leastKept: 10}
		r := list(.01, top, few)
		var left, raised int
		if len(r.Warnings) != 1 {
			t.Fatalf("with Top %d: %v", top, r.Warnings)
		}
		if _, err := fmt.Sscanf(r.Warnings[0].Text, "the %d pairs that have least in common were not compared: "+
			"raise pairs.Options.MinScore, or set pairs.Options.Top to %d", &left, &raised); err != nil {
			t.Fatal(err, r.Warnings)
		}
		if most := max(5*top, 10); top > 0 && left+most != n || top == 0 && left+60 != n {
			t.Errorf("with Top %d: %d of %d left", top, left, n)
		}
		if r := list(.9, top, few); len(r.Warnings) > 0 {
			t.Errorf("with another MinScore: %v", r.Warnings)
		}
		if r := list(.01, raised, few); len(r.Warnings) > 0 || len(r.Pairs) != raised {
			t.Errorf("with Top %d: %v", raised, r.Warnings)
		}
	}
}

// Pairs of huge files are aligned one after the other, and each of them is aligned.
func TestScoreOne_BoundsTheMemory(t *testing.T) {
	huge := &units.Unit{Files: []*units.File{{Tokens: 1}, {Tokens: 4 << 20}}}
	p := &pairing{room: semaphore.NewWeighted(mostAligned), units: []*units.Unit{huge, huge}}
	if !p.room.TryAcquire(1) {
		t.Fatal("a pair of small files is not aligned")
	}
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer stop()
	if err := p.scoreOne(ctx, &candidate{a: 0, b: 1}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("huge files beside a small one: %v", err)
	}
}
