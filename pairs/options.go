package pairs

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/index/corpus"
	"github.com/chaffinch-search/chaffinch/internal/collection/cluster"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Options are the options of [chaffinch.Pairs] and [chaffinch.Clusters]. The zero value compares
// files, lists all pairs that share anything, and groups files by scores from 0.5.
// Requests of faces embed them: tags name their keys, and a field with "-" is for programs, or of
// another type in a request.
type Options struct {
	// Unit is the kind of units: "file", the default, or "dir": every folder, archive and file
	// directly below a path. An archive that is alone in the only path is read like a folder.
	Unit string `json:"unit" query:"unit" enum:"file,dir" default:"file" doc:"compare single files, or the entries at the top of the upload"`
	// Corpus selects the files to read. Those of an index were selected when it was updated.
	//
	// Files that look generated or minified are compared, and marked. Those of a submission make a unit
	// of their own ([Unit.Submission]). Pairs of two units of such files are listed after all others,
	// and nothing that such a unit contains counts as less rare. With Corpus.KeepGenerated or
	// Corpus.KeepMinified, such files are like all others.
	Corpus corpus.Options `json:"-"`
	// SkipGenerated skips files that look generated or minified, except those that Corpus keeps or Only
	// names.
	SkipGenerated bool `json:"-"`
	// Language is a name or alias of a language; empty detects the language of each file.
	Language string `json:"language" query:"language" doc:"name or alias of the language of all files; detected if absent"`
	// Settings are the settings of fingerprints; the zero value is the default. An index has its
	// own.
	Settings analyzer.Settings `json:"-"`
	// Old are folders, files and archives of earlier units, which are compared with the others but
	// not with each other. Index.Pairs and Index.Clusters ignore them.
	Old []string `json:"archive"`
	// Only are files and folders below the paths, such as the files of a change. Pairs are compared
	// and listed only if one of the units has a file there; their scores are as in a comparison of
	// all units. Names below an index are names on disk. Nil selects everything, an empty list
	// nothing. A file named here, not only below a folder named here, is read even with
	// SkipGenerated. A warning names the paths that hold nothing to compare: those that are outside
	// of the paths, were deleted, or are skipped. With Only there are no clusters, and Clusters
	// ignores it.
	Only []string `json:"-"`
	// Base are folders, files and archives of boilerplate.
	Base []string `json:"base"`
	// Results are files that a comparison wrote, such as the baseline. They may lie among the
	// paths: they are skipped as "excluded".
	Results []string `json:"-"`
	// MaxShare makes material boilerplate if more than this share of the units, and more than two
	// units, have it. It is from 0 to 1; 0 sets no limit.
	MaxShare float64 `json:"maxShare" query:"maxShare" minimum:"0" maximum:"1" doc:"ignore code in more than this share of the units; 0 sets no limit"`
	// CountImports counts import lines like all other code. Otherwise lines that only name other
	// code (import, include, package, using) carry no weight: matches extend over them, but never
	// consist of them alone.
	CountImports bool `json:"countImports" query:"countImports" doc:"count import, include, package and using lines like all other code"`
	// CountCommon counts what most submissions have. Otherwise this is boilerplate, and warnings say
	// so, unless Base, MaxShare or a table of the submissions defines the boilerplate: files that at
	// least three quarters of the submissions, and at least five, share unchanged; and runs of code
	// that more than half have, if three quarters have a good part of these runs.
	CountCommon bool `json:"countCommon" query:"countCommon" doc:"count what most submissions have"`
	// MinScore is the minimum score of a listed pair, from 0 to 1. The command uses 0.25. If it is
	// at most that, pairs of a lower score are listed, too, if a file of one unit is surely a copy
	// of a part of the other's, as search says: a function in two large files is little of both.
	MinScore float64 `json:"-" query:"minScore" minimum:"0" maximum:"1" default:"0.25" doc:"minimum score of a pair"`
	// BestOfEach lists the best so many pairs of each unit whatever their score, in [Report.Weak]
	// if they are not among the others. 0 is 10 if MinScore is 0.25, else none. A negative number
	// lists none. Collections of more than 5,000 units have none, nor have comparisons with Only or
	// Baseline, and of large units the best few are compared only.
	BestOfEach int `json:"-"`
	// Sort is what the pairs are listed by, largest first: "score", the default; or "smaller" or
	// "larger", the share of the smaller or of the larger unit that is in matches: see
	// [answer.Shares]. Pairs of equal shares are listed by score. Top and BestOnly then list the
	// first pairs in that order, and all pairs are compared.
	Sort string `json:"sort" query:"sort" enum:"score,smaller,larger" default:"score" doc:"list by score, or by the share of the smaller or larger unit in matches"`
	// Top is the maximum number of listed pairs; 0 or negative is all, but at most 2,500,000. The
	// others are grouped as well, and counted in [Report.More]. Each pair that is compared takes
	// about 20 microseconds and 56 bytes for files of 100 tokens, each listed pair 300 bytes more.
	// Of the pairs that may reach MinScore, those with the best estimates are compared: 1,000,000,
	// or five times Top if that is more; 10,000,000 if Top is 0. A warning counts the others.
	Top int `json:"top"`
	// BestOnly ends the comparison once the Top best pairs are known. Pairs that are not compared
	// by then are not grouped, and [Report.Uncompared] counts them.
	BestOnly bool `json:"-"`
	// Baseline is the baseline of an earlier result: see [Baseline.UnmarshalText]. Pairs marks the
	// units, pairs and groups of identical units that it lacks, so that a check that runs for every
	// change of a large collection reports only these. A pair is known if the baseline has a pair
	// of units with these names, and either both units are unchanged or the score has grown by at
	// most 0.05. A unit of the baseline whose name is gone is the new one with the same contents:
	// it was renamed. With a baseline all pairs are compared, even with BestOnly. Clusters ignores
	// it. The baseline must be of a comparison without Only.
	Baseline *Baseline `json:"-"`
	// BaselineName is the name of the baseline, such as its file name. It becomes
	// [Report.Baseline]; empty is "baseline".
	BaselineName string `json:"-"`
	// Matches fills in the matches of the listed pairs, and the places of boilerplate. Edits fills
	// in the differences inside these matches.
	Matches, Edits bool `json:"-"`
	// MatchesLater omits the matches from [Report.Pairs] to save memory. [Report.EachPair] finds
	// them while the result is open.
	MatchesLater bool `json:"-"`
	// Linkage is the method of grouping. "single", the default, groups units that a chain of pairs
	// connects. "average" merges groups if the mean score of the pairs between them is at least
	// LinkScore. "sketch", for Clusters only, connects units by their resemblance, estimated from
	// samples of their fingerprints. It needs no alignment and no memory for pairs, and keeps no
	// contents of archives. Use it for collections that are too large for the others.
	Linkage string `json:"linkage" query:"linkage" enum:"single,average" default:"single" doc:"group by chains of pairs, or by mean scores"`
	// LinkScore is the minimum score, or resemblance, that links two units, from 0 to 1; 0 is 0.5.
	LinkScore float64 `json:"linkScore" query:"linkScore" minimum:"0" maximum:"1" doc:"minimum score that links two units; 0 is 0.5"`
	// SketchSize is the number of fingerprints in a sample, from 10 to 100,000, each of 8 bytes; 0
	// is 200. The standard error of a resemblance is at most 1/(2 sqrt(SketchSize)).
	SketchSize int `json:"-"`
	// Progress is called now and then with the current step, the amount done and the total, 0 if
	// unknown. It is called from one goroutine at a time.
	Progress func(doing string, done, whole int) `json:"-"`
	// Skipped is called for every file that is not compared, from one goroutine at a time.
	Skipped func(path, reason string, err error) `json:"-"`
}

