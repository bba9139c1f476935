package mcp

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/serve"
	"github.com/chaffinch-search/chaffinch/internal/skips"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/scan"
)

// The verdicts of an answer.
const (
	Copied   = "copied"    // a scan would report it as a copy: see [scan.Judge]
	Possible = "possible"  // a lower score: a copy of a few lines, or common code
	Common   = "common"    // a scan would call it common: many documents have it, it is a licence text, or generated
	TooShort = "too_short" // nothing was found, and the code has fewer tokens than the guarantee
	NotFound = "not_found" // every shared run as long as the guarantee would have been found
	// Incomplete means that no copy was found, and that files, or documents which may be the
	// origin, could not be read.
	Incomplete = "incomplete"
)

// Answer is the output of find_origin and check_changes.
type Answer struct {
	Verdict   string   `json:"verdict" jsonschema:"copied, possible (a few lines, or common code), common (many documents have it, a licence text, or generated code), too_short, not_found or incomplete (files or origins could not be read)"`
	Summary   string   `json:"-"` // the verdict in words
	Index     string   `json:"index"`
	Documents int      `json:"documents" jsonschema:"distinct documents searched"`
	AsOf      string   `json:"asOf" jsonschema:"date of the index"`
	Guarantee int      `json:"guarantee" jsonschema:"any shared run of this many tokens is found"`
	Tokens    int      `json:"tokens" jsonschema:"tokens looked up"`
	Hits      []Hit    `json:"hits" jsonschema:"best first"`
	More      bool     `json:"more,omitempty" jsonschema:"a larger limit returns more hits"`
	Notes     []string `json:"notes,omitempty"`

	contents   int    // of the index
	incomplete string // why copies may have been missed, if so
	unchanged  bool   // no lines were looked up, as none were added
	weaker     int    // likely copies below the minimum score
	common     string // why the code is common, if it is
}

// Hit is a document that contains the code or a part of it.
type Hit struct {
	File          string  `json:"file,omitempty" jsonschema:"the changed file"`
	Lines         string  `json:"lines,omitempty" jsonschema:"your lines in the heaviest match"`
	Document      string  `json:"document" jsonschema:"name of the source; untrusted data"`
	DocumentLines string  `json:"documentLines,omitempty"`
	Source        string  `json:"source" jsonschema:"resource with these lines"`
	Kind          string  `json:"kind,omitempty" jsonschema:"identical, verbatim, renamed (identifiers one to one), edited or comments (no code is shared)"`
	Score         float64 `json:"score" jsonschema:"evidence of this origin, 0 to 1"`
	Sure          float64 `json:"sure,omitempty" jsonschema:"probability, assuming that half of all queries have an origin"`
	License       string  `json:"license,omitempty" jsonschema:"SPDX expression"`
	InDocuments   int     `json:"inDocuments,omitempty" jsonschema:"documents with this material"`
	Author        string  `json:"author,omitempty"`
	Date          string  `json:"date,omitempty"`
	URL           string  `json:"url,omitempty"`
	Parts         int     `json:"parts,omitempty" jsonschema:"matches in this document"`
	Versions      int     `json:"versions,omitempty" jsonschema:"other versions of the file that match as well"`
	Own           bool    `json:"own,omitempty" jsonschema:"the document is in the working folder"`

	verdict string // Copied, Possible or Common
	why     string // why it is common
}

// FindOrigin is the input of find_origin.
type FindOrigin struct {
	Material
	Limit        int  `json:"limit,omitempty" jsonschema:"maximum number of hits; 5 if absent"`
	CountImports bool `json:"countImports,omitempty" jsonschema:"count import lines like other code"`
}

func (s *Server) findOrigin(ctx context.Context, q FindOrigin) (*sdk.CallToolResult, Answer, error) {
	a, err := s.origins(ctx, q)
	if err != nil {
		return nil, Answer{}, err
	}
	limit := limitOf(q.Limit)
	a.rank(limit)
	return a.fit(limit)
}

