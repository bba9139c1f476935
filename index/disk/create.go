package disk

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/segment"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// newPrefix begins the name of the temporary folder in which an index is created. A killed process
// may leave it.
const newPrefix = ".chaffinch-new-"

// leftAfter is the age from which such a folder is removed.
const leftAfter = time.Hour

// Create creates an empty index at path and opens it for writing. The folder must be missing or
// empty. Missing parents are created. The index is created in a sibling folder and renamed into
// place.
func Create(path string, s index.Settings) (*Index, error) {
	if s.Shards != 0 {
		return nil, option.Fail(option.NoShards, path, option.Shards)
	}
	s.Format, s.Fingerprints, s.Segments = FormatVersion, analyzer.Version, segment.Type
	if err := newFolder(filepath.Dir(filepath.Clean(path))).createIndex(path, s); err != nil {
		return nil, fmt.Errorf("creating index %s: %w", path, advised(err))
	}
	x, err := Open(context.Background(), path, index.Options{Key: s.Secret})
	if err == nil {
		x.created = true
	}
	return x, err
}

// createIndex creates an index at path in the folder. If its name cannot be synced it removes the
// index, since nobody would sync the name again.
func (parent folder) createIndex(path string, s index.Settings) error {
	if _, err := s.NewAnalyzer(); err != nil {
		return err
	}
	if err := vacant(path); err != nil {
		return err
	}
	if err := parent.mkdir("."); err != nil {
		return err
	}
	parent.removeLeftOver()
	temp, err := os.MkdirTemp(parent.path, newPrefix+"*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	made := parent.sub(filepath.Base(temp) + "/index")
	if err := made.writeEmpty(s); err != nil {
		return err
	}
	_ = os.Remove(path) // an empty folder; anything else was refused above
	if err := os.Rename(made.path, path); err != nil {
		return err
	}
	err = parent.sync(".")
	if err != nil {
		err = errors.Join(err, os.Rename(path, made.path))
	}
	return err
}

// vacant returns an error unless path does not exist or is an empty folder.
func vacant(path string) error {
	d := newFolder(path)
	if d.isFile() {
		return option.Fail(option.IsFile, option.Say(option.OtherFolder))
	}
	names, err := d.names(".")
	if err != nil || len(names) == 0 {
		return err
	}
	if d.looksLikeIndex() == nil && slices.Contains(names, holderDir) { // another Bleve index lacks it
		return option.Fail(option.IsIndex, option.Say(option.OtherFolder))
	}
	return option.Fail(option.HoldsFiles, option.Say(option.OtherFolder))
}

// removeLeftOver removes temporary folders that killed processes have left.
func (d folder) removeLeftOver() {
	names, err := d.names(".")
	if err != nil {
		return
	}
	for _, name := range names {
		if !strings.HasPrefix(name, newPrefix) {
			continue
		}
		if info, err := os.Stat(d.at(name)); err == nil && time.Since(info.ModTime()) > leftAfter {
			_ = d.removeAll(name)
		}
	}
}

// writeEmpty creates an index in the folder, which must not exist, and syncs it.
func (d folder) writeEmpty(s index.Settings) error {
	m, err := newMapping(s)
	if err != nil {
		return err
	}
	// Bleve would create these with permissions for their owner only, whatever the umask.
	if err := errors.Join(d.mkdir(storeDir), d.write(storeList, nil)); err != nil {
		return err
	}
	b, err := d.createScorch(m, segment.Config(printFields(), keyFields()))
	if err != nil {
		return err
	}
	err = errors.Join(writeSettings(b, s), b.SetInternal(partMark, markNew), b.Close())
	if err != nil {
		return err
	}
	return d.sync(storeDir, ".")
}
