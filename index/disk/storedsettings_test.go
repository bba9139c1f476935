package disk

import (
	"encoding/json"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
)

// FuzzSettings: settings are refused, or they work and encoding them again keeps their meaning.
func FuzzSettings(f *testing.F) {
	all := []index.Settings{{}, index.DefaultSettings(), {Segments: "zap", Store: true, Format: FormatVersion, Fingerprints: analyzer.Version}}
	for _, name := range winnow.SelectionNames() {
		s := index.Settings{Format: FormatVersion, Fingerprints: analyzer.Version}
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
