// Package jsname names the options of what the page calls in errors and warnings of the library, which name fields of Go.
package jsname

import (
	"cmp"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/option"
)

// plain are texts about paths, and what readers of a report see in their place.
var plain = strings.NewReplacer(
	"if each path is one submission, name the folder that they are in instead", "if each of them is one submission, do not compare them as groups",
	"paths have a submission", "groups have a submission",
	"the boilerplate to ignore (the starter code)", "the starter code",
)

// Plain returns texts for readers of a report, who know no options.
func Plain(texts []string) []string {
	var all []string
	for _, text := range texts {
		all = append(all, plain.Replace(option.In(text, option.Reader)))
	}
	return all
}

// In returns a text of the library with the options of JavaScript.
func In(text string) string { return option.In(text, name) }

// name is the name of an option in JavaScript. Texts about others do not reach it: see the tests.
func name(o *option.Option) string {
	if n := cmp.Or(o.Call, o.Key); n != "" {
		return "options." + n
	}
	return o.Field
}
