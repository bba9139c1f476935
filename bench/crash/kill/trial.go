package kill

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/index"
)

// moment says when the program is killed.
type moment struct {
	after      time.Duration
	publishing bool // counted from when it begins to publish instead of its start
}

// moments chooses a moment: over all of the run, in its last third, or while it publishes.
func moments(r *rand.Rand, run time.Duration) moment {
	switch r.IntN(5) {
	case 0, 1:
		return moment{after: time.Duration(r.Float64() * float64(run))}
	case 2, 3:
		return moment{after: time.Duration((0.6 + 0.4*r.Float64()) * float64(run))}
	}
	return moment{after: time.Duration(r.Float64() * float64(4*time.Millisecond)), publishing: true}
}

// outcome is what became of one run of the program.
type outcome struct {
	exit   int // -1 if it was killed
	out    string
	errOut string
}

// acknowledged says whether the program had said that all is done.
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
	return outcome{cmd.ProcessState.ExitCode(), out.String(), errOut.String()}, nil
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

// run runs the program to its end.
func run(program, path string, args ...string) (outcome, error) {
	return runUntil(program, path, args, moment{after: time.Hour})
}

// trial is one index that is killed at, up to three times, and completed.
type trial struct {
	*world
	program string
	path    string
	row     *Row
	done    bool // readers have seen the state after
}

// trial returns how many kills it took.
func (w *world) trial(program string, r *rand.Rand, row *Row, most int) (kills int, err error) {
	t := &trial{world: w, program: program, path: filepath.Join(w.dir, "index"), row: row}
	if err := t.reset(); err != nil {
		return 0, err
	}
	for range min(most, 1+max(0, r.IntN(6)-3)) { // one in two, one in six for each more
		o, err := runUntil(program, t.path, w.args, moments(r, row.Run))
		if err != nil {
			return kills, err
		}
		if o.exit == -1 {
			kills++
		}
		row.count(o, w.vain(o))
		if err := t.inspect(o); err != nil {
			return kills, err
		}
	}
	return kills, t.complete()
}

// reset makes the index what it was before the command.
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

// inspect looks at an index whose writer was killed. What is wrong with it is a failure; the error is of what
// stands in the way of looking.
func (t *trial) inspect(o outcome) error {
	x, err := index.Open(context.Background(), t.path, index.Options{ReadOnly: true})
	if err != nil {
		if len(t.before.lines) > 0 || t.done || o.acknowledged() || !unfinished(err) {
			t.row.fail("a reader cannot open it: %v", err)
		} else {
			t.row.Before++
		}
		return t.check(err)
	}
	got, err := stateOf(x)
	x.Close()
	switch {
	case err != nil:
		t.row.fail("a reader cannot read it: %v", err)
	case slices.Equal(got.lines, t.after.lines):
		t.row.After++
		t.done = true
	case t.done || o.acknowledged():
		t.row.fail("what was acknowledged is gone: %s", difference(got.lines, t.after.lines))
	case slices.Equal(got.lines, t.before.lines):
		t.row.Before++
	default:
		t.row.fail("a reader sees neither state: %s", difference(got.lines, t.after.lines))
	}
	return t.check(nil)
}

// unfinished says whether an index that does not open has never been complete.
func unfinished(err error) bool {
	return errors.Is(err, index.ErrNotIndex) || errors.Is(err, index.ErrUnfinished)
}

// check runs chaffinch check, which looks at what is written and not published, too. There is nothing to check
// where opening says that there is no index.
func (t *trial) check(opening error) error {
	if errors.Is(opening, index.ErrNotIndex) {
		return nil
	}
	o, err := run(t.program, t.path, "check")
	if err == nil && o.exit != 0 {
		t.row.fail("the check ends with %d: %s%s", o.exit, o.out, o.errOut)
	}
	return err
}

// complete runs the command to its end and compares with an index that was made anew.
func (t *trial) complete() error {
	o, err := run(t.program, t.path, t.args...)
	if err != nil {
		return err
	}
	if o.exit != 0 && !t.vain(o) {
		t.row.fail("the next run ends with %d: %s", o.exit, o.errOut)
		return nil
	}
	x, err := index.Open(context.Background(), t.path, index.Options{ReadOnly: true})
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
	answers, df, err := t.answered(x)
	if err != nil {
		t.row.fail("asking after the next run: %v", err)
		return nil
	}
	for what, difference := range map[string]string{
		"lists": difference(got.lines, t.after.lines), "counts": difference(df, t.df), "answers": difference(answers, t.answers),
	} {
		if difference != "" {
			t.row.fail("after the next run it %s otherwise than a new index: %s", what, difference)
		}
	}
	return t.leftovers()
}

// vain says whether a command found nothing to do, because a killed one had done it all.
func (w *world) vain(o outcome) bool { return o.exit == 1 && slices.Contains(w.args, "remove") }

// leftovers looks for what nobody removes.
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
		t.row.fail("left over: %d segments for %d, %d generations, %d cards", len(store), len(published), len(generations), len(cards))
	}
	around, err := filepath.Glob(filepath.Join(filepath.Dir(t.path), ".chaffinch-new-*"))
	if err != nil {
		return err
	}
	t.row.Litter += len(around)
	for _, path := range around {
		if err := os.RemoveAll(path); err != nil {
			return err
		}
	}
	return nil
}

// longestFailure is in bytes: answers that differ are long.
const longestFailure = 400

// fail notes a failure, in one line.
func (r *Row) fail(format string, values ...any) {
	line := strings.Join(strings.Fields(fmt.Sprintf(format, values...)), " ")
	r.Failures = append(r.Failures, line[:min(len(line), longestFailure)])
}
