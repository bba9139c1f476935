package index

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index/document"
)

// Records have the bytes that docs/format.md describes. If this fails, the description is wrong, or
// the format has changed without a new version.
func TestRecord_MatchesFormatDocument(t *testing.T) {
	content := Content{Language: "Go", Size: 300, Tokens: 130, Fingerprints: [analyzer.Representations]int{5, 128}}
	occurrence := Occurrence{Content: strings.Repeat("0a", 20), Reading: document.Reading{Size: 300, Version: -5, Choice: document.LanguageChoice{Language: "C", Forced: true}}}
	skipped := Occurrence{Skipped: "binary", Reading: document.Reading{Size: 1, Version: 64}}
	for _, c := range []struct {
		encode func() ([]byte, error)
		want   string
	}{
		{func() ([]byte, error) { return content.Record(), nil }, "\x02Go" + "\xac\x02" + "\x82\x01" + "\x05" + "\x80\x01"},
		{occurrence.Record, "\xac\x02" + "\x09" + "\x01C" + "\x01" + "\x00" + "\x14" + strings.Repeat("\x0a", 20)},
		{Occurrence{Reading: document.Reading{Size: 1, DateOffset: 130}, Origin: document.Origin{Date: time.Unix(64, 0)}}.Record,
			"\x01" + "\x00" + "\x00" + "\x00" + "\x00" + "\x00" + "\x81\x04" + "\x80\x01" + "\x82\x01"},
		{skipped.Record, "\x01" + "\x80\x01" + "\x00" + "\x00" + "\x06binary" + "\x00"},
	} {
		got, err := c.encode()
		if string(got) != c.want || err != nil {
			t.Errorf("%x, %v, not %x", got, err, c.want)
		}
	}
	b := Boilerplate{ID: BlobID(nil), Names: []string{"/a\xff"}, Language: "C", Size: 9, Tokens: 8}
	b.choices = map[string]document.LanguageChoice{"/a\xff": {Language: "C++", Forced: true}}
	want := `{"language":"C","size":9,"tokens":8,"names":[{"p":"L2H/","l":"C++","f":true}]}`
	if got, err := b.Record(); string(got) != want || err != nil {
		t.Errorf("%s, %v, not %s", got, err, want)
	}
}

func TestOccurrence_RoundTrip(t *testing.T) {
	for _, o := range []Occurrence{
		{Collection: "c", Root: "/r", Path: "a/b.go", Content: strings.Repeat("0a", 20), Reading: document.Reading{Size: 1 << 40, Version: -5}},
		{Collection: "", Root: "/", Path: "\xff\n\"", Skipped: "binary"},
		{Collection: "o", Root: "o", Path: "o"},
	} {
		record, err := o.Record()
		must(t, err)
		got := Occurrence{Collection: o.Collection, Root: o.Root, Path: o.Path}
		err = got.SetRecord(record)
		if err != nil || !reflect.DeepEqual(got, o) {
			t.Errorf("%+v, %v, not %+v", got, err, o)
		}
	}
}
