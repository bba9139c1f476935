package index

import (
	"context"
	"fmt"
	"strings"

	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// The filter compares what the walk meets with what earlier updates have recorded, so that only
// files that are new or changed are read.

// knownFile is an occurrence, or a file found not worth indexing, from an earlier update.
type knownFile struct {
	Occurrence
	seen     bool // met by the walk, or not to be judged now
	rejected bool // not worth indexing any more
}

// known returns the occurrences below root by path, or that of the one file.
func (s *Snapshot) known(ctx context.Context, collection, root, file string) (map[string]*knownFile, error) {
	known := map[string]*knownFile{}
	err := s.eachOccurrence(FieldCollection, collection, func(o Occurrence) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if o.Root == root && (file == "" || o.Path == file) {
			known[o.Path] = &knownFile{Occurrence: o}
		}
		return nil
	})
	return known, err
}

// filter loads what is known from earlier updates, while the walk goes on, and sends on the files
// that have to be read.
func (u *update) filter(ctx context.Context, in <-chan met, files chan<- corpus.File) error {
	var err error
	if u.known, err = u.before.known(ctx, u.src.Collection, u.root, u.file); err != nil {
		return err
	}
	for m := range in {
		if m.skip != nil {
			if exhausted(m.skip.Err) {
				return fmt.Errorf("reading %s: %w", m.skip.Path, m.skip.Err)
			}
			u.skipped(*m.skip)
			continue
		}
		if u.unchanged(m.file) {
			continue
		}
		select {
		case files <- m.file:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// unchanged says whether the file is as it was at the last update, and marks it as seen. The map
// of known files is only read, by path, while the workers run: each entry belongs to one file.
func (u *update) unchanged(f corpus.File) bool {
	k := u.known[f.Path]
	if k == nil {
		return false
	}
	k.seen = true
	if k.size != f.Size || k.modified != f.ModTime.UnixNano() || u.src.outdated(k.Occurrence) {
		return false
	}
	if k.Skipped == "" {
		u.tally(func(r *Report) { r.Unchanged++ })
		return true
	}
	if overruled(k.Skipped, u.o.Corpus) {
		return false
	}
	u.count(f.Path, k.Skipped, nil)
	return true
}

// overruled says whether the options now keep what an earlier update skipped for that reason.
func overruled(reason string, o corpus.Options) bool {
	return o.KeepGenerated && reason == corpus.Generated.String() || o.KeepMinified && reason == corpus.Minified.String()
}

// skipped takes what the walk passes over. A file that was indexed and is not worth it any more
// loses its occurrence; one that cannot be read now keeps it.
func (u *update) skipped(s corpus.Skip) {
	u.count(s.Path, s.Reason.String(), s.Err)
	if s.Reason == corpus.Unreadable && strings.HasSuffix(s.Path, "/") {
		u.mu.Lock()
		u.blind = append(u.blind, s.Path)
		u.mu.Unlock()
	}
	if k := u.known[s.Path]; k != nil {
		k.seen = transient(s.Reason)
		k.rejected = !k.seen && s.Reason != corpus.Ignored && s.Reason != corpus.Excluded
	}
}

// transient says whether the reason for a skip may be gone the next time.
func transient(r corpus.Reason) bool {
	return r == corpus.Unreadable || r == corpus.Vanished || r == corpus.Changed
}
