package report

import (
	"io"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/inspect"
)

// InspectionJSON writes a document's analysis as [JSON] does, token by token, k-gram by k-gram. The
// text has about 400 bytes for each byte of a file of brackets.
func InspectionJSON(out io.Writer, v inspect.Inspection) error {
	arrays := []Elements{Array[inspect.TokenView]{Indent: "  ", Key: "tokens", Elements: v.Tokens}}
	v.Tokens, v.Representations = []inspect.TokenView{}, slices.Clone(v.Representations)
	for i := range v.Representations {
		r := &v.Representations[i]
		arrays = append(arrays, Array[inspect.GramView]{Indent: "      ", Key: "grams", Elements: r.Grams})
		r.Grams = []inspect.GramView{}
	}
	return LongJSON(out, v, arrays...)
}
