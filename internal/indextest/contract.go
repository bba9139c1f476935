// Package indextest has the tests that every kind of index passes: [Contract]. [Same] compares two
// states of any kind.
package indextest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/query"
)

// Opened is an empty index under test.
type Opened struct {
	// Change returns a writer for the next change.
	Change func() index.Writer
	// Published returns the state that questions see, once a change is published.
	Published func() (index.State, error)
	// Shared means that several writers may change the index at the same time. So a state follows
	// what they publish, and no review of one change waits for another.
	Shared bool
}

// Contract tests a kind of index. open makes an empty one with the settings.
func Contract(t *testing.T, open func(*testing.T, index.Settings) Opened) {
	for _, c := range []struct {
		name string
		test func(*testing.T, *fixture)
	}{
		{"Empty", testEmpty},
		{"SearchIsExact", testSearch},
		{"PublishShowsAll", testPublish},
		{"RepeatedBatchChangesNothing", testRepeated},
		{"Remove", testRemove},
		{"Replace", testReplace},
		{"Revisions", testRevisions},
		{"Unknown", testUnknown},
		{"Context", testContext},
		{"ErrorOfCallback", testCallbacks},
		{"Review", testReview},
		{"Catalog", testCatalog},
		{"Update", testUpdate},
		{"Source", testSource},
		{"HashOnly", testHashOnly},
		{"Boilerplate", testBoilerplate},
	} {
		t.Run(c.name, func(t *testing.T) {
			settings := index.DefaultSettings()
			settings.Store, settings.HashOnly = c.name == "Source", c.name == "HashOnly"
			c.test(t, &fixture{t, open(t, settings)})
		})
	}
}

