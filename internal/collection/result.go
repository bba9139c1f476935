// Package collection compares all documents of a collection with each other. [Pairs] reads the
// units (submissions or files), finds the pairs that share material without comparing all with all,
// aligns the most promising ones token by token, and groups what belongs together. [Clusters] only
// groups. Both return a [Result], which package report writes in the forms that people and programs
// read.
package collection

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
)

// Result is the outcome of comparing a collection. Its JSON keys are stable; new ones may be added.
type Result struct {
	// By is what a unit is: "file" or "dir".
	By string `json:"unit"`
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
	// units are no pair: [Result.Groups] leaves out the groups of old units only.
	Identical [][]int `json:"identical"`
	// NewIdentical are the indexes of the groups of Identical with a pair that the baseline lacks.
	NewIdentical []int `json:"newIdentical,omitempty"`
	// Clusters are groups of units that belong together, the largest first.
	Clusters []Cluster `json:"clusters"`
	// Histogram counts the aligned pairs by their score, in hundredths: the last of its 100 bins
	// holds scores from 0.99 to 1. Pairs of identical units are included.
	Histogram []int `json:"histogram"`
	// Skipped counts files that were not compared, by reason.
	Skipped  map[string]int `json:"skipped"`
	Warnings []string       `json:"warnings"` // empty, never null
	Stats    Stats          `json:"stats"`
	// Baseline is the name of the earlier result that says what is new; empty without.
	Baseline string `json:"baseline,omitempty"`

	// More counts the pairs that [Options.Shown] or [Result.Limit] left out.
	More int `json:"-"`
	// NewPairs counts the pairs that the baseline lacks, including those that are left out later.
	NewPairs int `json:"-"`
	// Roots say where the files are on disk. JSON does not have them, since it may be passed on.
	Roots []units.Root `json:"-"`
	// Source returns the bytes of the content with that id.
	Source func(content string) ([]byte, error) `json:"-"`
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
	Boilerplate []chaffinch.Offset `json:"boilerplate"`
	// Idioms are parts that weigh little because many units have them.
	Idioms []chaffinch.Offset `json:"-"`
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
	Matches []Match `json:"matches"`
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

// Match is a part of one unit that is also in the other.
type Match struct {
	A      Place                `json:"a"`
	B      Place                `json:"b"`
	Tokens int                  `json:"tokens"` // that agree
	Kind   string               `json:"kind"`
	Rename []chaffinch.NamePair `json:"renames"` // the commonest first; empty, never null
	// Weight is how strongly the match suggests a common origin, in rare tokens.
	Weight float64 `json:"weight"`
	// Edits are the differences inside the match, in order, for displaying the sources.
	Edits []chaffinch.Difference `json:"-"`
}

// Place is where a part of a unit is.
type Place struct {
	File int    `json:"-"` // index in the unit's Files
	Path string `json:"path"`
	chaffinch.Place
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

// Where returns the path of a file on disk, relative to the working directory if the input path
// was. A file in an archive is below it, as below a folder.
func (r *Result) Where(file string) string {
	best := -1
	for i, root := range r.Roots {
		if strings.HasPrefix(file, root.Prefix) && (best < 0 || len(root.Prefix) > len(r.Roots[best].Prefix)) {
			best = i
		}
	}
	if best < 0 {
		return filepath.FromSlash(file)
	}
	root := r.Roots[best]
	return filepath.Join(root.Path, filepath.FromSlash(file[len(root.Prefix):]))
}

// PairsWithin counts the pairs in a group of units, without those of two old units.
func (r *Result) PairsWithin(units []int) int {
	old := 0
	for _, n := range units {
		if r.Units[n].Old {
			old++
		}
	}
	return pairsOf(len(units)) - pairsOf(old)
}

// Group is some units of the same contents.
type Group struct {
	Units []int // as in [Result.Identical]
	New   bool  // the baseline does not have one of its pairs
}

// Groups returns the groups of Identical that have a pair.
func (r *Result) Groups() (all []Group) {
	for i, units := range r.Identical {
		if r.PairsWithin(units) > 0 {
			all = append(all, Group{units, slices.Contains(r.NewIdentical, i)})
		}
	}
	return all
}

// Over counts the groups, and the pairs with at least the score. If there is a baseline, it counts
// only new ones.
func (r *Result) Over(score float64) (groups, pairs int) {
	for _, g := range r.Groups() {
		if r.Baseline == "" || g.New {
			groups++
		}
	}
	for _, p := range r.Pairs {
		if p.Score >= score && (r.Baseline == "" || p.New) {
			pairs++
		}
	}
	return groups, pairs
}

// Limit drops all but that many pairs, the best ones, and counts the others as More. 0 keeps all.
func (r *Result) Limit(pairs int) {
	if pairs > 0 && len(r.Pairs) > pairs {
		r.More += len(r.Pairs) - pairs
		r.Pairs = r.Pairs[:pairs]
	}
}

func pairsOf(n int) int { return n * (n - 1) / 2 }

// bins is how many bins the histogram has.
const bins = 100

func newResult(o Options, u *units.Units) *Result {
	r := &Result{
		By: o.By.String(), MinScore: o.MinScore, Units: []Unit{}, Pairs: []Pair{}, Identical: [][]int{},
		Clusters: []Cluster{}, Histogram: make([]int, bins), Skipped: u.Skipped, Warnings: u.Warnings,
	}
	if s := o.Settings; !s.Structure.Off() {
		r.Guarantee = s.Structure.Guarantee()
	} else {
		r.Guarantee = s.Exact.Guarantee()
	}
	return r
}

// addUnits lists the units that have files, and returns their numbers in the result.
func (r *Result) addUnits(all []*units.Unit) (number []int) {
	number = make([]int, len(all))
	contents := map[string]bool{}
	for n, u := range all {
		if len(u.Files) == 0 {
			continue
		}
		number[n] = len(r.Units)
		shown := Unit{Name: u.Name, Files: []File{}, Old: u.Old, Author: u.Author, Label: u.Label, Date: u.Date}
		for _, f := range u.Files {
			shown.Tokens += f.Tokens
			shown.Boilerplate += f.Boilerplate()
			contents[f.Content] = true
			shown.Files = append(shown.Files, File{
				Path: f.Path, Content: f.Content, Language: f.Language.Name, Lines: f.Lines, Tokens: f.Tokens,
				Boilerplate: []chaffinch.Offset{},
			})
			r.Stats.Files++
		}
		r.Units = append(r.Units, shown)
	}
	r.Stats.Contents = len(contents)
	every := make([]int, len(r.Units))
	for n := range every {
		every[n] = n
	}
	r.Stats.Comparable = int64(r.PairsWithin(every))
	return number
}

// addIdentical lists the groups of units with the same contents.
func (r *Result) addIdentical(c copies, number []int) {
	for _, same := range c.groups {
		var group []int
		for _, n := range same {
			group = append(group, number[n])
		}
		r.Identical = append(r.Identical, group)
	}
}

// Stats say what the comparison cost.
type Stats struct {
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
