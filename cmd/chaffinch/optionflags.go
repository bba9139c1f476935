package main

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// optionFlags are the flags for options that errors and warnings of the library name. Where there
// are several, the one that was given is meant, or else the first.
var optionFlags = map[string][]string{
	"Document.Language":       {"lang"},
	"SearchOptions.Cover":     {"cover"},
	"SearchOptions.MaxTerms":  {"max-terms"},
	"SearchOptions.Measure":   {"measure"},
	"SearchOptions.MinScore":  {"min-score"},
	"PairsOptions.Base":       {"base"},
	"PairsOptions.Baseline":   {"baseline"},
	"PairsOptions.LinkScore":  {"link-score"},
	"PairsOptions.Linkage":    {"linkage"},
	"PairsOptions.MaxShare":   {"max-share", "base-from-corpus"},
	"PairsOptions.MinScore":   {"min-score"},
	"PairsOptions.Old":        {"archive"},
	"PairsOptions.SketchSize": {"s"},
	"PairsOptions.Skipped":    {"list-skipped"},
	"PairsOptions.Unit":       {"unit"},
}

// errorText returns the text of an error. If the error is about an option, the text names flags.
func errorText(err error, flags *pflag.FlagSet) string {
	text := err.Error()
	var wrong interface {
		error
		Option() string
	}
	if errors.As(err, &wrong) {
		return strings.Replace(text, wrong.Error(), withFlags(wrong.Error(), flags), 1)
	}
	return text
}

// withFlags returns a text with flags in place of the options that they set. If flags is nil, the
// first of several is meant.
func withFlags(text string, flags *pflag.FlagSet) string {
	var pairs []string
	for _, option := range slices.Backward(slices.Sorted(maps.Keys(optionFlags))) { // Baseline, then Base
		names := optionFlags[option]
		name := names[0]
		for _, n := range names {
			if flags != nil && flags.Changed(n) {
				name = n
				break
			}
		}
		pairs = append(pairs, option, "--"+name)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// nameFlags puts flags in place of options in warnings.
func nameFlags(warnings []string) {
	for i, w := range warnings {
		warnings[i] = withFlags(w, nil)
	}
}
