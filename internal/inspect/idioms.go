package inspect

import (
	"bytes"
	"container/heap"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// Idiom is a fingerprint that many contents hold, with a sample of the source it comes from.
type Idiom struct {
	Representation string `json:"representation"` // structure or exact
	Term           string `json:"term"`           // as the index has it
	DF             int    `json:"df"`             // number of contents that have it
	// Share is df over the number of contents.
	Share    float64 `json:"share"`
	Language string  `json:"language"` // of one content that holds it; empty if no source can be read
	File     string  `json:"file"`     // of one content that holds it; empty if no source can be read
	Line     int     `json:"line"`     // of one content that holds it; empty if no source can be read
	Sample   string  `json:"sample"`   // of one content that holds it; empty if no source can be read
}

// Idioms returns the n fingerprints of the representation with the highest df. The highest come
// first, and equal ones by term. It returns none if n is under 1. It reads all postings and keeps
// no more than n terms in memory.
func Idioms(ctx context.Context, x Opened, r analyzer.Representation, n int) ([]Idiom, error) {
	if n < 1 {
		return []Idiom{}, nil
	}
	s, all, err := open(x)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	common := mostCommon{}
	err = all.EachTerm(ctx, r, func(term []byte, df int) error {
		if len(common) == n && df <= common[0].DF { // terms come in order: of equals the first stay
			return nil
		}
		heap.Push(&common, Idiom{Representation: r.String(), Term: string(term), DF: df})
		if len(common) > n {
			heap.Pop(&common)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("finding idioms: %w", err)
	}
	slices.SortFunc(common, func(a, b Idiom) int {
		return -compareIdioms(a, b)
	})
	for i := range common {
		common[i].Share = float64(common[i].DF) / float64(max(1, s.Contents()))
		if err := common[i].sample(ctx, x.Analyzer(), s, all, r); err != nil {
			return nil, fmt.Errorf("finding idioms: %w", err)
		}
	}
	return common, nil
}

// sampled is the number of contents that are searched for a sample. The first may be gone.
const sampled = 5

// sample sets a sample of the idiom, from one of the contents that hold it.
func (i *Idiom) sample(ctx context.Context, a *analyzer.Analyzer, s index.State, all index.Catalog,
	r analyzer.Representation) error {
	ids, err := all.ContentsWith(ctx, r, i.Term, sampled)
	if err != nil {
		return err
	}
	described, err := s.Describe(ctx, ids)
	if err != nil {
		return err
	}
	for _, d := range described {
		if err := ctx.Err(); err != nil {
			return err
		}
		source, err := s.Source(ctx, d.Content, d.Occurrences, nil)
		if err != nil {
			continue // gone or changed: the next one may be there
		}
		if i.locate(a, d.Content, source, r) {
			if len(d.Occurrences) > 0 {
				i.File = d.Occurrences[0].File()
			}
			return nil
		}
	}
	return nil
}

// locate finds a place in the source of the content.
func (i *Idiom) locate(a *analyzer.Analyzer, c index.Content, source []byte,
	r analyzer.Representation) (found bool) {
	l, ok := lex.Lookup(c.Language)
	if !ok {
		return false
	}
	var n analyzer.Analysis
	text := corpus.Decode(source).UTF8
	a.Analyze(l, text, &n)
	for _, f := range n.Fingerprints[r] {
		if string(winnow.AppendTerm(nil, f.Hash)) != i.Term {
			continue
		}
		scheme, _ := a.Settings().Scheme(n.LanguageAt(int(f.Token)), r)
		from, to := n.Tokens[f.Token].Start, n.Tokens[int(f.Token)+scheme.K-1].End
		i.Language = l.Name
		i.Line = 1 + bytes.Count(text[:from], []byte("\n"))
		i.Sample = strings.Join(strings.Fields(string(text[from:to])), " ")
		return true
	}
	return false
}

// mostCommon is a heap with the least common idiom on top.
type mostCommon []Idiom

// compareIdioms orders by ascending df, and of the same df by descending term.
func compareIdioms(a, b Idiom) int {
	if a.DF != b.DF {
		return a.DF - b.DF
	}
	return strings.Compare(b.Term, a.Term)
}

func (c mostCommon) Len() int           { return len(c) }
func (c mostCommon) Less(i, j int) bool { return compareIdioms(c[i], c[j]) < 0 }
func (c mostCommon) Swap(i, j int)      { c[i], c[j] = c[j], c[i] }
func (c *mostCommon) Push(x any)        { *c = append(*c, x.(Idiom)) }
func (c *mostCommon) Pop() any {
	last := (*c)[len(*c)-1]
	*c = (*c)[:len(*c)-1]
	return last
}
