package scans

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/notice"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/sarif"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/scan"
)

// mostResults is how many results of a run GitHub accepts.
const mostResults = 25000

// Like results of pairs, these results have the form that GitHub shows. A result is a finding, at
// its heaviest match. The lines of the origin and the other matches are related locations. A rule
// is a kind of copy with a class of licence, so that a filter by rule selects the findings that
// matter.

// SARIF writes the open findings as results of a SARIF log with one run. Decided findings are
// suppressed results with the reason. Paths of the project are from the top of its work tree of
// git. Without one they are from the working folder of the program.
func SARIF(out io.Writer, r *scan.Report, version string) error {
	listed := sarifFindings(r)
	slices.SortStableFunc(listed, func(x, y scan.Finding) int { return cmp.Compare(sarifTurn(x), sarifTurn(y)) })
	listed = listed[:min(len(listed), mostResults)]
	rules := scanRules()
	log := sarif.NewLog(version, rules, faults(r), slices.Concat(warning.Texts(r.Warnings), Notes(r), BeyondSARIF(r)))
	if r.Top() != "" {
		log.Runs[0].OriginalURIBaseIDs[sarif.Root] = sarif.Artifact{Description: &sarif.Message{Text: "The top of the repository."}}
	}
	results, err := report.BeginArray(out, log, "      ", "results")
	if err != nil {
		return err
	}
	seen := map[string]int{}
	for _, f := range listed {
		res := scanResult(r, &f, seen)
		res.RuleIndex = slices.IndexFunc(rules, func(rule sarif.Rule) bool { return rule.ID == res.RuleID })
		if res.RuleIndex < 0 {
			return fmt.Errorf("writing SARIF: a finding in %s has the unknown kind %q", f.File, f.Kind)
		}
		if err := results.Add(res); err != nil {
			return err
		}
	}
	return results.End()
}

// sarifFindings returns the findings that may be results.
func sarifFindings(r *scan.Report) []scan.Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f scan.Finding) bool { return !f.Open && f.Decision == nil })
}

// BeyondSARIF reports how many findings [SARIF] leaves out; empty if it leaves out none.
func BeyondSARIF(r *scan.Report) []string {
	more := len(sarifFindings(r)) - mostResults
	if more < 1 {
		return nil
	}
	return []string{terminal.Plural(more, "more finding is", "more findings are") + " not listed: code hosts accept " +
		terminal.Thousands(mostResults) + " results"}
}

// sarifTurn puts open findings first.
func sarifTurn(f scan.Finding) int {
	if f.Open {
		return 0
	}
	return 1
}

// scanKinds are the kinds of findings.
var scanKinds = []string{scan.Identical, "verbatim", "renamed", "edited", scan.Fingerprints}

// scanRules returns a rule for each kind of copy and class of licence.
func scanRules() (all []sarif.Rule) {
	names := map[string]string{
		scan.Identical: "Identical file", "verbatim": "Verbatim copy", "renamed": "Copy with renamed identifiers",
		"edited": "Edited copy", scan.Fingerprints: "Shared fingerprints",
	}
	for _, kind := range scanKinds {
		for _, class := range notice.Classes() {
			under, advice := scanAdvice(class)
			short := names[kind] + " " + under
			all = append(all, sarif.Rule{
				ID: scanRule(kind, class), Name: title(kind) + title(string(class)), Short: sarif.Message{Text: short},
				Full: sarif.Message{Text: short + ". An indexed document has this material too."}, Help: sarif.Message{Text: advice},
				Default: sarif.Configuration{Level: "warning"}, Properties: sarif.RuleTags{Tags: []string{"license", "provenance", string(class)}},
			})
		}
	}
	return all
}

func scanRule(kind string, class notice.Class) string { return kind + "/" + string(class) }

