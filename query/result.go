package query

import (
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// Options are the parameters of a search. The zero value ranks everything by containment.
type Options struct {
	// Measure is the measure to rank by.
	Measure Measure
	// Top is the maximum number of documents; 0 or negative is no maximum.
	Top int
	// MinScore excludes documents with a lower score.
	MinScore float64
	// Documents is N of the idf; 0 or negative is all of the Bleve index. Set it if the index also
	// contains documents of other kinds.
	Documents int
	// Weights are the snapshot's weights for all fingerprint fields, see Fresh. If nil, Cosine and
	// Resemblance of the hits are 0, and Measure must be Containment.
	Weights *Weights
	// MaxTerms bounds the looked-up terms to those with the smallest hashes. They are the same
	// random sample for any two documents. 0 or negative is all.
	MaxTerms int
	// Fields names the field of the index for each representation. Terms of representations that
	// are not in it are ignored. nil means the fields that package index writes: one for each
	// representation, of the same name.
	Fields map[analyzer.Representation]string
}

// Result is the answer to a question.
type Result struct {
	Hits []Hit
	// Terms are the terms that were looked up, by descending idf.
	Terms []TermStats
	Stats Stats
}

// Hit is a document that shares terms with the question.
type Hit struct {
	ID string // of the Bleve document
	// Score is the value of Options.Measure.
	Score, Containment, Cosine, Resemblance float64
	// Matched are the shared terms, as indexes into Result.Terms.
	Matched []int
}

// TermStats gives the rarity of a term.
type TermStats struct {
	Term
	DF  int // documents that contain it
	IDF float64
}

// Stats gives the cost of a question.
type Stats struct {
	Terms      int // distinct terms looked up
	Found      int // of those, terms that occur in a document
	Postings   int // postings read or probed
	Candidates int // documents with an accumulator
	Duration   time.Duration
}
