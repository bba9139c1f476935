package answer

import (
	"fmt"
	"time"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Hit is a content that shares material with the question. All scores are between 0 and 1.
type Hit struct {
	Content string `json:"content"` // git blob id, as in swh:1:cnt:ID; in an index with a key, an id under the key
	HitContent
	Language string `json:"language"` // that it was indexed in
	Tokens   int    `json:"tokens"`   // number of tokens
	// Hits are ordered by score. But Index.Search lists first the hits that explain a new part of
	// the question, and last, if another is a likely copy, the hits with a probability below 0.5.
	// If two scores differ by less than half a percent, the hit with the earlier date comes first,
	// if both dates are known.
	Score float64 `json:"score"` // the evidence, or the measure that was asked for
	// Probability is the likelihood of an origin, if half of the questions have one. It follows
	// from Evident and the length of the question. For Index.Similar see pairs.Pair. It is omitted
	// unless the content was aligned and the score is by evidence, and if only comments are the
	// same: see [Hit.OnlyComments]. docs/scores.md has its accuracy.
	Probability float64 `json:"probability,omitempty"`
	// Evident is the score without possible idioms: see [Match].Evident.
	Evident     float64               `json:"-"`
	Containment float64               `json:"containment"` // share of the question's fingerprints that the content has, weighted by idf
	Resemblance float64               `json:"resemblance"` // fingerprints in both over those in either
	Cosine      float64               `json:"cosine"`      // cosine of the idf vectors
	Occurrences []document.Occurrence `json:"occurrences"` // where the content was seen, best name first
	// LaterVersions are the first 20 later versions of the path, the earliest first.
	LaterVersions []Version `json:"laterVersions,omitempty"`
	// Group is the hit's group with [chaffinch.SearchOptions].GroupBy.
	Group string `json:"group,omitempty"`
	// Others counts further hits of the group, among its 20 best candidates.
	Others int `json:"others,omitempty"`
	// Aligned reports whether the content was read and compared token by token. If not, its files
	// were deleted or changed, and the fields below are empty.
	Aligned bool `json:"aligned"`
	// Coverage is the share of the question's tokens in matches, without boilerplate and imports.
	Coverage float64 `json:"coverage"`
	// DocumentCoverage is the share of the document's tokens in matches.
	DocumentCoverage float64 `json:"documentCoverage"`
	Shares
	// Adds is the share that earlier hits do not explain, in a cover.
	Adds float64 `json:"adds,omitempty"`
	// Kind is the kind of copy over all matches: verbatim, renamed or edited. It is "comments" if
	// the question is a comment that the document has.
	Kind    string  `json:"kind"`
	Matches []Match `json:"matches"` // in the order of the question; empty, never null
	// SameComments are the words in comments of both: the question is a, the document b. They
	// count in no score. A cover has none.
	SameComments []SharedComment `json:"sameComments,omitempty"`
	// HashesOnly reports that the index keeps no source, or the question has none. Coverage is then
	// estimated from fingerprints, Score from the index, and Runs replace matches.
	HashesOnly bool         `json:"hashesOnly,omitempty"`
	Runs       []Run        `json:"runs,omitempty"`    // in the order of the question
	Explain    *Explanation `json:"explain,omitempty"` // the fingerprints behind the hit, if asked for
	// Alignment is set by [chaffinch.SearchOptions].Alignments, for printing the sources.
	Alignment *Alignment `json:"-"`
}

// OnlyComments reports whether the content shares comments with the question, and no code. Its
// score and shares are 0, as comments count in none.
func (h *Hit) OnlyComments() bool { return h.Kind == "comments" }

// IsLikely reports whether the content is likely an origin. Its Probability is then at least 0.75.
// A hit without a probability is not.
func (h *Hit) IsLikely() bool { return h.Probability >= threshold.LikelyCopy }

// HitContent describes the content of a hit, or of the origin of a finding.
type HitContent struct {
	// Keyed means that the id is under a key: no git blob id.
	Keyed bool `json:"keyed,omitempty"`
	// Versions counts other versions of the path, in a history, that share as many fingerprints.
	// The content is the first of them.
	Versions int `json:"versions,omitempty"`
	// Equal counts the other documents that explain about as much, in a cover. The
	// earliest is listed, if dates are known.
	Equal int `json:"equal,omitempty"`
	// Looks is "generated" or "minified" if the content looks so at every occurrence; else empty.
	Looks document.Reason `json:"looks,omitempty"`
}

// Version is a later version of a hit's document, at its path in a history.
type Version struct {
	Content  string    `json:"content"`          // git blob id
	Revision string    `json:"revision"`         // the commit that first had the content
	Date     time.Time `json:"date,omitzero"`    // of the commit
	Author   string    `json:"author,omitempty"` // of the commit
}

// Match is a part of the question that occurs in the document.
type Match struct {
	Question Lines `json:"question"` // lines of the question
	Document Lines `json:"document"` // lines of the document
	Tokens   int   `json:"tokens"`   // matching tokens
	// Imports counts the tokens in import lines, which carry no weight.
	Imports int    `json:"imports,omitempty"`
	Kind    string `json:"kind"` // verbatim, renamed (one to one) or edited
	// Weight is the evidence of a common origin, in rare tokens. Evident is the weight without
	// idioms: renamed names in an edited match do not count, unless enough of it agrees, for the
	// number of documents that have it.
	Weight  float64 `json:"weight"`
	Evident float64 `json:"-"`
	// DF is how many documents have this material: the median over its fingerprints. It is 0 if no
	// fingerprint lies in it.
	DF int `json:"df"`
	// Rare is the share of the match's fingerprints, weighted by rarity, that are not idioms.
	Rare float64 `json:"-"`
	// Duplicate is set if another match of the question has this part of the document.
	Duplicate bool     `json:"-"`
	Renames   []Rename `json:"renames"` // most frequent first; empty, never null
	// Language is the language of the matching part, such as code in Markdown. It is empty if the
	// document has this language.
	Language string `json:"language,omitempty"`
	// New is the place in the new file, if the question is a diff. Question has the lines of the
	// diff.
	New *NewPlace `json:"new,omitempty"`
	// Invisible are invisible characters that only one side has, such as "U+200B".
	Invisible []string `json:"invisible,omitempty"`
}

// Run is a part of the question that fingerprints of the document cover. Where in the document they
// are, and in which order, is not known.
type Run struct {
	Question Lines `json:"question"` // lines of the question
	Tokens   int   `json:"tokens"`   // of the question
	// Weight is the evidence, in rare tokens, if the document has all of it. DF is how many
	// documents have this material.
	Weight float64 `json:"weight"`
	DF     int     `json:"df"`
	Rare   float64 `json:"-"` // as in [Match]
	// Duplicate is set if earlier runs have most of the material.
	Duplicate bool `json:"-"`
}

// NewPlace is a place in the new file of a diff.
type NewPlace struct {
	Path  string `json:"path"`  // of the file
	Lines Lines  `json:"lines"` // of the file
}

// Largest returns the heaviest match, or nil, and the number of other matches.
func (h *Hit) Largest() (largest *Match, others int) {
	for i := range h.Matches {
		if largest == nil || h.Matches[i].Weight > largest.Weight {
			largest = &h.Matches[i]
		}
	}
	return largest, max(0, len(h.Matches)-1)
}

// Rename is an identifier of the question that has another name in the document.
type Rename struct {
	Question string `json:"question"` // its name
	Document string `json:"document"` // its name
	Count    int    `json:"count"`    // how often in the match
}

// Alignment holds the aligned documents and matches behind a hit.
type Alignment struct {
	Question, Document *align.Document
	Matches            []align.Match // shown matches
	Changes            []align.Change
	FirstLine          int // of the question in its file
}

// Shared returns the matches with their edits, as [chaffinch.Compare] does. a is the question, b
// the document.
func (a *Alignment) Shared() []Shared {
	all := make([]Shared, len(a.Matches))
	for i, m := range a.Matches {
		all[i] = NewShared(a.Question, a.Document, m, a.Changes[i])
	}
	return all
}

// CodePoints returns the notation of Unicode for characters.
func CodePoints(characters []rune) (names []string) {
	for _, c := range characters {
		names = append(names, fmt.Sprintf("%U", c))
	}
	return names
}

// SWHID returns the [SWHID] of some lines of the content; empty with a key.
func (h *Hit) SWHID(lines Lines) string {
	if h.Keyed {
		return ""
	}
	return SWHID(h.Content, h.Occurrences[0], lines)
}
