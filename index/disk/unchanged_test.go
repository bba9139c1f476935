package disk

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// What the index has of a file tells whether the file is the same: also if its time is another one.
func TestReads_AFileOfAnotherTime(t *testing.T) {
	tr := newTree(t, map[string]string{"a.go": source(1), "b.go": source(2)})
	x := newIndex(t)
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	later := time.Now().Add(time.Hour)
	tr.write("b.go", source(2)[:len(source(2))-2]+"\n\n")
	for _, name := range []string{"a.go", "b.go"} {
		must(t, os.Chtimes(tr.path(name), time.Time{}, later))
	}
	s, err := x.State()
	must(t, err)
	defer s.Close()
	n := 0
	must(t, s.Occurrences(context.Background(), index.Where{}, func(o index.Occurrence) error {
		info, err := os.Stat(tr.path(o.Path))
		must(t, err)
		f := corpus.File{Path: o.Path, Abs: tr.path(o.Path), Size: info.Size(), ModTime: info.ModTime()}
		if language, is := index.Reads(o, f, nil, nil); is != (o.Path == "a.go") || language != "Go" {
			t.Errorf("%s: %t, in %s", o.Path, is, language)
		}
		n++
		return nil
	}))
	if n != 2 {
		t.Errorf("%d files", n)
	}
}
