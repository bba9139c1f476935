package index

import (
	"strings"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index/corpus"
)

// Records have the bytes that docs/format.md describes. If this fails, the description is wrong, or
// the format has changed without a new version.
func TestRecord_MatchesFormatDocument(t *testing.T) {
	content := Content{Language: "Go", Size: 300, Tokens: 130, Fingerprints: [analyzer.Representations]int{5, 128}}
	occurrence := Occurrence{Content: strings.Repeat("0a", 20), size: 300, version: -5, choice: languageChoice{"C", true}}
	skipped := Occurrence{Skipped: "binary", size: 1, version: 64}
	for _, c := range []struct {
		record func() ([]byte, error)
		want   string
	}{
		{func() ([]byte, error) { return content.record(), nil }, "\x02Go" + "\xac\x02" + "\x82\x01" + "\x05" + "\x80\x01"},
		{occurrence.record, "\xac\x02" + "\x09" + "\x01C" + "\x01" + "\x00" + "\x14" + strings.Repeat("\x0a", 20)},
		{Occurrence{size: 1, Origin: corpus.Origin{Date: time.Unix(64, 0)}, dateOffset: 130}.record,
			"\x01" + "\x00" + "\x00" + "\x00" + "\x00" + "\x00" + "\x81\x04" + "\x80\x01" + "\x82\x01"},
		{skipped.record, "\x01" + "\x80\x01" + "\x00" + "\x00" + "\x06binary" + "\x00"},
	} {
		got, err := c.record()
		if string(got) != c.want || err != nil {
			t.Errorf("%x, %v, not %x", got, err, c.want)
		}
	}
	b := Boilerplate{ID: BlobID(nil), Names: []string{"/a\xff"}, Language: "C", Size: 9, Tokens: 8}
	b.choices = map[string]languageChoice{"/a\xff": {"C++", true}}
	want := `{"language":"C","size":9,"tokens":8,"names":[{"p":"L2H/","l":"C++","f":true}]}`
	if got := recordOf(t, b); string(got) != want {
		t.Errorf("%s, not %s", got, want)
	}
}

func TestDocumentID_MatchesFormatDocument(t *testing.T) {
	if id := (Occurrence{Collection: "c", Root: "/r", Path: "a/b.go"}).documentID(); id != "oc\x00/r\x00a/b.go" {
		t.Errorf("%q", id)
	}
	id := "0123456789abcdef" + strings.Repeat("0", 24)
	if key := contentKey(id); key != 0x0123456789abcdef {
		t.Errorf("%x", key)
	}
}
