package pairing

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/chaffinch-search/chaffinch/internal/collection/candidates"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// A score weighs what is rare among all files. If an index finds the files that are like the named
// ones, the others only show what is rare, and a sample of them shows it as well. Each file of the
// sample counts for itself and for the files that were not read (Horvitz and Thompson, "A
// generalization of sampling without replacement from a finite universe", 1952).

// sampleSize is the number of contents in a sample.
const sampleSize = 300

// sample are files of the index that stand for others.
type sample struct {
	mu     sync.Mutex
	paths  map[string]bool
	read   map[string]bool // contents of the sample
	unread map[string]int  // files that were not read, by content
	short  int             // files that were not read because they are too short to be compared
	df     map[uint64]int  // of the fingerprints of named files, by [candidates.Key]
}

func newSample() *sample {
	return &sample{paths: map[string]bool{}, read: map[string]bool{}, unread: map[string]int{}, df: map[uint64]int{}}
}

// omit returns a function that reports whether a file is neither likely nor in the sample. It
// returns nil if the index cannot decide this.
func (s *sample) omit(ctx context.Context, o *pairs.Options, named *selection) (func(string, corpus.File) bool, error) {
	f, err := openLikely(ctx, o.Index, &likelyFiles{options: o}, named)
	if f == nil {
		return nil, err
	}
	contents := f.contents()
	chosen := f.choose(contents)
	for t, df := range f.terms { // of other files of the index, too
		s.df[candidates.Key(t.Representation, t.Hash)] = df * len(contents) / max(1, f.all)
	}
	return func(path string, file corpus.File) bool {
		id, known := f.content(path, file, named)
		if !known || f.ids[id] {
			return false
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		switch {
		case id == "":
			s.short++
		case chosen[id]:
			s.paths[path], s.read[id] = true, true
			return false
		default:
			s.unread[id]++
		}
		return true
	}, nil
}

// contents returns the contents of the files, sorted.
func (f *likelyFiles) contents() []string {
	all := map[string]bool{}
	for _, o := range f.files {
		if o.Content != "" {
			all[o.Content] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// choose returns the sample of the contents: some that are not likely. Ids are hashes, so the first
// ones are random.
func (f *likelyFiles) choose(contents []string) map[string]bool {
	chosen := map[string]bool{}
	for _, id := range contents {
		if !f.ids[id] && len(chosen) < sampleSize {
			chosen[id] = true
		}
	}
	return chosen
}

// stands reports whether the sample stands for files that were not read.
func (s *sample) stands() bool { return s != nil && len(s.unread) > 0 && len(s.read) > 0 }

// standsFor returns how many units a unit stands for: 1 unless it is in the sample.
func (s *sample) standsFor(u *units.Unit) float64 {
	if s == nil || len(u.Files) != 1 || !s.paths[u.Files[0].Path] {
		return 1
	}
	return 1 + float64(len(s.unread))/float64(len(s.read))
}

// omitted returns how many files were not read.
func (s *sample) omitted() (n int) {
	if s == nil {
		return 0
	}
	for _, files := range s.unread {
		n += files
	}
	return n + s.short
}
