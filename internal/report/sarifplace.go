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

// textCache keeps the texts of a few files by their names, as read returns them.
type textCache[T any] struct {
	read func(name string) *T
	kept map[string]*T
}

// keptTexts bounds the texts in a cache.
const keptTexts = 64

func newTextCache[T any](read func(name string) *T) *textCache[T] {
	return &textCache[T]{read, map[string]*T{}}
}

func (c *textCache[T]) of(name string) *T {
	if t := c.kept[name]; t != nil {
		return t
	}
	if len(c.kept) == keptTexts {
		clear(c.kept)
	}
	t := c.read(name)
	c.kept[name] = t
	return t
}

// decoded returns the text of a source; empty if there was an error.
func decoded(source []byte, err error) *corpus.Text {
	t := new(corpus.Text)
	if err == nil {
		*t = corpus.Decode(source)
	}
	return t
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
