package chaffinch

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
)

// Result is what [Pairs] and [Clusters] return. Its JSON keys are stable: new ones may be added.
// Close it; sources can be read until then. A Result that was read from JSON, as a
// [PairsOptions.Baseline], has no sources. The command clusters prints a part of it: no pairs, but
// the linkage.
type Result struct {
	// Unit is what a unit is: "file" or "dir".
	Unit string `json:"unit"`
	// MinScore is the least score of a listed pair.
	MinScore float64 `json:"minScore"`
	// Guarantee is the threshold t of code: any run of t tokens that two units share is found.
	Guarantee int    `json:"guarantee"`
	Units     []Unit `json:"units"` // by name; empty, never null
	// Pairs are the listed pairs, best first; empty, never null. Of units of the same contents only
	// the first is paired with others, see Identical.
	Pairs []Pair `json:"pairs"`
	// Identical are groups of two or more units with the same contents, by their index in Units in
	// ascending order, new units before old ones. All pairs in a group have the score 1. Two old
	// units are no pair, so a group may have none.
	Identical [][]int `json:"identical"`
	// NewIdentical are the indexes of the groups of Identical with a pair that the baseline lacks.
	NewIdentical []int `json:"newIdentical,omitempty"`
	// Clusters are groups of units that belong together, the largest first.
	Clusters []Cluster `json:"clusters"`
	// Histogram counts the aligned pairs by their score, in hundredths: the last of its 100 bins
	// holds scores from 0.99 to 1. Pairs of identical units are included.
	Histogram []int `json:"histogram"`
	// Skipped counts files that were not compared, by reason.
	Skipped map[string]int `json:"skipped"`
	// Warnings are empty, never null. If there is nothing to compare, the last one says why.
	Warnings []string    `json:"warnings"`
	Stats    ResultStats `json:"stats"`
	// Baseline is the name of the earlier result that says what is new; empty without.
	Baseline string `json:"baseline,omitempty"`

	// More counts the pairs beyond [PairsOptions.Top].
	More int `json:"-"`
	// NewPairs counts the pairs that the baseline lacks.
	NewPairs int `json:"-"`
	// Linkage and LinkScore say how the clusters were made: see [PairsOptions].
	Linkage   string  `json:"-"`
	LinkScore float64 `json:"-"`

	unlisted []Pair // with a baseline: those beyond the top
	// JSON does not say where files are on disk, since it may be passed on.
	roots    []units.Root
	units    *units.Units    // nil if it was read from JSON
	snapshot *index.Snapshot // nil without an index
}

// Unit is what is compared with others as a whole: a file, or a submission of several files.
type Unit struct {
	// Name is the path below the input path, with slashes. A file that was given beside other
	// inputs has the path as it was given.
	Name  string `json:"name"`
	Files []File `json:"files"` // by path
	// Tokens counts the tokens of all files, Boilerplate those among them that are ignored.
	Tokens      int `json:"tokens"`
	Boilerplate int `json:"boilerplate"`
	// Old says that the unit is an earlier one. Old units are not compared with each other.
	Old bool `json:"old"`
	// Author, Label and Date are what info.csv says; empty or nil without.
	Author string     `json:"author,omitempty"`
	Label  string     `json:"label,omitempty"`
	Date   *time.Time `json:"date,omitempty"`
	// New says that the baseline lacks the unit, or has it with other contents.
	New bool `json:"new,omitempty"`
}

// File is one file of a unit.
type File struct {
	// Path is below the input path, with slashes. If the unit is a file, it is the unit's name. A
	// file in an archive is below the archive's name, as below a folder.
	Path     string `json:"path"`
	Content  string `json:"content"` // git blob id
	Language string `json:"language"`
	Lines    int    `json:"lines"`
	Tokens   int    `json:"tokens"`
	// Boilerplate are the parts that are ignored, as byte offsets, in order.
	Boilerplate []Offset `json:"boilerplate"`
	// Idioms are parts that weigh little because many units have them.
	Idioms []Offset `json:"-"`
}

