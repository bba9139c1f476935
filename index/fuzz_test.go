package index

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/index/document"
)

// FuzzRecord: a record of any kind is refused, or encoding it again keeps its meaning.
func FuzzRecord(f *testing.F) {
	o := Occurrence{Collection: "c", Root: "/r", Path: "a/b.go", Content: strings.Repeat("0a", 20), Reading: document.Reading{Size: 1 << 40, Version: -5}}
	o.Reading.Choice = document.LanguageChoice{Language: "Go", Forced: true}
	skipped := Occurrence{Collection: "c", Path: "\xff\n", Skipped: "binary"}
	late := o
	late.Date = time.UnixMilli(1609459200000 * 1000).UTC()
	for _, o := range []Occurrence{o, skipped, late} {
		record, err := o.Record()
		must(f, err)
		f.Add(record)
		f.Add(record[:len(record)-1])
	}
	content := Content{Language: "Go", Size: 1 << 33, Tokens: 300, Fingerprints: [analyzer.Representations]int{17, 300}}
	f.Add(content.Record())
	f.Add(append(content.Record(), 0))
	b := Boilerplate{ID: BlobID(nil), Names: []string{"/a", "/b\xff"}, Language: "C", Size: 9, Tokens: 9}
	b.choices = map[string]document.LanguageChoice{"/a": {Language: "C", Forced: false}, "/b\xff": {Language: "C++", Forced: true}}
	record, err := b.Record()
	must(f, err)
	f.Add(record)
	f.Add([]byte(`{"names":[]}`))
	f.Fuzz(func(t *testing.T, record []byte) {
		checkOccurrenceRecord(t, record)
		checkContentRecord(t, record)
		checkBoilerplateRecord(t, record)
	})
}

func checkOccurrenceRecord(t *testing.T, record []byte) {
	var o, got Occurrence
	if o.SetRecord(record) != nil {
		return
	}
	if _, err := json.Marshal(o.Date); err != nil {
		t.Errorf("%q: %v", record, err)
	}
	again, err := o.Record()
	if err != nil {
		t.Fatalf("%+v cannot be written: %v", o, err)
	}
	if err := got.SetRecord(again); err != nil || got != o {
		t.Errorf("%q is read as %+v, and that as %+v, %v", record, o, got, err)
	}
}

func checkContentRecord(t *testing.T, record []byte) {
	var c, got Content
	if c.SetRecord(record) != nil {
		return
	}
	if c.Size < 0 || c.Tokens < 0 || int64(c.Tokens) > c.Size || min(c.Fingerprints[0], c.Fingerprints[1]) < 0 {
		t.Errorf("%q is taken for %+v", record, c)
	}
	if err := got.SetRecord(c.Record()); err != nil || got != c {
		t.Errorf("%q is read as %+v, and that as %+v, %v", record, c, got, err)
	}
}

func checkBoilerplateRecord(t *testing.T, record []byte) {
	var b, got Boilerplate
	if b.SetRecord(record) != nil {
		return
	}
	b.choice() // there is one
	again, err := b.Record()
	must(t, err)
	if err := got.SetRecord(again); err != nil || !reflect.DeepEqual(got, b) {
		t.Errorf("%q is read as %+v, and that as %+v, %v", record, b, got, err)
	}
}

// FuzzUnmarshalBinary decodes what another kind of index keeps.
func FuzzUnmarshalBinary(f *testing.F) {
	o := Occurrence{Collection: "c", Root: "/r", Path: "a\xff.go", Content: BlobID(nil), Reading: document.Reading{Size: 7, Version: -3, Choice: document.LanguageChoice{Language: "Go", Forced: true}}}
	data, err := o.MarshalBinary()
	must(f, err)
	f.Add(data)
	b := Boilerplate{ID: BlobID(nil), Names: []string{"/a\xff.go"}, Language: "Go", Size: 9, Tokens: 2, Packed: []byte("packed"),
		choices: map[string]document.LanguageChoice{"/a\xff.go": {Language: "Go", Forced: false}}}
	data, err = b.MarshalBinary()
	must(f, err)
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		var o, again Occurrence
		if o.UnmarshalBinary(data) == nil {
			encoded, err := o.MarshalBinary()
			if err != nil || again.UnmarshalBinary(encoded) != nil || again != o {
				t.Errorf("%q is read as %+v, and that as %+v, %v", data, o, again, err)
			}
		}
		var b, same Boilerplate
		if b.UnmarshalBinary(data) == nil {
			encoded, err := b.MarshalBinary()
			if err != nil || same.UnmarshalBinary(encoded) != nil || !reflect.DeepEqual(same, b) {
				t.Errorf("%q is read as %+v, and that as %+v, %v", data, b, same, err)
			}
		}
	})
}
