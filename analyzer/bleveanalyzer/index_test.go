package bleveanalyzer_test

import (
	"path/filepath"
	"reflect"
	"testing"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis"

	"github.com/chaffinch-search/chaffinch/analyzer/bleveanalyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

const source = `func main() { for i := 0; i < 10; i++ { fmt.Println("hello", names[i], 'x', 1.5) } }`

// Reopening an index turns the Go numbers of its configuration into JSON numbers.
func TestBleve_SameTokensAfterReopening(t *testing.T) {
	configs := map[string]map[string]any{
		"bare":  {"type": bleveanalyzer.Name},
		"some":  {"type": bleveanalyzer.Name, "language": "Go", "k": 3, "w": 2},
		"exact": {"type": bleveanalyzer.Name, "language": "Go", "representation": "exact", "k": uint8(4), "w": int64(3)},
		"large": {"type": bleveanalyzer.Name, "language": "Go", "k": 2, "w": winnow.MaxW, "selection": "winnowing"},
		"inner": {"type": bleveanalyzer.Name, "language": "Go", "k": 4, "w": 2, "selection": winnow.SelectOpenClosed},
	}
	mapping := bleve.NewIndexMapping()
	for name, config := range configs {
		if err := mapping.AddCustomAnalyzer(name, config); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "index")
	index, err := bleve.New(path, mapping)
	if err != nil {
		t.Fatal(err)
	}
	before := streams(index, configs)
	if err := index.Close(); err != nil {
		t.Fatal(err)
	}
	if index, err = bleve.Open(path); err != nil {
		t.Fatal(err)
	}
	defer index.Close()
	after := streams(index, configs)
	for name := range configs {
		if len(before[name]) == 0 || !reflect.DeepEqual(before[name], after[name]) {
			t.Errorf("%s: %d tokens before and %d after, or other ones", name, len(before[name]), len(after[name]))
		}
	}
}

// streams returns the tokens of the index's analyzers for source, by analyzer name.
func streams(index bleve.Index, configs map[string]map[string]any) map[string]analysis.TokenStream {
	all := map[string]analysis.TokenStream{}
	for name := range configs {
		all[name] = index.Mapping().AnalyzerNamed(name).Analyze([]byte(source))
	}
	return all
}

// The error comes with the mapping, not with the first document.
func TestBleve_RefusesBadConfigInMapping(t *testing.T) {
	mapping := bleve.NewIndexMapping()
	if err := mapping.AddCustomAnalyzer("bad", map[string]any{"type": bleveanalyzer.Name, "k": "ten"}); err == nil {
		t.Error("k = ten is taken")
	}
}
