package scan

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/internal/ringtest"
)

// reviewed returns the report of a project with copies of two sources, one of them in two files,
// and its options.
func reviewed(t *testing.T) (*Report, *Aligner) {
	t.Helper()
	x := corpusOf(t)
	o := Options{Tree: write(t, map[string]string{
		"a.go": routines(100) + routine(2), "b.go": routines(101) + routine(2), "c.go": routines(102) + routine(3),
		"d.go": routines(103) + routine(11), "e.go": "// SPDX-License-Identifier: MIT\n" + routines(20, 21, 22),
	})}
	r := run(t, x, o)
	if r.Totals.Open != 5 {
		t.Fatalf("%q", summaries(r))
	}
	return r, NewAligner(x, o, r)
}

// statuses are the verdicts of all findings, - for none.
func statuses(r *Report) string {
	var b strings.Builder
	for _, f := range r.Findings {
		if f.Decision == nil {
			b.WriteByte('-')
		} else {
			b.WriteByte(f.Decision.Decision[0])
		}
	}
	return b.String()
}

func TestReviewer_DecidesTheSameMaterialOnce(t *testing.T) {
	r, _ := reviewed(t)
	v := NewReviewer(r, nil)
	if n := v.Decide(Permitted, "", "", time.Now()); n != 2 || statuses(r) != "pp---" || r.Totals.Open != 3 {
		t.Errorf("%d decided: %s, %d open", n, statuses(r), r.Totals.Open)
	}
	if f := v.Finding(); f.File != "c.go" {
		t.Errorf("it goes on to %s", f.File)
	}
	v.Back()
	if v.Finding().File != "b.go" || v.Decide(OwnWork, "", "", time.Now()) != 2 || statuses(r) != "oo---" {
		t.Errorf("changed to %s", statuses(r))
	}
	if len(v.Decisions()) != 1 {
		t.Errorf("%+v", v.Decisions())
	}
}

func TestReviewer_DecidesCopiesAlike(t *testing.T) {
	r, _ := reviewed(t)
	v := NewReviewer(r, nil)
	if source, n := v.Alike(); n != 4 || filepath.Base(source) != "up" {
		t.Errorf("%d of %s", n, source)
	}
	if n := v.DecideAlike(Attributed, "", "", time.Now()); n != 4 || statuses(r) != "aaa-a" || v.Finding().File != "d.go" {
		t.Errorf("%d decided: %s", n, statuses(r))
	}
	if !v.Undo() || statuses(r) != "-----" || v.Finding().File != "a.go" || len(v.Decisions()) != 0 {
		t.Errorf("undone: %s", statuses(r))
	}
}

// For any answers: what is undone was never answered, the file of decisions can be read, and a scan
// with it has the open copies of the report.
func TestReviewer_RandomAnswers(t *testing.T) {
	x := corpusOf(t)
	o := Options{Tree: write(t, map[string]string{
		"a.go": routines(100) + routine(2), "b.go": routines(101) + routine(2) + routine(3), "c.go": routines(102) + routine(3),
		"d.go": routines(103) + routine(11), "e.go": routines(104) + routine(10) + routine(11),
	})}
	for seed := range uint64(ringtest.Of(7, 20)) {
		file := filepath.Join(t.TempDir(), DecisionsName)
		random := rand.New(rand.NewPCG(seed, 1))
		r := run(t, x, o)
		v := NewReviewer(r, nil)
		state := func() string { return fmt.Sprint(statuses(r), r.Totals.Open, v.at, v.Decisions()) }
		var before []string
		for range 30 {
			if v.Finding() == nil && !v.Back() {
				break
			}
			switch random.IntN(6) {
			case 0:
				v.Skip()
			case 1:
				v.Back()
			case 2:
				if n := len(before); v.Undo() {
					if state() != before[n-1] {
						t.Fatalf("seed %d: %s, not %s", seed, state(), before[n-1])
					}
					before = before[:n-1]
				}
			default:
				before = append(before, state())
				decide := v.Decide
				if random.IntN(5) == 0 {
					decide = v.DecideAlike
				}
				decide(Verdicts[random.IntN(len(Verdicts))], "", "", time.Now())
			}
			must(t, v.Write(file))
			decisions, err := ReadDecisions(file)
			must(t, err)
			again := o
			again.Decisions = decisions
			if random.IntN(8) == 0 {
				if got := run(t, x, again).Totals.Open; got != r.Totals.Open {
					t.Fatalf("seed %d: %d open, not %d", seed, got, r.Totals.Open)
				}
			}
		}
	}
}

