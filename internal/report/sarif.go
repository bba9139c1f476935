package report

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/report/sarif"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/pairs"
)

// SARIFOptions are the options of [SARIF].
type SARIFOptions struct {
	// Version is the version of the program.
	Version string
	// Top is the maximum number of results; under 1 means all.
	Top int
}

// GitHub's code scanning determined the form. It shows a result at one location, in the code and in
// a list of alerts, tracks it from run to run, and lets people dismiss it. So a result is a pair,
// not a match: people review pairs, and thirty alerts for one copied submission help
// nobody. The location is the heaviest match in the unit that is more likely the copy: the later
// one, or the one that is not in the baseline. The place of that match in the other unit and
// further matches are related locations, which the message links to. Of identical units all but one
// are results, which refer to that one.

// SARIF writes the pairs as a SARIF log with one run, pair by pair. Paths are relative to the
// working folder of the program, and absolute outside of it.
func SARIF(ctx context.Context, out io.Writer, r *pairs.Report, o SARIFOptions) error {
	results, err := BeginArray(out, logOf(r, o), "      ", "results")
	if err != nil {
		return err
	}
	w := &sarifWriter{r: r, path: r.Path, sources: newTextCache(func(content string) *corpus.Text { return decoded(r.Source(content)) }),
		copies: map[int]int{}, results: results}
	for i, group := range r.Identical {
		w.copies[group[0]] = len(group) - 1
		if err := w.addIdentical(i, o.Top); err != nil {
			return err
		}
	}
	err = r.EachPair(ctx, func(p *pairs.Pair) error {
		if o.Top > 0 && results.n >= o.Top {
			return errEnough
		}
		return w.addPair(p)
	})
	if err != nil && !errors.Is(err, errEnough) {
		return err
	}
	return results.End()
}

// errEnough ends the writing of results.
var errEnough = errors.New("enough results")

type sarifWriter struct {
	r       *pairs.Report
	path    func(file string) string // on disk
	sources *textCache[corpus.Text]  // by content
	copies  map[int]int              // identical units, by unit
	results *ArrayWriter
}

// logOf returns the log without results.
func logOf(r *pairs.Report, o SARIFOptions) sarif.Log {
	return sarif.NewLog(o.Version, rules(), faults(r), warning.Texts(r.Warnings))
}

// faults lists requested sources that were not read.
func faults(r *pairs.Report) (all []string) {
	for i, source := range r.UnreadSources {
		if i == commonNames {
			return append(all, terminal.Plural(len(r.UnreadSources)-i, "more source was", "more sources were")+" not read")
		}
		all = append(all, "not read: "+terminal.Safe(source))
	}
	return all
}

// identicalKind is the rule for identical units; the other rules are kinds of copies.
const identicalKind = "identical"

var kinds = []string{identicalKind, "verbatim", "renamed", "edited"}

// rules explains the results of each kind.
func rules() (all []sarif.Rule) {
	texts := map[string][3]string{
		identicalKind: {"IdenticalCopy", "Identical file or submission", "All bytes are the same."},
		"verbatim":    {"VerbatimCopy", "Verbatim copy", "All tokens are the same; white space and comments may differ."},
		"renamed":     {"RenamedCopy", "Copy with renamed identifiers", "Identifiers are renamed, one to one within each match."},
		"edited":      {"EditedCopy", "Edited copy", "Parts are inserted, deleted or changed."},
	}
	const help = "The score is the overall similarity of the two, from 0 to 1. Sure is how likely one is a copy of " +
		"the other, judged by the score and the length of the shorter one. Keep one copy and reuse it, exclude " +
		"shared starter code with --base, or dismiss intended duplicates."
	for _, kind := range kinds {
		t := texts[kind]
		all = append(all, sarif.Rule{
			ID: kind, Name: t[0], Short: sarif.Message{Text: t[1]}, Full: sarif.Message{Text: t[1] + ". " + t[2]}, Help: sarif.Message{Text: help},
			Default: sarif.Configuration{Level: "warning"}, Properties: sarif.RuleTags{Tags: []string{"duplicate-code", "provenance"}},
		})
	}
	return all
}

