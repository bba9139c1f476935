package index

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/countdown"
)

// Remove looks at its context for every occurrence, whether it is to be removed or not, and wherever it ends the next
// call does the rest.
func TestRemoveEndsWithItsContext(t *testing.T) {
	t.Parallel()
	const n = 12
	files := map[string]string{}
	for i := range n {
		files[fmt.Sprintf("%d/a.go", i)] = source(uint64(i))
	}
	tr, x := newTree(t, files), newIndex(t)
	updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	looks := countdown.After(1 << 20)
	if removed, err := x.Remove(looks, func(Occurrence) bool { return false }); removed != 0 || err != nil {
		t.Fatal(removed, err)
	}
	if asked := looks.Looks(); asked < n {
		t.Errorf("%d looks for %d occurrences", asked, n)
	}
	removed := 0
	for after := 1; removed < n; after *= 2 {
		got, err := x.Remove(countdown.After(after), func(Occurrence) bool { return true })
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if removed += got; after > 100*n {
			t.Fatalf("%d of %d are removed after %d calls", removed, n, after)
		}
	}
	_, err := x.Remove(context.Background(), func(Occurrence) bool { return false }) // for the review that is left
	must(t, err)
	if left := state(t, x); len(left) > 0 {
		t.Errorf("left is %v", left)
	}
}

// What is left to do when ctx is done is done by the next update: occurrences of contents that another worker was
// writing, files that are gone, and the review.
func TestWhatAnInterruptedUpdateLeavesTheNextOneDoes(t *testing.T) {
	t.Parallel()
	done, cancel := context.WithCancel(context.Background())
	cancel()
	tr := newTree(t, map[string]string{"a.go": source(1), "b.go": source(2), "c.go": source(3)})
	x := newIndex(t)
	updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	tr.remove("b.go")
	o := UpdateOptions{Prune: true}
	u, err := x.newUpdate(context.Background(), Source{Root: tr.root}, o)
	must(t, err)
	defer u.before.Close()
	must(t, u.load(context.Background()))
	if err := u.removeUnseen(done); !errors.Is(err, context.Canceled) {
		t.Errorf("removing goes on: %v", err)
	}
	u.deferred = []deferral{{Occurrence: u.known["a.go"].Occurrence}}
	if err := u.writeDeferred(done); err != nil || len(u.deferred) != 1 {
		t.Errorf("%d are left, %v", len(u.deferred), err)
	}
	w := newWorker(u)
	must(t, w.remove(u.known["c.go"].Occurrence))
	must(t, w.flush())
	must(t, u.review(done))
	if _, orphans := looseState(t, x); len(orphans) != 1 {
		t.Errorf("without an occurrence are %v", orphans)
	}
	tr.remove("c.go")
	updated(t, x, Source{Root: tr.root}, o)
	same(t, "paths", paths(t, x, map[string]string{"one": source(1)}), []string{"a.go one"})
	state(t, x)
}

// wide returns the text in UTF-16LE.
func wide(text string) string {
	b := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(text)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return string(b)
}

// endsEverywhere makes the call with contexts that are done after each number of looks that a whole call takes, or a part
// of these numbers where there are many, and wants to see their error.
func endsEverywhere(t *testing.T, least int, call func(context.Context) error) {
	t.Helper()
	whole := countdown.After(1 << 40)
	must(t, call(whole))
	looks := whole.Looks()
	if looks < least {
		t.Errorf("%d looks, not %d", looks, least)
	}
	for n := 0; n < looks; n += 1 + n/10 {
		if err := call(countdown.After(n)); !errors.Is(err, context.Canceled) {
			t.Errorf("done after %d of %d looks: %v", n, looks, err)
		}
	}
}

// large is a source that is larger than what is done at once.
func large() string { return strings.Repeat(source(1), atOnce/len(source(1))+1) }

func TestWhatIsDoneWithLargeSourcesEndsWithItsContext(t *testing.T) {
	t.Parallel()
	text := []byte(large())
	id := BlobID(text)
	endsEverywhere(t, len(text)>>20, func(ctx context.Context) error {
		got, err := BlobIDContext(ctx, text)
		if err == nil && got != id {
			t.Errorf("%s is another id", got)
		}
		return err
	})
	endsEverywhere(t, len(text)>>20, func(ctx context.Context) error {
		_, err := compress(ctx, text)
		return err
	})
	whole := packed(t, string(text))
	endsEverywhere(t, len(text)>>20, func(ctx context.Context) error {
		got, err := unpack(ctx, id, whole)
		if err == nil && !bytes.Equal(got, text) {
			t.Errorf("%d bytes are unpacked as others", len(got))
		}
		return err
	})
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := decompress(done, bytes.Repeat([]byte("?"), 99), atOnce+1); err == nil {
		t.Error("what is damaged is unpacked")
	}
}

