package disk

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/filetest"
)

// What the index has of a file tells whether the file is the same: also if its time is another one.
func TestReads_AFileOfAnotherTime(t *testing.T) {
	tr := newTree(t, map[string]string{
		"a.go": source(1), "b.go": source(2),
		"c.docx": filetest.Zip(t, [2]string{"word/document.xml", "<w:document><w:body><w:p><w:r><w:t>An essay of a few words, and of a few more.</w:t></w:r></w:p></w:body></w:document>"}),
	})
	x := newIndex(t)
	updated(t, x, index.Source{Root: tr.root}, index.UpdateOptions{})
	later := time.Now().Add(time.Hour)
	tr.write("b.go", source(2)[:len(source(2))-2]+"\n\n")
	for _, name := range []string{"a.go", "b.go", "c.docx"} {
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
		if language, is := index.Reads(o, f, nil, nil); is != (o.Path != "b.go") || (language == "Go") != (o.Path != "c.docx") {
			t.Errorf("%s: %t, in %s", o.Path, is, language)
		}
		n++
		return nil
	}))
	if n != 3 {
		t.Errorf("%d files", n)
	}
}