// pairResult is a result of pairs.
type pairResult struct {
	sarif.Result
	PartialFingerprints pairFingerprints `json:"partialFingerprints"`
	BaselineState       string           `json:"baselineState,omitempty"`
	Properties          pairMeasures     `json:"properties"`
}

// resultAt returns a result with a text and a place, and linked places.
func resultAt(text string, here sarif.Location, there ...sarif.Location) sarif.Result {
	return sarif.Result{Message: sarif.Message{Text: text}, Locations: []sarif.Location{here}, RelatedLocations: there}
}

// pairFingerprints identify the result in later runs: Pair by the names of both units, Contents by
// their names and contents. GitHub reads only the third one. Without it, GitHub hashes the text of
// the line, which two results may share.
type pairFingerprints struct {
	Pair     string `json:"chaffinchPair/v1"`
	Contents string `json:"chaffinchContents/v1"`
	Line     string `json:"primaryLocationLineHash"`
}

type pairMeasures struct {
	Score       float64 `json:"score"`
	Probability float64 `json:"probability"`           // of a copy
	MayBeCommon bool    `json:"mayBeCommon,omitempty"` // [pairs.Pair.MayBeCommon]
	Coverage    float64 `json:"coverage"`              // of the result
	answer.Shares
	Longest    int     `json:"longest"`
	Tokens     int     `json:"tokens"`
	Rank       int     `json:"rank"` // [pairs.Pair.Rank]
	Percentile float64 `json:"percentile"`
}

// levelOf returns the level of a result by its score.
func levelOf(score float64) string {
	switch {
	case score >= threshold.ErrorPair:
		return "error"
	case score >= threshold.WarningPair:
		return "warning"
	}
	return "note"
}

// add adds a result. One between files that look generated is a note: a check does not count it.
func (w *sarifWriter) add(kind string, score float64, isNew, generated bool, res pairResult) error {
	i := slices.Index(kinds, kind)
	if i < 0 {
		i = len(kinds) - 1
	}
	res.RuleID, res.RuleIndex, res.Level, res.Rank = kinds[i], i, levelOf(score), 100*score
	if generated {
		res.Level = "note"
	}
	if w.r.Baseline != "" {
		res.BaselineState = map[bool]string{true: "new", false: "unchanged"}[isNew]
	}
	return w.results.Add(res)
}

// prior compares two units. The lesser one is less likely the copy: it is from an archive, is of
// the rest, is in the baseline, or has the earlier date.
func prior(x, y *pairs.Unit) int {
	later := func(a, b bool) int {
		switch {
		case a == b:
			return 0
		case b:
			return -1
		}
		return 1
	}
	order := cmp.Or(later(!x.Old, !y.Old), later(!x.Rest, !y.Rest), later(x.New, y.New))
	if order == 0 && x.Date != nil && y.Date != nil {
		return x.Date.Compare(*y.Date)
	}
	return order
}