// origins returns all hits of an answer. It has no verdict yet.
func (s *Server) origins(ctx context.Context, q FindOrigin) (a Answer, err error) {
	h, err := s.indexes.Acquire(q.Index)
	if err != nil {
		return a, err
	}
	defer h.Close()
	d, err := q.document(s)
	if err != nil {
		return a, err
	}
	// The verdict is taken of the same documents for each limit.
	document, o, err := (serve.SearchRequest{Document: d, Top: mostHits + 1, SearchOptions: chaffinch.SearchOptions{CountImports: q.CountImports}}).Question(false)
	if err != nil {
		return a, err
	}
	if s.folder != nil && q.Path != "" { // a file is not its own origin
		document.File, document.ExceptFile = s.absolute(q.Path), true
	}
	found, err := h.Search(ctx, document, o)
	if err != nil {
		return a, err
	}
	if a, err = s.newAnswer(h); err != nil {
		return a, err
	}
	j := s.judge(&a, found, document)
	for _, hit := range found.Hits {
		one := s.hitOf(h, hit)
		class, why := j.Class(&hit)
		one.verdict, one.why = verdictOfClass(class), why
		a.Hits = append(a.Hits, one)
	}
	if len(found.Hits) == 0 && found.Weaker > 0 {
		if a.common, err = commonPart(ctx, h, document, o, found.Question, j); err != nil {
			return a, err
		}
	}
	return a, nil
}

// verdictOfClass returns the verdict on a hit of a class.
func verdictOfClass(class scan.Class) string {
	switch class {
	case scan.Copy:
		return Copied
	case scan.Common:
		return Common
	}
	return Possible
}

// commonPart returns why most of a question without hits is common. It returns "" if it is not.
// Hits below the minimum score count. The question is read in the language of the first search.
func commonPart(ctx context.Context, h *serve.Held, d chaffinch.Document, o chaffinch.SearchOptions, q answer.Question, j scan.Judge) (why string, err error) {
	d.Language, o.MinScore = q.Language, 0
	weak, err := h.Search(ctx, d, o)
	if err != nil {
		return "", err
	}
	return j.WhyCommon(weak), nil
}

// absolute returns the absolute path of a file of the folder.
func (s *Server) absolute(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(s.path, path)
}

// newAnswer returns an answer that describes the index.
func (s *Server) newAnswer(h *serve.Held) (a Answer, err error) {
	a = Answer{Index: h.Name, Hits: []Hit{}, AsOf: asOf(h), Guarantee: h.Settings().Analyzer.Guarantee()}
	a.contents, err = h.Contents()
	a.Documents = a.contents
	return a, err
}

// asOf returns the date of the state of an index.
func asOf(h *serve.Held) string { return h.Date().UTC().Format(time.DateOnly) }

// judge takes an answer's data other than hits, and returns the judge of its hits.
func (s *Server) judge(a *Answer, found *answer.Answer, d chaffinch.Document) scan.Judge {
	a.Tokens, a.Guarantee = found.Question.Tokens-found.Question.Boilerplate, found.Question.Guarantee
	a.Notes = warning.Texts(warning.In(option.Assistant, found.Warnings))
	if left := skips.Lines(found.Question.LeftOut); left != "" {
		a.Notes = append(a.Notes, left)
	}
	others := slices.DeleteFunc(slices.Clone(found.Unread), func(u answer.UnreadDocument) bool { return s.areOwn(u.Occurrences) })
	if n := len(others); n > 0 {
		a.incomplete = terminal.Plural(n, "document", "documents") + " that may be the origin could not be read: index them again"
	}
	return scan.NewJudge(d, found.Question, a.contents)
}

// ranks order the verdicts on hits.
var ranks = map[string]int{Copied: 0, Possible: 1, Common: 2}

// rank sets the verdict and drops hits above the limit. The verdict is the gravest of all hits that
// were aligned and are not own. These keep the order of every other answer. Only a copy outweighs
// what could not be read, as in [scan.Report.Incomplete].
func (a *Answer) rank(limit int) {
	judged := slices.DeleteFunc(slices.Clone(a.Hits), func(h Hit) bool { return h.Lines == "" || h.Own })
	a.Verdict = NotFound
	switch {
	case len(judged) > 0:
		gravest := slices.MinFunc(judged, func(x, y Hit) int { return cmp.Compare(ranks[x.verdict], ranks[y.verdict]) })
		a.Verdict, a.common = gravest.verdict, gravest.why
	case a.common != "":
		a.Verdict = Common
	case a.weaker > 0 || slices.ContainsFunc(a.Hits, func(h Hit) bool { return !h.Own }):
		a.Verdict = Possible
	}
	if a.Tokens < a.Guarantee && len(a.Hits) == 0 && !a.unchanged {
		a.Verdict = TooShort
	}
	if a.incomplete != "" && a.Verdict != Copied {
		a.Verdict = Incomplete
	}
	if len(a.Hits) > limit {
		a.Hits, a.More = a.Hits[:limit], true
	}
	a.Summary = a.summary()
}

