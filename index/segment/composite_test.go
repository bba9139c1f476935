package segment

import (
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/keyword"
	"github.com/blevesearch/bleve/v2/index/scorch"

	"github.com/chaffinch-search/chaffinch/analyzer/bleveanalyzer"
)

// Bleve adds the terms of a field to the composite field _all, unless its mapping says otherwise.
// Zap panics over the locations of terms of a field that it does not have. Without term vectors,
// there are none.
func TestNewUsing_RefusesFingerprintsInACompositeField(t *testing.T) {
	for _, vectors := range []bool{true, false} {
		m := bleve.NewIndexMapping()
		if err := m.AddCustomAnalyzer("code", map[string]any{"type": bleveanalyzer.Name, "language": "Go", "representation": "structure"}); err != nil {
			t.Fatal(err)
		}
		code := bleve.NewTextFieldMapping()
		code.Analyzer, code.IncludeTermVectors = "code", vectors
		m.DefaultMapping.AddFieldMappingsAt("structure", code)
		key := bleve.NewTextFieldMapping()
		key.Analyzer, key.IncludeInAll = keyword.Name, false
		m.DefaultMapping.AddFieldMappingsAt("licence", key)
		x, err := bleve.NewUsing("", m, scorch.Name, scorch.Name, Config([]string{"structure"}, nil))
		if err != nil {
			t.Fatal(err)
		}
		const source = "package p\n\nfunc f(a, b []int) int {\n\treturn a[0]*b[1] + a[2] - len(b)\n}\n"
		err = x.Index("a.go", map[string]string{"structure": source, "licence": "MIT"})
		if want := `document "a.go": field structure contains fingerprints, and is part of the field _all`; vectors &&
			(err == nil || !strings.Contains(err.Error(), want)) || !vectors && err != nil {
			t.Errorf("term vectors %v: %v", vectors, err)
		}
		code.IncludeInAll = false
		if err := x.Index("a.go", map[string]string{"structure": source, "licence": "MIT"}); err != nil {
			t.Errorf("term vectors %v, cured: %v", vectors, err)
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
