// Package jsname names the options of the JavaScript interface in errors and warnings of the library, which name fields of Go.
package jsname

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// options are the options of JavaScript by the fields that they set.
var options = map[string]string{
	"Document.Language":      "language",
	"PairsOptions.Base":      "base",
	"PairsOptions.LinkScore": "linkScore",
	"PairsOptions.Linkage":   "linkage",
	"PairsOptions.MaxShare":  "maxShare",
	"PairsOptions.MinScore":  "minScore",
	"PairsOptions.Old":       "archive",
	"PairsOptions.Skipped":   "onSkipped",
	"PairsOptions.Sort":      "sort",
	"PairsOptions.Top":       "top",
	"PairsOptions.Unit":      "unit",
	"SearchOptions.Cover":    "cover",
	"SearchOptions.MinScore": "minScore",
}

var replacer = func() *strings.Replacer {
	var pairs []string
	longest := func(a, b string) int { return cmp.Or(len(b)-len(a), cmp.Compare(a, b)) }
	for _, field := range slices.SortedFunc(maps.Keys(options), longest) { // Baseline, then Base
		pairs = append(pairs, field, "options."+options[field])
	}
	return strings.NewReplacer(pairs...)
}()

// In returns a text of the library with the options of JavaScript.
func In(text string) string { return replacer.Replace(text) }
