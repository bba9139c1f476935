package pairs

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Report is what [chaffinch.Pairs] and [chaffinch.Clusters] return. Its JSON keys are stable: new
// ones may be added. Close it; sources can be read until then. A Report read from JSON, such as
// [Options.Baseline], has no sources. The command clusters prints a part of it: no pairs, but the
// linkage.
type Report struct {
	// Unit is the kind of units: "file" or "dir".
	Unit string `json:"unit"`
	// MinScore is the minimum score of a listed pair.
	MinScore float64 `json:"minScore"`
	// Guarantee is the threshold t for code: any shared run of t tokens is found.
	Guarantee int    `json:"guarantee"`
	Units     []Unit `json:"units"` // by name; empty, never null
	// Pairs are the listed pairs by [Options].Sort, pairs of generated or minified units last;
	// empty, never null. Only the first unit of each identical group is paired with others.
	Pairs []Pair `json:"pairs"`
	// Weak are best pairs of a unit that are below MinScore: see [Options.BestOfEach]. In JSON they
	// are the last of Pairs. Groups, checks and baselines leave them out.
	Weak     []Pair `json:"-"`
	MoreWeak int    `json:"moreWeak,omitempty"` // number of weak pairs that are not listed
	// Generated counts the pairs of two units that look generated or minified, listed or not.
	Generated     int     `json:"generated"`
	GeneratedBest float64 `json:"generatedBest"` // the highest score of these
	// More counts the pairs beyond [Options.Top], as far as they were compared.
	More int `json:"more"`
	// Uncompared counts the pairs that [Options.BestOnly] left uncompared. None scores more than
	// the last of Pairs, but some may reach MinScore.
	Uncompared int `json:"-"`
	// Unlisted holds the units and scores of the best 45,000 pairs among More, best first.
	Unlisted []ScoredPair `json:"-"`
	// SameComments are at most 100 pairs whose comments share words that few others have. At most
	// 50 reach MinScore, and at most 50 do not; the most words come first. A baseline has none.
	SameComments []CommentPair `json:"sameComments,omitempty"`
	// OtherLanguage are likely translations, the pair with the largest lead first. Any of them may
	// be a translation of the other. Collections of more than 5,000 units have none, nor have
	// comparisons with Only or Baseline.
	OtherLanguage []LanguagePair `json:"otherLanguage,omitempty"`
	// Identical are groups of units with the same contents: indexes in Units. New units come before
	// old ones, and indexes ascend. All pairs in a group have the score 1. Two old units are not a
	// pair, nor are two of the rest, so a group may have none.
	Identical [][]int `json:"identical"`
	// IdenticalProbability is how likely the units of each group of Identical are copies; 0 for a
	// group without a pair.
	IdenticalProbability []float64 `json:"identicalProbability,omitempty"`
	// NearIdentical are groups of 50 or more units that resemble the first by 0.8. Of identical
	// units NearIdentical has the first only. Of the other pairs in such a group only those that
	// share material of 12 rare tokens or more, which the first unit lacks, are compared and
	// listed. In the mean score of a cluster the rest counts as the pairs with the first unit.
	NearIdentical [][]int `json:"nearIdentical,omitempty"`
	// NewIdentical are the indexes of groups of Identical with a pair that the baseline lacks.
	NewIdentical []int `json:"newIdentical,omitempty"`
	// Clusters are groups of linked units, the largest first.
	Clusters []Cluster `json:"clusters"`
	Linkage  string    `json:"linkage"` // how clusters were made: single or average
	// LinkScore is the score that links two units. It is not less than MinScore for single linkage,
	// which has no weaker pairs.
	LinkScore float64 `json:"linkScore"`
	// Histogram counts the aligned pairs in 100 bins by their score. The last bin holds scores from
	// 0.99 to 1. Pairs of identical units are included.
	Histogram []int `json:"histogram"`
	// StandOut describes the units whose best score stands out, if there are any.
	StandOut *StandOut `json:"standOut,omitempty"`
	// Skipped counts files that were not compared, by reason.
	Skipped map[document.Reason]int `json:"skipped"`
	// Unread lists at most 10,000 files that were not compared, such as binary ones. It includes
	// submissions without anything to compare. It is sorted by reason, the most notable first, then
	// by detail and path; empty, never null.
	Unread []Unread `json:"unread"`
	// Warnings are possible misreadings; empty, never null. If there is nothing to compare, the
	// last one gives the reason.
	Warnings []answer.Warning `json:"warnings"`
	Stats    Stats            `json:"stats"` // what the comparison took
	// Deadline is [Options].Deadline, in UTC.
	Deadline *time.Time `json:"deadline,omitempty"`
	// Baseline is the name of the baseline, or empty.
	Baseline string `json:"baseline,omitempty"`

	// NewPairs counts the pairs that the baseline lacks.
	NewPairs int `json:"-"`
	// UnreadSources lists, with reasons, the source files that [Options.Only] names and that were
	// not read. Files that an option or an ignore file excludes are not listed. A check of a change
	// must not pass with unread sources.
	UnreadSources []string `json:"-"`
	// Run estimates how likely two units are alike by chance. JSON omits it.
	Run align.Run `json:"-"`
	// Sort is what Pairs are listed by: see [Options].
	Sort string `json:"-"`
	// Progress is called while [Report.EachPair] and [Report.First] find matches, with
	// [Options.MatchesLater]. It gets the number of pairs that have their matches, and of all. It
	// may be nil. It is called from one goroutine at a time.
	Progress func(done, of int) `json:"-"`

	// Sources are the compared files; nil if the report was read from JSON.
	Sources Sources `json:"-"`
	// LaterMatches means that [Report.EachPair] and [Report.First] find the matches. They add the
	// differences inside them if WithEdits is set.
	LaterMatches, WithEdits bool `json:"-"`
	// Roots are the folders, files and archives that were compared. JSON omits their paths, because
	// it may be passed on.
	Roots Roots `json:"-"`
	// Beyond are the pairs that [Report.Cut] left out, best first. Checks count them, with a
	// baseline.
	Beyond []Pair `json:"-"`
}

