package disk

import (
	"bytes"
	"context"
	"errors"
	"github.com/chaffinch-search/chaffinch/index"
	"os"
	"slices"
	"strings"
	"testing"
)

func TestSource_Stored(t *testing.T) {
	s := index.DefaultSettings()
	s.Store = true
	x := createIndex(t, s)
	tr := newTree(t, map[string]string{"a.go": source(1), "b.go": strings.Repeat(source(2), 50), "c.txt": "ten words that nobody has ever said before in prose\r\n"})
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	want := map[string]string{}
	for _, name := range []string{"a.go", "b.go", "c.txt"} {
		text, err := os.ReadFile(tr.path(name))
		must(t, err)
		want[index.BlobID(text)] = string(text)
		tr.remove(name)
	}
	snap := snapshot(t, x)
	for id, text := range want {
		if got, err := snap.Source(id); err != nil || string(got) != text {
			t.Errorf("%.30q, %v, not %.30q", got, err, text)
		}
		c, err := snap.Content(id)
		must(t, err)
		if got, err := snap.SourceOf(context.Background(), c, nil, nil); err != nil || string(got) != text {
			t.Errorf("by what is known of it: %.30q, %v, not %.30q", got, err, text)
		}
	}
	if len(want) != snap.Contents() {
		t.Errorf("%d contents", snap.Contents())
	}
}

func TestSource_OnDiskIsChecked(t *testing.T) {
	text := source(1)
	tr := newTree(t, map[string]string{"a.go": text, "b.go": text, "c.go": source(2)})
	x := newIndex(t)
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	s, id := snapshot(t, x), index.BlobID([]byte(text))
	c, err := s.Content(id)
	must(t, err)
	at, err := s.Occurrences(id)
	must(t, err)
	ask := func(when string, want error) {
		t.Helper()
		got, err := s.Source(id)
		if !errors.Is(err, want) || want == nil && string(got) != text {
			t.Errorf("%s: %q, %v", when, got, err)
		}
		for known := range len(at) + 1 {
			used := bytes.Repeat([]byte("used"), known*len(text)/4)
			got, err := s.SourceOf(context.Background(), c, at[:known], used)
			if !errors.Is(err, want) || want == nil && string(got) != text {
				t.Errorf("%s, %d occurrences known: %q, %v", when, known, got, err)
			}
		}
	}
	ask("as indexed", nil)
	tr.write("a.go", strings.Replace(text, "a", "b", 1)) // of the same size
	ask("the first has changed", nil)
	tr.remove("b.go")
	ask("the second is gone", index.ErrSourceGone)
	must(t, os.Mkdir(tr.path("b.go"), 0o755))
	ask("the second is a folder", index.ErrSourceGone)
	tr.write("a.go", text)
	ask("the first is back", nil)
	if _, err := s.Source(index.BlobID([]byte("other"))); !errors.Is(err, index.ErrUnknownContent) {
		t.Errorf("unknown: %v", err)
	}
	if _, err := s.Source(""); !errors.Is(err, index.ErrUnknownContent) {
		t.Errorf("no id: %v", err)
	}
}

// Describe returns the same as Content and Occurrences.
func TestSnapshot_Describe(t *testing.T) {
	tr := newTree(t, map[string]string{"a.go": source(1), "b.go": source(2), "c.go": source(1)})
	x := newIndex(t)
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	tr.write("d.go", source(2))
	tr.write("e.go", source(3))
	tr.remove("c.go")
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{Prune: true})
	s := snapshot(t, x)
	var ids []string
	for _, seed := range []uint64{3, 1, 2, 1} {
		ids = append(ids, index.BlobID([]byte(source(seed))))
	}
	all, err := s.Describe(ids)
	must(t, err)
	for i, id := range ids {
		c, err := s.Content(id)
		must(t, err)
		at, err := s.Occurrences(id)
		must(t, err)
		if all[i].Content != c || len(at) == 0 || !slices.Equal(all[i].Occurrences, at) {
			t.Errorf("%s is described as %+v, not %+v at %+v", id, all[i], c, at)
		}
	}
	if _, err := s.Describe([]string{ids[0], index.BlobID(nil)}); !errors.Is(err, index.ErrUnknownContent) {
		t.Errorf("error %v", err)
	}
}
