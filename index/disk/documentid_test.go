package disk

import (
	"github.com/chaffinch-search/chaffinch/index"
	"strings"
	"testing"
)

func TestDocumentID_TellsKinds(t *testing.T) {
	id, ok := ContentOf("c" + index.BlobID(nil))
	if !ok || id != index.BlobID(nil) {
		t.Errorf("%q, %v", id, ok)
	}
	if id, ok := ContentOf(occurrenceID(index.Occurrence{Collection: "c", Root: "c", Path: "c"})); ok {
		t.Errorf("an occurrence is taken for content %q", id)
	}
}

func TestParseOccurrence(t *testing.T) {
	for _, place := range []index.Occurrence{
		{Collection: "c", Root: "/r", Path: "a/b.go"}, {Collection: "", Root: "/", Path: "\xff\n\""},
		{Collection: "o", Root: "o", Path: "o", Revision: "3f2a"},
	} {
		record, err := place.Record()
		must(t, err)
		got, err := parseOccurrence(occurrenceID(place), record)
		if err != nil || got != place {
			t.Errorf("%+v, %v, not %+v", got, err, place)
		}
	}
	for id, record := range map[string]string{"o": "", "oc\x00r": "\x00", "oc\x00r\x00p": "\x00"} {
		if _, err := parseOccurrence(id, []byte(record)); err == nil {
			t.Errorf("%q %q is read", id, record)
		}
	}
}

func TestDocumentID_MatchesFormatDocument(t *testing.T) {
	if id := occurrenceID(index.Occurrence{Collection: "c", Root: "/r", Path: "a/b.go"}); id != "oc\x00/r\x00a/b.go" {
		t.Errorf("%q", id)
	}
	id := "0123456789abcdef" + strings.Repeat("0", 24)
	if key := contentKey(id); key != 0x0123456789abcdef {
		t.Errorf("%x", key)
	}
}

// FuzzOccurrenceID: an id is refused, or is that of the occurrence's place: no place has two ids.
func FuzzOccurrenceID(f *testing.F) {
	for _, o := range []index.Occurrence{{Collection: "c", Root: "/r", Path: "a/b.go"}, {Collection: "c", Path: "\xff\n", Revision: "3f2a"}} {
		f.Add(occurrenceID(o))
		f.Add(occurrenceID(o) + "\x00")
	}
	f.Fuzz(func(t *testing.T, id string) {
		if o, err := parseOccurrenceID(id); err == nil && occurrenceID(o) != id {
			t.Errorf("%q is read as %+v", id, o)
		}
	})
}
