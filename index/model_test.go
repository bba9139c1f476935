package index

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// The model is an index as a map from places to what was found there. Random changes of the
// files, updates, removals and reopenings are done to both, and both must agree on every
// occurrence, content, df and count in a report.

type place struct{ collection, root, path string }

type found struct {
	text    string // empty if skipped
	skipped string
	stamp   int64 // when the file was written
}

type model struct {
	t      *testing.T
	r      *rand.Rand
	x      *Index
	trees  []*tree
	files  map[string]map[string]found // by root and path
	places map[place]found
	texts  []string
}

var modelOptions = corpus.Options{MaxSize: 3000}

func newModel(t *testing.T, seed uint64, s Settings) *model {
	m := &model{t: t, r: rand.New(rand.NewPCG(seed, 3)), x: createIndex(t, s), files: map[string]map[string]found{}, places: map[place]found{}}
	for range 2 {
		tr := newTree(t, nil)
		m.trees = append(m.trees, tr)
		m.files[tr.root] = map[string]found{}
	}
	for i := range uint64(8) {
		m.texts = append(m.texts, source(i))
	}
	return m
}

// write makes or changes a file.
func (m *model) write() {
	tr := m.trees[m.r.IntN(2)]
	name := fmt.Sprintf("%c/%d.go", 'a'+m.r.IntN(3), m.r.IntN(4))
	f := found{text: m.texts[m.r.IntN(len(m.texts))]}
	content := f.text
	switch m.r.IntN(10) {
	case 0:
		f, content = found{skipped: "binary"}, "package p\x00"
	case 1:
		f, content = found{skipped: ReasonTooShort}, "package p"
	case 2:
		f, content = found{skipped: "empty"}, ""
	case 3:
		f, content = found{skipped: "too-large"}, strings.Repeat(m.texts[0], 20)
	}
	tr.clock += int64(m.r.IntN(2)) // times of different roots shall differ
	tr.write(name, content)
	f.stamp = tr.clock
	m.files[tr.root][name] = f
}

func (m *model) touch() {
	tr := m.trees[m.r.IntN(2)]
	if names := sortedKeys(m.files[tr.root]); len(names) > 0 {
		name := names[m.r.IntN(len(names))]
		tr.touch(name)
		f := m.files[tr.root][name]
		f.stamp = tr.clock
		m.files[tr.root][name] = f
	}
}

func (m *model) delete() {
	tr := m.trees[m.r.IntN(2)]
	if names := sortedKeys(m.files[tr.root]); len(names) > 0 {
		name := names[m.r.IntN(len(names))]
		tr.remove(name)
		delete(m.files[tr.root], name)
	}
}

func (m *model) collection() string { return []string{"c", "d"}[m.r.IntN(2)] }

func (m *model) update() {
	root, collection, prune := m.trees[m.r.IntN(2)].root, m.collection(), m.r.IntN(2) == 0
	want := m.expect(collection, root, prune)
	got := updated(m.t, m.x, Source{Root: root, Collection: collection}, UpdateOptions{Prune: prune, Corpus: modelOptions})
	got.Bytes = 0
	if fmt.Sprint(got) != fmt.Sprint(want) {
		m.t.Fatalf("prune %v: reports\n%+v, not\n%+v", prune, got, want)
	}
}

// expect brings the model up to date and returns the report that this should give.
func (m *model) expect(collection, root string, prune bool) Report {
	want := Report{Collection: collection, Root: root, Skipped: map[string]int{}}
	had, fresh := m.contents(), map[string]bool{}
	for path, f := range m.files[root] {
		at := place{collection, root, path}
		old, known := m.places[at]
		byName := f.skipped == "empty" || f.skipped == "too-large" // seen before it is read
		if f.skipped != "" {
			want.Skipped[f.skipped]++
		}
		if read := !byName && !(known && old.stamp == f.stamp); read {
			want.Read++
		}
		switch {
		case old.text != "" && old.text == f.text:
			want.Unchanged++
		case old.text != "" && f.text == "":
			want.Removed++
		case old.text != "":
			want.Changed++
		case f.text != "":
			want.Added++
		}
		if f.text != "" && !had[f.text] {
			fresh[f.text] = true
		}
		if byName {
			delete(m.places, at)
		} else {
			m.places[at] = f
		}
	}
	want.Contents = len(fresh)
	for at, old := range m.places {
		if _, there := m.files[root][at.path]; there || at.collection != collection || at.root != root {
			continue
		}
		switch {
		case old.text == "":
			delete(m.places, at)
		case prune:
			want.Removed++
			delete(m.places, at)
		default:
			want.Missing++
		}
	}
	return want
}

func (m *model) contents() map[string]bool {
	all := map[string]bool{}
	for _, f := range m.places {
		if f.text != "" {
			all[f.text] = true
		}
	}
	return all
}

func (m *model) remove() {
	collection, prefix := m.collection(), string(rune('a'+m.r.IntN(3)))
	want := 0
	for at, f := range m.places {
		if at.collection == collection && strings.HasPrefix(at.path, prefix) {
			delete(m.places, at)
			if f.text != "" {
				want++
			}
		}
	}
	got, err := m.x.Remove(context.Background(), func(o Occurrence) bool {
		return o.Collection == collection && strings.HasPrefix(o.Path, prefix)
	})
	if err != nil || got != want {
		m.t.Fatalf("removed %d, %v, not %d", got, err, want)
	}
}

func (m *model) reopen() {
	path := m.x.Path()
	must(m.t, m.x.Close())
	m.x = openIndex(m.t, path)
}

func (m *model) check() {
	want := []string{}
	for text := range m.contents() {
		want = append(want, "content "+BlobID([]byte(text)))
	}
	for at, f := range m.places {
		if f.text != "" {
			want = append(want, fmt.Sprintf("at %s %s %q %s", at.collection, at.root, at.path, BlobID([]byte(f.text))))
		} else {
			want = append(want, fmt.Sprintf("skipped %s %s %q %s", at.collection, at.root, at.path, f.skipped))
		}
	}
	slices.Sort(want)
	got := state(m.t, m.x)
	for i, line := range got {
		if strings.HasPrefix(line, "content ") {
			got[i] = line[:len("content ")+40]
		}
	}
	same(m.t, "state", got, want)
	if r := checked(m.t, m.x); len(r.Problems) > 0 {
		m.t.Errorf("the check finds %+v", r.Problems)
	}
	held := m.contents()
	sameDF(m.t, m.x, "a.go", m.texts, func(text string) bool { return held[text] })
	if m.t.Failed() {
		m.t.FailNow()
	}
}

func TestIndexAgreesWithItsModel(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		s, rounds := DefaultSettings(), 20
		if seed == 3 {
			s.Segments, rounds = SegmentsZap, 10
		}
		t.Run(fmt.Sprint(seed, " ", s.Segments), func(t *testing.T) {
			t.Parallel()
			m := newModel(t, seed, s)
			for range rounds {
				for range m.r.IntN(12) {
					[]func(){m.write, m.write, m.write, m.touch, m.delete}[m.r.IntN(5)]()
				}
				[]func(){m.update, m.update, m.update, m.update, m.remove, m.reopen}[m.r.IntN(6)]()
				m.check()
			}
		})
	}
}
