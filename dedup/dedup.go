// Package dedup tells which documents of a collection repeat others: which to keep, and which to
// drop.
//
// A document is dropped if it is identical to a kept one, if it has enough of the same shingles, or
// if it has a passage of a reference, such as a benchmark that a model must not have seen. A
// shingle is a run of [Options.Shingle] words, without regard to punctuation, layout and case. Each
// document that is dropped as similar is verified: the similarity to the kept document is exact,
// and is no estimate.
//
//	report, err := dedup.Run(ctx, []string{"corpus.jsonl"}, dedup.Options{Threshold: 0.8})
//	for _, group := range report.Groups {
//		fmt.Println(group.Kept.Path, len(group.Dropped))
//	}
//
//	read.go        the documents, and their shingles in a scratch file
//	shingles.go    the set of a document, and similarities of two
//	candidates.go  kept documents that may be similar
//	choose.go      which documents are kept
//	references.go  passages of references
//	kept.go        the kept documents as JSON lines
//
// Documents are chosen one after the other, in the order of [Options.Prefer]. One that is similar
// to a kept one is dropped. So no two kept documents are similar, and each dropped document names a
// kept one that it is similar to. Chains of similar documents, as by A. Broder (On the Resemblance
// and Containment of Documents, 1997, section 4), also drop documents that no kept one resembles.
//
// docs/dedup.md says what memory and disk a run takes.
package dedup

