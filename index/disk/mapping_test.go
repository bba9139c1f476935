package disk

import (
	"slices"
	"testing"

	"github.com/blevesearch/bleve/v2"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/bleveanalyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
)

const mappingGo = `package main

import "fmt"

// sum adds up the values that are above a bound and reports the others.
func sum(values []float64, bound float64) (total float64, err error) {
	for i, v := range values {
		if v < bound {
			err = fmt.Errorf("value %d is %g, below %g", i, v, bound)
			continue
		}
		total += v
	}
	return total, err
}
`

const mappingProse = `It was the best of times, it was the worst of times, it was the age of wisdom,
it was the age of foolishness, it was the epoch of belief, it was the epoch of incredulity,
it was the season of Light, it was the season of Darkness, it was the spring of hope, it was
the winter of despair, we had everything before us, we had nothing before us, we were all going
direct to Heaven, we were all going direct the other way.
`

// A plain Bleve program that only uses the stored mapping makes the terms that Update indexes, and
// finds the documents.
func TestMapping_EmitsIndexedTerms(t *testing.T) {
	robust := winnow.Scheme{K: 3, W: 5, Selection: winnow.SelectRobust}
	for name, change := range map[string]func(*analyzer.Settings){
		"default":       func(*analyzer.Settings) {},
		"own text":      func(s *analyzer.Settings) { s.Text = robust },
		"own code":      func(s *analyzer.Settings) { s.Exact, s.Structure = robust, robust },
		"no structure":  func(s *analyzer.Settings) { s.Structure = winnow.Scheme{} },
		"no exact":      func(s *analyzer.Settings) { s.Exact = winnow.Scheme{} },
		"no text":       func(s *analyzer.Settings) { s.Text = winnow.Scheme{} },
		"winnowed text": func(s *analyzer.Settings) { s.Text = winnow.Scheme{K: 3, W: 2, Selection: "winnowing"} },
	} {
		for file, text := range map[string]string{"sum.go": mappingGo, "tale.txt": mappingProse} {
			t.Run(name+"/"+file, func(t *testing.T) {
				settings := index.DefaultSettings()
				change(&settings.Analyzer)
				x := createIndex(t, settings)
				tr := newTree(t, map[string]string{file: text})
				updated(t, x, index.Source{Collection: "c", Root: tr.root}, index.UpdateOptions{})
				for r := range analyzer.Representation(analyzer.Representations) {
					checkMapping(t, x, r.String(), text)
				}
			})
		}
	}
}

// checkMapping compares the terms of a field with those that its analyzer makes of the text.
func checkMapping(t *testing.T, x *Index, field, text string) {
	t.Helper()
	indexed := []string{}
	b, err := bleve.OpenUsing(x.dir.at(generationName(generations(t, x.path)[0])), readConfig())
	must(t, err)
	defer b.Close()
	dict, err := b.FieldDict(field)
	must(t, err)
	defer dict.Close()
	for entry, err := dict.Next(); entry != nil || err != nil; entry, err = dict.Next() {
		must(t, err)
		indexed = append(indexed, entry.Term)
	}
	emitted := []string{}
	for _, token := range b.Mapping().AnalyzerNamed(bleveanalyzer.Name + "-" + field).Analyze([]byte(text)) {
		emitted = append(emitted, string(token.Term))
	}
	slices.Sort(emitted)
	same(t, "terms of "+field, slices.Compact(emitted), indexed)
	query := bleve.NewMatchQuery(text)
	query.SetField(field)
	found, err := b.Search(bleve.NewSearchRequest(query))
	must(t, err)
	if want := min(len(indexed), 1); int(found.Total) != want {
		t.Errorf("a match query in %s finds %d documents, want %d", field, found.Total, want)
	}
}