// Pair is two units that share material.
type Pair struct {
	A Side `json:"a"`
	B Side `json:"b"`
	// Score says how much the units are alike, from 0 to 1. It means the same for every pair and
	// every collection.
	Score float64 `json:"score"`
	// Resemblance is the share of the fingerprints of both that they have in common. Cosine is that
	// of the angle between their idf vectors.
	Resemblance float64 `json:"resemblance"`
	Cosine      float64 `json:"cosine"`
	// Longest is the number of tokens of the longest match, Tokens that of all matches.
	Longest int `json:"longest"`
	Tokens  int `json:"tokens"`
	// Kind is what kind of copy the matches are, taken together: verbatim, renamed or edited.
	Kind string `json:"kind"`
	// Matches are in the order of the files and lines of A; empty, never null.
	Matches []PairMatch `json:"matches"`
	// New says that the baseline lacks the pair.
	New bool `json:"new,omitempty"`
}

// Side is one unit of a pair.
type Side struct {
	Unit int    `json:"unit"` // index in Units
	Name string `json:"name"`
	// Containment is the share of its fingerprints, weighted by idf, that the other unit has.
	Containment float64 `json:"containment"`
	// Coverage is the share of its tokens, boilerplate apart, that are in matches.
	Coverage float64 `json:"coverage"`
}

// PairMatch is a part of one unit that is also in the other.
type PairMatch struct {
	Shared
	// Weight is how strongly the match suggests a common origin, in rare tokens.
	Weight float64 `json:"weight"`
}

// Cluster is a group of units that belong together.
type Cluster struct {
	// Units are indexes in [Result.Units], the likely original first: an old unit, or the one with
	// the earliest date, where dates are known.
	Units []int `json:"units"`
	// Score is the mean score of the pairs in the group, where pairs below the least score count 0.
	// Of groups by sketches it is the mean estimated resemblance of the first unit to the others.
	Score float64 `json:"score"`
}

// ResultStats say what a comparison cost.
type ResultStats struct {
	Files    int `json:"files"`    // compared
	Contents int `json:"contents"` // distinct ones among them
	// Comparable is the number of pairs without those of two old units. Sharing is how many of them
	// share enough fingerprints to be candidates; with a least score of 0, any. Aligned is how many
	// were compared token by token.
	Comparable   int64 `json:"comparable"`
	Sharing      int64 `json:"sharing"`
	Aligned      int64 `json:"aligned"`
	Microseconds int64 `json:"microseconds"`
}

// Close releases the contents of archives, and what is held of an index.
func (c *Result) Close() error {
	var err error
	if c.units != nil {
		err = c.units.Close()
	}
	if c.snapshot != nil {
		err = errors.Join(err, c.snapshot.Close())
	}
	return err
}

// Source returns the bytes of a content, by its id. They belong to the caller. It is an error if the
// file is gone or has changed.
func (c *Result) Source(content string) ([]byte, error) {
	if c.units == nil {
		return nil, fmt.Errorf("content %s: a result that was read from JSON has no sources", content)
	}
	return c.units.Source(content)
}

// Path returns the path on disk of a file with that [File.Path], relative to the working directory
// if the input path was. A file in an archive is below it, as below a folder.
func (c *Result) Path(file string) string {
	best := -1
	for i, root := range c.roots {
		if strings.HasPrefix(file, root.Prefix) && (best < 0 || len(root.Prefix) > len(c.roots[best].Prefix)) {
			best = i
		}
	}
	if best < 0 {
		return filepath.FromSlash(file)
	}
	root := c.roots[best]
	return filepath.Join(root.Path, filepath.FromSlash(file[len(root.Prefix):]))
}

// errNoResult is the error for input that is not the JSON of a collection.
var errNoResult = errors.New("not JSON from chaffinch pairs: create it with chaffinch pairs --format json")

