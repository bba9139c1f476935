package disk

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/durable"
)

// eachSync calls do with a sync that fails at its first call, then at its second, and so on, until
// none fails. do returns the error of what it did, which must be that of the sync.
func eachSync(t *testing.T, least int, do func(fsync func(path string) error) error) {
	t.Helper()
	for n := 0; ; n++ {
		calls, failed := 0, ""
		err := do(func(path string) error {
			if calls++; calls == n+1 {
				failed = path
				return &os.PathError{Op: "sync", Path: path, Err: syscall.EIO}
			}
			return durable.Sync(path)
		})
		if failed == "" {
			must(t, err)
			if n < least {
				t.Errorf("%d syncs", n)
			}
			return
		}
		if !errors.Is(err, syscall.EIO) {
			t.Errorf("after the failed sync of %s: error %v", failed, err)
		}
	}
}

// An index that may not survive a cut of the power is not created.
func TestCreate_FailedSync(t *testing.T) {
	t.Parallel()
	eachSync(t, 3, func(fsync func(string) error) error {
		parent := newFolder(realTemp(t))
		parent.fsync = fsync
		err := parent.createIndex(parent.at("index"), index.DefaultSettings())
		if err != nil {
			names, e := parent.names(".")
			must(t, e)
			same(t, "left behind", names, nil)
		}
		return err
	})
}

// Readers see nothing of a change that may not survive a cut of the power. Repeated, it is
// published.
func TestPublish_FailedSync(t *testing.T) {
	t.Parallel()
	c := changesOf(t, index.DefaultSettings())
	before := allPublished(t, c.path)
	eachSync(t, 4, func(fsync func(string) error) error {
		x := c.copied(t)
		x.dir.fsync = fsync
		err := c.does["update"](context.Background(), x)
		if err != nil {
			same(t, "published after a failed sync", allPublished(t, x.Path()), before)
		}
		x.dir.fsync = durable.Sync
		must(t, c.does["update"](context.Background(), x))
		same(t, "published", allPublished(t, x.Path()), all(t, x))
		must(t, x.Close())
		return err
	})
}

// Where nothing can be published, the removal of what was published must survive, too.
func TestPublish_FailedSyncWithoutLinks(t *testing.T) {
	t.Parallel()
	c := changesOf(t, index.DefaultSettings())
	eachSync(t, 1, func(fsync func(string) error) error {
		x := c.copied(t)
		x.dir.link = func(string, string) error { return errors.New("not supported") }
		x.dir.fsync = fsync
		err := c.does["update"](context.Background(), x)
		must(t, x.Close())
		return err
	})
}

// A repair says that it has restored a file only if it survives a cut of the power.
func TestRepair_FailedSync(t *testing.T) {
	t.Parallel()
	damaged, tr := segmentedIndex(t)
	for file, syncs := range map[string]int{metaFile: 1, storeList: 2} {
		eachSync(t, syncs, func(fsync func(string) error) error {
			path := filepath.Join(realTemp(t), "index")
			must(t, os.CopyFS(path, os.DirFS(damaged.Path())))
			must(t, os.WriteFile(filepath.Join(path, file), []byte("garbage"), 0o600))
			r := newRepair(path, index.Options{}, index.CheckOptions{})
			r.dir.fsync = fsync
			report, err := r.all(context.Background())
			if report.Restored != (err == nil) {
				t.Errorf("%s: restored is %v, error %v", file, report.Restored, err)
			}
			repaired(t, path)
			isWhole(t, path, tr.root)
			return err
		})
	}
}
