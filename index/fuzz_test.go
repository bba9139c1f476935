package index

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// FuzzRecord: a record of any kind is refused, or encoding it again keeps its meaning.
func FuzzRecord(f *testing.F) {
	o := Occurrence{Collection: "c", Root: "/r", Path: "a/b.go", Content: strings.Repeat("0a", 20), size: 1 << 40, version: -5}
	o.choice = languageChoice{"Go", true}
	skipped := Occurrence{Collection: "c", Path: "\xff\n", Skipped: "binary"}
	late := o
	late.Date = time.UnixMilli(1609459200000 * 1000).UTC()
	for _, o := range []Occurrence{o, skipped, late} {
		record, err := o.record()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(o.documentID(), record)
		f.Add(o.documentID(), record[:len(record)-1])
	}
	// One occurrence must not have two ids.
	record, _ := skipped.record()
	f.Add(skipped.documentID()+"\x00", record)
	content := Content{Language: "Go", Size: 1 << 33, Tokens: 300, Fingerprints: [analyzer.Representations]int{17, 300}}
	f.Add(contentPrefix+BlobID(nil), content.record())
	f.Add(contentPrefix+BlobID(nil), append(content.record(), 0))
	b := Boilerplate{ID: BlobID(nil), Names: []string{"/a", "/b\xff"}, Language: "C", Size: 9, Tokens: 9}
	b.choices = map[string]languageChoice{"/a": {"C", false}, "/b\xff": {"C++", true}}
	f.Add(boilerplatePrefix+b.ID, recordOf(f, b))
	f.Add(boilerplatePrefix+b.ID, []byte(`{"names":[]}`))
	f.Fuzz(func(t *testing.T, id string, record []byte) {
		switch {
		case strings.HasPrefix(id, occurrencePrefix):
			checkOccurrenceRecord(t, id, record)
		case strings.HasPrefix(id, contentPrefix):
			checkContentRecord(t, id, record)
		default:
			checkBoilerplateRecord(t, id, record)
		}
	})
}

func checkOccurrenceRecord(t *testing.T, id string, record []byte) {
	o, err := parseOccurrence(id, record)
	if err != nil {
		return
	}
	if _, err := json.Marshal(o.Date); err != nil {
		t.Errorf("%q: %v", record, err)
	}
	again, err := o.record()
	if err != nil {
		t.Fatalf("%+v cannot be written: %v", o, err)
	}
	if got, err := parseOccurrence(o.documentID(), again); err != nil || got != o || o.documentID() != id {
		t.Errorf("%q is read as %+v, and that as %+v, %v", record, o, got, err)
	}
}

func checkContentRecord(t *testing.T, id string, record []byte) {
	c, err := parseContent(id, record)
	if err != nil {
		return
	}
	if c.Size < 0 || c.Tokens < 0 || int64(c.Tokens) > c.Size || min(c.Fingerprints[0], c.Fingerprints[1]) < 0 {
		t.Errorf("%q is taken for %+v", record, c)
	}
	if got, err := parseContent(id, c.record()); err != nil || got != c {
		t.Errorf("%q is read as %+v, and that as %+v, %v", record, c, got, err)
	}
}

func checkBoilerplateRecord(t *testing.T, id string, record []byte) {
	b, err := parseBoilerplate(id, record, []byte("packed"))
	if err != nil {
		return
	}
	b.choice() // there is one
	got, err := parseBoilerplate(id, recordOf(t, b), b.packed)
	if err != nil || !reflect.DeepEqual(got, b) {
		t.Errorf("%q is read as %+v, and that as %+v, %v", record, b, got, err)
	}
}

// FuzzUnmarshalBinary decodes what another kind of index keeps.
func FuzzUnmarshalBinary(f *testing.F) {
	o := Occurrence{Collection: "c", Root: "/r", Path: "a\xff.go", Content: BlobID(nil), size: 7, version: -3, choice: languageChoice{"Go", true}}
	data, err := o.MarshalBinary()
	must(f, err)
	f.Add(data)
	b := Boilerplate{ID: BlobID(nil), Names: []string{"/a\xff.go"}, Language: "Go", Size: 9, Tokens: 2, packed: []byte("packed"),
		choices: map[string]languageChoice{"/a\xff.go": {"Go", false}}}
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

// recordOf returns the record of boilerplate.
func recordOf(t testing.TB, b Boilerplate) (record []byte) {
	t.Helper()
	doc, err := b.document()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range doc.Fields {
		if f.Name() == fieldRecord {
			record = f.Value()
		}
	}
	return record
}

// FuzzSource: a stored source is refused, or has its id.
func FuzzSource(f *testing.F) {
	for _, source := range []string{"package p\n", strings.Repeat("a", 1000), source(1)} {
		f.Add(compress([]byte(source)))
		f.Add(compress([]byte(source))[:9])
	}
	f.Fuzz(func(t *testing.T, stored []byte) {
		if content, err := decompress(BlobID(nil), stored); err == nil && len(content) > 0 {
			t.Errorf("%q is taken for the source of another id", stored)
		}
		content := stored
		if got, err := decompress(BlobID(content), compress(content)); len(content) > 0 && (err != nil || !bytes.Equal(got, content)) {
			t.Errorf("%q is unpacked as %q, %v", content, got, err)
		}
	})
}

// FuzzSettings: settings are refused, or they work and encoding them again keeps their meaning.
func FuzzSettings(f *testing.F) {
	all := []Settings{{}, DefaultSettings(), {Segments: "zap", Store: true, Format: FormatVersion, Fingerprints: analyzer.Version}}
	for _, name := range []string{winnow.SelectRobust, winnow.SelectOpenClosed, winnow.SelectWinnowing} {
		s := Settings{Format: FormatVersion, Fingerprints: analyzer.Version}
		s.Analyzer.Exact = winnow.Scheme{K: 3, W: 5, Selection: name}
		all = append(all, s)
	}
	for _, s := range all {
		b, err := json.Marshal(s)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	text := []byte(source(1))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := parseSettings(b)
		if err != nil {
			return
		}
		a, err := analyzer.New(s.Analyzer)
		if err != nil {
			return
		}
		var n analyzer.Analysis
		a.Analyze(detect.Language("a.go", text), text, &n)
		again, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := parseSettings(again); err != nil || got != s || got.Match("p", s) != nil {
			t.Errorf("%s is read as %+v, and that as %+v, %v", b, s, got, err)
		}
	})
}
