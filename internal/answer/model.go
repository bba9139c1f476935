// Package answer asks an index on behalf of the program: it reads the question, finds out its
// language, asks, and gives the answer in the form that the program prints and, as JSON,
// promises to keep.
package answer

import "github.com/chaffinch-search/chaffinch/index"

// Answer is what search and similar return. Its JSON keys are stable: new ones may be added.
type Answer struct {
	Question Question `json:"question"`
	Warnings []string `json:"warnings"` // empty, never null
	Hits     []Hit    `json:"hits"`     // best first; empty, never null
	Stats    Stats    `json:"stats"`
}

// Question says how the question was understood.
type Question struct {
	Name     string `json:"name"` // as given; "-" is standard input
	Language string `json:"language"`
	// Tokens and Fingerprints count what the question consists of, and what was asked for.
	Tokens       int `json:"tokens"`
	Fingerprints int `json:"fingerprints"`
	// Guarantee is t: any run of that many tokens that a document shares is found.
	Guarantee int `json:"guarantee"`
}

// Hit is a content that shares material with the question. All scores are between 0 and 1.
type Hit struct {
	Content     string             `json:"content"` // git blob id
	Language    string             `json:"language"`
	Tokens      int                `json:"tokens"`
	Score       float64            `json:"score"` // the measure that was ranked by
	Containment float64            `json:"containment"`
	Resemblance float64            `json:"resemblance"`
	Cosine      float64            `json:"cosine"`
	Occurrences []index.Occurrence `json:"occurrences"` // where the content was seen
	Explain     *Explanation       `json:"explain,omitempty"`
}

// Explanation says what a score is made of.
type Explanation struct {
	// Matched of Asked distinct fingerprints of the question are in the document. A short
	// question is asked with all its k-grams, of which a document never has more than it selected.
	Matched int `json:"matched"`
	Asked   int `json:"asked"`
	// Unique of those matched stand in no other document; Idioms stand in IdiomDF documents
	// or more.
	Unique  int `json:"unique"`
	Idioms  int `json:"idioms"`
	IdiomDF int `json:"idiomDF"`
	// Fingerprints are those matched, the rarest first.
	Fingerprints []Fingerprint `json:"fingerprints"`
}

// Fingerprint is one that is shared.
type Fingerprint struct {
	Representation string  `json:"representation"`
	Term           string  `json:"term"`
	DF             int     `json:"df"`
	IDF            float64 `json:"idf"`
}

// Stats say what the answer cost.
type Stats struct {
	Terms        int   `json:"terms"`
	Postings     int   `json:"postings"`
	Candidates   int   `json:"candidates"`
	Microseconds int64 `json:"microseconds"`
}
