// Package collection compares all documents of a collection with each other: it reads the units
// (submissions, files), finds the pairs that share material without comparing all with all, proves
// the best of them token by token, and groups what belongs together. What it returns is a [Result],
// which package report writes in the forms that people and programs read.
package collection

import (
	"time"

	"github.com/chaffinch-search/chaffinch/internal/answer"
)

// Result is what comparing a collection comes to. Its JSON keys are stable: new ones may be added.
type Result struct {
	// By is what a unit is: "file" or "dir".
	By string `json:"unit"`
	// MinScore is the score that listed pairs have at least.
	MinScore float64 `json:"minScore"`
	// Guarantee is t of code: any run of that many tokens that two units share is found.
	Guarantee int    `json:"guarantee"`
	Units     []Unit `json:"units"` // by name; empty, never null
	// Pairs are those listed, best first; empty, never null. Of units of the same contents only the
	// first one is paired with others, see Identical.
	Pairs []Pair `json:"pairs"`
	// Identical are groups of units with the same contents, by the index in Units, each of two or
	// more in ascending order. All pairs in a group have the score 1.
	Identical [][]int `json:"identical"`
	// Clusters are groups of units that belong together, the largest first.
	Clusters []Cluster `json:"clusters"`
	// Histogram counts the pairs that were compared token by token by their score, in hundredths:
	// the last of its 100 bins holds scores from 0.99 to 1. Identical units are in it.
	Histogram []int `json:"histogram"`
	// Skipped counts files that were not compared, by reason.
	Skipped  map[string]int `json:"skipped"`
	Warnings []string       `json:"warnings"` // empty, never null
	Stats    Stats          `json:"stats"`

	// Source returns the bytes of the content of that id, which must not be changed.
	Source func(content string) ([]byte, error) `json:"-"`
}

// Unit is what is compared with others as a whole: a file, or a submission of several files.
type Unit struct {
	// Name is the path below the folder that was given, with slashes.
	Name  string `json:"name"`
	Files []File `json:"files"` // by path
	// Tokens counts those of all files, Boilerplate those among them that are ignored.
	Tokens      int `json:"tokens"`
	Boilerplate int `json:"boilerplate"`
	// Old says that the unit is of an archive of earlier ones, which are not compared with each
	// other.
	Old bool `json:"old"`
	// Author, Label and Date are what info.csv says; empty, nil without.
	Author string     `json:"author,omitempty"`
	Label  string     `json:"label,omitempty"`
	Date   *time.Time `json:"date,omitempty"`
}

// File is one file of a unit.
type File struct {
	// Path is below the folder that was given, with slashes, so that of a unit that is a file it is
	// the unit's name. A file in an archive stands below the archive's name as below a folder.
	Path     string `json:"path"`
	Content  string `json:"content"` // git blob id
	Language string `json:"language"`
	Lines    int    `json:"lines"`
	Tokens   int    `json:"tokens"`
	// Boilerplate are the parts that are ignored, in bytes, in order.
	Boilerplate []answer.Offset `json:"boilerplate"`
	// Idioms are parts that many units have, which weigh little.
	Idioms []answer.Offset `json:"-"`
}

// Pair is two units that share material.
type Pair struct {
	A Side `json:"a"`
	B Side `json:"b"`
	// Score says how much the units are alike, from 0 to 1; it means the same for every pair and
	// collection.
	Score float64 `json:"score"`
	// Resemblance is the share of the fingerprints that either has which both have; Cosine that of
	// the angle between their idf vectors.
	Resemblance float64 `json:"resemblance"`
	Cosine      float64 `json:"cosine"`
	// Longest is the number of tokens of the longest match, Tokens that of all.
	Longest int `json:"longest"`
	Tokens  int `json:"tokens"`
	// Kind is what kind of copy the matches are, taken together: verbatim, renamed or edited.
	Kind string `json:"kind"`
	// Matches are in the order of the files and lines of A; empty, never null.
	Matches []Match `json:"matches"`
	// New says that a baseline does not have the pair.
	New bool `json:"new,omitempty"`
}

// Side is one of a pair.
type Side struct {
	Unit int    `json:"unit"` // index in Units
	Name string `json:"name"`
	// Containment is the share of its fingerprints, by idf, that the other has.
	Containment float64 `json:"containment"`
	// Coverage is the share of its tokens, boilerplate apart, that stand in matches.
	Coverage float64 `json:"coverage"`
}

// Match is a part of one unit that stands in the other.
type Match struct {
	A      Place             `json:"a"`
	B      Place             `json:"b"`
	Tokens int               `json:"tokens"` // that agree
	Kind   string            `json:"kind"`
	Rename []answer.NamePair `json:"renames"` // the commonest first; empty, never null
	// Weight is what the match says about a common origin, in rare tokens.
	Weight float64 `json:"weight"`
	// Edits are for those who show the sources: what differs inside of the match, in order.
	Edits []answer.Difference `json:"-"`
}

// Place is where a part of a unit stands.
type Place struct {
	File int    `json:"-"` // index in the unit's Files
	Path string `json:"path"`
	answer.Place
}

// Cluster is a group of units that belong together.
type Cluster struct {
	// Units are indexes in [Result.Units], the likely original first: the one with the earliest date,
	// where dates are known.
	Units []int `json:"units"`
	// Score is the mean score of the pairs in the group, those not listed counting 0.
	Score float64 `json:"score"`
}

// Stats say what the comparison cost.
type Stats struct {
	Files    int `json:"files"`    // compared
	Contents int `json:"contents"` // distinct ones among them
	// Comparable is the number of pairs of units that may be paired, Sharing that of those that share
	// a fingerprint which is no boilerplate, Aligned that of those compared token by token.
	Comparable   int64 `json:"comparable"`
	Sharing      int64 `json:"sharing"`
	Aligned      int64 `json:"aligned"`
	Microseconds int64 `json:"microseconds"`
}
