package evidence

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
)

// describing is a state that only describes contents. It counts those that it is asked for.
type describing struct {
	index.State
	made  func(id string) (index.Described, bool)
	asked atomic.Int64
}

func (s *describing) Describe(_ context.Context, ids []string) (all []index.Described, err error) {
	s.asked.Add(int64(len(ids)))
	for _, id := range ids {
		d, ok := s.made(id)
		if !ok {
			return nil, fmt.Errorf("content %s: %w", id, index.ErrUnknownContent)
		}
		all = append(all, d)
	}
	return all, nil
}

// manyOccurrences describes contents by their numbers. Some are in edited posts with a history, and
// some have so many occurrences that a few of them are all that is kept, or that they are not kept.
func manyOccurrences(id string) (index.Described, bool) {
	var n int
	if _, err := fmt.Sscan(id, &n); err != nil {
		return index.Described{}, false
	}
	count := n % 4
	switch n % 20 {
	case 8:
		count = mostOccurrences/9 - n
	case 9:
		count = mostOccurrences/8 + 1
	}
	d := index.Described{Content: index.Content{ID: id, Tokens: n}}
	d.Occurrences = make([]index.Occurrence, count)
	for i := range d.Occurrences {
		o := &d.Occurrences[i]
		if o.Content, o.Path = id, "p"; i < 3 {
			post := fmt.Sprintf("https://example.org/%%s/%d%%s", n)
			o.Origin = document.Origin{URL: fmt.Sprintf(post, "q", ""), Date: time.Unix(9, 0), Edited: time.Unix(10, 0), Author: "the first author"}
			if i == 2 {
				o.Origin = document.Origin{URL: fmt.Sprintf(post, "posts", "/revisions"), Date: time.Unix(int64(n), 0), Author: "who edited it"}
			}
		}
	}
	return d, true
}

// What is kept of contents is what the state says of them, also if more was asked for than is kept,
// and by several goroutines.
func TestDescribe_IsWhatTheStateSays(t *testing.T) {
	const contents = 300
	want := map[string]index.Described{}
	for n := range contents {
		d, _ := manyOccurrences(fmt.Sprint(n))
		index.SettleEdits(d.Occurrences)
		want[d.ID] = d
	}
	s := &describing{made: manyOccurrences}
	a := &Asker{state: s}
	var all, forgotten atomic.Int64
	var asking sync.WaitGroup
	for seed := range uint64(3) {
		asking.Go(func() {
			r := rand.New(rand.NewPCG(seed, 1))
			before := 0
			for range 200 {
				ids := make([]string, r.IntN(8))
				for i := range ids {
					ids[i] = fmt.Sprint(r.IntN(contents))
				}
				all.Add(int64(len(ids)))
				got, err := a.describe(t.Context(), ids)
				if err != nil || len(got) != len(ids) {
					t.Errorf("%d contents for %d ids: %v", len(got), len(ids), err)
					return
				}
				for i, id := range ids {
					if !sameDescription(got[i], want[id]) {
						t.Errorf("content %s has %d occurrences, and is not what the state says", id, len(got[i].Occurrences))
					}
				}
				used := a.described.size(t)
				if used < before {
					forgotten.Add(1)
				}
				before = used
			}
		})
	}
	asking.Wait()
	if forgotten.Load() < 3 || s.asked.Load() >= all.Load() {
		t.Errorf("all was forgotten %d times, and the state was asked for %d of %d contents", forgotten.Load(), s.asked.Load(), all.Load())
	}
}

// sameDescription compares descriptions, but of many occurrences only the first and their number.
func sameDescription(x, y index.Described) bool {
	return x.Content == y.Content && len(x.Occurrences) == len(y.Occurrences) &&
		reflect.DeepEqual(x.Occurrences[:min(9, len(x.Occurrences))], y.Occurrences[:min(9, len(y.Occurrences))])
}

// size checks how many occurrences are kept, and returns it.
func (d *described) size(t *testing.T) int {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	used := 0
	for _, of := range d.by {
		used += 1 + len(of.Occurrences)
	}
	if used != d.used || used > mostOccurrences {
		t.Errorf("%d occurrences are kept, %d are counted, and at most %d allowed", used, d.used, mostOccurrences)
	}
	return used
}

// What is known is not asked for again, and an error is not kept.
func TestDescribe_AsksForWhatItLacks(t *testing.T) {
	s := &describing{made: manyOccurrences}
	a := &Asker{state: s}
	for _, step := range []struct {
		ids   []string
		asked int64 // in all
		err   error
	}{
		{[]string{"1", "2", "1"}, 3, nil},
		{[]string{"2", "1"}, 3, nil},
		{[]string{"2", "3"}, 4, nil},
		{[]string{"4", "none"}, 6, index.ErrUnknownContent},
		{[]string{"4"}, 7, nil},
		{[]string{"none"}, 8, index.ErrUnknownContent},
		{nil, 8, nil},
	} {
		_, err := a.describe(t.Context(), step.ids)
		if !errors.Is(err, step.err) || (err == nil) != (step.err == nil) || s.asked.Load() != step.asked {
			t.Errorf("%q: %v, and %d contents were asked for", step.ids, err, s.asked.Load())
		}
	}
}
