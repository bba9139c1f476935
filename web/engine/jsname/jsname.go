// Package jsname names the options of the JavaScript interface in errors and warnings of the library, which name fields of Go.
package jsname

import (
	"cmp"
	"maps"
	"regexp"
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

// plain are texts for programmers, after [In], and what readers of a report see in their place.
var plain = []struct {
	text *regexp.Regexp
	with string
}{
	{regexp.MustCompile(` \(options\.onSkipped lists them\)|; options\.onSkipped lists them|, or set options\.top to \d+`), ""},
	{regexp.MustCompile(`if each path is one submission, name the folder that they are in instead`), "if each of them is one submission, do not compare them as groups"},
	{regexp.MustCompile(`paths have a submission`), "groups have a submission"},
	{regexp.MustCompile(`use options\.unit dir for folders and archives`), "whole folders and archives can be compared instead"},
	{regexp.MustCompile(`the boilerplate to ignore \(options\.base\)|options\.base`), "the starter code"},
	{regexp.MustCompile(`options\.archive`), "the earlier work"},
	{regexp.MustCompile(`options\.minScore`), "the minimum score"},
	{regexp.MustCompile(`options\.maxShare`), "the limit of common code"},
}

// Plain returns texts for readers of a report, who know no options.
func Plain(texts []string) []string {
	var all []string
	for _, text := range texts {
		text = In(text)
		for _, p := range plain {
			text = p.text.ReplaceAllString(text, p.with)
		}
		all = append(all, text)
	}
	return all
}

// In returns a text of the library with the options of JavaScript.
func In(text string) string { return replacer.Replace(text) }