func TestReadingASourceEndsWithItsContext(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads a large file again and again")
	}
	t.Parallel()
	for _, store := range []bool{false, true} {
		s := DefaultSettings()
		s.Store = store
		x := createIndex(t, s)
		text := large()
		tr := newTree(t, map[string]string{"a.go": text})
		o := UpdateOptions{}
		o.Corpus.MaxSize = int64(len(text))
		updated(t, x, Source{Root: tr.root}, o)
		snap, id := snapshot(t, x), BlobID([]byte(text))
		c, err := snap.Content(id)
		must(t, err)
		at, err := snap.Occurrences(id)
		must(t, err)
		endsEverywhere(t, len(text)>>20, func(ctx context.Context) error {
			got, err := snap.SourceContext(ctx, id)
			if err == nil && string(got) != text {
				t.Errorf("%d bytes are read as others", len(got))
			}
			return err
		})
		endsEverywhere(t, len(text)>>20, func(ctx context.Context) error {
			_, err := snap.SourceOf(ctx, c, at, nil)
			return err
		})
		endsEverywhere(t, 2*len(text)>>20, func(ctx context.Context) error {
			r, err := x.Check(ctx, CheckOptions{})
			if len(r.Problems) > 0 {
				t.Errorf("%+v", r.Problems)
			}
			return err
		})
	}
}

// A worker reads a file until its context ends, and then brings in nothing of it.
func TestReadingAFileEndsWithItsContext(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads a large file again and again")
	}
	t.Parallel()
	s := DefaultSettings()
	s.Store = true
	x := createIndex(t, s)
	x.limits = limits{bytes: 1 << 30, documents: 100} // nothing is written
	tr := newTree(t, map[string]string{"a.go": wide(large())})
	o := UpdateOptions{}
	o.Corpus.MaxSize = 4 * atOnce
	f := corpus.File{Path: "a.go", Abs: filepath.Join(tr.root, "a.go"), Size: int64(len(wide(large())))}
	endsEverywhere(t, 100, func(ctx context.Context) error {
		u, err := x.newUpdate(context.Background(), Source{Root: tr.root}, o)
		must(t, err)
		defer u.before.Close()
		w := newWorker(u)
		if err = w.read(ctx, f); err != nil && (w.batch.Size() > 0 || len(u.report.Skipped) > 0) {
			t.Errorf("%d documents are in the batch, skipped are %v", w.batch.Size(), u.report.Skipped)
		}
		return err
	})
}

// A review of a content ends with its context, and leaves it as it is.
func TestReviewEndsWithItsContext(t *testing.T) {
	t.Parallel()
	x := newIndex(t)
	x.limits = limits{bytes: 1 << 30, documents: 100} // a worker writes nothing
	text := wide(strings.Repeat(source(1), 300))
	tr := newTree(t, map[string]string{"a.txt": text, "b.md": text})
	updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	snap := snapshot(t, x)
	id := BlobID([]byte(text))
	at, err := snap.Occurrences(id)
	must(t, err)
	at[0].reading = reading{language: "Go"}
	endsEverywhere(t, 10, func(ctx context.Context) error {
		w := newWorker(&update{x: x, claims: newClaims()})
		err := w.lexAnew(ctx, id, []byte(text), at)
		if (err == nil) != (w.batch.Size() > 0) {
			t.Errorf("%d changes are in the batch: %v", w.batch.Size(), err)
		}
		return err
	})
	// The whole update, which goes on the next time.
	tr.write("c.go", text)
	for after := 1; ; after += 1 + after/4 {
		_, err := x.Update(countdown.After(after), Source{Root: tr.root}, UpdateOptions{})
		if err == nil {
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	updated(t, x, Source{Root: tr.root}, UpdateOptions{})
	c, err := snapshot(t, x).Content(id)
	must(t, err)
	if c.Language != "Go" {
		t.Errorf("it is %s", c.Language)
	}
	state(t, x)
}

// Adding boilerplate ends with its context, and leaves the index as it was.
func TestAddingBoilerplateEndsWithItsContext(t *testing.T) {
	t.Parallel()
	x := newIndex(t)
	tr := newTree(t, map[string]string{"a.go": wide(strings.Repeat(source(1), 300)), "b.go": source(2)})
	whole := 0
	for n := 1; whole == 0; n += 1 + n/10 {
		_, err := x.AddBoilerplate(countdown.After(n), []string{tr.root}, BoilerplateOptions{})
		held := 0
		must(t, snapshot(t, x).EachBoilerplate(func(Boilerplate) error { held++; return nil }))
		if err != nil && !errors.Is(err, context.Canceled) || held != 0 && held != 2 {
			t.Fatalf("done after %d looks: %d are there: %v", n, held, err)
		}
		if err == nil {
			whole = n
		}
	}
	if whole < 20 {
		t.Errorf("%d looks", whole)
	}
}
