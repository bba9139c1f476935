package pairs

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// Options are the options of [chaffinch.Pairs] and [chaffinch.Clusters]. The zero value compares
// files, lists all pairs that share anything, and groups files by scores from 0.5.
// Requests of faces embed them: tags name their keys, and a field with "-" is for programs, or of
// another type in a request.
type Options struct {
	Reading
	// Unit is the kind of units: "file", the default, or "dir". The units of "dir" are the folders,
	// archives and files directly below a path. An archive that is alone in the only path is read
	// like a folder.
	// The units of "function" are the functions and methods of at least MinTokens tokens, of
	// languages whose functions are told by brackets, indentation and words. A function inside
	// another one belongs to it. Their pairs are listed by score.
	Unit string `json:"unit" query:"unit" enum:"file,dir,function" default:"file" doc:"compare single files, the entries at the top of the upload, or functions"`
	// MinTokens is the least number of tokens of a function, with the unit "function"; 0 is 50.
	MinTokens int `json:"minTokens" query:"minTokens" minimum:"0" maximum:"10000" doc:"least number of tokens of a function; 0 is 50"`
	// Settings are the settings of fingerprints; the zero value is the default. An index has its
	// own.
	Settings analyzer.Settings `json:"-"`
	// MaxShare makes material of more than this share of the units boilerplate. Material of one or
	// two units never is. It is from 0 to 1; 0 sets no limit.
	MaxShare float64 `json:"maxShare" query:"maxShare" minimum:"0" maximum:"1" doc:"ignore code in more than this share of the units; 0 sets no limit"`
	// CountCommon counts material that most submissions have. Otherwise it is boilerplate, and
	// warnings say so, unless Base, MaxShare or a table of the submissions defines the boilerplate:
	// files that at least three quarters of the submissions, and at least five, share unchanged;
	// and runs of code that more than half have, if three quarters have a good part of these runs.
	// Texts of licences are boilerplate unless it is set, whatever the units are.
	CountCommon bool `json:"countCommon" query:"countCommon" doc:"count what most submissions have"`
	// Deadline makes work with a later date late: a time in UTC or with a zone, such as 2025-03-11
	// 18:00, or a day until its end.
	Deadline string `json:"deadline" query:"deadline" doc:"work dated after this time, such as 2025-03-11 18:00 in UTC, is late"`
	// MinScore is the minimum score of a listed pair, from 0 to 1. The command uses 0.25. If it is
	// at most that, pairs of a lower score are listed, too, if a file of one unit surely has a
	// part of the other's, by search: a function in two large files is a small part of both.
	MinScore float64 `json:"-" query:"minScore" minimum:"0" maximum:"1" default:"0.25" doc:"minimum score of a pair"`
	// BestOfEach is a number of best pairs of each unit to list in [Report.Weak]. Listed are those
	// that are not among the others, whatever their score. 0 is 10 if MinScore is 0.25, else none.
	// A negative number lists none. Collections of more than 5,000 units have none, nor have
	// comparisons with Only or Baseline, and of large units the best few are compared only.
	BestOfEach int `json:"-"`
	// Sort is the key by which the pairs are listed, largest first. It is "unusual", the default,
	// [Pair.Unusual]; "score"; or "smaller" or "larger", the share of the smaller or of the larger
	// unit in matches: see [answer.Shares]. Pairs of equal shares are listed by score. Top and
	// BestOnly then list the first pairs in that order. All pairs are compared for an order by
	// shares, or if Unusual and Score differ.
	Sort string `json:"sort" query:"sort" enum:"unusual,score,smaller,larger" default:"unusual" doc:"list by score, in classes less what is usual (unusual), by score alone, or by the share of the smaller or larger unit in matches"`
	// Top is the maximum number of listed pairs; 0 or negative is 2,500,000. The others are grouped
	// as well, and counted in [Report.More]. Each pair that is compared takes about 20 microseconds
	// and 56 bytes for files of 100 tokens, each listed pair 300 bytes more. Of the pairs that may
	// reach MinScore, those with the best estimates are compared: 1,000,000, or five times Top if
	// that is more; 10,000,000 if Top is 0. A warning counts the others.
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
	// Index is an index of the files, such as a repository's; may be nil. With Only and the unit
	// "file", only files that the index finds for the named ones are then read, and a sample of the
	// others. Scores count rarity from this sample, so they differ from those of all files, mostly
	// by less than 0.02. Files that the index lacks, and that have changed since it was updated,
	// are read. It is ignored by Index.Pairs.
	Index OpenIndex `json:"-"`
	// Matches fills in the matches of the listed pairs, and the places of boilerplate. Edits fills
	// in the differences inside these matches.
	Matches, Edits bool `json:"-"`
	// Rarest fills in [Pair.Rarest] without Matches.
	Rarest bool `json:"-"`
	// MatchesLater omits the matches from [Report.Pairs] to save memory. [Report.EachPair] finds
	// them while the result is open.
	MatchesLater bool `json:"-"`
	// Linkage is the method of grouping. "single", the default, groups units that a chain of pairs
	// connects. "average" merges groups if the mean score of the pairs between them is at least
	// LinkScore.
	Linkage string `json:"linkage" query:"linkage" enum:"single,average" default:"single" doc:"group by chains of pairs, or by mean scores"`
	// LinkScore is the minimum score that links two units, from 0 to 1. 0 is 0.5.
	LinkScore float64 `json:"linkScore" query:"linkScore" minimum:"0" maximum:"1" doc:"minimum score that links two units; 0 is 0.5"`
	// MinInstances is the least number of units of a group that is listed; 0 is 2.
	MinInstances int `json:"minInstances" query:"minInstances" minimum:"0" maximum:"1000000" doc:"least number of units of a group; 0 is 2"`
}

