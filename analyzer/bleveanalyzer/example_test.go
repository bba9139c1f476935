package bleveanalyzer_test

import (
	"fmt"
	"log"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/mapping"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/bleveanalyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// A plain Bleve program that finds the source of a snippet although every name in it was changed,
// and that of a sentence. The analyzer is all that it needs of this project. Each field names its
// language, and Bleve analyses a match query as its field.
func Example() {
	m := bleve.NewIndexMapping()
	addField(m, "code", map[string]any{
		"type":           bleveanalyzer.Name,
		"language":       "Go",
		"representation": "structure",
		"k":              6, // nothing shorter than 6 tokens is found
		"w":              4, // every shared run of 4+6-1 tokens is found
	})
	addField(m, "text", map[string]any{
		"type":           bleveanalyzer.Name,
		"language":       "Text", // prose
		"representation": "exact",
	})
	index, err := bleve.NewMemOnly(m)
	if err != nil {
		log.Fatal(err)
	}
	defer index.Close()

	for name, document := range map[string]map[string]string{
		"max.go":     {"code": `func max(a []int) int { m := a[0]; for _, x := range a { if x > m { m = x } }; return m }`},
		"reverse.go": {"code": `func reverse(s []int) { for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 { s[i], s[j] = s[j], s[i] } }`},
		"moles":      {"text": `Whoever plants a hedge in autumn will cut it in spring, and the moles do not read the plan.`},
	} {
		if err := index.Index(name, document); err != nil {
			log.Fatal(err)
		}
	}

	for field, question := range map[string]string{
		"code": `for lo, hi := 0, len(list)-1; lo < hi; lo, hi = lo+1, hi-1 {
			list[lo], list[hi] = list[hi], list[lo] // swap
		}`,
		"text": `She told me that the moles do not read the plan.`,
	} {
		query := bleve.NewMatchQuery(question)
		query.SetField(field)
		found, err := index.Search(bleve.NewSearchRequest(query))
		if err != nil {
			log.Fatal(err)
		}
		for _, hit := range found.Hits {
			fmt.Println(field, hit.ID)
		}
	}
	// Unordered output:
	// code reverse.go
	// text moles
}

// addField maps a field to an analyzer of the same name.
func addField(m *mapping.IndexMappingImpl, name string, config map[string]any) {
	if err := m.AddCustomAnalyzer(name, config); err != nil {
		log.Fatal(err)
	}
	f := bleve.NewTextFieldMapping()
	f.Analyzer = name
	m.DefaultMapping.AddFieldMappingsAt(name, f)
}

// A question uses all of its k-grams, although a document keeps only the selected ones.
func ExampleAnalyzer_AppendGrams() {
	a, err := analyzer.New(analyzer.Settings{Exact: winnow.Scheme{K: 3, W: 4}})
	if err != nil {
		log.Fatal(err)
	}
	l, _ := lex.Lookup("Go")
	var n analyzer.Analysis
	a.Analyze(l, []byte("x = y + 1"), &n)
	fmt.Println("selected:", len(n.Fingerprints[analyzer.Exact]))
	for _, f := range a.AppendGrams(nil, &n, analyzer.Exact) {
		fmt.Printf("%s at token %d\n", winnow.AppendTerm(nil, f.Hash), f.Token)
	}
	// Output:
	// selected: 1
	// atshu2tb at token 0
	// 8h1eeo6m at token 1
	// 1vsagp0t at token 2
}
