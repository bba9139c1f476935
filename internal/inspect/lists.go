package inspect

import (
	"cmp"
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
)

// LanguageList are the languages that are lexed, and the formats that are taken apart, by name.
type LanguageList struct {
	Languages []Language `json:"languages"` // sorted by name
	Formats   []Language `json:"formats"`   // documents that are taken apart
}

// Language is a language or format, with its other names.
type Language struct {
	Name    string   `json:"name"`    // of the language
	Aliases []string `json:"aliases"` // other names
}

// Languages lists the languages and formats.
func Languages() LanguageList {
	list := func(all []*lex.Language) []Language {
		listed := []Language{}
		for _, l := range all {
			listed = append(listed, Language{l.Name, append([]string{}, l.Aliases()...)})
		}
		return listed
	}
	return LanguageList{list(lex.Languages()), list(lex.Formats())}
}

// CollectionList are the collections of an index, by collection and root.
type CollectionList struct {
	Collections []Collection `json:"collections"` // sorted by name
}

// Collection is a collection and one of its indexed folders, with the number of occurrences.
type Collection struct {
	Collection string `json:"collection"` // its name
	Root       string `json:"root"`       // the absolute path or the address
	Documents  int    `json:"documents"`  // number of documents
}

// Collections lists the collections, or the one with a name.
func Collections(ctx context.Context, s index.State, name string) (CollectionList, error) {
	type key struct{ collection, root string }
	counts := map[key]int{}
	err := s.Occurrences(ctx, index.Where{Collection: name}, func(o index.Occurrence) error {
		counts[key{o.Collection, o.Root}]++
		return nil
	})
	found := []Collection{}
	for k, n := range counts {
		found = append(found, Collection{k.collection, k.root, n})
	}
	slices.SortFunc(found, func(a, b Collection) int {
		return cmp.Or(cmp.Compare(a.Collection, b.Collection), cmp.Compare(a.Root, b.Root))
	})
	return CollectionList{found}, err
}