// Check returns the error that Clusters and Pairs return for these options.
func (o Options) Check() error {
	o = o.Filled()
	if !slices.Contains(Units, o.Unit) {
		return fmt.Errorf("unknown unit %q: use %s", o.Unit, option.OneOf(Units))
	}
	if _, err := lex.ParseLanguage(o.Language); err != nil {
		return err
	}
	if slices.Contains(o.Only, "") {
		return option.Errorf(option.PairsOnly, "has an empty path: omit it")
	}
	_, wrong := ParseDeadline(o.Deadline)
	if err := cmp.Or(option.Among(option.PairsSort, o.Sort, Orders), wrong, option.Share(option.PairsMaxShare, o.MaxShare),
		option.Within(option.PairsMinScore, o.MinScore, 0, 1), option.Share(option.PairsLinkScore, o.LinkScore)); err != nil {
		return err
	}
	if err := option.Within(option.PairsMinInstances, o.MinInstances, 0, mostInstances); err != nil {
		return err
	}
	if err := option.Within(option.PairsMinTokens, o.MinTokens, 0, MostCloneTokens); err != nil {
		return err
	}
	switch {
	case o.Baseline != nil && o.Unit == ByFunction: // the lines in their names change
		return option.Errorf(option.PairsBaseline, "does not know functions: omit it, or set %v to %s", option.PairsUnit, ByFile)
	case o.MinTokens > 0 && o.Unit != ByFunction:
		return option.Errorf(option.PairsMinTokens, "applies to functions: set %v to %s", option.PairsUnit, ByFunction)
	case o.Baseline != nil && o.Baseline.unit != o.Unit:
		return option.Errorf(option.PairsBaseline, "%s was made with %v %s, not %s: recreate it",
			o.BaselineName, option.PairsUnit, o.Baseline.unit, o.Unit)
	case o.Baseline != nil && o.Baseline.only:
		return option.Errorf(option.PairsBaseline, "%s was made with %v, so it lacks pairs: recreate it without",
			o.BaselineName, option.PairsOnly)
	}
	if !slices.Contains(Linkages, o.Linkage) {
		return fmt.Errorf("unknown linkage %q: use %s", o.Linkage, option.OneOf(Linkages))
	}
	return nil
}

// Filled returns the options with the defaults instead of zero values.
func (o Options) Filled() Options {
	o.Unit = cmp.Or(o.Unit, ByFile)
	if o.Unit == ByFunction { // they are no solutions of one task
		o.MinTokens = cmp.Or(o.MinTokens, defaultFunctionTokens)
		o.LinkScore = cmp.Or(o.LinkScore, threshold.LinkedFunction)
		o.Sort = cmp.Or(o.Sort, string(shares.ByScore))
	}
	o.Sort = cmp.Or(o.Sort, ByUnusual)
	o.Linkage = cmp.Or(o.Linkage, LinkSingle)
	o.LinkScore = cmp.Or(o.LinkScore, threshold.LinkedPair)
	o.BaselineName = cmp.Or(o.BaselineName, "baseline")
	if o.BestOfEach == 0 && o.MinScore == threshold.ListedPair { // another minimum is the user's, and applies to all pairs
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
)

// Linkages are the values of [Options.Linkage], the default first.
var Linkages = []string{LinkSingle, LinkAverage}

// bestOfEach is the default of [Options.BestOfEach]. Set by hand: groups of copies in classes have
// up to ten members.
const bestOfEach = 10

// defaultFunctionTokens is the default of [Options.MinTokens]: some eight lines.
const defaultFunctionTokens = 50

// mostInstances bounds [Options.MinInstances].
const mostInstances = 1_000_000

// ByUnusual is the default of [Options.Sort].
const ByUnusual = "unusual"

// Orders are the values of [Options.Sort], the default first.
var Orders = append([]string{ByUnusual}, shares.Keys()...)

// The kinds of units.
const (
	ByFile   = "file"
	ByFolder = "dir"
	// ByFunction makes a unit of every function.
	ByFunction = "function"
)

// Units are the values of [Options.Unit], the default first.
var Units = []string{ByFile, ByFolder, ByFunction}
