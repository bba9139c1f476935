// Package trees compares two folders or archives: it says what became of the files of the first
// one, and where those of the second one come from.
//
// It takes four steps.
//
//  1. Every file of both trees is read, and every content analysed once (load.go). Files with the
//     same bytes are found by that, and cost no more.
//  2. Contents that share fingerprints are aligned: those that both trees have with those of one
//     tree only, and these with each other (link.go). Of an alignment its tiles are kept.
//  3. Files are paired, one with one, by how much they are alike. Then for each file the other files
//     of the other tree are found that explain what is left of it (flow.go).
//  4. Where material went and where it came from, taken together, says what happened (relate.go).
package trees

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/collection/pairs"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
)

// What a [Relation] says of its files.
const (
	Unchanged = "unchanged" // the same bytes under the same path
	Edited    = "edited"    // another content under the same path
	Moved     = "moved"     // one file went to another path, and may have changed on the way
	Copied    = "copied"    // a file of the second tree has material that is also where it was before
	Split     = "split"     // the material of one file went to several
	Merged    = "merged"    // the material of several files went into one
	Gone      = "gone"      // a file of the first tree has no counterpart
	New       = "new"       // a file of the second tree has none
)

// Kinds returns the kinds of relations, the most telling first.
func Kinds() []string {
	return []string{Split, Merged, Copied, Moved, Edited, Gone, New, Unchanged}
}

// Result is what comparing two trees comes to. Its JSON keys are stable: new ones may be added.
type Result struct {
	A Tree `json:"a"`
	B Tree `json:"b"`
	// Counts are the numbers of relations by kind; every kind has one.
	Counts map[string]int `json:"counts"`
	// Relations are in the order of [Kinds]. Of one kind, those whose files have the same bytes
	// come last. Before them come those that say most: edited files by the tokens that differ,
	// those that are gone or new by their tokens, others by the tokens that agree. Empty, never
	// null.
	Relations []Relation     `json:"relations"`
	Skipped   map[string]int `json:"skipped"`  // files of both that were not compared, by reason
	Warnings  []string       `json:"warnings"` // empty, never null
	Stats     Stats          `json:"stats"`
}

// Tree is one of the two.
type Tree struct {
	Name string `json:"name"` // as given
	// Folder is the folder in an archive that holds all of its files, and that paths are below;
	// empty where paths are below the tree itself.
	Folder string `json:"folder"`
	Files  int    `json:"files"` // compared
	Tokens int    `json:"tokens"`
	// Boilerplate counts the tokens among them that are ignored.
	Boilerplate int `json:"boilerplate"`
	// Share is the share of the tree's tokens, boilerplate apart, that is found in the other one.
	Share float64 `json:"share"`
}

// Relation is what became of files.
type Relation struct {
	Kind string `json:"kind"`
	// Copy is what kind of copy the matches are, taken together: verbatim, renamed or edited; empty
	// without any.
	Copy string `json:"copy"`
	// Identical says that the files have the same bytes.
	Identical bool `json:"identical"`
	// Score says how much both sides are alike as wholes, from 0 to 1.
	Score  float64 `json:"score"`
	Tokens int     `json:"tokens"` // that agree
	// A and B are the files, at least one on one of the sides; empty, never null.
	A []Related `json:"a"`
	B []Related `json:"b"`
}

// Related is a file of a relation.
type Related struct {
	Path   string `json:"path"` // below the tree, with slashes
	Tokens int    `json:"tokens"`
	// Found is the share of the file's tokens, boilerplate apart, that stands in the files of the
	// other side. Holds is the share of theirs that stands in this file.
	Found float64 `json:"found"`
	Holds float64 `json:"holds"`
}

// Stats say what the comparison cost.
type Stats struct {
	Contents     int   `json:"contents"` // distinct ones
	Aligned      int64 `json:"aligned"`  // pairs of contents that were compared token by token
	Microseconds int64 `json:"microseconds"`
}

// Options say what is compared, and how.
type Options struct {
	// Corpus says which files are worth reading.
	Corpus corpus.Options
	// Language is how files are lexed; nil to detect it from each file's name and content.
	Language *lex.Language
	// Settings say how fingerprints are made; the zero value is the default.
	Settings analyzer.Settings
	// Base are folders, files and archives of boilerplate.
	Base []string
	// Progress is called now and then with what is being done and how much of it is done, of a
	// whole that is 0 where it is not known yet. It is called from one goroutine at a time.
	Progress func(doing string, done, whole int)
	// Skipped is called for every file that is not compared, from one goroutine at a time.
	Skipped func(path, reason string, err error)
}

// comparison is one run of [Compare]. Contents and files are named by their numbers.
type comparison struct {
	o        Options
	units    *units.Units
	table    *pairs.Table
	files    *units.Preparer
	contents []*content
	sides    [2]side
	links    []link
	between  map[[2]int]int // numbers of the links, by their ends
	telling  sync.Mutex     // held while Progress is called
}

// side is one of the two trees.
type side struct {
	files []file // by path
	paths map[string]int
	of    [][]int // numbers of the files that have a content
	links [][]int // numbers of the links that a content has to the other tree
}

// file is a file of one tree.
type file struct {
	path    string
	content int
	partner int   // the one counterpart in the other tree, none without
	flows   []int // files of the other tree that hold material of it, the partner first
}

// none is the number of no file.
const none = -1

// Compare compares two folders or archives. ctx is looked at once a file, and once a pair of
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
	in, set := units.Trees(a, b), pairs.NewSet()
	read, err := units.Read(ctx, an, in, units.Options{
		By: units.ByFile, Corpus: o.Corpus, Language: o.Language, Boilerplate: o.Base, Distinct: true,
		Progress: func(read int) { tell(o, "reading", read, 0) }, Skipped: o.Skipped,
	}, set)
	if err != nil {
		return nil, err
	}
	r := &Result{A: Tree{Name: a}, B: Tree{Name: b}}
	if err := errors.Join(compare(ctx, in, read, set, o, r), read.Close()); err != nil {
		return nil, err
	}
	r.Stats.Microseconds = time.Since(start).Microseconds()
	return r, nil
}

// compare fills in the result.
func compare(ctx context.Context, in units.Input, read *units.Units, set *pairs.Set, o Options, r *Result) error {
	c := &comparison{o: o, units: read, between: map[[2]int]int{}}
	r.A.Folder, r.B.Folder = c.list(in)
	if err := c.tabulate(ctx, set); err != nil {
		return err
	}
	if err := c.link(ctx); err != nil {
		return err
	}
	c.pair()
	c.flow()
	return c.relate(ctx, r)
}

func tell(o Options, doing string, done, whole int) {
	if o.Progress != nil {
		o.Progress(doing, done, whole)
	}
}