// fixture is an index under test.
type fixture struct {
	t *testing.T
	Opened
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// published returns the published state.
func (f *fixture) published() index.State {
	f.t.Helper()
	s, err := f.Published()
	must(f.t, err)
	f.t.Cleanup(func() { s.Close() })
	return s
}

// begun returns a writer of a change that has begun.
func (f *fixture) begun() index.Writer {
	f.t.Helper()
	w := f.Change()
	must(f.t, w.Begin(f.t.Context(), "", ""))
	return w
}

// write writes the batches as one change, and publishes it.
func (f *fixture) write(batches ...*index.Batch) index.State {
	f.t.Helper()
	w := f.begun()
	for _, b := range batches {
		must(f.t, w.Write(f.t.Context(), b))
		must(f.t, w.Merge(f.t.Context(), false))
	}
	must(f.t, w.Merge(f.t.Context(), true))
	must(f.t, w.Publish(f.t.Context()))
	return f.published()
}

// stored returns a content with the hashes, in both representations alike.
func stored(name string, hashes ...uint64) index.Document {
	id := index.BlobID([]byte(name))
	d := index.Document{Content: index.Content{ID: id, Language: "Go", Size: 1 << 20, Tokens: 1 << 10}}
	for r := range d.Hashes {
		d.Hashes[r], d.Fingerprints[r] = hashes, len(hashes)
	}
	return d
}

// at returns an occurrence of a content, or a skipped file if it has no id.
func at(collection, path, id string) index.Occurrence {
	o := index.Occurrence{Collection: collection, Root: "/root", Path: path, Content: id}
	if id == "" {
		o.Skipped = "binary"
	}
	return o
}

// hash returns a hash with the upper bits of term n.
func hash(n int) uint64 { return uint64(n+1) * 0x9E3779B97F4A7C15 }

// vector returns a question of these terms, in both representations.
func vector(hashes ...uint64) *query.Vector {
	var terms []query.Term
	for r := range analyzer.Representation(analyzer.Representations) {
		for _, h := range hashes {
			terms = append(terms, query.Term{Representation: r, Hash: h})
		}
	}
	return query.NewVector(terms)
}

// three returns contents of three names, each with an occurrence, and terms that they share.
func three() *index.Batch {
	b := &index.Batch{Contents: []index.Document{
		stored("a", hash(1), hash(2), hash(3)), stored("b", hash(1), hash(2)), stored("c", hash(1)),
	}}
	for i, d := range b.Contents {
		b.Occurrences = append(b.Occurrences, at("one", fmt.Sprintf("%d.go", i), d.ID))
	}
	return b
}

func idOf(name string) string { return index.BlobID([]byte(name)) }

func testEmpty(t *testing.T, f *fixture) {
	s := f.write()
	results, err := s.Search(t.Context(), []*query.Vector{vector(hash(1)), query.NewVector(nil)}, query.Options{})
	must(t, err)
	if s.Contents() != 0 || len(results) != 2 || len(results[0].Hits) != 0 || results[0].Terms[0].DF != 0 {
		t.Errorf("%d contents, %+v", s.Contents(), results)
	}
	if d, err := s.Describe(t.Context(), nil); err != nil || len(d) != 0 {
		t.Errorf("described %v, %v", d, err)
	}
	if lines := Dump(t, s); len(lines) != 0 {
		t.Errorf("an empty index has %v", lines)
	}
}

// Random contents of few terms have many ties. Some are of the same terms.
func testSearch(t *testing.T, f *fixture) {
	r := rand.New(rand.NewPCG(7, 7))
	m := newModel()
	var batches []*index.Batch
	for i := range 120 {
		if i%40 == 0 {
			batches = append(batches, new(index.Batch))
		}
		var hashes []uint64
		for range 1 + r.IntN(12) {
			hashes = append(hashes, hash(min(r.IntN(60), r.IntN(60)))+uint64(r.IntN(9))) // lower bits do not count
		}
		if i%10 == 9 {
			hashes = m.documents[i-1].Hashes[0] // a tie with the content before it
		}
		d := stored(fmt.Sprint(i), hashes...)
		m.add(d)
		b := batches[len(batches)-1]
		b.Contents = append(b.Contents, d)
		b.Occurrences = append(b.Occurrences, at("c", fmt.Sprint(i), d.ID))
	}
	s := f.write(batches...)
	for range 60 {
		var terms []query.Term
		for range r.IntN(20) {
			terms = append(terms, query.Term{
				Representation: analyzer.Representation(r.IntN(analyzer.Representations)),
				Hash:           hash(r.IntN(70)), Spare: r.IntN(4) == 0,
			})
		}
		o := query.Options{Measure: query.Measure(r.IntN(3)), Top: r.IntN(15), MinScore: []float64{0, .3}[r.IntN(2)]}
		m.check(t, s, query.NewVector(terms), o)
	}
	testTogether(t, s)
	testSample(t, s)
}

// Several questions at once have the answers of each alone.
func testTogether(t *testing.T, s index.State) {
	t.Helper()
	vs := []*query.Vector{vector(hash(1), hash(2)), vector(hash(2), hash(5), hash(66)), vector(hash(99))}
	together, err := s.Search(t.Context(), vs, query.Options{Top: 5})
	must(t, err)
	for i, v := range vs {
		alone, err := s.Search(t.Context(), []*query.Vector{v}, query.Options{Top: 5})
		must(t, err)
		sameResult(t, fmt.Sprint("question ", i), together[i], alone[0])
	}
}

// MaxTerms takes the terms with the smallest hashes.
func testSample(t *testing.T, s index.State) {
	t.Helper()
	hashes := []uint64{hash(1), hash(2), hash(3), hash(4)}
	slices.Sort(hashes)
	part, err := s.Search(t.Context(), []*query.Vector{vector(hashes...)}, query.Options{MaxTerms: 4})
	must(t, err)
	want, err := s.Search(t.Context(), []*query.Vector{vector(hashes[:2]...)}, query.Options{})
	must(t, err)
	sameResult(t, "a sample", part[0], want[0])
}

// A state never changes. Written data is in the state of the writer at once, and published only by
// Publish.
func testPublish(t *testing.T, f *fixture) {
	first := f.write(three())
	before := Dump(t, first)
	w := f.begun()
	d := stored("d", hash(1), hash(9))
	must(t, w.Write(t.Context(), &index.Batch{
		Contents: []index.Document{d}, Occurrences: []index.Occurrence{at("two", "d.go", d.ID), at("one", "0.go", d.ID)},
	}))
	same(t, "published too early", Dump(t, f.published()), before)
	written, err := w.State()
	must(t, err)
	defer written.Close()
	after := Dump(t, written)
	if slices.Equal(after, before) || written.Contents() != 4 {
		t.Errorf("a written document is not in the state of the writer: %v", after)
	}
	must(t, w.Publish(t.Context()))
	same(t, "published", Dump(t, f.published()), after)
	if !f.Shared {
		same(t, "a state has changed", Dump(t, first), before)
	}
	if first.Contents() != 3 {
		t.Errorf("a state has %d contents now", first.Contents())
	}
}

func testRepeated(t *testing.T, f *fixture) {
	before := Dump(t, f.write(three()))
	same(t, "in one change", Dump(t, f.write(three(), three())), before)
	same(t, "later", Dump(t, f.write(three())), before)
}

func testRemove(t *testing.T, f *fixture) {
	f.write(three())
	a, b := stored("a"), stored("b")
	s := f.write(&index.Batch{
		Gone:    []index.Occurrence{at("one", "0.go", a.ID), at("one", "1.go", b.ID), at("one", "none.go", a.ID)},
		Orphans: []string{a.ID, b.ID, idOf("never")},
	})
	want := &index.Batch{Contents: []index.Document{stored("c", hash(1))}, Occurrences: []index.Occurrence{at("one", "2.go", idOf("c"))}}
	same(t, "left", Dump(t, s), dumpOf(want))
	stats, err := s.LookUp(t.Context(), vector(hash(1), hash(2)))
	must(t, err)
	for _, term := range stats {
		if want := map[uint64]int{hash(1) >> 24: 1}[term.Hash>>24]; term.DF != want || term.IDF != query.IDF(1, want) {
			t.Errorf("%+v, not df %d", term, want)
		}
	}
	if _, err := s.Describe(t.Context(), []string{a.ID}); !errors.Is(err, index.ErrUnknownContent) {
		t.Errorf("a removed content: %v", err)
	}
}

func testReplace(t *testing.T, f *fixture) {
	f.write(three())
	b, c := stored("b", hash(7)), stored("c", hash(1))
	s := f.write(&index.Batch{
		Contents: []index.Document{b}, Occurrences: []index.Occurrence{at("one", "0.go", c.ID), at("one", "1.go", "")}, Orphans: []string{idOf("a")},
	})
	want := &index.Batch{
		Contents:    []index.Document{b, c},
		Occurrences: []index.Occurrence{at("one", "0.go", c.ID), at("one", "1.go", ""), at("one", "2.go", c.ID)},
	}
	same(t, "replaced", Dump(t, s), dumpOf(want))
}

// Revisions of a path are occurrences of their own, with their known origin.
func testRevisions(t *testing.T, f *fixture) {
	a, b := stored("a", hash(1)), stored("b", hash(2))
	var all []index.Occurrence
	for i, id := range []string{a.ID, b.ID, a.ID} {
		o := at("one", "x.go", id)
		o.Revision = fmt.Sprint("r", i)[:min(2, 2*i)] // the first has none
		o.Origin = document.Origin{Date: time.Unix(int64(1e9*i), 0).UTC(), Author: fmt.Sprint("author ", i)}
		all = append(all, o)
	}
	all[1].Origin.Date, all[1].Origin.Edited = time.Time{}, time.Unix(1, 0).UTC()
	f.write(&index.Batch{Contents: []index.Document{a, b}, Occurrences: all})
	s := f.write(&index.Batch{Gone: all[2:]})
	want := all[:2]
	slices.SortFunc(want, index.Occurrence.Compare)
	got := occurrences(t, s, index.Where{})
	slices.SortFunc(got, index.Occurrence.Compare)
	if !slices.Equal(got, want) {
		t.Errorf("left: %+v, not %+v", got, want)
	}
	described, err := s.Describe(t.Context(), []string{b.ID})
	must(t, err)
	if !slices.Equal(described[0].Occurrences, all[1:2]) {
		t.Errorf("described: %+v", described)
	}
}

func testUnknown(t *testing.T, f *fixture) {
	s := f.write(three())
	for _, id := range []string{idOf("never"), "", "no id"} {
		if _, err := s.Describe(t.Context(), []string{idOf("a"), id}); !errors.Is(err, index.ErrUnknownContent) {
			t.Errorf("Describe(%q): %v", id, err)
		}
		hits, err := s.Score(t.Context(), vector(hash(1)), []string{id, idOf("b")}, query.Options{})
		if err != nil || len(hits) != 1 || hits[0].ID != idOf("b") {
			t.Errorf("Score(%q): %v, %v", id, hits, err)
		}
		if _, err := s.Source(t.Context(), index.Content{ID: id}, nil, nil); !errors.Is(err, index.ErrUnknownContent) {
			t.Errorf("Source(%q): %v", id, err)
		}
		if all := occurrences(t, s, index.Where{Content: id}); id != "" && len(all) > 0 {
			t.Errorf("Occurrences(%q): %v", id, all)
		}
	}
	described, err := s.Describe(t.Context(), []string{idOf("c"), idOf("a"), idOf("c")})
	must(t, err)
	for i, name := range []string{"c", "a", "c"} {
		if d := described[i]; d.ID != idOf(name) || len(d.Occurrences) != 1 {
			t.Errorf("Describe: %+v in place of %s", d, name)
		}
	}
	if _, err := s.Source(t.Context(), described[0].Content, nil, nil); !errors.Is(err, index.ErrSourceGone) {
		t.Errorf("a source without a file: %v", err)
	}
	known, err := f.begun().Known(t.Context(), []string{idOf("never"), idOf("b"), "no id"})
	if err != nil || len(known) != 1 || known[0] != described1(t, s, "b") {
		t.Errorf("Known: %+v, %v", known, err)
	}
}

func described1(t *testing.T, s index.State, name string) index.Content {
	t.Helper()
	d, err := s.Describe(t.Context(), []string{idOf(name)})
	must(t, err)
	return d[0].Content
}

// Every method returns the error of a context that is done.
func testContext(t *testing.T, f *fixture) {
	s := f.write(three())
	c, err := index.CatalogOf(s)
	must(t, err)
	a := described1(t, s, "a")
	w := f.begun()
	never := func(any) error { t.Error("called after the end of the context"); return nil }
	for name, call := range map[string]func(ctx context.Context) error{
		"Search": func(ctx context.Context) error {
			_, err := s.Search(ctx, []*query.Vector{vector(hash(1))}, query.Options{})
			return err
		},
		"Search by cosine": func(ctx context.Context) error {
			_, err := s.Search(ctx, []*query.Vector{vector(hash(1))}, query.Options{Measure: query.Cosine})
			return err
		},
		"Score": func(ctx context.Context) error {
			_, err := s.Score(ctx, vector(hash(1)), []string{a.ID}, query.Options{})
			return err
		},
		"LookUp":   func(ctx context.Context) error { _, err := s.LookUp(ctx, vector(hash(1))); return err },
		"Describe": func(ctx context.Context) error { _, err := s.Describe(ctx, []string{a.ID}); return err },
		"Occurrences": func(ctx context.Context) error {
			return s.Occurrences(ctx, index.Where{}, func(o index.Occurrence) error { return never(o) })
		},
		"Source": func(ctx context.Context) error { _, err := s.Source(ctx, a, nil, nil); return err },
		"EachContent": func(ctx context.Context) error {
			return c.EachContent(ctx, func(c index.Content) error { return never(c) })
		},
		"EachDocument": func(ctx context.Context) error {
			return c.EachDocument(ctx, func(d index.Document) error { return never(d) })
		},
		"EachTerm": func(ctx context.Context) error {
			return c.EachTerm(ctx, analyzer.Exact, func([]byte, int) error { return never(nil) })
		},
		"ContentsWith": func(ctx context.Context) error {
			_, err := c.ContentsWith(ctx, analyzer.Exact, termOf(1), 1)
			return err
		},
		"Collections": func(ctx context.Context) error { _, err := c.Collections(ctx); return err },
		"Languages":   func(ctx context.Context) error { _, err := c.Languages(ctx); return err },
		"Known":       func(ctx context.Context) error { _, err := w.Known(ctx, []string{a.ID}); return err },
		"Write":       func(ctx context.Context) error { return w.Write(ctx, &index.Batch{Orphans: []string{a.ID}}) },
	} {
		done, cancel := context.WithCancel(t.Context())
		cancel()
		if err := call(done); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
		late, cancel := context.WithTimeout(t.Context(), -1)
		if err := call(late); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s, late: %v", name, err)
		}
		cancel()
	}
	must(t, w.Publish(t.Context()))
	same(t, "after refused calls", Dump(t, f.published()), Dump(t, s))
}

