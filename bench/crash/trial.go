package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// moment says when the program is killed.
type moment struct {
	after      time.Duration
	publishing bool // counted from the start of publishing, not of the program
}

// randomMoment chooses a moment during the whole run, near its end, or while it publishes.
func randomMoment(r *rand.Rand, run time.Duration) moment {
	switch r.IntN(5) {
	case 0, 1:
		return moment{after: time.Duration(r.Float64() * float64(run))}
	case 2, 3:
		return moment{after: time.Duration((0.6 + 0.4*r.Float64()) * float64(run))}
	}
	return moment{after: time.Duration(r.Float64() * float64(4*time.Millisecond)), publishing: true}
}

// outcome is the result of one run of the program.
type outcome struct {
	exit   int // -1 if it was killed
	out    string
	errOut string
}

// acknowledged reports whether the program had printed its summary.
func (o outcome) acknowledged() bool { return o.exit == 0 || o.out != "" }

// runUntil runs the program and kills it at the moment, if it has not ended by then.
func runUntil(program, path string, args []string, at moment) (outcome, error) {
	cmd := exec.Command(program, append(slices.Clone(args), "--index", path)...)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Start(); err != nil {
		return outcome{}, err
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		cmd.Wait() // its exit code says all
	}()
	if at.publishing {
		awaitPublishing(path, ended)
	}
	select {
	case <-ended:
	case <-time.After(at.after):
		cmd.Process.Kill()
		<-ended
	}
	end := cmd.ProcessState
	return outcome{end.ExitCode(), out.String(), errOut.String()}, nil
}

// awaitPublishing returns when the program has begun to publish, or has ended.
func awaitPublishing(path string, ended <-chan struct{}) {
	next := filepath.Join(path, "published", "next")
	for {
		if _, err := os.Stat(next); err == nil {
			return
		}
		select {
		case <-ended:
			return
		case <-time.After(200 * time.Microsecond):
		}
	}
}

// runProgram runs the program to its end.
func runProgram(program, path string, args ...string) (outcome, error) {
	return runUntil(program, path, args, moment{after: time.Hour})
}

// trial is one index whose command is killed up to three times and then completed.
type trial struct {
	*world
	program string
	path    string
	row     *row
	done    bool // readers have seen the state after
}

// trial returns how many kills it took.
func (w *world) trial(program string, r *rand.Rand, row *row, most int) (kills int, err error) {
	t := &trial{world: w, program: program, path: filepath.Join(w.dir, "index"), row: row}
	if err := t.reset(); err != nil {
		return 0, err
	}
	for range min(most, 1+max(0, r.IntN(6)-3)) { // one in two, one in six for each more
		o, err := runUntil(program, t.path, w.args, randomMoment(r, row.run))
		if err != nil {
			return kills, err
		}
		if o.exit == -1 {
			kills++
			row.kills++
		} else {
			row.ended++
			if o.exit != 0 && !w.nothingLeft(o) {
				row.fail("it ends with %d: %s", o.exit, o.errOut)
			}
		}
		if err := t.inspect(o); err != nil {
			return kills, err
		}
	}
	return kills, t.complete()
}

// reset restores the index to its state before the command.
func (t *trial) reset() error {
	for _, path := range []string{t.path, filepath.Join(t.dir, "query")} {
		if err := os.RemoveAll(path); err != nil {
			return err
		}
	}
	if _, err := os.Stat(t.template); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return os.CopyFS(t.path, os.DirFS(t.template))
}

// inspect reads an index whose writer was killed. Anything wrong with it is a failure of the trial.
// The error explains why the index could not be inspected.
func (t *trial) inspect(o outcome) error {
	got, err := stateAt(t.path)
	switch {
	case unfinished(err) && len(t.before) == 0 && !t.done && !o.acknowledged():
		t.row.before++
	case err != nil:
		t.row.fail("a reader cannot read it: %v", err)
	case slices.Equal(got, t.after):
		t.row.after++
		t.done = true
	case t.done || o.acknowledged():
		t.row.fail("an acknowledged change is lost: %s", difference(got, t.after))
	case slices.Equal(got, t.before):
		t.row.before++
	default:
		t.row.fail("a reader sees neither state: %s", difference(got, t.after))
	}
	if missing(err) {
		return nil
	}
	part := unfinished(err)
	// chaffinch check also verifies unpublished changes.
	o, err = runProgram(t.program, t.path, "check")
	if err == nil && o.exit != 0 && !(part && saysUnfinished(o.out)) {
		t.row.fail("the check ends with %d: %s%s", o.exit, o.out, o.errOut)
	}
	return err
}

// complete runs the command to its end and compares the index with a new one.
func (t *trial) complete() error {
	o, err := runProgram(t.program, t.path, t.args...)
	if err != nil {
		return err
	}
	if o.exit != 0 && !t.nothingLeft(o) {
		t.row.fail("the next run ends with %d: %s", o.exit, o.errOut)
		return nil
	}
	x, err := openIndex(t.path)
	if err != nil {
		t.row.fail("after the next run: %v", err)
		return nil
	}
	defer x.Close()
	got, err := stateOf(x)
	if err != nil {
		t.row.fail("after the next run: %v", err)
		return nil
	}
	answers, df, err := answersOf(x, t.questions)
	if err != nil {
		t.row.fail("asking after the next run: %v", err)
		return nil
	}
	for what, difference := range map[string]string{
		"lists": difference(got, t.after), "counts": difference(df, t.df),
		"answers": difference(answers, t.answers),
	} {
		if difference != "" {
			t.row.fail("after the next run it %s differently from a new index: %s", what, difference)
		}
	}
	return t.leftovers()
}

// nothingLeft reports whether a command found nothing to do because a killed one had done
// everything.
func (w *world) nothingLeft(o outcome) bool { return o.exit == 1 && slices.Contains(w.args, "remove") }

// leftovers finds files that should have been removed.
func (t *trial) leftovers() error {
	store, err := filepath.Glob(filepath.Join(t.path, "store", "*.zap"))
	if err != nil {
		return err
	}
	published, err := filepath.Glob(filepath.Join(t.path, "published", "*", "store", "*.zap"))
	if err != nil {
		return err
	}
	generations, err := os.ReadDir(filepath.Join(t.path, "published"))
	if err != nil {
		return err
	}
	cards, err := os.ReadDir(filepath.Join(t.path, "open"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if len(store) != len(published) || len(generations) != 1 || len(cards) > 0 {
		t.row.fail("left over: %d segments for %d published, %d generations, %d process files",
			len(store), len(published), len(generations), len(cards))
	}
	around, err := filepath.Glob(filepath.Join(filepath.Dir(t.path), ".chaffinch-new-*"))
	if err != nil {
		return err
	}
	t.row.litter += len(around)
	for _, path := range around {
		if err := os.RemoveAll(path); err != nil {
			return err
		}
	}
	return nil
}

// difference describes the first difference of two sorted lists. It is empty if there is none.
func difference(got, want []string) string {
	if slices.Equal(got, want) {
		return ""
	}
	n := 0
	for n < min(len(got), len(want)) && got[n] == want[n] {
		n++
	}
	line := func(list []string) string {
		if n < len(list) {
			return list[n]
		}
		return "nothing"
	}
	return fmt.Sprintf("%d lines for %d; the first that differs is %s for %s",
		len(got), len(want), line(got), line(want))
}
