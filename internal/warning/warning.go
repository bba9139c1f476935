// Package warning makes the warnings of results, and words them for the faces. The words are rows
// of package option.
package warning

import (
	"slices"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// Of returns a warning in the words of the library.
func Of(code option.Code, args ...any) answer.Warning {
	return answer.Warning{Code: string(code), Args: args, Text: option.Word(option.Library, code, args...)}
}

// One is [Of] as a list.
func One(code option.Code, args ...any) []answer.Warning { return []answer.Warning{Of(code, args...)} }

// In returns the warnings in the words of a face. Warnings without a code keep their text.
func In(face option.Face, all []answer.Warning) []answer.Warning {
	all = slices.Clone(all)
	for i, w := range all {
		if w.Code != "" {
			all[i].Text = option.Word(face, option.Code(w.Code), w.Args...)
		}
	}
	return all
}

// Said returns warnings that a face words itself.
func Said(texts []string) []answer.Warning {
	all := make([]answer.Warning, len(texts))
	for i, text := range texts {
		all[i].Text = text
	}
	return all
}

// Texts returns the texts of the warnings.
func Texts(all []answer.Warning) []string {
	texts := make([]string, len(all))
	for i, w := range all {
		texts[i] = w.Text
	}
	return texts
}

// Codes returns the codes of the warnings.
func Codes(all []answer.Warning) []option.Code {
	codes := make([]option.Code, len(all))
	for i, w := range all {
		codes[i] = option.Code(w.Code)
	}
	return codes
}