// addIdentical adds a result for each unit of the group that may be a copy. There are up to top
// results in total.
func (w *sarifWriter) addIdentical(i, top int) error {
	group, isNew := w.r.Identical[i], isNewGroup(w.r, i)
	units := slices.Clone(group)
	slices.SortStableFunc(units, func(x, y int) int { return prior(&w.r.Units[x], &w.r.Units[y]) })
	original := &w.r.Units[units[0]]
	for _, n := range units[1:] {
		if top > 0 && w.results.n >= top {
			return nil
		}
		u := &w.r.Units[n]
		if u.Old || u.Rest {
			continue
		}
		own := u.Own()
		text := fmt.Sprintf("%s is identical to [%s](1): %s.", sarif.LinkText(u.Name), sarif.LinkText(original.Name), terminal.Plural(own, "token", "tokens"))
		err := w.add(identicalKind, 1, isNew, w.r.LooksGenerated(group), pairResult{
			Result:              resultAt(text, w.whole(u), sarif.Related(1, w.whole(original), "the same contents")),
			PartialFingerprints: fingerprintsOf(u, original),
			Properties:          pairMeasures{1, ofIdentical(w.r, i, own), false, 1, wholly, own, own, 1, percentileOfIdentical(w.r)},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// whole is the location of a unit: its whole first file.
func (w *sarifWriter) whole(u *pairs.Unit) sarif.Location {
	f := u.Files[0]
	return sarif.At(w.artifact(f.Path), sarif.Region{StartLine: 1, EndLine: max(1, f.Lines)})
}

func (w *sarifWriter) addPair(p *pairs.Pair) error {
	copied, from, mirrored := p.A, p.B, false
	if prior(&w.r.Units[p.A.Unit], &w.r.Units[p.B.Unit]) < 0 {
		copied, from, mirrored = p.B, p.A, true
	}
	u, v := &w.r.Units[copied.Unit], &w.r.Units[from.Unit]
	here, there := w.whole(u), []sarif.Location{sarif.Related(1, w.whole(v), "similar code")}
	links := sarif.LinkText(v.Name)
	if len(p.Matches) > 0 {
		here, there, links = w.matches(p, u, v, mirrored)
	}
	looks := ""
	if p.Looks != "" {
		looks = " Both look generated or minified."
	}
	if p.MayBeCommon {
		looks += " Too few others in the language show which code is common."
	}
	text := fmt.Sprintf("%s%s is similar to %s%s: score %s (sure %s), %s; %s of it is in matches.%s",
		sarif.LinkText(u.Name), w.andCopies(copied.Unit), links, w.andCopies(from.Unit),
		Score(p.Score), Sure(p.Probability), cmp.Or(p.Kind, "edited"), Percent(copied.Coverage), looks)
	return w.add(p.Kind, p.Score, p.New, p.Looks != "", pairResult{
		Result:              resultAt(text, here, there...),
		PartialFingerprints: fingerprintsOf(u, v),
		Properties:          pairMeasures{p.Score, p.Probability, p.MayBeCommon, copied.Coverage, p.Shares, p.Longest, p.Tokens, p.Rank, p.Percentile},
	})
}

func (w *sarifWriter) andCopies(unit int) string {
	if n := w.copies[unit]; n > 0 {
		return " (and " + terminal.Plural(n, "copy", "copies") + ")"
	}
	return ""
}

// kindOf names the kind of a match, and what cannot be seen.
func kindOf(m pairs.Match) string {
	if len(m.Invisible) == 0 {
		return m.Kind
	}
	return m.Kind + ", invisible " + strings.Join(m.Invisible, " ")
}

// matches returns the places of the heaviest matches in u and in v. Its text links to the places in
// v.
func (w *sarifWriter) matches(p *pairs.Pair, u, v *pairs.Unit, mirrored bool) (
	here sarif.Location, there []sarif.Location, links string) {
	heaviest := slices.Clone(p.Matches)
	slices.SortStableFunc(heaviest, func(x, y pairs.Match) int { return cmp.Compare(y.Weight, x.Weight) })
	for i, m := range heaviest[:min(sarif.Linked, len(heaviest))] {
		a, b := m.A, m.B
		if mirrored {
			a, b = b, a
		}
		there = append(there, sarif.Related(i+1, w.at(v, b), fmt.Sprintf("%s, %s: %s, %d tokens", a.Path, terminal.Lines(a.Lines.String()), kindOf(m), m.Tokens)))
		if i == 0 {
			here = w.at(u, a)
			links = fmt.Sprintf("[%s, %s](1)", sarif.LinkText(b.Path), terminal.Lines(b.Lines.String()))
			continue
		}
		links += fmt.Sprintf(", [%s](%d)", b.Lines, i+1)
	}
	if more := len(heaviest) - sarif.Linked; more > 0 {
		links += fmt.Sprintf(" and %d more", more)
	}
	return here, there, links
}

// at is the location of a place in a unit.
func (w *sarifWriter) at(u *pairs.Unit, p answer.Place) sarif.Location {
	region := sarif.Region{StartLine: p.Lines.From, EndLine: p.Lines.To}
	text := w.sources.of(u.Files[p.File].Content)
	source, start, end := text.UTF8, text.Decoded(p.Bytes.Start), text.Decoded(p.Bytes.End)
	if start >= 0 && start < end && end <= len(source) {
		region.StartColumn = column(source, start)
		region.EndColumn = column(source, end-1) + utf16Length(lastRune(source[:end]))
	}
	return sarif.At(w.artifact(p.Path), region)
}
