// Package trees compares two folders or archives. It finds out what became of the files of the
// first, and where the files of the second come from. [Compare] does not depend on the order of the
// trees, except for the direction of the relations.
//
// Each step takes the result of the one before and adds its own:
//
//  1. [units.Read] reads every file of both trees and analyses every distinct content once.
//  2. listFiles lists the files of each tree with their contents (contents.go).
//  3. findMatches aligns contents that share fingerprints: contents of both trees with contents of
//     one tree only, and the latter with each other. It keeps the tiles of the alignments
//     (matches.go). Contents of both trees need no alignment.
//  4. pair chooses a counterpart for each file, one to one, by similarity (counterparts.go).
//  5. findFlows adds the further files of the other tree that explain the rest of a file
//     (flows.go).
//  6. result derives the relations from the flows in both directions (relations.go).
//
// Package threshold has the thresholds of these steps; align.Slight says which matches may be
// chance.
package trees

import (
	"context"
	"errors"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/collection/candidates"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/shares"
)

// The kinds of a [Relation].
const (
	Unchanged = "unchanged" // the same bytes under the same path
	Edited    = "edited"    // another content under the same path
	Moved     = "moved"     // one file went to another path, possibly changed
	Copied    = "copied"    // a file of the second tree has material that is also in its old place
	Split     = "split"     // the material of one file went to several
	Merged    = "merged"    // the material of several files went into one
	Gone      = "gone"      // a file of the first tree has no counterpart
	New       = "new"       // a file of the second tree has no counterpart
)

// Kinds returns the kinds of relations, the most informative first.
func Kinds() []string {
	return []string{Split, Merged, Copied, Moved, Edited, Gone, New, Unchanged}
}

// Result is the comparison of two trees. Its JSON keys are stable; new ones may be added.
type Result struct {
	A Tree `json:"a"` // the two trees
	B Tree `json:"b"` // the two trees
	// Counts are the numbers of relations by kind; every kind has an entry.
	Counts map[string]int `json:"counts"`
	// Relations are sorted by kind, as in [Kinds]. Within a kind, files with the same bytes come
	// last. The others are sorted by informativeness: edited files by differing tokens, gone and
	// new ones by tokens, others by matching tokens. Empty, never null.
	Relations []Relation              `json:"relations"`
	Skipped   map[document.Reason]int `json:"skipped"`  // files of both trees that were not compared, by reason
	Warnings  []answer.Warning        `json:"warnings"` // possible misreadings; empty, never null
	Stats     Stats                   `json:"stats"`    // what the comparison took
	// Sort is what text and pages list the relations by. Empty is their order here, by kind.
	Sort shares.Key `json:"-"`
	// Sources are the sources of related files with different contents, by content; see
	// [Options.Sources].
	Sources map[string][]byte `json:"-"`
}

// Tree describes one of the two trees.
type Tree struct {
	Name string `json:"name"` // as given
	// Folder is the single top-level folder of an archive, which is omitted from the paths; empty
	// if there is none or it was kept.
	Folder string `json:"folder"`
	Files  int    `json:"files"`  // compared
	Tokens int    `json:"tokens"` // of all its files
	// Boilerplate is the number of ignored tokens among them.
	Boilerplate int `json:"boilerplate"`
	// Share is the share, from 0 to 1, of the tree's tokens that is found in the other tree,
	// excluding boilerplate.
	Share float64 `json:"share"`
}

// Relation relates files of the two trees.
type Relation struct {
	Kind string `json:"kind"` // unchanged, edited, moved, copied, split, merged, gone or new
	// Copy is the kind of copy over all matches: verbatim, renamed or edited; empty without
	// matches.
	Copy string `json:"copy"`
	// Identical reports whether the files have the same bytes.
	Identical bool `json:"identical"`
	// Score is the overall similarity of both sides, from 0 to 1.
	Score float64 `json:"score"`
	// Shares are the shares of all files of each side together.
	shares.Shares
	Tokens int `json:"tokens"` // matching tokens
	// At least one side has one file. Empty, never null.
	A []Related `json:"a"` // the files
	B []Related `json:"b"` // the files
}

// Related is a file of a relation.
type Related struct {
	Path   string `json:"path"`   // below the tree, with slashes
	Tokens int    `json:"tokens"` // number of tokens
	// Found is the share of the file's tokens that occurs in the files of the other side, excluding
	// boilerplate. Holds is the share of their tokens that occurs in this file.
	Found float64 `json:"found"`
	Holds float64 `json:"holds"`

	// For a page:
	Content  string `json:"-"` // git blob id
	Language string `json:"-"`
	Lines    int    `json:"-"`
	Matching int    `json:"-"` // tokens that occur in the files of the other side
}

// Stats gives the cost of the comparison.
type Stats struct {
	Contents     int   `json:"contents"`     // distinct ones
	Aligned      int64 `json:"aligned"`      // pairs of contents aligned token by token
	Microseconds int64 `json:"microseconds"` // time of the whole comparison
}

// Options are the options of a comparison.
type Options struct {
	// Corpus selects the files to read.
	Corpus document.Options
	// Language is the language to lex all files in; nil detects it for each file.
	Language *lex.Language
	// Settings are the fingerprint settings; the zero value is the default.
	Settings analyzer.Settings
	// Base are folders, files and archives of boilerplate.
	Base []string
	// Progress is called from time to time with the current activity and the work done, out of
	// whole (0 if unknown). It is called from one goroutine at a time.
	Progress func(doing string, done, whole int)
	// Sources is how many bytes of sources the result may have, for the first relations.
	Sources int
	// Skipped is called for every file that is not compared, from one goroutine at a time.
	Skipped func(path string, reason document.Reason, err error)
}

// Compare compares two folders or archives. It checks ctx once per file and once per pair of
// contents.
func Compare(ctx context.Context, a, b string, o Options) (*Result, error) {
	start := time.Now()
	if o.Settings == (analyzer.Settings{}) {
		o.Settings = analyzer.DefaultSettings()
	}
	an, err := analyzer.New(o.Settings)
	if err != nil {
		return nil, err
	}
	in, set := units.Trees(a, b), candidates.NewSet()
	reading := units.Options{
		By: units.ByFile, Corpus: o.Corpus, SkipGenerated: true, Language: o.Language, Boilerplate: o.Base,
		Distinct: true, NoUnits: true, CountImports: true, Skipped: o.Skipped,
	}
	if o.Progress != nil {
		reading.Progress = func(read, all int) { o.Progress("reading", read, all) }
	}
	read, err := units.Read(ctx, an, in, reading, units.ByUnit(set.Add))
	if err != nil {
		return nil, err
	}
	r, err := compare(ctx, in, read, set, o)
	if err == nil {
		err = r.readSources(ctx, read, o.Sources)
	}
	if err := errors.Join(err, read.Close()); err != nil {
		return nil, err
	}
	r.A.Name, r.B.Name = a, b
	r.warn()
	r.Stats.Microseconds = time.Since(start).Microseconds()
	return r, nil
}

// compare compares the trees that were read.
func compare(ctx context.Context, in units.Input, read *units.Units, set *candidates.Set, o Options) (*Result, error) {
	files := listFiles(in, read)
	matches, err := findMatches(ctx, files, set, o)
	if err != nil {
		return nil, err
	}
	counterparts := pair(matches)
	flows := findFlows(counterparts)
	return flows.result(ctx)
}

func report(o Options, doing string, done, whole int) {
	if o.Progress != nil {
		o.Progress(doing, done, whole)
	}
}
