package report

import (
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/report/sarif"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// artifact names a file by its path relative to the working folder. Outside of it the path is
// absolute.
func (w *sarifWriter) artifact(path string) sarif.Artifact { return sarif.ArtifactOf(w.path(path)) }

// keptSources bounds the number of decoded sources in the cache.
const keptSources = 64

// source returns the text of a content; empty if it cannot be read.
func (w *sarifWriter) source(content string) *corpus.Text {
	text, known := w.sources[content]
	if known {
		return text
	}
	text = new(corpus.Text)
	if len(w.sources) == keptSources {
		clear(w.sources)
	}
	source, err := w.r.Source(content)
	if err == nil {
		*text = corpus.Decode(source)
	}
	w.sources[content] = text
	return text
}

// fingerprintsOf identifies the pair of units, independently of their order.
func fingerprintsOf(u, v *pairs.Unit) pairFingerprints {
	if u.Name > v.Name {
		u, v = v, u
	}
	pair := sarif.Digest(u.Name, v.Name)
	return pairFingerprints{
		Pair:     pair,
		Contents: sarif.Digest(u.Name, v.Name, contents(u), contents(v)),
		Line:     pair + ":1",
	}
}

func contents(u *pairs.Unit) string {
	var ids []string
	for _, f := range u.Files {
		ids = append(ids, f.Content)
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}