// WithoutUnits returns a report of what was compared and how. It has nothing that names a unit or
// counts by units, no sources and no warnings: a field is left out unless it stands here.
func (r *Report) WithoutUnits() *Report {
	return &Report{
		Unit: r.Unit, MinScore: r.MinScore, Guarantee: r.Guarantee, Sort: r.Sort, Run: r.Run, Stats: r.Stats,
		MoreWeak: r.MoreWeak, More: r.More, Uncompared: r.Uncompared, NewPairs: r.NewPairs,
		Generated: r.Generated, GeneratedBest: r.GeneratedBest, Linkage: r.Linkage, LinkScore: r.LinkScore,
		Histogram: r.Histogram, StandOut: r.StandOut, Skipped: r.Skipped, Deadline: r.Deadline,
	}
}

// Cut lists only the first top pairs, or all if top is less than 1. The others are counted.
func (r *Report) Cut(top int) {
	if top > 0 && len(r.Pairs) > top {
		r.Pairs, r.Beyond = r.Pairs[:top], r.Pairs[top:]
		r.More += len(r.Beyond)
		bestFirst(r.Beyond)
		r.Unlisted = nil
		for _, p := range r.Beyond[:min(len(r.Beyond), MostUnlisted)] {
			r.Unlisted = append(r.Unlisted, ScoredPair{p.A.Unit, p.B.Unit, p.Score})
		}
	}
}

// Over counts groups of identical units, and listed pairs with that score. With a baseline it
// counts new ones only, pairs beyond [Options.Top] included. Groups and pairs whose units all look
// generated or minified do not count: see OverGenerated. Neither do pairs whose score is
// repetition: see OverRepetition.
func (r *Report) Over(score float64) (groups, pairs int) {
	return r.groupsOver(false), len(r.pairsOver(score, false, true))
}

// OverRepetition counts the pairs that Over leaves out because their score is repetition. Two
// tables of one shape are such a pair. They are less likely copies than not, and at most half as
// likely as other units of their lengths with that score.
func (r *Report) OverRepetition(score float64) int { return len(r.pairsOver(score, false, false)) }

// OverGenerated counts the generated or minified groups and pairs that Over leaves out. All their
// units look so.
func (r *Report) OverGenerated(score float64) (groups, pairs int) {
	return r.groupsOver(true), len(r.pairsOver(score, true, true))
}