// Two reviews at the same time, and somebody who edits the file meanwhile, lose nothing.
func TestReviewer_KeepsWhatOthersWrite(t *testing.T) {
	mine, _ := reviewed(t)
	theirs, _ := reviewed(t)
	file := filepath.Join(t.TempDir(), DecisionsName)
	one, other := NewReviewer(mine, nil), NewReviewer(theirs, nil)
	one.Decide(OwnWork, "first", "a", time.Now())
	must(t, one.Write(file))
	other.Skip()
	other.Skip() // the next one has the same material
	other.Decide(Permitted, "second", "b", time.Now())
	must(t, other.Write(file))
	decisions, err := ReadDecisions(file)
	must(t, err)
	var reasons []string
	for _, d := range decisions {
		reasons = append(reasons, d.Reason)
	}
	slices.Sort(reasons)
	if got := strings.Join(reasons, " "); got != "first second" {
		t.Errorf("the file has %s", got)
	}
	one.Undo()
	must(t, one.Write(file))
	other.Back()
	must(t, other.Write(file))
	decisions, err = ReadDecisions(file)
	must(t, err)
	if len(decisions) != 1 || decisions[0].Reason != "second" {
		t.Errorf("the first was taken back: %+v", decisions)
	}
	// The later of two answers about the same copy counts.
	one.Decide(False, "third", "a", time.Now())
	must(t, one.Write(file))
	other.at = 0
	other.Decide(ToFix, "fourth", "b", time.Now())
	must(t, other.Write(file))
	decisions, err = ReadDecisions(file)
	must(t, err)
	for _, d := range decisions {
		if d.By == "a" {
			t.Errorf("%+v stays", d)
		}
	}
}

func TestAligner_ShowsTheMatchesOfTheFinding(t *testing.T) {
	r, a := reviewed(t)
	for i := range r.Findings {
		f := &r.Findings[i]
		al, err := a.Align(t.Context(), f)
		must(t, err)
		if len(al.Matches) != len(f.Matches) {
			t.Errorf("%s: %d matches, not %d", f.File, len(al.Matches), len(f.Matches))
		}
	}
	must(t, os.WriteFile(r.Name("a.go"), []byte("package a\n"), 0o644))
	if _, err := a.Align(t.Context(), &r.Findings[0]); err == nil || !strings.Contains(err.Error(), "has changed") {
		t.Errorf("a changed file: %v", err)
	}
}

// The work of a review grows with the number of copies, not with its square. What it allocates is a
// measure of it.
func TestReviewer_WorkGrowsLinearly(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	many := func(n int) *Report {
		r := &Report{Totals: Totals{Open: n}}
		for range n {
			var tokens []uint64
			for range 40 {
				tokens = append(tokens, random.Uint64())
			}
			r.Findings = append(r.Findings, Finding{Class: Copy, Open: true, Matches: []Match{{Key: keyOfTokens(tokens)}}})
		}
		return r
	}
	for name, decide := range map[string]func(*Reviewer){
		"all at once": func(v *Reviewer) { v.DecideAlike(Permitted, "", "", time.Time{}) },
		"one by one": func(v *Reviewer) {
			for v.Finding() != nil {
				v.Decide(Permitted, "", "", time.Time{})
			}
		},
	} {
		allocated := func(n int) float64 {
			v := NewReviewer(many(n), nil)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			decide(v)
			runtime.ReadMemStats(&after)
			if v.report.Totals.Open != 0 || len(v.Decisions()) != n {
				t.Fatalf("%s: %d open, %d decisions", name, v.report.Totals.Open, len(v.Decisions()))
			}
			return float64(after.TotalAlloc - before.TotalAlloc)
		}
		if one, four := allocated(500), allocated(2000); four > 6*one {
			t.Errorf("%s: four times the copies allocate %.1f times as much, %.0f MB", name, four/one, four/1e6)
		}
	}
}