// Check returns the error that Clusters and Pairs return for these options. It accepts the linkage
// "sketch", which Pairs refuses.
func (o Options) Check() error {
	o = o.Filled()
	if o.Unit != ByFile && o.Unit != ByFolder {
		return fmt.Errorf("unknown unit %q: use file or dir", o.Unit)
	}
	if _, err := lex.ParseLanguage(o.Language); err != nil {
		return err
	}
	if slices.Contains(o.Only, "") {
		return option.Errorf(option.PairsOnly, "has an empty path: omit it")
	}
	if _, err := shares.Parse(o.Sort); err != nil {
		return option.Errorf(option.PairsSort, "%v", err)
	}
	switch { // written so that NaN fails
	case !(o.MaxShare >= 0 && o.MaxShare <= 1):
		return option.Errorf(option.PairsMaxShare, "is %g: use more than 0 and at most 1", o.MaxShare)
	case !(o.MinScore >= 0 && o.MinScore <= 1):
		return option.Errorf(option.PairsMinScore, "is %g: use 0 to 1", o.MinScore)
	case !(o.LinkScore >= 0 && o.LinkScore <= 1):
		return option.Errorf(option.PairsLinkScore, "is %g: use more than 0 and at most 1", o.LinkScore)
	case o.Baseline != nil && o.Baseline.unit != o.Unit:
		return option.Errorf(option.PairsBaseline, "%s was made with %v %s, not %s: recreate it",
			o.BaselineName, option.PairsUnit, o.Baseline.unit, o.Unit)
	case o.Baseline != nil && o.Baseline.only:
		return option.Errorf(option.PairsBaseline, "%s was made with %v, so it lacks pairs: recreate it without",
			o.BaselineName, option.PairsOnly)
	}
	return o.checkLinkage()
}

