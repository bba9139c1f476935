package answer

import (
	"strings"

	"github.com/chaffinch-search/chaffinch/query/align"
)

// Comparison is what two texts share. Its JSON keys are stable: new ones may be added.
type Comparison struct {
	// Score is the similarity of the texts, from 0 to 1.
	Score float64 `json:"score"`
	// Probability is the likelihood of a copy, or of a copied part; 0 without matches.
	Probability float64 `json:"probability"`
	// MayBeCommon marks texts that may share common code. Two texts do not show what is common, so
	// Probability is at most 0.4.
	MayBeCommon bool `json:"mayBeCommon,omitempty"`
	// Kind is the kind of copy over all matches; empty if there are none. Material that another
	// match has already counts in none.
	Kind   string   `json:"kind"`
	Tokens int      `json:"tokens"` // in matches
	A      Compared `json:"a"`      // the first text
	B      Compared `json:"b"`      // the second text
	Shares
	Warnings []Warning `json:"warnings"` // possible misreadings; empty, never null
	Matches  []Shared  `json:"matches"`  // in the order of a; empty, never null
	// SameComments are words in comments of both, in the order of a.
	SameComments []SharedComment `json:"sameComments,omitempty"`
	// Alignment is for printing the sources. Its question is a, its document b.
	Alignment *Alignment `json:"-"`
}

// Compared is one of the two texts.
type Compared struct {
	Name     string `json:"name"`     // as given
	Language string `json:"language"` // that it was read in
	Tokens   int    `json:"tokens"`   // number of tokens
	// Coverage is the share of its tokens in matches, without boilerplate and imports.
	Coverage    float64 `json:"coverage"`
	Boilerplate int     `json:"boilerplate"` // ignored tokens
	// Imports counts tokens of import lines, which carry no weight.
	Imports int `json:"imports,omitempty"`
}

// Shared is a part of a that occurs in b.
type Shared struct {
	A      Place `json:"a"`      // in the first text
	B      Place `json:"b"`      // in the second text
	Tokens int   `json:"tokens"` // matching tokens
	// Imports counts the tokens in import lines, which carry no weight.
	Imports int        `json:"imports,omitempty"`
	Kind    string     `json:"kind"`    // verbatim, renamed or edited
	Renames []NamePair `json:"renames"` // most frequent first; empty, never null
	// Invisible are invisible characters that only one side has, such as "U+200B".
	Invisible []string `json:"invisible,omitempty"`
	// Edits are in order. [chaffinch.Compare] sets them to empty, never nil. A [pairs.Match] has
	// them only on request.
	Edits []Difference `json:"edits,omitzero"`
}

// SharedComment is text in comments of both sources: evidence that the score does not count.
// Docstrings are comments; notices of copyrights and licences are not.
type SharedComment struct {
	A Place `json:"a"` // its tokens count the words of the comments
	B Place `json:"b"` // the same in the other text
	// Words counts the shared words. Where words are written without spaces it counts characters.
	Words int `json:"words"`
	// Text is the words of a, the first 40 at most.
	Text string `json:"text"`
}

// NewSharedComment describes a match of the comments of two sources, which are documents in prose.
func NewSharedComment(a, b *align.Document, m align.Match) SharedComment {
	const most, mostBytes = 40, 400
	var words []string
	size := 0
	for i := m.A.From; i < m.A.To; i++ {
		word := strings.ToValidUTF8(a.Text(i), "")
		if size += len(word) + 1; len(words) == most || size > mostBytes {
			words = append(words, "…")
			break
		}
		words = append(words, word)
	}
	return SharedComment{A: place(a, m.A), B: place(b, m.B), Words: m.Tokens, Text: strings.Join(words, " ")}
}

// NamePair is an identifier of a that has another name in b.
type NamePair struct {
	A     string `json:"a"`     // in the first text
	B     string `json:"b"`     // in the second text
	Count int    `json:"count"` // how often it was renamed
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

// Shares are tokens in matches over all tokens, without boilerplate, from 0 to 1. The smaller
// document has fewer tokens; of two equally long ones, it has the larger share. If one document is
// a part of the other, the share of the smaller one is near 1, however much else the other holds.
type Shares struct {
	ShareOfSmaller float64 `json:"shareOfSmaller"` // the coverage of the side with fewer tokens
	ShareOfLarger  float64 `json:"shareOfLarger"`  // the coverage of the other side
}