func (r *Report) groupsOver(generated bool) (n int) {
	for i, units := range r.Identical {
		_, isNew := slices.BinarySearch(r.NewIdentical, i)
		if r.PairsWithin(units) > 0 && (r.Baseline == "" || isNew) && r.LooksGenerated(units) == generated {
			n++
		}
	}
	return n
}

// LooksGenerated reports whether all units of a group look generated or minified.
func (r *Report) LooksGenerated(group []int) bool {
	return !slices.ContainsFunc(group, func(n int) bool { return r.Units[n].Looks == "" })
}

// EachOver calls f with the first most pairs that [Report.Over] counts. It is like
// [Report.EachPair], best first.
func (r *Report) EachOver(ctx context.Context, score float64, most int, f func(*Pair) error) error {
	all := r.pairsOver(score, false, true)
	return r.each(ctx, all[:min(most, len(all))], f)
}

func (r *Report) pairsOver(score float64, generated, counted bool) []Pair {
	all := slices.DeleteFunc(slices.Concat(r.Pairs, r.Beyond), func(p Pair) bool {
		return p.Score < score || r.Baseline != "" && !p.New || (p.Looks != "") != generated || r.isRepetition(&p) == counted
	})
	bestFirst(all)
	return all
}

// isRepetition reports whether the score of a pair is repetition: see [Report.OverRepetition].
func (r *Report) isRepetition(p *Pair) bool {
	tokens := min(r.Units[p.A.Unit].Own(), r.Units[p.B.Unit].Own())
	return !p.MayBeCommon && p.Probability < threshold.CountedPair && p.Probability < threshold.CountedPair*r.Run.Whole(p.Score, tokens)
}

// EachPair calls f with each of Pairs in order. The matches are present if [Options.Matches] is
// set. With [Options.MatchesLater] it finds them now, a few hundred pairs at a time, and f must not
// keep the pair. It returns the first error of f and checks ctx once per pair.
func (r *Report) EachPair(ctx context.Context, f func(*Pair) error) error {
	return r.each(ctx, r.Pairs, f)
}

// EachWeak is [Report.EachPair] for the weak pairs.
func (r *Report) EachWeak(ctx context.Context, f func(*Pair) error) error {
	return r.each(ctx, r.Weak, f)
}