// The first error of a callback ends a pass and is returned.
func testCallbacks(t *testing.T, f *fixture) {
	s := f.write(three())
	c, err := index.CatalogOf(s)
	must(t, err)
	errStop := errors.New("stop")
	for name, pass := range map[string]func(stop func() error) error{
		"Occurrences": func(stop func() error) error {
			return s.Occurrences(t.Context(), index.Where{}, func(index.Occurrence) error { return stop() })
		},
		"EachContent": func(stop func() error) error {
			return c.EachContent(t.Context(), func(index.Content) error { return stop() })
		},
		"EachDocument": func(stop func() error) error {
			return c.EachDocument(t.Context(), func(index.Document) error { return stop() })
		},
		"EachTerm": func(stop func() error) error {
			return c.EachTerm(t.Context(), analyzer.Exact, func([]byte, int) error { return stop() })
		},
	} {
		calls := 0
		err := pass(func() error {
			if calls++; calls == 2 {
				return errStop
			}
			return nil
		})
		if !errors.Is(err, errStop) || calls != 2 {
			t.Errorf("%s: %d calls, %v", name, calls, err)
		}
	}
}

// While a review is due, nothing more is published.
func testReview(t *testing.T, f *fixture) {
	before := Dump(t, f.write(three()))
	if f.Shared {
		w := f.begun()
		must(t, w.Write(t.Context(), &index.Batch{Review: true}))
		if due, err := w.ReviewDue(t.Context()); due || err != nil {
			t.Errorf("a review is due: %v, %v", due, err)
		}
		return
	}
	w := f.begun()
	gone := &index.Batch{Gone: []index.Occurrence{at("one", "0.go", idOf("a"))}, Review: true}
	must(t, w.Write(t.Context(), gone))
	must(t, w.Publish(t.Context()))
	same(t, "published before its review", Dump(t, f.published()), before)
	w = f.begun() // of a later change
	if due, err := w.ReviewDue(t.Context()); !due || err != nil {
		t.Errorf("a review is due: %v, %v", due, err)
	}
	must(t, w.Write(t.Context(), &index.Batch{Orphans: []string{idOf("a")}}))
	must(t, w.Write(t.Context(), &index.Batch{Reviewed: true}))
	if due, err := w.ReviewDue(t.Context()); due || err != nil {
		t.Errorf("after the review one is due: %v, %v", due, err)
	}
	must(t, w.Publish(t.Context()))
	if n := f.published().Contents(); n != 2 {
		t.Errorf("%d contents after the review", n)
	}
}

