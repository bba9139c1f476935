package index

import (
	"reflect"
	"strings"
	"testing"
)

// The vectors are those of git hash-object.
func TestBlobID_IsGits(t *testing.T) {
	for content, want := range map[string]string{
		"":                           "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
		"test content\n":             "d670460b4b4aece5915caf5c68d12f560a9fe3e4",
		"version 1\n":                "83baae61804e65cc73a7201a7252750c76066a30",
		"what is up, doc?":           "bd9dbf5aae1a3862dd1526723246b20206e5fc37",
		"\x00\xff\r\n":               "00822ce7dfc6f27759b94e2c7dfd26f25afbac9d",
		strings.Repeat("a", 1000000): "de1fbf0c2f34f67f01f355f31ed0cf7319643c5e",
	} {
		if got := BlobID([]byte(content)); got != want {
			t.Errorf("BlobID(%.20q) is %s, not %s", content, got, want)
		}
	}
}

func TestOccurrence_RoundTrip(t *testing.T) {
	for _, o := range []Occurrence{
		{Collection: "c", Root: "/r", Path: "a/b.go", Content: strings.Repeat("0a", 20), size: 1 << 40, version: -5},
		{Collection: "", Root: "/", Path: "\xff\n\"", Skipped: "binary"},
		{Collection: "o", Root: "o", Path: "o"},
	} {
		record, err := o.record()
		must(t, err)
		got, err := parseOccurrence(o.documentID(), record)
		if err != nil || !reflect.DeepEqual(got, o) {
			t.Errorf("%+v, %v, not %+v", got, err, o)
		}
	}
	for id, record := range map[string]string{"o": "", "oc\x00r": "\x00", "oc\x00r\x00p": "\x00"} {
		if _, err := parseOccurrence(id, []byte(record)); err == nil {
			t.Errorf("%q %q is read", id, record)
		}
	}
}

func TestDocumentID_TellsKinds(t *testing.T) {
	id, ok := ContentOf("c" + BlobID(nil))
	if !ok || id != BlobID(nil) {
		t.Errorf("%q, %v", id, ok)
	}
	if id, ok := ContentOf(Occurrence{Collection: "c", Root: "c", Path: "c"}.documentID()); ok {
		t.Errorf("an occurrence is taken for content %q", id)
	}
}
