package pairs

import (
	"cmp"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// CloneOptions are the options of [chaffinch.Clones].
//
// Clones of two old files are not listed, and old files do not count in the totals. Clones within
// and between files that look generated or minified are not listed, but counted in
// [CloneReport.Generated]. Import lines neither begin nor end a clone, and their tokens do not
// count for MinTokens, unless CountImports is set. With Only, clones are listed if one of the
// places is in a file there; the copy is then such a place, and totals count these files.
type CloneOptions struct {
	Reading
	// MinTokens is a clone's least number of tokens, from 10 to 10,000; 0 is 50.
	MinTokens int
	// Index is an index of the files, such as a repository's; may be nil. With Only, files that
	// cannot have a clone with a file that Only names are then not read, as the index says: see
	// [index.Reads]. Files that the index lacks, and that have changed since it was
	// updated, are read. The list is the same, unless a string became a character or the reverse.
	// It is ignored by Index.Clones.
	Index OpenIndex
	// Top is the maximum number of listed clones; 0 or negative is all. The others are counted in
	// [CloneReport.More].
	Top int
	// Baseline is the baseline of an earlier result. Clones whose content it lacks are marked as
	// new. Paths and lines do not matter, but another copy of a known clone is new. It must be of a
	// search with the same MinTokens and without Only.
	Baseline *CloneBaseline
	// BaselineName is the name of the baseline, such as its file name. It becomes
	// [CloneReport.Baseline]; empty is "baseline".
	BaselineName string
}

// Check returns the error that Clones returns for these options before it reads anything.
func (o CloneOptions) Check() error {
	o = o.Filled()
	if _, err := lex.ParseLanguage(o.Language); err != nil {
		return err
	}
	if err := option.Within(option.ClonesMinTokens, o.MinTokens, LeastCloneTokens, MostCloneTokens); err != nil {
		return err
	}
	if slices.Contains(o.Only, "") {
		return option.Errorf(option.ClonesOnly, "has an empty path: omit it")
	}
	if o.Baseline != nil && o.Baseline.only {
		return option.Errorf(option.ClonesBaseline, "%s was made with %v, so it lacks matches: recreate it without",
			o.BaselineName, option.ClonesOnly)
	}
	if o.Baseline != nil && o.Baseline.minTokens != o.MinTokens { // the fingerprints are others
		return option.Errorf(option.ClonesBaseline, "%s was made with %v %d, not %d: recreate it",
			o.BaselineName, option.ClonesMinTokens, o.Baseline.minTokens, o.MinTokens)
	}
	return nil
}

// Filled returns the options with the defaults instead of zero values.
func (o CloneOptions) Filled() CloneOptions {
	o.MinTokens = cmp.Or(o.MinTokens, defaultCloneTokens)
	o.BaselineName = cmp.Or(o.BaselineName, "baseline")
	return o
}

// OpenIndex is an open index: a [chaffinch.Index]. Others save no reading.
type OpenIndex interface {
	Path() string
	Analyzer() *analyzer.Analyzer
}

// The limits of MinTokens, and its default, which other programs also have.
const (
	LeastCloneTokens   = 10
	MostCloneTokens    = 10_000
	defaultCloneTokens = 50
)
