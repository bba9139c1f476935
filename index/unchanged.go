package index

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// An update reads only files that are new or changed. It compares the files of the walk with the
// records of earlier updates.

// knownFiles returns the records below the root. These are the records of the part, or only the
// file's record.
func (u *update) knownFiles(ctx context.Context) (*knownFiles, error) {
	known := newKnownFiles(u.src.Collection, u.root)
	err := u.before.Occurrences(ctx, Where{Collection: u.src.Collection, Both: true}, func(o Occurrence) error {
		if o.Root != u.root || !u.from.Has(o.Path) || !u.o.Part.has(o.Path) {
			return nil
		}
		u.licenses.remember(o)
		return known.add(o)
	})
	return known, err
}

// filter loads known files during the walk and sends on files to be read.
func (u *update) filter(ctx context.Context, in <-chan []met, files chan<- corpus.File) error {
	var err error
	if u.known, err = u.knownFiles(ctx); err != nil {
		return err
	}
	close(u.loaded)
	for all := range in {
		for i := range all {
			if err := u.pass(ctx, &all[i], files); err != nil {
				return err
			}
		}
	}
	return nil
}

// pass sends a file on that has to be read, and notes skips.
func (u *update) pass(ctx context.Context, m *met, files chan<- corpus.File) error {
	if m.skip != nil {
		if exhausted(m.skip.Err) {
			return fmt.Errorf("reading %s: %w", m.skip.Path, m.skip.Err)
		}
		u.skipped(*m.skip)
		return nil
	}
	if u.unchanged(m.file) {
		u.release(m.file)
		return nil
	}
	if err := ctx.Err(); err != nil { // of two ready cases, a select takes either
		return err
	}
	select {
	case files <- m.file:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// unchanged reports whether the file is as at the last update. It marks the file as seen. While the
// workers run, the map of known files is only read, and each entry belongs to one file.
func (u *update) unchanged(f corpus.File) bool {
	k := u.known.at(f.Path, f.Revision)
	if k == nil {
		return false
	}
	k.set(knownSeen, true)
	if f.Held() > 0 { // archives often have one time for all files
		return false
	}
	if k.size != f.Size || k.version != versionOf(f, u.analyzer.Key()) {
		return false
	}
	o := u.known.record(k)
	switch {
	case u.src.outdated(o):
		return false
	case k.is(knownContent):
		if !describedAs(o, f) {
			return false
		}
		u.tally(func(r *Report) { r.Unchanged++ })
		return true
	case overruled(o.Skipped, u.o.Corpus):
		return false
	}
	u.count(f.Path, o.Skipped, nil)
	return true
}

// versionOf returns a number that changes with the content of a file. It is the time of the file in
// nanoseconds since 1970, or a hash of its id, under the key of the index.
func versionOf(f corpus.File, k *analyzer.Key) int64 {
	id := f.Blob
	switch {
	case id == "":
		return f.ModTime.UnixNano()
	case k != nil:
		id = k.ContentID([]byte(id))
	}
	return int64(xxhash.Sum64String(id))
}

// overruled reports whether the options keep a file that was skipped for that reason. An earlier
// update skipped it.
func overruled(reason document.Reason, o document.Options) bool {
	return o.KeepGenerated && reason == document.Generated ||
		o.KeepMinified && reason == document.Minified
}

// skipped handles a file or folder that the walk skips. An indexed file loses its occurrence,
// unless it could not be read now.
func (u *update) skipped(s corpus.Skip) {
	u.count(s.Path, s.Reason, s.Err)
	if s.Reason == document.Unreadable || s.Reason == document.Damaged || s.Reason == document.ArchiveLimit {
		u.mu.Lock()
		u.unreadable = append(u.unreadable, strings.TrimSuffix(s.Path, "/")+"/")
		u.mu.Unlock()
	}
	if k := u.known.at(s.Path, ""); k != nil {
		seen := transient(s.Reason)
		k.set(knownSeen, seen)
		k.set(knownRejected, !seen && s.Reason != document.Ignored && s.Reason != document.Excluded)
	}
}

// transient reports whether the reason for a skip may not apply to the next update.
func transient(r document.Reason) bool {
	return r == document.Unreadable || r == document.Vanished || r == document.Changed
}

// exhausted reports whether reading failed because too many files are open. The update then has to
// end: it would skip other files for the same reason, and take them for removed.
func exhausted(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
}

// describedAs reports whether a record has the source's metadata of the file. The metadata are
// licence, package, repository and author.
func describedAs(o Occurrence, f corpus.File) bool {
	license := o.License
	if o.LicenseInFile {
		license = o.LicenseAround
	}
	sameAuthor := o.Package == "" || o.Author == f.Origin.Author
	return sameAuthor && o.Package == f.Origin.Package && o.Repository == f.Origin.Repository &&
		license == f.Origin.License && o.LicenseFrom == f.Origin.LicenseFrom
}