import (
	"cmp"
	"errors"
	"io"
	"slices"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// Measures of how similar a document is to a kept one.
const (
	// Jaccard is the number of shingles in both, divided by the number in either.
	Jaccard = "jaccard"
	// Containment is the number of shingles in both, divided by the number in the document that may
	// be dropped. It may be a part of a much larger one.
	Containment = "containment"
)

// Measures are the values of [Options.Measure].
var Measures = []string{Jaccard, Containment}

// Rules of which of several similar documents is kept. Earlier rules decide first, and at last the
// order in which the documents are read.
const (
	Licensed = "licensed" // one whose source states a licence, such as a column of JSON lines
	Oldest   = "oldest"   // the one with the earliest date; documents without a date come last
	Largest  = "largest"  // the one with the most words
)

// Rules are the values of [Options.Prefer].
var Rules = []string{Licensed, Oldest, Largest}

// Defaults of options.
const (
	DefaultThreshold = 0.8
	DefaultShingle   = 5
	DefaultOverlap   = 30
)

// Bounds of options, in words.
const (
	LeastShingle, MostShingle = 1, 100
	LeastOverlap, MostOverlap = 2, 1000
)

// Options say what a duplicate is. The zero value stands for the defaults.
type Options struct {
	// Corpus selects the files.
	Corpus document.Options
	// Measure is [Jaccard] or [Containment]; empty means Jaccard. With Containment, larger
	// documents are kept before smaller ones, and the rules of Prefer decide among equally large
	// ones.
	Measure string
	// Threshold is the similarity from which a document is dropped, at most 1. 0 means 0.8.
	Threshold float64
	// Shingle is the number of words of a shingle, from 1 to 100. 0 means 5.
	Shingle int
	// Prefer are the rules of which document is kept.
	Prefer []string
	// Against are sources that are kept as they are: documents similar to theirs are dropped.
	Against []string
	// References are sources whose passages no kept document may have.
	References []string
	// Overlap is the least number of words of a passage, from 2 to 1000. 0 means 30.
	Overlap int
	// Kept receives the kept documents of the sources as JSON lines; nil for none. Lines of JSON
	// lines stay as they are, and other documents become objects with the columns of such lines.
	Kept io.Writer
	// Progress is called with the number of documents read, one call at a time; nil for none.
	Progress func(documents int)
	// Skipped is called for each file that is not read; nil for none.
	Skipped func(path string, reason document.Reason, err error)
}

// filled returns the options with the defaults in place of zeros.
func (o Options) filled() Options {
	if o.Measure == "" {
		o.Measure = Jaccard
	}
	if o.Threshold == 0 {
		o.Threshold = DefaultThreshold
	}
	if o.Shingle == 0 {
		o.Shingle = DefaultShingle
	}
	if o.Overlap == 0 {
		o.Overlap = DefaultOverlap
	}
	return o
}

// Check returns an error for an option out of its range.
func (o Options) Check() error {
	f := o.filled()
	err := cmp.Or(option.Among(option.DedupMeasure, f.Measure, Measures), option.Share(option.DedupThreshold, f.Threshold),
		option.Within(option.DedupShingle, f.Shingle, LeastShingle, MostShingle), option.Within(option.DedupOverlap, f.Overlap, LeastOverlap, MostOverlap))
	for i, rule := range f.Prefer {
		if err = cmp.Or(err, option.Among(option.DedupPrefer, rule, Rules)); err == nil && slices.Contains(f.Prefer[:i], rule) {
			err = option.Errorf(option.DedupPrefer, "has %s twice: name it once", rule)
		}
	}
	return err
}

// Report says which documents are kept and dropped.
type Report struct {
	Measure   string  `json:"measure"`   // jaccard or containment
	Threshold float64 `json:"threshold"` // the least similarity at which a document is dropped
	Shingle   int     `json:"shingle"`   // words
	All       Total   `json:"all"`       // of the documents of the sources that may be dropped
	Kept      Total   `json:"kept"`      // of the documents that stay
	Identical Total   `json:"identical"` // dropped: the same bytes as a kept one
	Similar   Total   `json:"similar"`   // dropped: similar to a kept one
	// InReferences counts the documents that are dropped for a passage of a reference.
	InReferences Total `json:"inReferences"`
	// Groups are the kept documents with documents dropped in their favour, the most words first.
	Groups []Group `json:"groups"`
	// Passages are the documents with a passage of a reference, in the order in which they are
	// read.
	Passages []Passage `json:"passages"`
	// References and ShortReferences count the references that were read, and those of them with
	// fewer words than a passage: they match nothing.
	References      int                     `json:"references"`
	ShortReferences int                     `json:"shortReferences"`
	Skipped         map[document.Reason]int `json:"skipped"` // files that were not read, by reason
	Stats           Stats                   `json:"stats"`   // figures of the run
}

// Total counts documents.
type Total struct {
	Documents int   `json:"documents"`
	Bytes     int64 `json:"bytes"`
	Words     int64 `json:"words"`
}

func (t *Total) add(d *Document) {
	t.Documents++
	t.Bytes += d.Bytes
	t.Words += int64(d.Words)
}

// Stats are figures of a run.
type Stats struct {
	Compared     int   `json:"compared"` // pairs of documents whose similarity was computed
	Microseconds int64 `json:"microseconds"`
}

// Document is a document of a collection.
type Document struct {
	Path  string `json:"path"`
	Bytes int64  `json:"bytes"`
	Words int    `json:"words"`
	document.Origin
}

// Group is a kept document with those that are dropped in its favour.
type Group struct {
	Kept Document `json:"kept"` // the document that stays
	// Against means that the document is of the older data, which stays as it is.
	Against bool      `json:"against,omitempty"`
	Dropped []Dropped `json:"dropped"` // the most similar first
}

// Dropped is a document that is dropped in favour of a kept one.
type Dropped struct {
	Document
	Identical  bool    `json:"identical,omitempty"` // the same bytes
	Similarity float64 `json:"similarity"`          // by the measure, exact
	Shared     int     `json:"shared"`              // different shingles in both; 0 if identical
}

// Passage is a passage that a document has in common with a reference.
type Passage struct {
	Document
	Reference string       `json:"reference"` // the path of the reference
	Overlap   int          `json:"overlap"`   // words in a row
	Lines     answer.Lines `json:"lines"`     // of the document
	Of        answer.Lines `json:"of"`        // of the reference
}

var (
	errNoDocument  = errors.New("no document was read: name sources with text, and JSON lines with a content column")
	errNoReference = errors.New("no reference was read: name texts, or JSON lines with a content column")
	errNoSource    = errors.New("no source is named")
	errTwice       = errors.New("the kept documents are read a second time, which standard input cannot be: write it to a file, and name that")
)