// each calls f with each of the pairs, as [Report.EachPair] does.
func (r *Report) each(ctx context.Context, pairs []Pair, f func(*Pair) error) error {
	done := 0
	tell := func() {
		if done++; r.Progress != nil {
			r.Progress(done, len(pairs))
		}
	}
	for part := range slices.Chunk(pairs, pairsAtOnce) {
		if r.LaterMatches {
			part = slices.Clone(part)
			if err := r.Sources.FindMatches(ctx, part, r.WithEdits, tell); err != nil {
				return err
			}
		}
		for i := range part {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := f(&part[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// First returns the result as if [Options.Top] were n, with matches. With edits, matches have the
// differences inside them. The result must have been made with [Options.MatchesLater]. Both have
// the same sources: close one of them.
func (r *Report) First(ctx context.Context, n int, edits bool) (*Report, error) {
	if !r.LaterMatches {
		return nil, option.Errorf(option.PairsLater, "is not set, and Result.First needs it")
	}
	with := *r
	with.WithEdits = edits
	first := *r
	first.LaterMatches = false
	first.Pairs = make([]Pair, 0, min(n, len(r.Pairs)))
	err := with.each(ctx, r.Pairs[:cap(first.Pairs)], func(p *Pair) error {
		first.Pairs = append(first.Pairs, *p)
		return nil
	})
	if err != nil {
		return nil, err
	}
	first.leaveOut(r.Pairs[len(first.Pairs):])
	return &first, nil
}

// leaveOut counts pairs as not listed, and names no places of their units.
func (r *Report) leaveOut(pairs []Pair) {
	beyond := make([]ScoredPair, 0, len(pairs)+len(r.Unlisted))
	for _, p := range pairs {
		beyond = append(beyond, ScoredPair{p.A.Unit, p.B.Unit, p.Score})
	}
	beyond = append(beyond, r.Unlisted...)
	order.Short(beyond, func(x, y ScoredPair) int { return cmp.Compare(y.Score, x.Score) })
	r.More += len(pairs)
	r.Unlisted = beyond[:min(len(beyond), MostUnlisted)]
	listed := r.ListedUnits()
	r.Units = slices.Clone(r.Units)
	for i := range r.Units {
		if listed[i] {
			continue
		}
		u := &r.Units[i]
		u.Files = slices.Clone(u.Files)
		for j := range u.Files {
			f := &u.Files[j]
			f.Boilerplate, f.Ignored, f.Imports, f.Idioms = []answer.Span{}, nil, nil, nil
		}
	}
}

// ListedUnits returns the indexes of units whose sources are shown.
func (r *Report) ListedUnits() map[int]bool {
	listed := map[int]bool{}
	for _, pair := range r.Pairs {
		listed[pair.A.Unit], listed[pair.B.Unit] = true, true
	}
	for _, group := range r.Identical {
		listed[group[0]] = true
	}
	return listed
}

// Close releases the sources: contents in memory, and the snapshot of an index. A second call does
// nothing.
func (r *Report) Close() error {
	if r.Sources == nil {
		return nil
	}
	return r.Sources.Close()
}

// Source returns the bytes of a content, by its id. They belong to the caller. It is an error if
// the file was deleted or changed.
func (r *Report) Source(content string) ([]byte, error) {
	if r.Sources == nil {
		return nil, fmt.Errorf("content %s: a result that was read from JSON has no sources", content)
	}
	return r.Sources.Source(content)
}

// Path returns the path on disk of a file with that [File.Path]. It is relative to the working
// directory if the input path was. A file in an archive is below it, as below a folder.
func (r *Report) Path(file string) string { return r.Roots.path(file) }

// UnmarshalJSON reads the JSON of a result of [chaffinch.Pairs]. It refuses all other JSON and
// indexes out of range.
func (r *Report) UnmarshalJSON(text []byte) error {
	type plain Report
	var p plain
	if err := json.Unmarshal(text, &p); err != nil {
		return fmt.Errorf("%w (%w)", errNoResult, err)
	}
	read := Report(p)
	isWeak := func(p Pair) bool { return p.Weak }
	if n := slices.IndexFunc(read.Pairs, isWeak); n >= 0 { // they are the last
		read.Pairs, read.Weak = read.Pairs[:n:n], read.Pairs[n:]
	}
	if read.Units == nil || read.Pairs == nil || !read.indexesAreGood() {
		return errNoResult
	}
	*r = read
	return nil
}

// indexesAreGood reports whether pairs and groups refer to units that exist. New groups must exist,
// too.
func (r *Report) indexesAreGood() bool {
	bad := func(n int) bool { return n < 0 || n >= len(r.Units) }
	return !slices.ContainsFunc(slices.Concat(r.Pairs, r.Weak), func(p Pair) bool { return bad(p.A.Unit) || bad(p.B.Unit) }) &&
		!slices.ContainsFunc(r.OtherLanguage, func(p LanguagePair) bool { return bad(p.A.Unit) || bad(p.B.Unit) }) &&
		!slices.ContainsFunc(r.SameComments, func(p CommentPair) bool { return bad(p.A.Unit) || bad(p.B.Unit) }) &&
		!slices.ContainsFunc(r.Identical, func(g []int) bool { return slices.ContainsFunc(g, bad) }) &&
		!slices.ContainsFunc(r.NearIdentical, func(g []int) bool { return slices.ContainsFunc(g, bad) }) &&
		!slices.ContainsFunc(r.Clusters, func(g Cluster) bool { return slices.ContainsFunc(g.Units, bad) }) &&
		!slices.ContainsFunc(r.NewIdentical, func(n int) bool { return n < 0 || n >= len(r.Identical) })
}

// PairsWithin counts a group's pairs, except pairs of two old or two rest units.
func (r *Report) PairsWithin(group []int) int {
	var t Tally
	for _, n := range group {
		t.Add(r.Units[n].Old, r.Units[n].Rest)
	}
	return t.Within()
}

// Sources are the files behind a report.
type Sources interface {
	// Source returns the bytes of a content by its id, as [Report.Source] does.
	Source(content string) ([]byte, error)
	// FindMatches fills in the matches of some pairs. It calls tell after each, from one goroutine
	// at a time.
	FindMatches(ctx context.Context, some []Pair, edits bool, tell func()) error
	Close() error
}

// Root is a folder, file or archive that was compared.
type Root struct {
	// Prefix begins the paths of its files. It is empty, or the root's unique name and a slash.
	Prefix string
	// Path is the folder or archive, as given. The rest of a file's path is relative to it.
	Path string
}

// Roots are all roots of a comparison.
type Roots []Root

// path returns the path on disk of a file.
func (roots Roots) path(file string) string {
	best := -1
	for i, root := range roots {
		if strings.HasPrefix(file, root.Prefix) && (best < 0 || len(root.Prefix) > len(roots[best].Prefix)) {
			best = i
		}
	}
	if best < 0 {
		return filepath.FromSlash(file)
	}
	root := roots[best]
	return filepath.Join(root.Path, filepath.FromSlash(file[len(root.Prefix):]))
}

// Own returns the number of tokens that may be evidence.
func (u *Unit) Own() int { return u.Tokens - u.Boilerplate - u.Imports }

// Unit is a unit of comparison: a file, or a submission of several files.
type Unit struct {
	// Name is the path below the input path, with slashes. If a file was one of several inputs, it
	// is the path as it was given.
	Name string `json:"name"`
	// Function is the name of a unit that is a function, and Lines are its lines in the file. Name
	// consists of the file's path, the lines and the name.
	Function    string        `json:"function,omitempty"`
	Lines       *answer.Lines `json:"lines,omitempty"`
	Files       []File        `json:"files"`             // by path
	Tokens      int           `json:"tokens"`            // of all files
	Boilerplate int           `json:"boilerplate"`       // number of ignored tokens
	Imports     int           `json:"imports,omitempty"` // tokens of import lines, which carry no weight
	// Looks is "generated" or "minified" if all files look so; else empty.
	Looks document.Reason `json:"looks,omitempty"`
	// Submission is the submission whose generated and minified files these are, or empty. They are
	// not compared with the others, which are the unit of that name.
	Submission string `json:"submission,omitempty"`
	// Old marks an earlier unit. Old units are not compared with each other.
	Old bool `json:"old"`
	// Rest marks a unit that [Options.Only] does not name. Units of the rest are not compared
	// with each other.
	Rest   bool       `json:"rest,omitempty"`
	Author string     `json:"author,omitempty"` // from info.csv, the names of an export, or the index
	Label  string     `json:"label,omitempty"`  // from info.csv, or the group in an export
	Date   *time.Time `json:"date,omitempty"`   // from info.csv, the names of an export, or the index; UTC
	// Late marks work that an export of a learning platform names late, or that is dated after
	// [Options].Deadline.
	Late bool `json:"late,omitempty"`
	// Attempt counts the attempts of a student from 1, if there are several. They are not compared
	// with each other.
	Attempt int `json:"attempt,omitempty"`
	// New marks a unit that the baseline lacks, or has with other contents.
	New bool `json:"new,omitempty"`
}

// Unread is a file, folder or archive that was not compared.
type Unread struct {
	Path string `json:"path"` // as in [File], or the name of a unit
	Unit string `json:"unit"` // name of the unit that it belongs to
	// Reason is a key of skipped. Detail says more, for archives.
	Reason document.Reason `json:"reason"`
	Detail string          `json:"detail,omitempty"`
	// Author is the unit's, from info.csv; or empty.
	Author string `json:"author,omitempty"`
	// Whole means that nothing of the unit is compared.
	Whole bool `json:"whole"`
	// Named means that it is a file that an input path names.
	Named bool `json:"-"`
}

// File is one file of a unit.
type File struct {
	// Path is below the input path, with slashes. If the unit is a file, it is the unit's name. A
	// file in an archive is below the archive's name, as below a folder.
	Path     string `json:"path"`
	Content  string `json:"content"`  // git blob id
	Language string `json:"language"` // that it was read in
	Lines    int    `json:"lines"`    // number of lines
	Tokens   int    `json:"tokens"`   // number of tokens
	// Looks is "generated" or "minified" if the file looks so; else empty.
	Looks document.Reason `json:"looks,omitempty"`
	// Origin has the index's data about the file, such as its licence.
	Origin *document.Origin `json:"origin,omitempty"`
	// Boilerplate are the parts that are ignored, as byte offsets, in order.
	Boilerplate []answer.Span `json:"boilerplate"`
	// Ignored are the same parts as numbers of tokens.
	Ignored []answer.Span `json:"-"`
	// Imports are import lines, which carry no weight, as byte offsets, in order.
	Imports []answer.Span `json:"imports,omitempty"`
	// Idioms are parts that weigh little because many units have them.
	Idioms []answer.Span `json:"-"`
}

// Pair is two units that share material.
type Pair struct {
	A Side `json:"a"` // the two units
	B Side `json:"b"` // the two units
	// Score is the similarity of the units, from 0 to 1, comparable within one result.
	Score float64 `json:"score"`
	// Probability is the likelihood of a copy, or of a copied part. docs/scores.md has its
	// accuracy.
	Probability float64 `json:"probability"`
	// MayBeCommon marks a pair that may be common code. Too few other units in its language show
	// what is common, so Probability is at most 0.4.
	MayBeCommon bool `json:"mayBeCommon,omitempty"`
	// Unusual is the score, lowered in a class by the usual score of both. The usual score is the
	// mean of their scores of at least 0.25, and MinScore. With [Options.Only] or BestOnly it is
	// the score.
	Unusual float64 `json:"unusual"`
	// Rank is 1 plus the number of more unusual pairs; weak pairs come last. Each copy of a unit
	// counts. Percentile is the share of all pairs of units behind it, from 0 to 100. Pairs that
	// were not compared count as less. With [Options.Only], all are the pairs of the named units.
	Rank       int     `json:"rank"`
	Percentile float64 `json:"percentile"`
	answer.Shares
	// Resemblance is fingerprints in both over those in either. Cosine is the cosine of their idf
	// vectors.
	Resemblance float64 `json:"resemblance"`
	Cosine      float64 `json:"cosine"`
	// Material is the cosine of the idf vectors of their names and literals.
	Material float64 `json:"material"`
	Longest  int     `json:"longest"` // tokens in the longest match
	Tokens   int     `json:"tokens"`  // in all matches
	// Kind is the kind of copy over all matches: verbatim, renamed or edited.
	Kind string `json:"kind"`
	// Looks is "generated" or "minified" if all files of both units look so; else empty.
	Looks document.Reason `json:"looks,omitempty"`
	// Matches are in the order of the files and lines of A; empty, never null.
	Matches []Match `json:"matches"`
	// Rarest are up to five rare shared names and literals, the rarest first.
	Rarest []SharedName `json:"rarest,omitempty"`
	// New marks a pair that the baseline lacks.
	New bool `json:"new,omitempty"`
	// Weak marks a pair below the minimum score: see [Report.Weak].
	Weak bool `json:"weak,omitempty"`
}

// CommentPair is two units whose comments share words that few others have.
type CommentPair struct {
	A CommentSide `json:"a"` // the two units
	B CommentSide `json:"b"` // the two units
	// Words counts the shared words that few units have. Score is the score of the pair, or 0
	// below the minimum.
	Words int     `json:"words"`
	Score float64 `json:"score"`
	// Comments are those with the most words, in the order of A.
	Comments []answer.SharedComment `json:"comments"`
}

// CommentSide is one unit of a [CommentPair].
type CommentSide struct {
	Unit int    `json:"unit"` // index in units
	Name string `json:"name"` // of the unit
}

// LanguagePair is two units in two programming languages that share names and literals.
type LanguagePair struct {
	A LanguageSide `json:"a"` // the two units
	B LanguageSide `json:"b"` // the two units
	// Score is the score of the pair, or 0 if it is not listed.
	Score float64 `json:"score"`
	// Material is the cosine of their names and literals, by letters and digits.
	Material float64 `json:"material"`
	// Lead is the distance to the next such pair of either unit.
	Lead float64 `json:"lead"`
	// Rarest are up to five names and literals of both that the fewest units have.
	Rarest []SharedName `json:"rarest"`
}

// LanguageSide is one unit of a [LanguagePair].
type LanguageSide struct {
	Unit     int    `json:"unit"`     // index in units
	Name     string `json:"name"`     // of the unit
	Language string `json:"language"` // of most of its code
}

// SharedName is a name or literal that both units of a pair have.
type SharedName struct {
	Text  string `json:"text"`  // as one of both has it
	Units int    `json:"units"` // number of units that have it
}

// ScoredPair is a pair that is not listed.
type ScoredPair struct {
	A, B  int // units: indexes in [Report.Units]
	Score float64
}

// Side is one unit of a pair.
type Side struct {
	Unit int    `json:"unit"` // index in units
	Name string `json:"name"` // of the unit
	// Containment is the share of its fingerprints, weighted by idf, that the other unit has.
	Containment float64 `json:"containment"`
	// Coverage is the share of its tokens in matches, without boilerplate and imports.
	Coverage float64 `json:"coverage"`
}

// Match is a part of one unit that is also in the other.
type Match struct {
	answer.Shared
	// Weight is the evidence of a common origin, in rare tokens.
	Weight float64 `json:"weight"`
}

// Cluster is a group of linked units.
type Cluster struct {
	// Units are indexes in [Report.Units], the likely original first: an old unit, or the earliest.
	Units []int `json:"units"`
	// Score is the mean score of the group's pairs; pairs below the minimum count 0.
	Score float64 `json:"score"`
	// Of functions: Common is the number of tokens of the first that all others have, perhaps with
	// other names and literals. Parameters are these names and literals, in the order of the first,
	// at most 100; MoreParameters counts the places of others. They are of the first 100 functions.
	Common         int         `json:"common,omitempty"`
	Parameters     []Parameter `json:"parameters,omitempty"`
	MoreParameters int         `json:"moreParameters,omitempty"`
}

// Parameter is a name or literal that differs between the functions of a group.
type Parameter struct {
	Kind string `json:"kind"` // identifier, number, string or char
	// Values are the texts in the functions of the group, in their order. A value is empty if the
	// function has other code there.
	Values []string `json:"values"`
	Places int      `json:"places"` // number of places in the first function
}

// Stats are the costs of a comparison.
type Stats struct {
	Files    int `json:"files"`    // compared
	Contents int `json:"contents"` // distinct contents among them
	// Comparable counts the pairs, except pairs of two old units, or two of the rest. A submission
	// of two parts counts once. Sharing counts those that share enough fingerprints to be
	// candidates, or any without a minimum score. Aligned counts those that were compared token by
	// token.
	Comparable int64 `json:"comparable"`
	Sharing    int64 `json:"sharing"`
	Aligned    int64 `json:"aligned"`
	// Estimated counts the pairs that were left out because their estimate is just too low. A
	// few of them may reach MinScore.
	Estimated int64 `json:"estimated,omitempty"`
	// Omitted counts the files that were not read, because the index says that they are unlike the
	// named ones: see [Options.Index].
	Omitted      int   `json:"omitted,omitempty"`
	Microseconds int64 `json:"microseconds,omitempty"` // time of the whole comparison
}

// Firsts returns the first unit of each unit's group, or the unit itself.
func Firsts(groups [][]int, n int) []int {
	first := make([]int, n)
	for unit := range first {
		first[unit] = unit
	}
	for _, group := range groups {
		for _, unit := range group {
			first[unit] = group[0]
		}
	}
	return first
}

// pairsAtOnce is the number of pairs whose matches EachPair holds in memory.
const pairsAtOnce = 256

// MostUnlisted bounds [Report.Unlisted].
const MostUnlisted = 45_000

// errNoResult is the error for input that is not the JSON of a result.
var errNoResult = option.Fail(option.NotPairs)

// errOther returns the error for JSON that is not a result of a kind.
func errOther(kind, err error) error { return fmt.Errorf("%w (%w)", kind, err) }

// bestFirst sorts pairs by score.
func bestFirst(pairs []Pair) {
	order.Short(pairs, func(x, y Pair) int { return cmp.Compare(y.Score, x.Score) })
}
