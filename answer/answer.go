package answer

import (
	"time"

	"github.com/chaffinch-search/chaffinch/index/document"
)

// Answer is what search and similar return. Its JSON keys are stable: new ones may be added.
type Answer struct {
	Question Question  `json:"question"` // the question, as it was read
	Warnings []Warning `json:"warnings"` // possible misreadings; empty, never null
	Hits     []Hit     `json:"hits"`     // best first; empty, never null
	// Weaker counts hits below the minimum score among the best Top, or ten. If all documents are
	// requested, it includes documents that the index estimates below MinScore.
	Weaker int `json:"weaker"`
	// WeakerVerbatim counts the weaker hits that have all of the question unchanged.
	WeakerVerbatim int `json:"weakerVerbatim,omitempty"`
	// More counts the hits that reach the minimum score, but are beyond
	// [chaffinch.SearchOptions].Top. Documents that were not read are not counted.
	More int `json:"more"`
	// Unread are documents that may reach the minimum score, but are gone or have changed. A cover
	// leaves them out, so it may miss copies. Only searches by evidence have them.
	Unread []UnreadDocument `json:"unread,omitempty"`
	// Identical are the occurrences of the question's own content. Similar does not list it as a
	// hit.
	Identical []document.Occurrence `json:"identical,omitempty"`
	Stats     Stats                 `json:"stats"` // what the answer took
}

// UnreadDocument is a document that could not be read.
type UnreadDocument struct {
	Content     string                `json:"content"`     // git blob id
	Occurrences []document.Occurrence `json:"occurrences"` // where the content was found
}

// Question describes the analysed question.
type Question struct {
	Name        string `json:"name"`        // as given; "-" is standard input
	Language    string `json:"language"`    // that it was read in
	Tokens      int    `json:"tokens"`      // number of tokens
	Boilerplate int    `json:"boilerplate"` // number of ignored tokens
	// Imports counts tokens of import lines, which carry no weight. See SearchOptions.CountImports.
	Imports      int `json:"imports,omitempty"`
	Fingerprints int `json:"fingerprints"` // distinct ones that were looked up
	// Guarantee is t: every shared run of t tokens is found. 0 means none.
	Guarantee int `json:"guarantee"`
	// Parts are the parts of a question in a format such as Markdown, in order. Each is read in its
	// own language. It is empty, never null, for a question in one language. The outputs of a
	// notebook, and the scripts and styles of a page, are not among them.
	Parts []Part `json:"parts"`
	// LeftOut counts lines that the format leaves unread, by reason: see [parts.LeftOut].
	LeftOut map[string]int `json:"leftOut,omitempty"`
}

// Part is a part of a question in one language.
type Part struct {
	Language string `json:"language"` // that it was read in
	Lines    Lines  `json:"lines"`    // of the question
	// Guessed means that the question does not name the language of the part.
	Guessed bool `json:"guessed"`
	// Path is the new file of a hunk of a diff.
	Path   string `json:"path,omitempty"`
	Tokens int    `json:"tokens"` // number of tokens
	// Unread is the reason for not searching the part, such as "adds no lines".
	Unread string `json:"unread,omitempty"`
}

// Stats are the costs of an answer.
type Stats struct {
	Terms        int   `json:"terms"`        // that were looked up
	Postings     int   `json:"postings"`     // that were read
	Candidates   int   `json:"candidates"`   // contents that share a fingerprint
	Aligned      int   `json:"aligned"`      // candidates read and aligned
	Microseconds int64 `json:"microseconds"` // time of the whole answer
	// Aligning is the part of the time that was spent on aligning.
	Aligning time.Duration `json:"-"`
}
