// Package inspect shows the tokens and k-grams of a document, and the idioms and statistics of an
// index. Its types are printed as JSON, whose keys are stable.
package inspect

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index"
)

// IndexStats describe an index. Its JSON keys are stable.
type IndexStats struct {
	Path     string         `json:"path"`     // the folder or address
	Settings index.Settings `json:"settings"` // fixed when the index was made
	// Documents counts occurrences: files as they were indexed. Contents counts distinct ones.
	Documents       int                   `json:"documents"`
	Contents        int                   `json:"contents"`
	Skipped         int                   `json:"skipped"`         // files read and not indexed, recorded ones only
	Source          int64                 `json:"sourceBytes"`     // size of the contents
	Size            int64                 `json:"indexBytes"`      // size of the index
	Tokens          int                   `json:"tokens"`          // of the contents
	Collections     map[string]int        `json:"collections"`     // documents
	Languages       map[string]int        `json:"languages"`       // contents
	Representations []RepresentationStats `json:"representations"` // how code and text are indexed
}

// RepresentationStats describe the fingerprints of one representation.
type RepresentationStats struct {
	Representation string `json:"representation"` // structure, exact or text
	Terms          int    `json:"terms"`          // number of distinct fingerprints
	Fingerprints   int    `json:"fingerprints"`   // number of all selected ones
	// Density is fingerprints per k-gram.
	Density float64 `json:"density"`
	// DF is the distribution of document frequencies.
	DF []DFClass `json:"df"`
	// PowerLaw is the exponent a if the number of terms with df x falls as x^-a.
	PowerLaw float64 `json:"powerLaw"`
	grams    int
}

// DFClass counts the terms with a df of From to To.
type DFClass struct {
	From  int `json:"from"`  // the least document frequency
	To    int `json:"to"`    // the greatest
	Terms int `json:"terms"` // number of terms
}

// Opened is an open index, such as one of package disk.
type Opened interface {
	Path() string
	Settings() index.Settings
	Analyzer() *analyzer.Analyzer
	State() (index.State, error)
	Size(context.Context) (int64, error)
}

// open returns the present state of the index, and its catalog.
func open(x Opened) (index.State, index.Catalog, error) {
	s, err := x.State()
	if err != nil {
		return nil, nil, err
	}
	c, err := index.CatalogOf(s)
	if err != nil {
		return nil, nil, errors.Join(err, s.Close())
	}
	return s, c, nil
}

// Index computes the statistics of the index. It reads all postings.
func Index(ctx context.Context, x Opened) (*IndexStats, error) {
	s, c, err := open(x)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	stats := &IndexStats{
		Path: x.Path(), Settings: x.Settings(), Contents: s.Contents(),
		Collections: map[string]int{}, Languages: map[string]int{},
	}
	for r := range analyzer.Representation(analyzer.Representations) {
		stats.Representations = append(stats.Representations, RepresentationStats{Representation: r.String()})
	}
	if err := stats.count(ctx, s, c); err != nil {
		return nil, fmt.Errorf("describing index %s: %w", x.Path(), err)
	}
	for i := range stats.Representations {
		if err := stats.Representations[i].distribute(ctx, c, analyzer.Representation(i)); err != nil {
			return nil, fmt.Errorf("describing index %s: %w", x.Path(), err)
		}
	}
	if stats.Size, err = x.Size(ctx); err != nil {
		return nil, fmt.Errorf("describing index %s: %w", x.Path(), err)
	}
	return stats, nil
}

// count counts occurrences, contents and fingerprints.
func (t *IndexStats) count(ctx context.Context, s index.State, all index.Catalog) error {
	err := s.Occurrences(ctx, index.Where{}, func(o index.Occurrence) error {
		t.Documents++
		t.Collections[o.Collection]++
		return nil
	})
	if err != nil {
		return err
	}
	err = s.Occurrences(ctx, index.Where{Skipped: true}, func(index.Occurrence) error {
		t.Skipped++
		return nil
	})
	if err != nil {
		return err
	}
	err = all.EachContent(ctx, func(c index.Content) error {
		t.Languages[c.Language]++
		t.Source += c.Size
		t.Tokens += c.Tokens
		for r, n := range c.Fingerprints {
			t.Representations[r].Fingerprints += n
			t.Representations[r].grams += grams(t.Settings.Analyzer, c, analyzer.Representation(r))
		}
		return nil
	})
	for i := range t.Representations {
		if r := &t.Representations[i]; r.grams > 0 {
			r.Density = float64(r.Fingerprints) / float64(r.grams)
		}
	}
	return err
}

// grams returns the number of k-grams of the content.
func grams(s analyzer.Settings, c index.Content, r analyzer.Representation) int {
	l, ok := lex.Lookup(c.Language)
	if !ok {
		return 0
	}
	scheme, ok := s.Scheme(l, r)
	if !ok {
		return 0
	}
	return max(0, c.Tokens-scheme.K+1)
}

// distribute counts the terms by df, in classes that double, and fits the power law. The fit is by
// maximum likelihood (Clauset, Shalizi and Newman, "Power-law distributions in empirical data",
// 2009, equation 3.7, for a minimum df of 1).
func (r *RepresentationStats) distribute(ctx context.Context, all index.Catalog, of analyzer.Representation) error {
	logs := 0.0
	err := all.EachTerm(ctx, of, func(_ []byte, df int) error {
		r.Terms++
		logs += math.Log(float64(df) / 0.5)
		class := bits.Len(uint(df)) - 1
		for len(r.DF) <= class {
			from := 1 << len(r.DF)
			r.DF = append(r.DF, DFClass{From: from, To: 2*from - 1})
		}
		r.DF[class].Terms++
		return nil
	})
	if logs > 0 {
		r.PowerLaw = 1 + float64(r.Terms)/logs
	}
	if r.DF == nil {
		r.DF = []DFClass{}
	}
	return err
}
