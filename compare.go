package chaffinch

import (
	"context"
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/evidence"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Comparison is what two texts share. Its JSON keys are stable: new ones may be added.
type Comparison struct {
	// Score says how much the texts are alike as wholes, from 0 to 1.
	Score float64 `json:"score"`
	// Kind is what kind of copy the matches are, taken together; empty without any.
	Kind     string   `json:"kind"`
	Tokens   int      `json:"tokens"` // in matches
	A        Compared `json:"a"`
	B        Compared `json:"b"`
	Warnings []string `json:"warnings"` // empty, never null
	Matches  []Shared `json:"matches"`  // in the order of a; empty, never null
	// Alignment is for those who print the sources. Its question is a, its document b.
	Alignment *Alignment `json:"-"`
}

// Compared is one of the two texts.
type Compared struct {
	Name     string `json:"name"`
	Language string `json:"language"`
	Tokens   int    `json:"tokens"`
	// Coverage is the share of its tokens that stand in matches.
	Coverage float64 `json:"coverage"`
}

// Shared is a part of a that stands in b.
type Shared struct {
	A       Place      `json:"a"`
	B       Place      `json:"b"`
	Tokens  int        `json:"tokens"` // that agree
	Kind    string     `json:"kind"`
	Renames []NamePair `json:"renames"` // the commonest first; empty, never null
	// Edits are in order; of [Compare] empty, never nil; of a [PairMatch] nil unless they were asked
	// for.
	Edits []Difference `json:"edits,omitzero"`
}

// Place is where a part of a text stands. That of an empty part is the place after the token
// before it.
type Place struct {
	// File and Path say of a [PairMatch] which file of the unit it is in.
	File    int    `json:"-"` // index in [Unit.Files]
	Path    string `json:"path,omitempty"`
	Lines   Lines  `json:"lines"`
	Columns Lines  `json:"columns"` // of its first and last byte, in bytes from 1
	Bytes   Offset `json:"bytes"`
	Tokens  Offset `json:"tokens"`
}

// Offset is a range, counted from 0, its end not included.
type Offset struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// NamePair is an identifier of a that has another name in b.
type NamePair struct {
	A     string `json:"a"`
	B     string `json:"b"`
	Count int    `json:"count"`
}

// Difference is one inside of a match.
type Difference struct {
	Kind string `json:"kind"` // inserted, deleted or changed
	A    Place  `json:"a"`    // empty where something is inserted
	B    Place  `json:"b"`    // empty where something is deleted
}

// Compare finds what two documents share. It needs no index: everything that is in both counts as
// rare. Their Content must be empty.
func Compare(ctx context.Context, a, b Document) (*Comparison, error) {
	var texts [2]evidence.Text
	for i, d := range []Document{a, b} {
		if d.Content != "" {
			return nil, fmt.Errorf("comparing %s: Compare does not accept Content: set Source", d.Content)
		}
		l, err := lex.ParseLanguage(d.Language)
		if err != nil {
			return nil, err
		}
		text, err := d.text()
		if err != nil {
			return nil, fmt.Errorf("comparing %s: %w", d.Name, err)
		}
		texts[i] = evidence.Text{Name: d.Name, Text: &text, Language: l}
	}
	p, err := evidence.Compare(ctx, texts[0], texts[1])
	if err != nil {
		return nil, err
	}
	al := &Alignment{Question: p.A.Document, Document: p.B.Document, FirstLine: 1}
	c := &Comparison{
		Score: p.Score, Warnings: append([]string{}, p.Warnings...), Matches: []Shared{}, Alignment: al,
	}
	kind := align.Verbatim
	for _, m := range p.Matches {
		al.Matches, al.Changes = append(al.Matches, m.Match), append(al.Changes, m.Change)
		kind = max(kind, m.Change.Kind)
		c.Tokens += m.Tokens
		c.Matches = append(c.Matches, newShared(p.A.Document, p.B.Document, m.Match, m.Change))
	}
	if len(p.Matches) > 0 {
		c.Kind = kind.String()
	}
	c.A, c.B = compared(p.A, c.Tokens), compared(p.B, c.Tokens)
	return c, nil
}

// compared says how much of a text is in matches of so many tokens.
func compared(s evidence.Side, matched int) Compared {
	n := s.Document.Len()
	return Compared{s.Name, s.Language.Name, n, float64(matched) / float64(max(1, n))}
}

// newShared describes a match of two documents and how its sides differ.
func newShared(a, b *align.Document, m align.Match, c align.Change) Shared {
	s := Shared{
		A: place(a, m.A), B: place(b, m.B),
		Tokens: m.Tokens, Kind: c.Kind.String(), Renames: []NamePair{}, Edits: []Difference{},
	}
	for _, r := range c.Renames {
		s.Renames = append(s.Renames, NamePair{r.From, r.To, r.Count})
	}
	for _, e := range c.Edits {
		s.Edits = append(s.Edits, Difference{e.Kind.String(), place(a, e.A), place(b, e.B)})
	}
	return s
}

func place(d *align.Document, s analyzer.Span) Place {
	r := d.Range(s)
	return Place{
		Lines: lines(r, 0), Columns: Lines{r.First.Column, r.Last.Column},
		Bytes: Offset{r.Start, r.End}, Tokens: Offset{s.From, s.To},
	}
}
