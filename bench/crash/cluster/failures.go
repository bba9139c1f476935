package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"sync"
	"time"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/bench/internal/nodes"
	"github.com/chaffinch-search/chaffinch/bench/internal/process"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/remote"
	"github.com/chaffinch-search/chaffinch/query"
)

// failures lets one thing after the other fail and prints what came of it.
func (b *bench) failures(ctx context.Context) error {
	if len(b.cluster.Nodes) < 3 {
		return errors.New("failures need three nodes: two of them still elect a manager")
	}
	if err := b.indexOnDisk(ctx); err != nil {
		return err
	}
	defer b.disk.Close()
	wrong := false
	for _, f := range b.allFailures() {
		if !b.only.MatchString(f.name) {
			continue
		}
		t := &trial{bench: b, name: fmt.Sprintf("fail-%d", time.Now().UnixNano())}
		if err := f.run(t, ctx, func() error { return f.fail(ctx, t) }); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		fmt.Printf("%s: %s\n", f.name, t.outcome)
		wrong = wrong || t.wrong
		if err := b.restore(ctx, t.name); err != nil {
			return err
		}
	}
	if wrong {
		return errors.New("something was lost, or an answer was not right")
	}
	return nil
}

// failure is something that fails while documents are loaded or searched.
type failure struct {
	name string
	run  func(t *trial, ctx context.Context, fail func() error) error
	fail func(ctx context.Context, t *trial) error
}

// pause is how long a node that is killed stays away, and askingTime how long questions run after a
// failure. The other nodes give an isolated node up after half of splitTime.
const (
	pause      = 5 * time.Second
	askingTime = 30 * time.Second
	splitTime  = time.Minute
)

func (b *bench) allFailures() []failure {
	one := b.cluster.Nodes[1:2]
	kill := func(nodes []*nodes.Node) func(context.Context, *trial) error {
		return func(context.Context, *trial) error {
			for _, n := range nodes {
				n.Kill()
			}
			return nil
		}
	}
	killAndStart := func(nodes []*nodes.Node) func(context.Context, *trial) error {
		return func(ctx context.Context, t *trial) (err error) {
			err = kill(nodes)(ctx, t)
			time.Sleep(pause)
			for _, n := range nodes {
				err = errors.Join(err, n.Start())
			}
			return err
		}
	}
	hang := func(long time.Duration) func(context.Context, *trial) error {
		return func(context.Context, *trial) error {
			one[0].Pause()
			time.Sleep(long)
			one[0].Resume()
			return nil
		}
	}
	asked := func(copies bool, after time.Duration) func(*trial, context.Context, func() error) error {
		return func(t *trial, ctx context.Context, fail func() error) error { return t.ask(ctx, copies, after, fail) }
	}
	return []failure{
		{"node killed while loading, back after 5 s", (*trial).load, killAndStart(one)},
		{"all nodes killed while loading, back after 5 s", (*trial).load, killAndStart(b.cluster.Nodes)},
		{"node hangs for 20 s while loading", (*trial).load, hang(4 * pause)},
		{"writer killed, run again", (*trial).killWriter, nil},
		{"disks full while loading, then not", (*trial).load, fillDisks},
		{"node killed while loading more, not back", (*trial).loadMore, kill(one)},
		{"node killed under questions, with copies", asked(true, askingTime), kill(one)},
		{"node hangs under questions, with copies", asked(true, askingTime), hang(askingTime)},
		{"node killed under questions, no copies", asked(false, askingTime), kill(one)},
		{"network split while loading, whole after 60 s", (*trial).load, split},
		{"network split while loading more, with copies, whole after 60 s", (*trial).loadMore, split},
		{"network split under questions, with copies, whole after 60 s", asked(true, splitTime+askingTime), split},
		{"network split under questions, no copies, whole after 60 s", asked(false, splitTime+askingTime), split},
	}
}

// split isolates the elected manager for a time, which is worst: the others have to elect one. The
// program reaches all nodes, also the isolated one.
func split(ctx context.Context, t *trial) error {
	var state struct {
		Manager string `json:"master_node"`
		Nodes   map[string]struct{ Name string }
	}
	if err := t.cluster.Nodes[0].Get(ctx, "/_cluster/state/master_node,nodes", &state); err != nil {
		return err
	}
	var i int
	if _, err := fmt.Sscanf(state.Nodes[state.Manager].Name, "node%d", &i); err != nil {
		return err
	}
	t.cluster.Isolate(t.cluster.Nodes[i])
	time.Sleep(splitTime)
	t.cluster.Heal()
	return nil
}

// fillDisks blocks writes, as a cluster does whose disks are nearly full.
func fillDisks(ctx context.Context, t *trial) error {
	block := func(on string) error {
		return t.cluster.Nodes[0].Do(ctx, "PUT", "/"+t.name+"/_settings", `{"index.blocks.read_only_allow_delete":`+on+`}`, nil)
	}
	if err := block("true"); err != nil {
		return err
	}
	time.Sleep(2 * pause)
	return block("null")
}

