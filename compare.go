package chaffinch

import (
	"context"
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/evidence"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Comparison is what two texts share. Its JSON keys are stable: new ones may be added.
type Comparison struct {
	// Score is the overall similarity of the texts, from 0 to 1.
	Score float64 `json:"score"`
	// Kind is the kind of copy over all matches; empty if there are none.
	Kind   string   `json:"kind"`
	Tokens int      `json:"tokens"` // in matches
	A      Compared `json:"a"`
	B      Compared `json:"b"`
	Shares
	Warnings []string `json:"warnings"` // empty, never null
	Matches  []Shared `json:"matches"`  // in the order of a; empty, never null
	// Alignment is for printing the sources. Its question is a, its document b.
	Alignment *Alignment `json:"-"`
}

// Compared is one of the two texts.
type Compared struct {
	Name     string `json:"name"`
	Language string `json:"language"`
	Tokens   int    `json:"tokens"`
	// Coverage is the fraction of its tokens in matches, boilerplate excluded.
	Coverage    float64 `json:"coverage"`
	Boilerplate int     `json:"boilerplate"` // ignored tokens
}

// Shared is a part of a that occurs in b.
type Shared struct {
	A       Place      `json:"a"`
	B       Place      `json:"b"`
	Tokens  int        `json:"tokens"` // matching tokens
	Kind    string     `json:"kind"`
	Renames []NamePair `json:"renames"` // most frequent first; empty, never null
	// Invisible are invisible characters that only one side has, such as "U+200B".
	Invisible []string `json:"invisible,omitempty"`
	// Edits are in order. [Compare] sets them to empty, never nil. In a [PairMatch] they are nil
	// unless [PairsOptions].Edits is set.
	Edits []Difference `json:"edits,omitzero"`
}

// Place locates a part of a text. The place of an empty part is just after the preceding token.
type Place struct {
	// File and Path locate the file of a [PairMatch] in its unit.
	File    int    `json:"-"` // index in [Unit.Files]
	Path    string `json:"path,omitempty"`
	Lines   Lines  `json:"lines"`
	Columns Lines  `json:"columns"` // of its first and last byte, in bytes from 1
	Bytes   Span   `json:"bytes"`
	Tokens  Span   `json:"tokens"`
}

// Span is a half-open range, counted from 0.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// NamePair is an identifier of a that has another name in b.
type NamePair struct {
	A     string `json:"a"`
	B     string `json:"b"`
	Count int    `json:"count"`
}

// Difference is an edit within a match.
type Difference struct {
	Kind string `json:"kind"` // inserted, deleted or changed
	A    Place  `json:"a"`    // empty where something is inserted
	B    Place  `json:"b"`    // empty where something is deleted
}

// Compare finds what two documents share. It needs no index: all shared material is weighted as
// rare. Content must be empty in both. Errors are an unknown
// language, lines beyond the end of a document, and ctx's.
func Compare(ctx context.Context, a, b Document) (*Comparison, error) {
	return CompareWith(ctx, a, b, CompareOptions{})
}

// CompareOptions are the options of [CompareWith].
type CompareOptions struct {
	// Base are folders, files and archives of boilerplate, which is ignored in both documents.
	Base []string
	// Language is the language of the boilerplate; empty detects the language of each file.
	Language string
}

// CompareWith is [Compare] with options.
func CompareWith(ctx context.Context, a, b Document, o CompareOptions) (*Comparison, error) {
	language, err := lex.ParseLanguage(o.Language)
	if err != nil {
		return nil, err
	}
	var texts [2]evidence.Text
	for i, d := range []Document{a, b} {
		if d.Content != "" {
			return nil, fmt.Errorf("comparing %s: Compare does not accept Document.Content: "+
				"set Document.Source", d.Content)
		}
		l, err := lex.ParseLanguage(d.Language)
		if err != nil {
			return nil, err
		}
		text, part, err := d.text()
		if err != nil {
			return nil, err
		}
		texts[i] = evidence.Text{Name: d.Name, Text: &text, Part: part, Language: l}
	}
	settings, err := analyzer.New(analyzer.DefaultSettings())
	if err != nil {
		return nil, err
	}
	base, warnings, err := units.ReadBoilerplate(ctx, settings, units.Options{Boilerplate: o.Base, Language: language})
	if err != nil {
		return nil, err
	}
	p, err := evidence.Compare(ctx, settings, texts[0], texts[1], base)
	if err != nil {
		return nil, err
	}
	al := &Alignment{Question: p.A.Document, Document: p.B.Document, FirstLine: 1}
	c := &Comparison{
		Score: p.Score, Warnings: append(warnings, p.Warnings...), Matches: []Shared{}, Alignment: al,
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
	c.Shares = sharesOf(p.A.Document, p.B.Document, c.A.Coverage, c.B.Coverage)
	return c, nil
}

// compared describes a text of which matched tokens are in matches.
func compared(s evidence.Side, matched int) Compared {
	own := s.Document.Own()
	return Compared{
		Name: s.Name, Language: s.Language.Name, Tokens: own + s.Boilerplate,
		Coverage: float64(matched) / float64(max(1, own)), Boilerplate: s.Boilerplate,
	}
}

// newShared describes a match of two documents and how its sides differ.
func newShared(a, b *align.Document, m align.Match, c align.Change) Shared {
	s := Shared{
		A: place(a, m.A), B: place(b, m.B),
		Tokens: m.Tokens, Kind: c.Kind.String(), Renames: []NamePair{}, Edits: []Difference{},
		Invisible: codePoints(c.Invisible),
	}
	for _, r := range c.Renames {
		s.Renames = append(s.Renames, NamePair{r.From, r.To, r.Count})
	}
	for _, e := range c.Edits {
		s.Edits = append(s.Edits, Difference{e.Kind.String(), place(a, e.A), place(b, e.B)})
	}
	return s
}

// Shared returns the matches with their edits, as [Compare] does: a is the question, b the document.
func (a *Alignment) Shared() []Shared {
	all := make([]Shared, len(a.Matches))
	for i, m := range a.Matches {
		all[i] = newShared(a.Question, a.Document, m, a.Changes[i])
	}
	return all
}

func place(d *align.Document, s analyzer.Span) Place {
	r := d.Range(s)
	return Place{
		Lines: lines(r), Columns: Lines{r.First.Column, r.Last.Column},
		Bytes: Span{r.Start, r.End}, Tokens: Span{s.From, s.To},
	}
}

// codePoints returns the notation of Unicode for characters.
func codePoints(characters []rune) (names []string) {
	for _, c := range characters {
		names = append(names, fmt.Sprintf("%U", c))
	}
	return names
}
