package indextest

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/query"
)

// Dump lists all that a state has: contents, occurrences, skipped files and boilerplate, sorted.
// The state must be a catalog.
func Dump(t *testing.T, s index.State) []string {
	t.Helper()
	var lines []string
	add := func(format string, values ...any) error {
		lines = append(lines, fmt.Sprintf(format, values...))
		return nil
	}
	c, err := index.CatalogOf(s)
	must(t, err)
	ctx := context.Background()
	must(t, c.EachContent(ctx, func(c index.Content) error { return addContent(add, c) }))
	must(t, s.Occurrences(ctx, index.Where{Both: true}, func(o index.Occurrence) error { return addOccurrence(add, o) }))
	must(t, s.EachBoilerplate(ctx, func(b index.Boilerplate) error {
		return add("boilerplate %s %q %s %d %d", b.ID, b.Names, b.Language, b.Size, b.Tokens)
	}))
	slices.Sort(lines)
	return lines
}

type adder func(format string, values ...any) error

func addContent(add adder, c index.Content) error {
	return add("content %s %s %d %d %v", c.ID, c.Language, c.Size, c.Tokens, c.Fingerprints)
}

func addOccurrence(add adder, o index.Occurrence) error {
	return add("occurrence %q %q %q %s %s %v %s %s", o.Collection, o.Root, o.Path, o.Revision, o.Date.Unix(), o.Author, o.Content, o.Skipped)
}

// dumpOf is [Dump] of an index that holds what the batch adds.
func dumpOf(b *index.Batch) (lines []string) {
	add := func(format string, values ...any) error {
		lines = append(lines, fmt.Sprintf(format, values...))
		return nil
	}
	for _, d := range b.Contents {
		_ = addContent(add, d.Content)
	}
	for _, o := range b.Occurrences {
		_ = addOccurrence(add, o)
	}
	slices.Sort(lines)
	return lines
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q, not %q", what, got, want)
	}
}

func occurrences(t *testing.T, s index.State, w index.Where) (all []index.Occurrence) {
	t.Helper()
	must(t, s.Occurrences(context.Background(), w, func(o index.Occurrence) error {
		all = append(all, o)
		return nil
	}))
	return all
}

// Same tests that two states hold the same, and give the same answers to the last bit.
func Same(t *testing.T, got, want index.State) {
	t.Helper()
	same(t, "contents", Dump(t, got), Dump(t, want))
	all, wanted := terms(t, got), terms(t, want)
	if !slices.Equal(all, wanted) {
		t.Errorf("terms: %v, not %v", all, wanted)
	}
	for i := range 40 {
		var asked []query.Term
		for n := i; n < len(all); n += 7 + 3*i {
			asked = append(asked, query.Term{Representation: all[n].representation, Hash: all[n].hash, Spare: n%5 == 0})
		}
		v := query.NewVector(asked)
		o := query.Options{Measure: query.Measure(i % 3), Top: i % 8}
		a, err := got.Search(t.Context(), []*query.Vector{v}, o)
		must(t, err)
		b, err := want.Search(t.Context(), []*query.Vector{v}, o)
		must(t, err)
		sameResult(t, fmt.Sprintf("%+v", o), a[0], b[0])
	}
}

// counted is a term with its df.
type counted struct {
	representation analyzer.Representation
	hash           uint64
	df             int
}

func terms(t *testing.T, s index.State) (all []counted) {
	t.Helper()
	c, err := index.CatalogOf(s)
	must(t, err)
	for r := range analyzer.Representation(analyzer.Representations) {
		must(t, c.EachTerm(t.Context(), r, func(term []byte, df int) error {
			hash, err := winnow.ParseTerm(term)
			all = append(all, counted{r, hash, df})
			return err
		}))
	}
	return all
}

func sameResult(t *testing.T, what string, got, want *query.Result) {
	t.Helper()
	if !slices.Equal(got.Terms, want.Terms) {
		t.Errorf("%s: terms %v, not %v", what, got.Terms, want.Terms)
	}
	sameHits(t, what, got.Hits, want.Hits)
}

func sameHits(t *testing.T, what string, got, want []query.Hit) {
	t.Helper()
	if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("%s: hits\n%+v, not\n%+v", what, got, want)
	}
}
