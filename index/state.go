package index

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/query"
)

// ErrUnknownContent means that an index has no content of that id.
var ErrUnknownContent = errors.New("unknown content")

// State gives a question one consistent state of an index. Later updates do not change the state of
// an index on disk. A state on a cluster follows later publications. A state is safe for
// concurrent use. Every method that takes a context returns its error when it is done.
//
// internal/indextest has the tests that every State passes.
type State interface {
	// Contents returns N, the number of distinct contents.
	Contents() int
	// Search returns the best contents for each vector, by descending score, then by id. The id of
	// a hit is the content's id. Terms are as in [query.Result]. Of the options, Measure, Top,
	// MinScore and MaxTerms apply. Cosine and Resemblance of the hits are 0 if the measure is
	// containment.
	Search(ctx context.Context, vs []*query.Vector, o query.Options) ([]*query.Result, error)
	// Score returns the measures of the contents with these ids, in their order. Unknown ids are
	// left out. Options that select contents are ignored.
	Score(ctx context.Context, v *query.Vector, ids []string, o query.Options) ([]query.Hit, error)
	// LookUp returns the rarity of each term of the vector, by descending idf.
	LookUp(ctx context.Context, v *query.Vector) ([]query.TermStats, error)
	// Describe returns contents and their occurrences, in the order of ids. The error wraps
	// [ErrUnknownContent] if there is no content of one of the ids.
	Describe(ctx context.Context, ids []string) ([]Described, error)
	// Occurrences calls f for every occurrence that w selects, in no particular order. Skipped
	// files are occurrences here. It returns the first error of f.
	Occurrences(ctx context.Context, w Where, f func(Occurrence) error) error
	// Source returns a content's bytes: stored bytes, or bytes of a file that has them. It tries
	// the given occurrences first. It may read into the capacity of used, and return a slice of it.
	// The error wraps [ErrSourceGone] if no bytes are left, and [ErrHashOnly] if the index keeps no
	// sources.
	Source(ctx context.Context, c Content, at []Occurrence, used []byte) ([]byte, error)
	// EachBoilerplate calls f for all boilerplate, in no particular order. It returns the first
	// error of f.
	EachBoilerplate(ctx context.Context, f func(Boilerplate) error) error
	// Close releases the state. Closing again does nothing.
	Close() error
}

// AnyOccurrence reports whether f holds for an occurrence, or skipped file, that w selects.
func AnyOccurrence(ctx context.Context, s State, w Where, f func(Occurrence) bool) (bool, error) {
	err := s.Occurrences(ctx, w, func(o Occurrence) error {
		if f(o) {
			return errAny
		}
		return nil
	})
	if errors.Is(err, errAny) {
		return true, nil
	}
	return false, err
}

// errAny ends a search for one occurrence.
var errAny = errors.New("there is one")

// Where selects occurrences. The zero value selects all of contents.
type Where struct {
	Collection string // only of this collection; empty means all
	Content    string // only of the content with this id; empty means all
	Skipped    bool   // skipped files instead of occurrences
	Both       bool   // skipped files and occurrences
	File       string // only at this absolute path, as of [Occurrence.File]; empty means all
	Root       string // only below this [Occurrence].Root; empty means all
	Any        bool   // one of them at most: whether there is any
}

// Selects reports whether it selects an occurrence.
func (w Where) Selects(o Occurrence) bool {
	return (w.Both || w.Skipped == (o.Skipped != "")) &&
		(w.Collection == "" || o.Collection == w.Collection) && (w.Content == "" || o.Content == w.Content) &&
		(w.File == "" || o.File() == w.File) && (w.Root == "" || o.Root == w.Root)
}

// Places returns the occurrences that may be at w.File, each with its place only. They are in every
// collection that w selects, with the file or any folder above it as root.
func (w Where) Places(ctx context.Context, c Catalog) (all []Occurrence, err error) {
	collections := []string{w.Collection}
	if w.Collection == "" {
		if collections, err = c.Collections(ctx); err != nil {
			return nil, err
		}
	}
	if !filepath.IsAbs(w.File) {
		return nil, nil
	}
	file := filepath.Clean(w.File)
	for root, above := file, ""; root != above; root, above = filepath.Dir(root), root {
		path := strings.TrimPrefix(filepath.ToSlash(file[len(root):]), "/")
		for _, name := range collections {
			all = append(all, Occurrence{Collection: name, Root: root, Path: path})
		}
	}
	return all, nil
}

// Catalog adds to a [State] passes over all contents and terms, for lists and statistics.
type Catalog interface {
	// Collections returns the names of the collections, sorted.
	Collections(ctx context.Context) ([]string, error)
	// Roots returns the roots of a collection, sorted.
	Roots(ctx context.Context, collection string) ([]string, error)
	// Languages returns the names of the languages of the contents, sorted.
	Languages(ctx context.Context) ([]string, error)
	// EachContent calls f for every content, in no particular order. It returns the first error of
	// f.
	EachContent(ctx context.Context, f func(Content) error) error
	// EachDocument calls f for every content, in no particular order. The document has its distinct
	// terms as Hashes, ascending, and its source if the index stores it. The document is valid
	// during the call only. It returns the first error of f.
	EachDocument(ctx context.Context, f func(Document) error) error
	// EachTerm calls f for every term of the representation, ascending, with its df. The term is
	// valid during the call only. It returns the first error of f.
	EachTerm(ctx context.Context, r analyzer.Representation, f func(term []byte, df int) error) error
	// ContentsWith returns the ids of n contents with the term, or of all.
	ContentsWith(ctx context.Context, r analyzer.Representation, term string, n int) ([]string, error)
}

// errNoCatalog is the error of an index that answers questions, but cannot be passed over.
var errNoCatalog = errors.New("this kind of index lists neither its contents nor its terms")

// CatalogOf returns the catalog of a state, or an error if it has none.
func CatalogOf(s State) (Catalog, error) {
	if c, ok := s.(Catalog); ok {
		return c, nil
	}
	return nil, errNoCatalog
}

// EachRoot calls f for every root of every collection. It returns the first error of f.
func EachRoot(ctx context.Context, s State, f func(collection, root string) error) error {
	c, err := CatalogOf(s)
	if err != nil {
		return err
	}
	collections, err := c.Collections(ctx)
	for i := 0; i < len(collections) && err == nil; i++ {
		var roots []string
		roots, err = c.Roots(ctx, collections[i])
		for k := 0; k < len(roots) && err == nil; k++ {
			err = f(collections[i], roots[k])
		}
	}
	return err
}

// SourceOf returns a content of the state with its bytes, from [State.Source].
func SourceOf(ctx context.Context, s State, id string) (Content, []byte, error) {
	described, err := s.Describe(ctx, []string{id})
	if err != nil {
		return Content{}, nil, err
	}
	d := described[0]
	source, err := s.Source(ctx, d.Content, d.Occurrences, nil)
	return d.Content, source, err
}
