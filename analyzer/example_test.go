//go:build !js

package analyzer_test

import (
	"fmt"
	"log"

	"github.com/blevesearch/bleve/v2"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// A plain Bleve program that finds the source of a snippet although every name in it was changed.
// The analyzer is all that it needs of this project.
func Example_bleve() {
	mapping := bleve.NewIndexMapping()
	err := mapping.AddCustomAnalyzer("go-structure", map[string]any{
		"type":           analyzer.Name,
		"language":       "Go",
		"representation": "structure",
		"k":              6, // nothing shorter than 6 tokens is found
		"w":              4, // every shared run of 4+6-1 tokens is found
	})
	if err != nil {
		log.Fatal(err)
	}
	mapping.DefaultAnalyzer = "go-structure"
	index, err := bleve.NewMemOnly(mapping)
	if err != nil {
		log.Fatal(err)
	}
	defer index.Close()

	for name, source := range map[string]string{
		"max.go":     `func max(a []int) int { m := a[0]; for _, x := range a { if x > m { m = x } }; return m }`,
		"reverse.go": `func reverse(s []int) { for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 { s[i], s[j] = s[j], s[i] } }`,
		"gcd.go":     `func gcd(a, b int) int { for b != 0 { a, b = b, a%b }; return a }`,
	} {
		if err := index.Index(name, map[string]string{"source": source}); err != nil {
			log.Fatal(err)
		}
	}

	snippet := `for lo, hi := 0, len(list)-1; lo < hi; lo, hi = lo+1, hi-1 {
		list[lo], list[hi] = list[hi], list[lo] // swap
	}`
	query := bleve.NewMatchQuery(snippet)
	query.SetField("source")
	found, err := index.Search(bleve.NewSearchRequest(query))
	if err != nil {
		log.Fatal(err)
	}
	for _, hit := range found.Hits {
		fmt.Println(hit.ID)
	}
	// Output: reverse.go
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
