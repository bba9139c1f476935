package index

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// A container is a document with others in it, such as an archive. When all of them are written, it
// gets a record as a skipped file. As long as that agrees with the container and with the options,
// the next update does not read it.

// isIntact reports whether a container is unchanged since it was read, with equal options.
func (u *update) isIntact(ctx context.Context, f corpus.File) bool {
	select {
	case <-u.loaded:
	case <-ctx.Done():
		return false
	}
	k := u.known.at(f.Path, f.Revision)
	if k == nil || u.known.record(k).Skipped != document.Unpacked || k.size != f.Size {
		return false
	}
	if v := u.containerVersion(f); k.version != v && (k.version != v+holdsMore || u.o.Prune) {
		return false
	}
	u.o.Corpus.Use.SetPartial()
	u.mu.Lock()
	defer u.mu.Unlock()
	u.intact[f.Path] = true
	return true
}

// holdsMore marks a container's version if the index has more documents than it. Then it is read
// again to prune them.
const holdsMore = 1

// readerVersion is raised when reading a container gives other documents or facts. Then the next
// update reads containers again that have not changed.
const readerVersion = 9

// containerVersion is all that decides which documents are read of a container.
type containerVersion struct {
	reader   int   // readerVersion
	file     int64 // see versionOf
	source   string
	language string // of all documents, "" for none
	options  document.Options
}

func (u *update) containerVersion(f corpus.File) int64 {
	v := containerVersion{reader: readerVersion, file: versionOf(f, u.analyzer.Key()), source: u.from.Name(), options: u.o.Corpus}
	if u.src.Language != nil {
		v.language = u.src.Language.Name
	}
	return v.sum()
}

// sum returns the version as a number.
func (v containerVersion) sum() int64 {
	v.options.Input, v.options.Use = nil, nil // standard input is not read again
	return int64(xxhash.Sum64String(fmt.Sprintf("%#v", v)))
}

// containersOf yields the path of everything that may be the container of a document. These are the
// root, and all beginnings of the path.
func containersOf(path string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if !yield("") {
			return
		}
		for i := range len(path) {
			if path[i] == '/' && !yield(path[:i]) {
				return
			}
		}
	}
}

// inIntact reports whether the path names an intact container, or a file in one.
func (u *update) inIntact(path string) bool {
	if len(u.intact) == 0 {
		return false
	}
	for container := range containersOf(path) {
		if u.intact[container] {
			return true
		}
	}
	return u.intact[path]
}

// recordContainers records the containers that were read. It is called when everything in them is
// written. It skips containers that have changed just now, since their time may not show the next
// change, and containers that the update reads only in part.
func (u *update) recordContainers() error {
	if u.o.Part.Of > 1 {
		return nil
	}
	w := newWorker(u)
	for _, f := range u.whole {
		o := u.occurrence(f, time.Now())
		if o.Reading.Version == 0 {
			continue
		}
		o.Reading.Version, o.Skipped = u.containerVersion(f), document.Unpacked
		if document.IsRepositoryAddress(u.from.Root()) {
			o.URL = u.from.Name() // the root does not name the revision that was read
		}
		if u.outlived[f.Path] {
			o.Reading.Version += holdsMore
		}
		w.batch.Occurrences = append(w.batch.Occurrences, o)
		if err := w.flushIfFull(); err != nil {
			return err
		}
	}
	return w.flush()
}

// countIntact counts a record of an intact container.
func (u *update) countIntact(o Occurrence) {
	switch {
	case o.Skipped == "":
		u.tally(func(r *Report) { r.Unchanged++ })
	case o.Skipped != document.Unpacked:
		u.count(o.Path, o.Skipped, nil)
	}
}
