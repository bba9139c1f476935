package query_test

import (
	"context"
	"fmt"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/keyword"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/mapping"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/query"
)

// A plain Bleve index takes part by its mapping alone: the source goes into a field for each
// representation, through the analyzer that package analyzer registers, beside whatever other
// fields there are. A question is then one query among others.
func Example() {
	must := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	index, err := bleve.NewUsing("", sourceMapping(), scorch.Name, scorch.Name, nil)
	must(err)
	defer index.Close()
	for id, licence := range map[string]string{"sum.go": "MIT", "copy.go": "GPL"} {
		must(index.Index(id, map[string]string{"structure": sum, "exact": sum, "licence": licence}))
	}
	must(index.Index("other.go", map[string]string{"structure": other, "exact": other, "licence": "MIT"}))

	// The question: the same function, its variables renamed.
	a, err := analyzer.New(analyzer.DefaultSettings())
	must(err)
	language, _ := lex.Lookup("go")
	var analysis analyzer.Analysis
	a.Analyze(language, []byte(renamed), &analysis)
	question := query.NewQuery(query.NewVector(query.Terms(&analysis)), query.Options{})

	// Beside it a filter.
	onlyMIT := bleve.NewTermQuery("MIT")
	onlyMIT.SetField("licence")
	both := bleve.NewBooleanQuery()
	both.AddMust(question)
	both.AddFilter(onlyMIT)

	for _, q := range []*bleve.SearchRequest{bleve.NewSearchRequest(question), bleve.NewSearchRequest(both)} {
		q.SortBy([]string{"-_score", "_id"})
		result, err := index.SearchInContext(context.Background(), q)
		must(err)
		for _, hit := range result.Hits {
			fmt.Printf("%s %.2f\n", hit.ID, hit.Score)
		}
		fmt.Println()
	}
	// Output:
	// copy.go 0.32
	// sum.go 0.32
	//
	// sum.go 0.32
}

func sourceMapping() mapping.IndexMapping {
	m := bleve.NewIndexMapping()
	m.DefaultMapping = bleve.NewDocumentStaticMapping()
	add := func(field, analyzerName string) {
		f := bleve.NewTextFieldMapping()
		f.Analyzer = analyzerName
		f.Store, f.IncludeTermVectors, f.IncludeInAll, f.DocValues = false, false, false, false
		m.DefaultMapping.AddFieldMappingsAt(field, f)
	}
	for r := range analyzer.Representation(analyzer.Representations) {
		config := map[string]any{"type": analyzer.Name, "representation": r.String(), "language": "go"}
		if err := m.AddCustomAnalyzer(r.String(), config); err != nil {
			panic(err)
		}
		add(r.String(), r.String())
	}
	add("licence", keyword.Name)
	return m
}

const sum = `package sum

// Positive adds up the numbers that are more than 0.
func Positive(numbers []int) int {
	total := 0
	for _, n := range numbers {
		if n > 0 {
			total += n
		}
	}
	return total
}
`

const renamed = `package add

func Up(list []int) int {
	result := 0
	for _, element := range list {
		if element > 0 {
			result += element
		}
	}
	return result
}
`

const other = `package other

import "strings"

func Join(words []string, separator string) string {
	var b strings.Builder
	for i := 0; i < len(words); i++ {
		b.WriteString(words[i] + separator)
	}
	return b.String()
}
`