// UnmarshalJSON reads the JSON of a result of [Pairs]. It refuses all other JSON, and indexes out of
// range.
func (c *Result) UnmarshalJSON(text []byte) error {
	type plain Result
	var p plain
	if err := json.Unmarshal(text, &p); err != nil {
		return fmt.Errorf("%w (%w)", errNoResult, err)
	}
	read := Result(p)
	if read.Units == nil || read.Pairs == nil || !read.indexesAreGood() {
		return errNoResult
	}
	*c = read
	return nil
}

// indexesAreGood says whether all units that pairs and groups refer to exist, and all groups that
// are new.
func (c *Result) indexesAreGood() bool {
	bad := func(n int) bool { return n < 0 || n >= len(c.Units) }
	return !slices.ContainsFunc(c.Pairs, func(p Pair) bool { return bad(p.A.Unit) || bad(p.B.Unit) }) &&
		!slices.ContainsFunc(c.Identical, func(g []int) bool { return slices.ContainsFunc(g, bad) }) &&
		!slices.ContainsFunc(c.Clusters, func(g Cluster) bool { return slices.ContainsFunc(g.Units, bad) }) &&
		!slices.ContainsFunc(c.NewIdentical, func(n int) bool { return n < 0 || n >= len(c.Identical) })
}

// pairsWithin counts the pairs in a group of units, without those of two old units.
func (c *Result) pairsWithin(units []int) int {
	old := 0
	for _, n := range units {
		if c.Units[n].Old {
			old++
		}
	}
	return pairsOf(len(units)) - pairsOf(old)
}

func pairsOf(n int) int { return n * (n - 1) / 2 }

// bins is how many bins the histogram has.
const bins = 100

// begin fills in what is known once the units are read.
func (c *Result) begin(o PairsOptions, by units.By) {
	c.Unit, c.MinScore, c.Guarantee = by.String(), o.MinScore, o.Settings.Structure.Guarantee()
	if o.Settings.Structure.Off() {
		c.Guarantee = o.Settings.Exact.Guarantee()
	}
	c.Linkage, c.LinkScore = cmp.Or(o.Linkage, linkSingle), o.LinkScore
	c.Units, c.Pairs, c.Identical, c.Clusters = []Unit{}, []Pair{}, [][]int{}, []Cluster{}
	c.Histogram, c.Skipped, c.Warnings = make([]int, bins), c.units.Skipped, c.units.Warnings
}

// addUnits lists the units that have files, and the groups of copies among them.
func (c *Result) addUnits(copies [][]int) {
	contents := map[string]bool{}
	for _, u := range c.units.All {
		if len(u.Files) == 0 {
			continue
		}
		shown := Unit{Name: u.Name, Files: []File{}, Old: u.Old, Author: u.Author, Label: u.Label, Date: u.Date}
		for _, f := range u.Files {
			shown.Tokens += f.Tokens
			shown.Boilerplate += f.Boilerplate()
			contents[f.Content] = true
			shown.Files = append(shown.Files, File{
				Path: f.Path, Content: f.Content, Language: f.Language.Name, Lines: f.Lines, Tokens: f.Tokens,
				Boilerplate: []Offset{},
			})
			c.Stats.Files++
		}
		c.Units = append(c.Units, shown)
	}
	number := numbers(c.units.All)
	for _, same := range copies {
		var group []int
		for _, n := range same {
			group = append(group, number[n])
		}
		c.Identical = append(c.Identical, group)
	}
	every := make([]int, len(c.Units))
	for n := range every {
		every[n] = n
	}
	c.Stats.Contents, c.Stats.Comparable = len(contents), int64(c.pairsWithin(every))
}

// addHistogram adds the scores of the aligned pairs, and those of identical units.
func (c *Result) addHistogram(scores [bins]int) {
	copy(c.Histogram, scores[:])
	for _, same := range c.Identical {
		c.Histogram[bins-1] += c.pairsWithin(same)
	}
}
