package answer

import (
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
	Warnings []Warning `json:"warnings"` // empty, never null
	Matches  []Shared  `json:"matches"`  // in the order of a; empty, never null
	// Alignment is for printing the sources. Its question is a, its document b.
	Alignment *Alignment `json:"-"`
}

// Compared is one of the two texts.
type Compared struct {
	Name     string `json:"name"`
	Language string `json:"language"`
	Tokens   int    `json:"tokens"`
	// Coverage is the fraction of its tokens in matches, boilerplate and import lines excluded.
	Coverage    float64 `json:"coverage"`
	Boilerplate int     `json:"boilerplate"` // ignored tokens
	// Imports counts tokens of import lines that are not ignored. They are no evidence.
	Imports int `json:"imports,omitempty"`
}

// Shared is a part of a that occurs in b.
type Shared struct {
	A      Place `json:"a"`
	B      Place `json:"b"`
	Tokens int   `json:"tokens"` // matching tokens
	// Imports is how many of these tokens are in import lines, which are no evidence.
	Imports int        `json:"imports,omitempty"`
	Kind    string     `json:"kind"`
	Renames []NamePair `json:"renames"` // most frequent first; empty, never null
	// Invisible are invisible characters that only one side has, such as "U+200B".
	Invisible []string `json:"invisible,omitempty"`
	// Edits are in order. [chaffinch.Compare] sets them to empty, never nil. In a [pairs.Match] they are nil
	// unless [pairs.Options].Edits is set.
	Edits []Difference `json:"edits,omitzero"`
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

// NewShared describes a match of two documents and how its sides differ.
func NewShared(a, b *align.Document, m align.Match, c align.Change) Shared {
	s := Shared{
		A: place(a, m.A), B: place(b, m.B),
		Tokens: m.Tokens, Imports: m.Discounted(a, b), Kind: c.Kind.String(), Renames: []NamePair{}, Edits: []Difference{},
		Invisible: CodePoints(c.Invisible),
	}
	for _, r := range c.Renames {
		s.Renames = append(s.Renames, NamePair{r.From, r.To, r.Count})
	}
	for _, e := range c.Edits {
		s.Edits = append(s.Edits, Difference{e.Kind.String(), place(a, e.A), place(b, e.B)})
	}
	return s
}

// Shares say how much of two documents or units is in the matches between them, boilerplate excluded:
// tokens in matches over all tokens, from 0 to 1. The smaller one is that with fewer tokens. Of two
// equally long ones it is the one with the larger share. Where one is a part of the other, the share of
// the smaller one is near 1, however much else the other holds.
type Shares struct {
	ShareOfSmaller float64 `json:"shareOfSmaller"`
	ShareOfLarger  float64 `json:"shareOfLarger"`
}