func (o *Options) checkLinkage() error {
	switch o.Linkage {
	case LinkSingle, LinkAverage:
		return nil
	case LinkSketch:
	default:
		return fmt.Errorf("unknown linkage %q: use single, average or, for clusters, sketch", o.Linkage)
	}
	switch {
	case o.SketchSize < cluster.MinSize || o.SketchSize > cluster.MaxSize:
		return option.Errorf(option.PairsSketchSize, "is %d: use %d to %d", o.SketchSize, cluster.MinSize, cluster.MaxSize)
	case o.MaxShare > 0:
		return option.Errorf(option.PairsLinkage, "sketch does not support %v: "+
			"omit it, or specify the shared code with %v", option.PairsMaxShare, option.PairsBase)
	}
	return nil
}

// Filled returns the options with the defaults instead of zero values.
func (o Options) Filled() Options {
	o.Unit = cmp.Or(o.Unit, ByFile)
	o.Sort = cmp.Or(o.Sort, string(shares.ByScore))
	o.Linkage = cmp.Or(o.Linkage, LinkSingle)
	o.LinkScore = cmp.Or(o.LinkScore, align.LinkedPair)
	o.SketchSize = cmp.Or(o.SketchSize, cluster.DefaultSize)
	o.BaselineName = cmp.Or(o.BaselineName, "baseline")
	if o.BestOfEach == 0 && o.MinScore == align.ListedPair { // another minimum is the user's, and applies to all pairs
		o.BestOfEach = bestOfEach
	}
	if o.Settings == (analyzer.Settings{}) {
		o.Settings = analyzer.DefaultSettings()
	}
	return o
}

// The linkages, the default first.
const (
	LinkSingle  = "single"
	LinkAverage = "average"
	LinkSketch  = "sketch"
)

// Linkages are the linkages of Clusters, the default first. Pairs has all but the last.
var Linkages = []string{LinkSingle, LinkAverage, LinkSketch}

// bestOfEach is the default of [Options.BestOfEach]. Set by hand: groups of copies in classes have
// up to ten members.
const bestOfEach = 10

// The kinds of units.
const (
	ByFile   = "file"
	ByFolder = "dir"
)
