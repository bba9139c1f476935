package collection

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/chaffinch-search/chaffinch/analyzer"
)

// What became of the files of one tree in another one is found in four steps.
//
//  1. Every file of both is read, and every content taken apart once (treesload.go). What has the same
//     bytes on both sides is found by that, and costs no more.
//  2. Contents that share fingerprints are aligned, those that both trees have with those of one tree
//     only, and these with each other (treeslink.go). Of an alignment its tiles are kept.
//  3. Files are brought together, one with one, by how much they are alike; then it is asked of each
//     file what else of the other tree explains what is left of it (treesflow.go).
//  4. Where material went and where it came from, taken together, says what happened (treesrelate.go).

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

// RelationKinds returns what relations there are, the most telling first.
func RelationKinds() []string {
	return []string{Split, Merged, Copied, Moved, Edited, Gone, New, Unchanged}
}

// Trees is what comparing two trees comes to. Its JSON keys are stable: new ones may be added.
type Trees struct {
	A Tree `json:"a"`
	B Tree `json:"b"`
	// Counts are the numbers of relations by kind; every kind has one.
	Counts map[string]int `json:"counts"`
	// Relations are in the order of [RelationKinds]. Of one kind, those whose files have the same bytes
	// come last; before that come those which say most: edited files by the tokens that differ, those
	// that are gone or new by their tokens, others by the tokens that agree. Empty, never null.
	Relations []Relation     `json:"relations"`
	Skipped   map[string]int `json:"skipped"`  // files of both that were not compared, by reason
	Warnings  []string       `json:"warnings"` // empty, never null
	Stats     TreeStats      `json:"stats"`
}

// Tree is one of the two.
type Tree struct {
	Name string `json:"name"` // as given
	// Folder is the folder in an archive that holds all of its files and that paths are below; empty
	// where they are below the tree itself.
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
	// Found is the share of the file's tokens, boilerplate apart, that stands in the files of the other
	// side, Holds the share of theirs that stands in this one.
	Found float64 `json:"found"`
	Holds float64 `json:"holds"`
}

// TreeStats say what the comparison cost.
type TreeStats struct {
	Contents     int   `json:"contents"` // distinct ones
	Aligned      int64 `json:"aligned"`  // pairs of contents that were compared token by token
	Microseconds int64 `json:"microseconds"`
}

// trees is one run of [CompareTrees]. Contents and files are named by their numbers.
type trees struct {
	*comparison
	contents []*content
	sides    [2]treeSide
	links    []link
	between  map[[2]int]int // numbers of the links, by their ends
	result   *Trees
}

// treeSide is one of the two trees.
type treeSide struct {
	files []treeFile // by path
	paths map[string]int
	of    [][]int // numbers of the files that have a content
	links [][]int // numbers of the links that a content has to the other tree
}

// treeFile is a file of one tree.
type treeFile struct {
	path    string
	content int
	partner int   // the one counterpart in the other tree, none without
	flows   []int // files of the other tree that hold material of it, the partner first
}

// none is the number of no file.
const none = -1

// CompareTrees compares two folders or archives. Of the options, By, Old and all that are about lists
// of pairs have no effect.
func CompareTrees(ctx context.Context, a, b string, o Options) (*Trees, error) {
	start := time.Now()
	o.By, o.Old, o.MaxShare = ByFile, nil, 0
	if err := o.check(); err != nil {
		return nil, err
	}
	an, err := analyzer.New(o.Settings)
	if err != nil {
		return nil, err
	}
	t := &trees{
		comparison: newComparison(o, an),
		result:     &Trees{A: Tree{Name: a}, B: Tree{Name: b}},
	}
	if err := errors.Join(t.run(ctx, a, b), t.l.spool.close()); err != nil {
		return nil, err
	}
	t.result.Stats.Microseconds = time.Since(start).Microseconds()
	return t.result, nil
}

func (t *trees) run(ctx context.Context, a, b string) error {
	if err := t.l.readBase(ctx, nil, t.o.Base); err != nil {
		return fmt.Errorf("reading boilerplate: %w", err)
	}
	if err := t.load(ctx, a, b); err != nil {
		return err
	}
	if err := t.link(ctx); err != nil {
		return err
	}
	t.pair()
	t.flow()
	return t.relate(ctx)
}
