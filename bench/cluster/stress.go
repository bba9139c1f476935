package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/disk"
	"github.com/chaffinch-search/chaffinch/internal/remote"
)

const (
	// stressWriters fill folders of their own with files of a small pool, and prune what is no longer there. So
	// each removes contents that others add. stressRemovers also remove all of their collection again.
	stressWriters, stressRemovers = 3, 2
	stressPool                    = 12
	// mostTries bounds how often an update is run again that has met a removal.
	mostTries = 1000
)

// stress lets writers and removers work on the same few contents. Whenever one of them ends, all that it has
// written must be there, and in the end the index must be that of the folders as they are then.
func (b *bench) stress(ctx context.Context) error {
	pool, err := poolOf(b.folder)
	if err != nil {
		return err
	}
	first, err := remote.Create(ctx, b.cluster.Address("stress"), b.settings(b.shards), remote.Options{})
	if err != nil {
		return err
	}
	defer first.Close()
	if _, err := first.Update(ctx, index.Source{Root: b.dir, Collection: "none"}, index.UpdateOptions{}); err != nil {
		return err
	}
	all := make([]*stresser, stressWriters+stressRemovers)
	group, within := errgroup.WithContext(ctx)
	end := time.Now().Add(b.stressed)
	for i := range all {
		s := &stresser{bench: b, pool: pool, name: fmt.Sprint("w", i), removes: i >= stressWriters, random: rand.New(rand.NewPCG(uint64(i), 7))}
		all[i] = s
		group.Go(func() error { return s.run(within, end) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	var total stresser
	for _, s := range all {
		total.updates, total.removals, total.again = total.updates+s.updates, total.removals+s.removals, total.again+s.again
	}
	fmt.Printf("%d writers, %d of which remove, for %s: %d updates and %d removals, each as acknowledged; %d were run again\n",
		len(all), stressRemovers, b.stressed, total.updates, total.removals, total.again)
	return b.compareStressed(ctx, first, all)
}

// poolOf returns some sources of a folder.
func poolOf(folder string) (pool [][]byte, err error) {
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if len(content) > 2000 && len(content) < 20_000 {
			pool = append(pool, content)
		}
		if len(pool) == stressPool {
			return fs.SkipAll
		}
		return err
	})
	if err == nil && len(pool) < stressPool {
		err = fmt.Errorf("%s has too few files of Go", folder)
	}
	return pool, err
}

// stresser is a writer with a folder and a connection of its own.
type stresser struct {
	*bench
	pool                     [][]byte
	name                     string // of the folder and its collection
	removes                  bool
	random                   *rand.Rand
	files                    map[string]int // of the pool
	updates, removals, again int
}

func (s *stresser) root() string { return filepath.Join(s.dir, "stress", s.name) }

func (s *stresser) run(ctx context.Context, end time.Time) error {
	x, err := remote.Open(ctx, s.cluster.Address("stress"), remote.Options{})
	if err != nil {
		return err
	}
	defer x.Close()
	for time.Now().Before(end) {
		if err := s.change(); err != nil {
			return err
		}
		if err := s.update(ctx, x); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if err := s.verify(ctx, x); err != nil {
			return fmt.Errorf("%s, after an update: %w", s.name, err)
		}
		if !s.removes {
			continue
		}
		if _, err := x.Remove(ctx, func(o index.Occurrence) bool { return o.Collection == s.name }); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		s.removals++
		s.files = nil
		if err := s.verify(ctx, x); err != nil {
			return fmt.Errorf("%s, after a removal: %w", s.name, err)
		}
	}
	return nil
}

// change writes other files.
func (s *stresser) change() error {
	if err := os.RemoveAll(s.root()); err != nil {
		return err
	}
	if err := os.MkdirAll(s.root(), 0o777); err != nil {
		return err
	}
	s.files = map[string]int{}
	for range 1 + s.random.IntN(stressPool) {
		name, n := fmt.Sprintf("f%d.go", s.random.IntN(stressPool)), s.random.IntN(stressPool)
		s.files[name] = n
		if err := os.WriteFile(filepath.Join(s.root(), name), s.pool[n], 0o666); err != nil {
			return err
		}
	}
	return nil
}

// update indexes the folder, again if another writer has removed contents.
func (s *stresser) update(ctx context.Context, x *remote.Index) error {
	for range mostTries {
		_, err := x.Update(ctx, index.Source{Root: s.root(), Collection: s.name}, index.UpdateOptions{Prune: true})
		if err == nil {
			s.updates++
			return nil
		}
		if !errors.Is(err, remote.ErrRemoved) {
			return err
		}
		s.again++
	}
	return fmt.Errorf("an update had to be run again %d times", mostTries)
}

// verify compares the collection with the files that were written.
func (s *stresser) verify(ctx context.Context, x *remote.Index) error {
	state, err := x.Writer().State()
	if err != nil {
		return err
	}
	defer state.Close()
	got, ids := map[string]string{}, map[string]bool{}
	err = state.Occurrences(ctx, index.Where{Collection: s.name}, func(o index.Occurrence) error {
		got[o.Path], ids[o.Content] = o.Content, true
		return nil
	})
	if err != nil {
		return err
	}
	want := map[string]string{}
	for name, n := range s.files {
		want[name] = index.BlobID(s.pool[n])
	}
	if !maps.Equal(got, want) {
		return fmt.Errorf("it has %v, not %v", got, want)
	}
	described, err := state.Describe(ctx, slices.Collect(maps.Keys(ids))) // an error if one is gone
	for _, d := range described {
		if len(d.Occurrences) == 0 {
			return fmt.Errorf("content %s has no occurrence", d.Content.ID)
		}
	}
	return err
}

// compareStressed compares the index with one on disk of the folders.
func (b *bench) compareStressed(ctx context.Context, x *remote.Index, all []*stresser) error {
	onDisk, err := disk.Create(filepath.Join(b.dir, "index"), b.settings(0))
	if err != nil {
		return err
	}
	defer onDisk.Close()
	for _, s := range all {
		if s.files == nil {
			continue // removed
		}
		if _, err := onDisk.Update(ctx, index.Source{Root: s.root(), Collection: s.name}, index.UpdateOptions{}); err != nil {
			return err
		}
	}
	if err := x.Writer().Publish(ctx); err != nil {
		return err
	}
	got, err := x.Check(ctx, index.CheckOptions{})
	if err != nil {
		return err
	}
	want, err := onDisk.Check(ctx, index.CheckOptions{})
	if err != nil {
		return err
	}
	fmt.Printf("in the end: %d contents and %d occurrences, on disk %d and %d; %d contents without an occurrence; problems: %v\n",
		got.Contents, got.Occurrences, want.Contents, want.Occurrences, got.Orphans, got.Problems)
	if got.Contents-got.Orphans != want.Contents || got.Occurrences != want.Occurrences || len(got.Problems) > 0 {
		return errors.New("the index is not that on disk")
	}
	return nil
}