func (b *bench) indexOnDisk(ctx context.Context) (err error) {
	if b.disk, err = chaffinch.Create(filepath.Join(b.dir, "index"), b.settings(0)); err != nil {
		return err
	}
	_, err = b.disk.Update(ctx, index.Source{Root: b.folder}, index.UpdateOptions{})
	return err
}

// restore starts all nodes again and removes the index of a trial.
func (b *bench) restore(ctx context.Context, name string) error {
	b.cluster.Heal()
	for _, n := range b.cluster.Nodes {
		n.Resume()
		n.Kill()
		if err := n.Start(); err != nil {
			return err
		}
	}
	waiting, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	if err := b.cluster.Wait(waiting); err != nil {
		return err
	}
	for { // a cluster that starts knows its indexes after a while
		err := b.cluster.Nodes[0].Do(waiting, "DELETE", "/"+name+","+name+"-files", "", nil)
		if err == nil || waiting.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
}

// trial is one failure.
type trial struct {
	*bench
	name    string // of its index
	outcome string
	wrong   bool // something was lost, or an answer was not right
}

// acknowledged is a writer that notes the contents that were written.
type acknowledged struct {
	index.Writer
	mu  sync.Mutex
	ids []string
}

func (w *acknowledged) Write(ctx context.Context, b *index.Batch) error {
	err := w.Writer.Write(ctx, b)
	if err == nil {
		w.mu.Lock()
		for _, d := range b.Contents {
			w.ids = append(w.ids, d.ID)
		}
		w.mu.Unlock()
	}
	return err
}

// load loads the folder and calls fail when a third of it was read. If the load fails it is run
// again, at most twice. Then the index must be that on disk.
func (t *trial) load(ctx context.Context, fail func() error) error {
	s := t.settings(t.shards)
	x, err := remote.Create(ctx, t.cluster.Address(t.name), s, remote.Options{})
	if err != nil {
		return err
	}
	defer x.Close()
	w := &acknowledged{Writer: x.Writer()}
	begun, failed := time.Now(), ""
	if err := t.update(ctx, w, index.Part{}, fail); err != nil {
		failed = fmt.Sprintf("the load ended after %.0f s with %q; ", time.Since(begun).Seconds(), err)
		if err := t.cluster.Wait(ctx); err != nil {
			return err
		}
	}
	known, err := w.Known(ctx, w.ids)
	if err != nil {
		return err
	}
	lost := len(w.ids) - len(known)
	t.outcome = fmt.Sprintf("%d of %d acknowledged contents lost; %s", lost, len(w.ids), failed)
	t.wrong = t.wrong || lost > 0
	if failed != "" {
		err = t.update(ctx, x.Writer(), index.Part{}, nil)
		if err != nil {
			err = t.update(ctx, x.Writer(), index.Part{}, nil)
		}
		if err != nil {
			return err
		}
	}
	return t.verify(ctx, x)
}

// update loads a part of the folder and calls fail once, when a third of it was read.
func (t *trial) update(ctx context.Context, w index.Writer, part index.Part, fail func() error) error {
	disk, err := t.disk.State()
	if err != nil {
		return err
	}
	third := disk.Contents() / 3 / max(1, part.Of)
	disk.Close()
	var once sync.Once
	failing := make(chan error, 1)
	_, err = index.Update(ctx, w, index.Source{Root: t.folder}, index.UpdateOptions{Part: part, Progress: func(r index.Report) {
		if fail != nil && r.Read > third {
			once.Do(func() { go func() { failing <- fail() }() })
		}
	}})
	once.Do(func() { failing <- nil })
	return errors.Join(err, <-failing)
}

// verify compares the index with that on disk.
func (t *trial) verify(ctx context.Context, x *remote.Index) error {
	if err := x.Writer().Publish(ctx); err != nil {
		return err
	}
	report, err := x.Check(ctx, index.CheckOptions{})
	if err != nil {
		return err
	}
	want, err := t.disk.Check(ctx, index.CheckOptions{})
	if err != nil {
		return err
	}
	switch {
	case len(report.Problems) > 0:
		t.outcome += fmt.Sprintf("%d PROBLEMS, such as %+v", len(report.Problems), report.Problems[0])
	case report.Contents != want.Contents || report.Occurrences != want.Occurrences || report.Skipped != want.Skipped:
		t.outcome += fmt.Sprintf("DIFFERS: %+v, not %+v", report, want)
	default:
		t.outcome += "then as on disk"
		return nil
	}
	t.wrong = true
	return nil
}

// killWriter kills the program and runs it again.
func (t *trial) killWriter(ctx context.Context, _ func() error) error {
	program, err := process.Program("", t.dir)
	if err != nil {
		return err
	}
	address := t.cluster.Address(t.name)
	command := func() *exec.Cmd { return exec.CommandContext(ctx, program, "index", "--index", address, t.folder) }
	first := command()
	if err := first.Start(); err != nil {
		return err
	}
	var x *remote.Index
	written := 0
	for written == 0 { // until the first batch is there
		time.Sleep(pause / 10)
		var err error
		if x == nil {
			if x, err = remote.Open(ctx, address, remote.Options{}); err != nil {
				continue // it is being created
			}
			defer x.Close()
		}
		s, err := x.Writer().State()
		if err != nil {
			return err
		}
		written = s.Contents()
	}
	if err := first.Process.Signal(os.Kill); err != nil {
		return err
	}
	_ = first.Wait()
	t.outcome = fmt.Sprintf("killed after %d contents; ", written)
	if out, err := command().CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return t.verify(ctx, x)
}

// loadMore loads a half, which makes copies, and calls fail during the rest.
func (t *trial) loadMore(ctx context.Context, fail func() error) error {
	x, err := remote.Create(ctx, t.cluster.Address(t.name), t.settings(t.shards), remote.Options{})
	if err != nil {
		return err
	}
	defer x.Close()
	if err := t.update(ctx, x.Writer(), index.Part{N: 1, Of: 2}, nil); err != nil {
		return err
	}
	if err := t.green(ctx, t.name); err != nil {
		return err
	}
	w := &acknowledged{Writer: x.Writer()}
	err = t.update(ctx, w, index.Part{N: 2, Of: 2}, fail)
	if err != nil {
		return err
	}
	known, err := w.Known(ctx, w.ids)
	if err != nil {
		return err
	}
	t.outcome = fmt.Sprintf("%d of %d acknowledged contents lost; ", len(w.ids)-len(known), len(w.ids))
	t.wrong = len(known) < len(w.ids)
	return t.verify(ctx, x)
}

// green waits until all copies are there.
func (b *bench) green(ctx context.Context, name string) error {
	var health struct{ Status string }
	path := "/_cluster/health/" + name + "," + name + "-files?wait_for_status=green&timeout=50s"
	err := b.cluster.Nodes[0].Get(ctx, path, &health)
	if err == nil && health.Status != "green" {
		err = fmt.Errorf("the index is %s", health.Status)
	}
	return err
}

// ask asks questions, lets something fail, and goes on for a time. An answer is that of the index
// on disk, or an error.
func (t *trial) ask(ctx context.Context, copies bool, after time.Duration, fail func() error) error {
	x, err := remote.Create(ctx, t.cluster.Address(t.name), t.settings(t.shards), remote.Options{})
	if err != nil {
		return err
	}
	defer x.Close()
	if err := t.update(ctx, x.Writer(), index.Part{}, nil); err != nil {
		return err
	}
	if !copies {
		body := `{"index":{"auto_expand_replicas":"false","number_of_replicas":0}}`
		if err := t.cluster.Nodes[0].Do(ctx, "PUT", "/"+t.name+","+t.name+"-files/_settings", body, nil); err != nil {
			return err
		}
	}
	if err := t.green(ctx, t.name); err != nil {
		return err
	}
	return t.askOn(ctx, x, after, fail)
}

func (t *trial) askOn(ctx context.Context, x *remote.Index, after time.Duration, fail func() error) error {
	disk, err := t.disk.State()
	if err != nil {
		return err
	}
	defer disk.Close()
	ids, err := contentsOf(ctx, disk)
	if err != nil {
		return err
	}
	right, wrong, errs, slowest, first := 0, 0, 0, time.Duration(0), ""
	failAt := time.Now().Add(2 * pause)
	end := failAt.Add(after)
	failing := make(chan error, 1)
	var once sync.Once
	for i := 0; time.Now().Before(end); i++ {
		if time.Now().After(failAt) {
			once.Do(func() { go func() { failing <- fail() }() })
		}
		v, want, err := t.question(ctx, disk, ids[i*7919%len(ids)])
		if err != nil {
			return err
		}
		begun := time.Now()
		got, err := answerFrom(ctx, x, v)
		slowest = max(slowest, time.Since(begun))
		switch {
		case err != nil:
			errs++
			first = cmp.Or(first, err.Error())
		case reflect.DeepEqual(got, want):
			right++
		default:
			wrong++
		}
	}
	t.outcome = fmt.Sprintf("%d right, %d WRONG OR PARTIAL, %d errors; slowest %.1f s", right, wrong, errs, slowest.Seconds())
	t.wrong = t.wrong || wrong > 0
	if first != "" {
		t.outcome += fmt.Sprintf("; first error %q", first)
	}
	once.Do(func() { failing <- nil })
	return <-failing
}

// question returns the terms of a content, and the contents on disk that share most with it.
func (t *trial) question(ctx context.Context, disk index.State, id string) (*query.Vector, []query.Hit, error) {
	v, err := t.vectorOf(ctx, disk, id)
	if err != nil {
		return nil, nil, err
	}
	results, err := disk.Search(ctx, []*query.Vector{v}, query.Options{Top: 10})
	if err != nil {
		return nil, nil, err
	}
	return v, results[0].Hits, nil
}

// answerFrom searches the cluster, from a state of its own.
func answerFrom(ctx context.Context, x *remote.Index, v *query.Vector) ([]query.Hit, error) {
	s, err := x.State()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	results, err := s.Search(ctx, []*query.Vector{v}, query.Options{Top: 10})
	if err != nil {
		return nil, err
	}
	return results[0].Hits, nil
}