// summary describes the verdict and the searched documents in words.
func (a *Answer) summary() string {
	in := fmt.Sprintf("%s of index %s, as of %s", terminal.Plural(a.Documents, "document", "documents"), a.Index, a.AsOf)
	if a.Documents < a.contents {
		in += ", without the working folder"
	}
	switch a.Verdict {
	case Copied:
		return "copied: shared with documents below. Searched " + in + "."
	case Possible:
		return "possible: a copy of a few lines, a comment, or common code. Searched " + in + "; compare the lines before you judge."
	case Common:
		return "common: " + a.common + ", so its origin cannot be determined. Searched " + in + "."
	case TooShort:
		return fmt.Sprintf("too short: it has %s. Shared runs of %d tokens or more are always found, shorter ones perhaps not. Searched %s.",
			terminal.Plural(a.Tokens, "token", "tokens"), a.Guarantee, in)
	case Incomplete:
		return "incomplete: " + a.incomplete + ". Searched " + in + "."
	}
	switch {
	case len(a.Hits) > 0:
		return "not found outside of the working folder, whose documents below have it. Searched " + in + "."
	case a.unchanged:
		return "nothing to look up."
	}
	return fmt.Sprintf("not found in %s. Shared runs of %d tokens or more in the language that it is read in would be found; other sources were not searched.", in, a.Guarantee)
}

// hitOf returns a hit of the library with its heaviest match.
func (s *Server) hitOf(h *serve.Held, found answer.Hit) Hit {
	hit := s.hitAt(h, found.Content, found.HitContent, found.Occurrences)
	hit.Kind, hit.Score, hit.Sure = found.Kind, report.TwoDecimals(found.Score), report.TwoDecimals(found.Probability)
	if m, others := found.Largest(); m != nil {
		hit.at(h, found.Content, m.Question, m.Document, m.DF, others)
		return hit
	}
	if i := heaviest(found.Runs); i >= 0 {
		hit.at(h, found.Content, found.Runs[i].Question, answer.Lines{}, found.Runs[i].DF, len(found.Runs)-1)
		return hit
	}
	if len(found.SameComments) > 0 {
		c := report.LongestComment(found.SameComments)
		hit.at(h, found.Content, c.A.Lines, c.B.Lines, 0, len(found.SameComments)-1)
	}
	return hit
}

// at sets the lines of a hit.
func (hit *Hit) at(h *serve.Held, content string, lines, of answer.Lines, df, others int) {
	hit.Lines, hit.InDocuments = lines.String(), df
	if of.From > 0 {
		hit.DocumentLines = of.String()
	}
	if others > 0 {
		hit.Parts = others + 1
	}
	hit.Source = uri(h.Name, content, of)
}

func heaviest(runs []answer.Run) int {
	best := -1
	for i, r := range runs {
		if best < 0 || r.Weight > runs[best].Weight {
			best = i
		}
	}
	return best
}

// hitAt returns a hit with the metadata of the document.
func (s *Server) hitAt(h *serve.Held, id string, c answer.HitContent, all []index.Occurrence) Hit {
	first := all[0]
	hit := Hit{
		Document: scan.Origin{Occurrence: first}.Document(), Source: uri(h.Name, id, answer.Lines{}),
		Versions: c.Versions, License: first.License, Author: first.Author, URL: first.URL,
		Own: s.areOwn(all),
	}
	if !first.Date.IsZero() {
		hit.Date = first.Date.UTC().Format(time.DateOnly)
	}
	return hit
}

// areOwn reports whether all occurrences of a document are in the folder.
func (s *Server) areOwn(all []index.Occurrence) bool {
	return !slices.ContainsFunc(all, func(o index.Occurrence) bool { return !s.isOwn(o) })
}

// isOwn reports whether an occurrence is in the folder, or in a repository of the folder.
func (s *Server) isOwn(o index.Occurrence) bool {
	return s.folder != nil && o.Below(s.path)
}
