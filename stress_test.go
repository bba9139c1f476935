package chaffinch_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/disk"
	"github.com/chaffinch-search/chaffinch/internal/asktest"
)

// roundsVariable says how often the writer of the stress test writes; the default is for every day.
const roundsVariable = "CHAFFINCH_STRESS"

// stress is one index that one goroutine writes to, while others do all else that can be done with
// it.
type stress struct {
	t       *testing.T
	x       *chaffinch.Index
	root    string
	rounds  int
	closing atomic.Bool // errors are ignored from now on
	done    chan struct{}
}

// One index is updated, asked, checked, read and opened by others, all at once, and is closed while
// they are at it. With the race detector this says more.
func TestIndex_UnderStress(t *testing.T) {
	t.Parallel()
	s := &stress{t: t, root: t.TempDir(), rounds: 5, done: make(chan struct{})}
	if testing.Short() {
		s.rounds = 2
	}
	if v := os.Getenv(roundsVariable); v != "" {
		var err error
		if s.rounds, err = strconv.Atoi(v); err != nil {
			t.Fatalf("%s: %v", roundsVariable, err)
		}
	}
	var err error
	if s.x, err = chaffinch.Create(filepath.Join(t.TempDir(), "index"), index.DefaultSettings()); err != nil {
		t.Fatal(err)
	}
	if err := s.write(0); err != nil {
		t.Fatal(err)
	}
	var others sync.WaitGroup
	for n, work := range []func() error{s.ask, s.ask, s.read, s.check, s.askApart, s.askApart, s.writeToo} {
		others.Go(func() { s.repeat(n, work) })
	}
	for round := range s.rounds {
		if err := s.write(round + 1); err != nil {
			t.Error(err)
		}
	}
	s.closing.Store(true)
	if err := s.x.Close(); err != nil {
		t.Error(err)
	}
	close(s.done)
	others.Wait()
}

func (s *stress) repeat(n int, work func() error) {
	for {
		select {
		case <-s.done:
			return
		default:
		}
		if err := work(); err != nil && !s.closing.Load() {
			s.t.Errorf("goroutine %d: %v", n, err)
			return
		}
	}
}

// write changes half of the files and brings the index up to date, in another way every time.
func (s *stress) write(round int) error {
	r := rand.New(rand.NewPCG(uint64(round), 5))
	for n := range 40 {
		path := filepath.Join(s.root, fmt.Sprintf("%02d.go", n))
		if round > 0 && r.IntN(2) == 0 {
			continue
		}
		if r.IntN(6) == 0 && n > 0 {
			if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
				return err
			}
			continue
		}
		text := "package p\n\n" + strings.Repeat(asktest.Function(n), 1+round%3) + asktest.Function(r.IntN(1000))
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
		when := time.Unix(1e9+int64(round)*100+int64(n), 1)
		if err := os.Chtimes(path, when, when); err != nil {
			return err
		}
	}
	ctx := context.Background()
	_, err := s.x.Update(ctx, index.Source{Root: s.root, Collection: "c"}, index.UpdateOptions{Prune: round%2 == 0})
	switch {
	case err != nil:
	case round%3 == 1:
		_, err = s.x.Remove(ctx, func(o index.Occurrence) bool { return strings.HasPrefix(o.Path, "1") })
	case round%3 == 2:
		_, err = s.x.AddBoilerplate(ctx, []string{filepath.Join(s.root, "00.go")}, index.BoilerplateOptions{})
	}
	return err
}

func (s *stress) ask() error { return asked(s.x) }

func asked(x *chaffinch.Index) error {
	for n, measure := range []string{"containment", "evidence", "evidence"} {
		d := chaffinch.Document{Name: "q.go", Source: []byte("package p\n" + asktest.Function(n))}
		o := chaffinch.SearchOptions{Top: 5, Measure: measure, Measures: n == 1}
		if _, err := x.Search(context.Background(), d, o); err != nil {
			return err
		}
	}
	return nil
}

// read reads all contents, whose files may have changed by now.
func (s *stress) read() error {
	snapshot, err := s.x.Snapshot()
	if err != nil {
		return err
	}
	defer snapshot.Close()
	n := 0
	err = snapshot.EachContent(func(c index.Content) error {
		n++
		_, err := snapshot.Source(c.ID)
		if errors.Is(err, chaffinch.ErrSourceGone) {
			return nil
		}
		return err
	})
	if err == nil && n != snapshot.Contents() {
		err = fmt.Errorf("%d of %d contents", n, snapshot.Contents())
	}
	return err
}

func (s *stress) check() error {
	report, err := s.x.Check(context.Background(), index.CheckOptions{})
	if err == nil && len(report.Problems) > 0 {
		err = fmt.Errorf("the check finds %+v", report.Problems)
	}
	return err
}

// askApart asks as another process would.
func (s *stress) askApart() error {
	x, err := chaffinch.Open(context.Background(), s.x.Path(), index.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	return errors.Join(asked(x), x.Close())
}

// writeToo is told at once who writes.
func (s *stress) writeToo() error {
	x, err := disk.Open(context.Background(), s.x.Path(), index.Options{})
	if err == nil {
		return errors.Join(errors.New("there are two writers"), x.Close())
	}
	busy := new(chaffinch.BusyError)
	if !errors.As(err, &busy) || len(busy.Holders) != 1 || busy.Holders[0].PID != os.Getpid() {
		return err
	}
	return nil
}
