package blevequery

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/standard"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/bleveanalyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/query"
)

// note is prose with words and signs of code.
const note = "if the file is new: add it; else, import the rest (from a, b and c) and return to step 2, " +
	"where this list = the old one, for every line that begins with a word or a number\n"

func TestNewTextQuery_AnalysesInTheLanguageOfTheField(t *testing.T) {
	a, err := analyzer.New(analyzer.DefaultSettings())
	must(t, err)
	for _, c := range []struct {
		language, text string
		fields         map[analyzer.Representation]string
	}{
		{"Text", note, map[analyzer.Representation]string{analyzer.Exact: "exact"}},
		{"Go", note, nil},
		{"Python", note, nil},
	} {
		m := bleve.NewIndexMapping()
		for r := range analyzer.Representation(analyzer.Representations) {
			must(t, m.AddCustomAnalyzer(r.String(), map[string]any{"type": bleveanalyzer.Name, "language": c.language, "representation": r.String()}))
			f := bleve.NewTextFieldMapping()
			f.Name, f.Analyzer = r.String(), r.String()
			m.DefaultMapping.AddFieldMappingsAt("body", f)
		}
		q, err := NewTextQuery(c.text, m, query.Options{Fields: c.fields})
		must(t, err)
		l, _ := lex.Lookup(c.language)
		var n analyzer.Analysis
		a.Analyze(l, []byte(c.text), &n)
		if want := query.NewVector(query.Terms(&n)); want.Len() == 0 || !slices.Equal(q.Vector.Terms(), want.Terms()) {
			t.Errorf("%s: %v, not %v", c.language, q.Vector.Terms(), want.Terms())
		}
	}
}

func TestNewTextQuery_RefusesOtherAnalyzers(t *testing.T) {
	m := bleve.NewIndexMapping()
	for _, name := range []string{standard.Name, "unknown"} {
		m.DefaultAnalyzer = name
		_, err := NewTextQuery(note, m, query.Options{})
		if !errors.Is(err, ErrNoField) || !strings.Contains(err.Error(), `"structure"`) ||
			!strings.HasSuffix(err.Error(), `map a field of that name to an analyzer of type "fingerprint", or name yours in Options.Fields`) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
