package answer

import (
	"context"
	"fmt"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/charset"
	"github.com/chaffinch-search/chaffinch/internal/screen"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Text is one of two texts to compare.
type Text struct {
	Name   string // as given; "-" is standard input
	Source []byte // in any encoding
	// Language is how to lex the source; nil tells it from name and content.
	Language *analyzer.Language

	text *charset.Text // decoded
}

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
	A       Place        `json:"a"`
	B       Place        `json:"b"`
	Tokens  int          `json:"tokens"` // that agree
	Kind    string       `json:"kind"`
	Renames []NamePair   `json:"renames"` // the commonest first; empty, never null
	Edits   []Difference `json:"edits"`   // in order; empty, never null
}

// Place is where a part of a text stands. That of an empty part is the place after the token
// before it.
type Place struct {
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

// Compare finds what the texts share. It needs no index: what stands in both counts as rare.
func Compare(ctx context.Context, a, b Text) (*Comparison, error) {
	c := &Comparison{Warnings: []string{}, Matches: []Shared{}}
	for _, t := range []*Text{&a, &b} {
		text := charset.Decode(t.Source)
		t.text = &text
	}
	c.tellLanguages(&a, &b)
	fingerprints, err := analyzer.New(analyzer.DefaultSettings())
	if err != nil {
		return nil, err
	}
	documentA, rarityA := a.document(fingerprints)
	documentB, rarityB := b.document(fingerprints)
	if err := ctx.Err(); err != nil {
		return nil, comparing(a, b, err)
	}
	c.Alignment = &Alignment{Question: documentA, Document: documentB, FirstLine: 1}
	for _, m := range align.Align(documentA, documentB) {
		// The larger weight, so that the order in which the texts are named makes no difference.
		if max(m.Weight(documentA, documentB, rarityA), m.Mirrored().Weight(documentB, documentA, rarityB)) >= align.LeastMatch {
			c.Alignment.Matches = append(c.Alignment.Matches, m)
		}
	}
	c.Score = align.Similarity(documentA, documentB, c.Alignment.Matches, rarityA, rarityB)
	c.show(a, b)
	return c, nil
}

func comparing(a, b Text, err error) error {
	return fmt.Errorf("comparing %s and %s: %w", a.Name, b.Name, err)
}

// guesses is in how many languages a text may be that has no name.
const guesses = 4

// tellLanguages sets the languages that are not given. Where there are several guesses, as for
// standard input, one is taken that fits the other text as well.
func (c *Comparison) tellLanguages(a, b *Text) {
	of := func(t *Text) []*analyzer.Language {
		if t.Language != nil {
			return []*analyzer.Language{t.Language}
		}
		return analyzer.DetectCandidates(t.Name, t.text.UTF8, guesses)
	}
	guessA, guessB := of(a), of(b)
	a.Language, b.Language = guessA[0], guessB[0]
	for _, x := range guessA {
		for _, y := range guessB {
			if x == y {
				a.Language, b.Language = x, y
				return
			}
		}
	}
	c.warn(fmt.Sprintf("%s is %s and %s is %s: less than they share may be found; --lang reads both as one language",
		shortened(a.Name), a.Language.Name, shortened(b.Name), b.Language.Name))
}

func (c *Comparison) warn(text string) { c.Warnings = append(c.Warnings, text) }

func shortened(name string) string {
	if name == "-" {
		return "standard input"
	}
	return screen.CutPath(name, 60)
}

// document lexes the text, and says how much each token weighs.
func (t Text) document(a *analyzer.Analyzer) (*align.Document, align.Rarity) {
	var n analyzer.Analysis
	a.Analyze(t.Language, t.text.UTF8, &n)
	return NewDocument(t.text, n.Tokens), align.NewRarity(a, &n, 1, nil)
}

// NewDocument prepares the tokens of a text, so that places in it are told as they are in its original.
func NewDocument(text *charset.Text, tokens []analyzer.Token) *align.Document {
	d := align.NewDocument(text.UTF8, tokens)
	if text.Encoding != charset.UTF8 {
		d.DecodedFrom(text.Original)
	}
	return d
}

// show fills in what a person or program is told.
func (c *Comparison) show(a, b Text) {
	al := c.Alignment
	kind := align.Verbatim
	for _, m := range al.Matches {
		change := m.Changes(al.Question, al.Document)
		al.Changes = append(al.Changes, change)
		kind = max(kind, change.Kind)
		c.Tokens += m.Tokens
		c.Matches = append(c.Matches, al.Shared(m, change))
	}
	if len(al.Matches) > 0 {
		c.Kind = kind.String()
	}
	c.A = c.compared(a, al.Question)
	c.B = c.compared(b, al.Document)
}

func (c *Comparison) compared(t Text, d *align.Document) Compared {
	if d.Len() == 0 {
		c.warn(shortened(t.Name) + " has no tokens: it is empty, or all of it is comments")
	}
	return Compared{t.Name, t.Language.Name, d.Len(), float64(c.Tokens) / float64(max(1, d.Len()))}
}

// Shared describes one of the matches and how its sides differ.
func (al *Alignment) Shared(m align.Match, c align.Change) Shared {
	s := Shared{
		A: place(al.Question, m.A), B: place(al.Document, m.B),
		Tokens: m.Tokens, Kind: c.Kind.String(), Renames: []NamePair{}, Edits: []Difference{},
	}
	for _, r := range c.Renames {
		s.Renames = append(s.Renames, NamePair{r.From, r.To, r.Count})
	}
	for _, e := range c.Edits {
		s.Edits = append(s.Edits, Difference{e.Kind.String(), place(al.Question, e.A), place(al.Document, e.B)})
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
