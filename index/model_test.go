package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2/index/scorch/mergeplan"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/query"
)

// The model is an index as a map from places to what was found there. Random sequences of changes of the
// files, updates, some of them interrupted, removals, merges and reopenings are done to both. After each both
// must agree on every occurrence, content, df and count in a report, and so must what a reader opens, which is
// asked a question, too: its answer is that of weighing every document.

type place struct{ collection, root, path string }

type found struct {
	text    string // empty if skipped
	skipped string
	stamp   int64 // when the file was written
}

type model struct {
	t      *testing.T
	shown  bool // something is published
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
	source, options := Source{Root: root, Collection: collection}, UpdateOptions{Prune: prune, Corpus: modelOptions}
	want := m.expect(collection, root, prune)
	m.shown = true
	if m.r.IntN(4) == 0 {
		m.interrupt(source, options)
		updated(m.t, m.x, source, options)
		return // what is left to report depends on when it was interrupted
	}
	got := updated(m.t, m.x, source, options)
	got.Bytes = 0
	if fmt.Sprint(got) != fmt.Sprint(want) {
		m.t.Fatalf("prune %v: reports\n%+v, not\n%+v", prune, got, want)
	}
}

// interrupt begins an update that ends when a few files are done, if there are as many.
func (m *model) interrupt(source Source, o UpdateOptions) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	after := m.r.IntN(6)
	o.Progress = func(r Report) {
		if r.Read >= after {
			cancel()
		}
	}
	if _, err := m.x.Update(ctx, source, o); err != nil && !errors.Is(err, context.Canceled) {
		m.t.Fatal(err)
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
	m.shown = true
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

// merge makes one segment of all.
func (m *model) merge() {
	m.x.merging.Lock()
	defer m.x.merging.Unlock()
	must(m.t, m.x.merge(context.Background(), &mergeplan.SingleSegmentMergePlanOptions))
}

// check compares the index and what a reader opens with the model.
func (m *model) check() {
	want := m.state()
	m.checkState("the index", m.x, want)
	if m.shown {
		r, err := Open(context.Background(), m.x.Path(), Options{ReadOnly: true})
		must(m.t, err)
		defer r.Close()
		m.checkState("a reader", r, want)
		m.ask(r)
	}
	if m.t.Failed() {
		m.t.FailNow()
	}
}

func (m *model) checkState(what string, x *Index, want []string) {
	got := state(m.t, x)
	for i, line := range got {
		if strings.HasPrefix(line, "content ") {
			got[i] = line[:len("content ")+40]
		}
	}
	same(m.t, what, got, want)
	held := m.contents()
	sameDF(m.t, x, "a.go", m.texts, func(text string) bool { return held[text] })
}

// state is what [state] should return.
func (m *model) state() []string {
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
	return want
}

// ask asks a question that is a part of two texts.
func (m *model) ask(x *Index) {
	text := func() string { return m.texts[m.r.IntN(len(m.texts))] }
	x1, x2 := text(), text()
	question := x1[:len(x1)/(1+m.r.IntN(3))] + x2[len(x2)/2:]
	var n analyzer.Analysis
	x.Analyzer().Analyze(analyzer.Detect("a.go", []byte(question)), []byte(question), &n)
	v := query.NewVector(query.Terms(&n))
	s, err := x.Snapshot()
	must(m.t, err)
	defer s.Close()
	o := query.Options{Top: m.r.IntN(4), Documents: s.Contents()}
	result, err := query.Search(context.Background(), s.Reader(), v, o)
	must(m.t, err)
	var got []string
	for _, h := range result.Hits {
		got = append(got, fmt.Sprint(h.ID, " ", h.Score))
	}
	same(m.t, fmt.Sprintf("the best %d", o.Top), got, m.best(x.Analyzer(), v, o.Top))
}

// best returns what a search should find: the containment of every content, computed one by one. The weights are
// added in the order in which a search does that, by falling idf, so that they are the same to the last bit.
func (m *model) best(a *analyzer.Analyzer, v *query.Vector, top int) (all []string) {
	holds, df := map[string]map[[2]string]bool{}, map[query.Term]int{}
	for text := range m.contents() {
		holds[text] = terms(a, "a.go", text)
	}
	asked := slices.Clone(v.Terms())
	for _, t := range asked {
		for _, has := range holds {
			if has[[2]string{t.Field, t.Text}] {
				df[t]++
			}
		}
	}
	slices.SortStableFunc(asked, func(a, b query.Term) int { return df[a] - df[b] })
	type hit struct {
		id    string
		score float64
	}
	var hits []hit
	for text, has := range holds {
		shared, whole := 0.0, 0.0
		for _, t := range asked {
			idf := query.IDF(len(holds), df[t])
			whole += idf
			if has[[2]string{t.Field, t.Text}] {
				shared += idf
			}
		}
		if shared > 0 {
			hits = append(hits, hit{contentPrefix + BlobID([]byte(text)), shared / whole})
		}
	}
	slices.SortFunc(hits, func(a, b hit) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id)) })
	for i, h := range hits {
		if top == 0 || i < top {
			all = append(all, fmt.Sprint(h.id, " ", h.score))
		}
	}
	return all
}

// sequencesVariable says how many sequences are tried, instead of so many.
const sequencesVariable, someSequences = "CHAFFINCH_MODEL_SEQUENCES", 200

func TestIndexAgreesWithItsModel(t *testing.T) {
	t.Parallel()
	sequences := uint64(someSequences)
	if text := os.Getenv(sequencesVariable); text != "" {
		n, err := strconv.ParseUint(text, 10, 32)
		if err != nil {
			t.Fatalf("%s: %v", sequencesVariable, err)
		}
		sequences = n
	}
	for seed := range sequences {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			s := DefaultSettings()
			if seed%16 == 15 {
				s.Segments = SegmentsZap
			}
			newModel(t, seed, s).run()
		})
	}
}

// run does one to six operations; the files change before each.
func (m *model) run() {
	for range 1 + m.r.IntN(6) {
		for range m.r.IntN(12) {
			[]func(){m.write, m.write, m.write, m.touch, m.delete}[m.r.IntN(5)]()
		}
		[]func(){m.update, m.update, m.update, m.update, m.update, m.remove, m.reopen, m.merge}[m.r.IntN(8)]()
		m.check()
	}
	if r := checked(m.t, m.x); len(r.Problems) > 0 {
		m.t.Errorf("the check finds %+v", r.Problems)
	}
}