// languagesOf returns the languages of the contents, sorted.
func languagesOf(contents []index.Document) (all []string) {
	for _, c := range contents {
		all = append(all, c.Language)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func testCatalog(t *testing.T, f *fixture) {
	b := three()
	b.Occurrences = append(b.Occurrences, at("two", "x.go", idOf("a")), at("nothing", "y.bin", ""))
	s := f.write(b)
	c, err := index.CatalogOf(s)
	must(t, err)
	names, err := c.Collections(t.Context())
	must(t, err)
	same(t, "collections", names, []string{"nothing", "one", "two"})
	languages, err := c.Languages(t.Context())
	must(t, err)
	same(t, "languages", languages, languagesOf(b.Contents))
	testDocuments(t, c, b.Contents)
	var terms []string
	must(t, c.EachTerm(t.Context(), analyzer.Structure, func(term []byte, df int) error {
		terms = append(terms, fmt.Sprintf("%s %d", term, df))
		return nil
	}))
	want := []string{termOf(1) + " 3", termOf(2) + " 2", termOf(3) + " 1"}
	slices.Sort(want)
	same(t, "terms", terms, want)
	for n, found := range []int{0, 1, 2, 2} {
		ids, err := c.ContentsWith(t.Context(), analyzer.Exact, termOf(2), n)
		must(t, err)
		if slices.Sort(ids); len(slices.Compact(ids)) != found || slices.Contains(ids, idOf("c")) {
			t.Errorf("%d contents with a term: %v", n, ids)
		}
	}
	if ids, err := c.ContentsWith(t.Context(), analyzer.Exact, termOf(50), 3); err != nil || len(ids) > 0 {
		t.Errorf("contents with a term that is nowhere: %v, %v", ids, err)
	}
	for w, n := range map[index.Where]int{
		{}: 4, {Collection: "one"}: 3, {Collection: "two"}: 1, {Collection: "nothing"}: 0, {Content: idOf("a")}: 2,
		{Content: idOf("a"), Collection: "two"}: 1, {Skipped: true}: 1, {Skipped: true, Collection: "one"}: 0,
		{Both: true}: 5, {Both: true, Collection: "nothing"}: 1,
		{File: "/root/x.go"}: 1, {File: "/root/x.go", Collection: "one"}: 0, {File: "/root"}: 0, {File: "/x.go"}: 0,
		{File: "/root/y.bin"}: 0, {File: "/root/y.bin", Skipped: true}: 1, {File: "/root/y.bin", Both: true}: 1,
	} {
		if all := occurrences(t, s, w); len(all) != n {
			t.Errorf("%+v selects %v", w, all)
		}
	}
	testRoots(t, f)
}

// The roots of a collection are the roots of its occurrences and skipped files.
func testRoots(t *testing.T, f *fixture) {
	below := func(collection, root, path, id string) index.Occurrence {
		o := at(collection, path, id)
		o.Root = root
		return o
	}
	a := stored("a", hash(1))
	gone := []index.Occurrence{below("r", "/b", "x.go", a.ID), below("r", "/b", "y.go", a.ID), below("gone", "/g", "x.go", a.ID)}
	kept := []index.Occurrence{
		below("r", "/", "a/b/c.go", a.ID), below("r", "/a", "b/c.go", a.ID), below("r", "/a/b", "c.go", ""), below("r", "/a/b", "d.go", ""),
		below("s", "/c", "x.go", a.ID), below("r", "/\xff", "x.go", a.ID),
	}
	f.write(&index.Batch{Contents: []index.Document{a}, Occurrences: append(kept, gone...)})
	s := f.write(&index.Batch{Gone: gone})
	c, err := index.CatalogOf(s)
	must(t, err)
	if names, err := c.Collections(t.Context()); err != nil || slices.Contains(names, "gone") {
		t.Errorf("collections %q, %v", names, err)
	}
	for collection, want := range map[string][]string{"r": {"/", "/a", "/a/b", "/\xff"}, "s": {"/c"}, "none": nil, "gone": nil} {
		roots, err := c.Roots(t.Context(), collection)
		must(t, err)
		same(t, "roots of "+collection, roots, want)
	}
	for w, n := range map[index.Where]int{
		{File: "/a/b/c.go"}: 2, {File: "/a/b/c.go", Both: true}: 3, {File: "/b/x.go", Both: true}: 0,
		{Root: "/a/b"}: 0, {Root: "/a/b", Both: true}: 2, {Root: "/a/b", Both: true, Any: true}: 1, {Root: "/a/b", Collection: "s", Both: true}: 0,
		{Root: "/b", Both: true, Any: true}: 0, {Root: "/a"}: 1, {Root: "/c", Collection: "s"}: 1, {Root: "/c/x.go", Both: true}: 0,
		{Collection: "r", Both: true, Any: true}: 1, {Both: true, Any: true}: 1, {Any: true}: 1, {File: "/a/b/c.go", Both: true, Any: true}: 1,
	} {
		if all := occurrences(t, s, w); len(all) != n {
			t.Errorf("%+v selects %v", w, all)
		}
	}
}

// testDocuments tests that the documents are those that were written.
func testDocuments(t *testing.T, c index.Catalog, written []index.Document) {
	t.Helper()
	linesOf := func(d index.Document) string {
		line := d.ID
		for _, hashes := range d.Hashes {
			var terms []string
			for _, h := range hashes {
				terms = append(terms, string(winnow.AppendTerm(nil, h)))
			}
			slices.Sort(terms)
			line += fmt.Sprintf(" %q", slices.Compact(terms))
		}
		return line
	}
	var got, want []string
	must(t, c.EachDocument(t.Context(), func(d index.Document) error {
		for _, hashes := range d.Hashes {
			if !slices.IsSorted(hashes) {
				t.Errorf("%s has the hashes %x", d.ID, hashes)
			}
		}
		got = append(got, linesOf(d))
		return nil
	}))
	for _, d := range written {
		want = append(want, linesOf(d))
	}
	slices.Sort(got)
	slices.Sort(want)
	same(t, "documents", got, want)
}
