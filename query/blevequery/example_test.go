package blevequery_test

import (
	"fmt"
	"log"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/keyword"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/mapping"
	bquery "github.com/blevesearch/bleve/v2/search/query"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/bleveanalyzer"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/blevequery"
)

// A plain Bleve program with its own mapping: documents have a title, a licence, and code or text.
// A question is one query among others.
func Example() {
	index, err := bleve.NewUsing("", documentMapping(), scorch.Name, scorch.Name, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer index.Close()
	for id, document := range map[string]map[string]string{
		"sum.go":   {"title": "adding numbers", "licence": "MIT", "code": sum},
		"copy.go":  {"title": "statistics", "licence": "GPL", "code": sum},
		"other.go": {"title": "joining words", "licence": "MIT", "code": other},
		"essay":    {"title": "on gardens", "licence": "MIT", "text": essay},
	} {
		if err := index.Index(id, document); err != nil {
			log.Fatal(err)
		}
	}

	// The same function, its variables renamed. It is asked of the fields "structure" and "exact".
	question, err := blevequery.NewTextQuery(renamed, index.Mapping(), query.Options{})
	if err != nil {
		log.Fatal(err)
	}
	show(index, "renamed", question)

	// With a filter.
	onlyMIT := bleve.NewTermQuery("MIT")
	onlyMIT.SetField("licence")
	filtered := bleve.NewBooleanQuery()
	filtered.AddMust(question)
	filtered.AddFilter(onlyMIT)
	show(index, "filtered", filtered)

	// With a match query, which puts its hits first.
	statistics := bleve.NewMatchQuery("statistics")
	statistics.SetField("title")
	both := bleve.NewBooleanQuery()
	both.AddMust(question)
	both.AddShould(statistics)
	show(index, "matched", both)

	// Prose: a sentence of the essay within others.
	prose := query.Options{Fields: map[analyzer.Representation]string{analyzer.Exact: "prose"}}
	question, err = blevequery.NewTextQuery(quotation, index.Mapping(), prose)
	if err != nil {
		log.Fatal(err)
	}
	show(index, "prose", question)

	// Output:
	// renamed: copy.go sum.go
	// filtered: sum.go
	// matched: copy.go sum.go
	// prose: essay
}

// documentMapping indexes code in both representations, and prose in the exact one: prose has no
// structure. Each field names its language. Without it, the language is detected from the content,
// which often fails for short texts. Leave it out only if a field has code in several languages.
func documentMapping() mapping.IndexMapping {
	m := bleve.NewIndexMapping()
	m.DefaultMapping.AddFieldMappingsAt("code",
		fingerprints(m, "structure", "Go", analyzer.Structure), fingerprints(m, "exact", "Go", analyzer.Exact))
	m.DefaultMapping.AddFieldMappingsAt("text",
		bleve.NewTextFieldMapping(), fingerprints(m, "prose", "Text", analyzer.Exact))
	licence := bleve.NewTextFieldMapping()
	licence.Analyzer = keyword.Name
	m.DefaultMapping.AddFieldMappingsAt("licence", licence)
	return m
}

// fingerprints returns a field of fingerprints, which has an analyzer of the same name.
func fingerprints(m *mapping.IndexMappingImpl, name, language string,
	r analyzer.Representation) *mapping.FieldMapping {
	err := m.AddCustomAnalyzer(name, map[string]any{
		"type": bleveanalyzer.Name, "language": language, "representation": r.String(),
	})
	if err != nil {
		log.Fatal(err)
	}
	f := bleve.NewTextFieldMapping()
	f.Name, f.Analyzer = name, name
	f.Store, f.IncludeTermVectors, f.IncludeInAll, f.DocValues = false, false, false, false
	return f
}

// show prints the ids of the documents that the query finds, best first.
func show(index bleve.Index, name string, q bquery.Query) {
	request := bleve.NewSearchRequest(q)
	request.SortBy([]string{"-_score", "_id"})
	result, err := index.Search(request)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(name, ":")
	for _, hit := range result.Hits {
		fmt.Print(" ", hit.ID)
	}
	fmt.Println()
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

const essay = `A garden is never finished. Whoever plants a hedge in autumn will
cut it in spring, and the moles do not read the plan that was drawn in winter.
What remains is the bench under the old pear tree, from which one sees that the
work of the year was mostly the work of the rain.
`

const quotation = `My neighbour once told me why she stopped drawing plans: the
moles do not read the plan that was drawn in winter. I have thought of it since.
`