// title returns a text with a capital first letter.
func title(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// scanAdvice names a class of licence and has advice.
func scanAdvice(class notice.Class) (under, advice string) {
	const decide = " Then decide about it: chaffinch scan --review."
	switch class {
	case notice.Permissive:
		return "of code under a permissive licence", "Keep the copyright notice and the licence beside the lines." + decide
	case notice.Copyleft:
		return "of code under a copyleft licence", "Check that your project may be under this licence. Otherwise replace the lines." + decide
	case notice.Restricted:
		return "of code under a licence that forbids some uses", "Ask the owner for another licence, or replace the lines." + decide
	case notice.Other:
		return "of code under another licence", "Read the licence of the origin." + decide
	}
	return "of code whose licence is unknown", "Without a licence nobody may copy. Find the licence of the origin, or replace the lines." + decide
}

// scanSARIFResult is a result of a scan.
type scanSARIFResult struct {
	sarif.Result
	PartialFingerprints scanFingerprints `json:"partialFingerprints"`
	// Properties are figures of the finding, and fields of the origin: see originFields.
	Properties   map[string]any `json:"properties"`
	Suppressions []suppression  `json:"suppressions"` // empty, never null: all results of a run have them
}

// scanFingerprints identify a finding by the matched tokens, wherever they are. Code hosts read
// Line only.
type scanFingerprints struct {
	Match string `json:"chaffinchMatch/v1"`
	Line  string `json:"primaryLocationLineHash"`
}

type suppression struct {
	Kind          string `json:"kind"`
	Status        string `json:"status"`
	Justification string `json:"justification"`
}

// scanResult returns the result of a finding, but for the index of its rule. seen counts the
// results by fingerprint.
func scanResult(r *scan.Report, f *scan.Finding, seen map[string]int) scanSARIFResult {
	heaviest := f.Heaviest()
	here, there, also := scanLocations(r, f, heaviest)
	o := f.Origin
	text := fmt.Sprintf("%s of [%s, %s](1), %s: score %s (sure %s)%s.", title(copyOf(f.Kind)), sarif.LinkText(scanDocument(o)),
		terminal.Lines(heaviest.Origin.String()), sarif.LinkText(terminal.Safe(cmp.Or(o.License, "licence unknown"))),
		report.Score(f.Score), report.Sure(f.Probability), also)
	level := "warning"
	if f.Status == scan.Denied {
		level = "error"
	}
	properties := map[string]any{
		"score": f.Score, "probability": f.Probability, "tokens": f.Tokens, "df": f.DF, "status": f.Status,
	}
	addOriginProperties(&f.Origin, properties)
	hash := sarif.Digest(heaviest.Key)
	seen[hash]++
	return scanSARIFResult{
		Result: sarif.Result{
			RuleID: scanRule(f.Kind, notice.ClassOf(o.License)), Level: level, Rank: 100 * f.Score, Message: sarif.Message{Text: text},
			Locations: []sarif.Location{here}, RelatedLocations: there,
		},
		PartialFingerprints: scanFingerprints{Match: hash, Line: fmt.Sprintf("%s:%d", hash, seen[hash])},
		Properties:          properties,
		Suppressions:        suppressions(f.Decision),
	}
}

// copyOf names a kind of copy.
func copyOf(kind string) string {
	switch kind {
	case scan.Identical, "verbatim", "edited":
		return kind + " copy"
	case "renamed":
		return "copy with renamed identifiers"
	case scan.Fingerprints:
		return "fingerprints"
	}
	return "copy"
}

// scanDocument names the origin of a finding in a line.
func scanDocument(o scan.Origin) string { return terminal.Safe(terminal.Nearby(o.File())) }

func suppressions(d *scan.Decision) []suppression {
	if d == nil {
		return []suppression{}
	}
	why := string(d.Decision)
	if d.Reason != "" {
		why += ": " + d.Reason
	}
	if d.By != "" {
		why += " (" + strings.TrimSpace(d.By+" "+d.Date) + ")"
	}
	return []suppression{{"external", "accepted", why}}
}

// scanLocations returns the matches' places in the project, heaviest first. The text links to them.
// It also returns the place of the heaviest match in the origin.
func scanLocations(r *scan.Report, f *scan.Finding, heaviest scan.Match) (here sarif.Location, all []sarif.Location, also string) {
	here = inProject(r, f, heaviest)
	origin := sarif.At(originArtifact(r, f.Origin), regionOf(heaviest.Origin))
	all = []sarif.Location{sarif.Related(1, origin, "the origin")}
	others := slices.Clone(f.Matches)
	slices.SortStableFunc(others, func(x, y scan.Match) int { return cmp.Compare(y.Weight, x.Weight) })
	others = others[1:]
	for i, m := range others[:min(sarif.Linked, len(others))] {
		all = append(all, sarif.Related(i+2, inProject(r, f, m), fmt.Sprintf("as %s of the origin: %s, %d tokens", terminal.Lines(m.Origin.String()), m.Kind, m.Tokens)))
		also += fmt.Sprintf(", [%s](%d)", m.File, i+2)
	}
	if also != "" {
		also = "; also lines " + strings.TrimPrefix(also, ", ")
	}
	if more := len(others) - sarif.Linked; more > 0 {
		also += fmt.Sprintf(" and %d more", more)
	}
	return here, all, also
}

// regionOf returns a region of some lines, or none if they are unknown.
func regionOf(lines answer.Lines) sarif.Region {
	return sarif.Region{StartLine: lines.From, EndLine: lines.To}
}

func inProject(r *scan.Report, f *scan.Finding, m scan.Match) sarif.Location {
	artifact := sarif.ArtifactOf(r.Name(f.File))
	if path, isIn := r.InRepository(f.File); isIn {
		artifact = sarif.Artifact{URI: sarif.Escaped(path), URIBaseID: sarif.Root}
	}
	return sarif.At(artifact, regionOf(m.File))
}

// originArtifact names the document by its page, or else by its file.
func originArtifact(r *scan.Report, o scan.Origin) sarif.Artifact {
	if page := report.WebPage(o.URL); page != "" {
		return sarif.Artifact{URI: page}
	}
	if document.IsAddress(o.Root) {
		if id := o.SWHIDOfContent(); id != "" {
			return sarif.Artifact{URI: id}
		}
		return sarif.Artifact{URI: "urn:chaffinch:" + o.Content} // hosts demand a URI
	}
	if r.Top() == "" {
		return sarif.ArtifactOf(o.File())
	}
	if path, err := filepath.Rel(r.Top(), o.File()); err == nil && filepath.IsLocal(path) {
		return sarif.Artifact{URI: sarif.Escaped(filepath.ToSlash(path)), URIBaseID: sarif.Root}
	}
	return sarif.FileArtifact(o.File())
}
