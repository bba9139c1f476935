package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/option"
	"github.com/chaffinch-search/chaffinch/internal/parts"
	"github.com/chaffinch-search/chaffinch/internal/report"
	"github.com/chaffinch-search/chaffinch/internal/report/scans"
	"github.com/chaffinch-search/chaffinch/internal/serve"
	"github.com/chaffinch-search/chaffinch/internal/terminal"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/internal/warning"
	"github.com/chaffinch-search/chaffinch/scan"
)

// CheckChanges is the input of check_changes.
type CheckChanges struct {
	Diff  string `json:"diff,omitempty" jsonschema:"a unified diff, such as git diff prints; only added lines are looked up"`
	Base  string `json:"base,omitempty" jsonschema:"instead of diff: a git revision, such as HEAD or origin/main; the lines added since then are looked up"`
	Index string `json:"index,omitempty" jsonschema:"name of the index, if corpus_info lists several"`
	Limit int    `json:"limit,omitempty" jsonschema:"maximum number of hits; 5 if absent"`
}

func (s *Server) checkChanges(ctx context.Context, q CheckChanges) (*sdk.CallToolResult, Answer, error) {
	if err := q.check(s); err != nil {
		return nil, Answer{}, err
	}
	h, err := s.indexes.Acquire(q.Index)
	if err != nil {
		return nil, Answer{}, err
	}
	defer h.Close()
	a, err := s.newAnswer(h)
	if err != nil {
		return nil, Answer{}, err
	}
	if a.Documents, err = s.others(ctx, h, a.contents); err != nil {
		return nil, Answer{}, err
	}
	limit := limitOf(q.Limit)
	if q.Base != "" {
		err = s.sinceBase(ctx, h, &a, q.Base, limit)
	} else {
		err = s.added(ctx, h, &a, q.Diff, limit)
	}
	if err != nil {
		return nil, Answer{}, err
	}
	return a.fit(limit)
}

func (q CheckChanges) check(s *Server) error {
	switch {
	case q.Base != "" && s.folder == nil:
		return errors.New("this server cannot read repositories: send the changes as diff")
	case q.Base != "" && q.Diff != "":
		return errors.New("diff and base exclude each other: set one of them")
	case q.Base != "":
		return nil
	case q.Diff == "":
		return errors.New("there are no changes to check: set diff to what git diff prints")
	case int64(len(q.Diff)) > maxCode:
		return fmt.Errorf("diff has %d bytes; the maximum is %d: send one file at a time", len(q.Diff), maxCode)
	case !parts.WholeDiff([]byte(q.Diff)):
		return errors.New("diff is not a complete unified diff: send what git diff prints, or use find_origin for code")
	}
	return nil
}

// added finds the fewest documents that explain most of the lines that a diff adds, as scan does.
// Documents of the working folder are not origins.
func (s *Server) added(ctx context.Context, h *serve.Held, a *Answer, diff string, limit int) error {
	least := scan.DefaultMinScore
	d, o, err := (serve.SearchRequest{Document: serve.Document{Source: diff}, Top: limit + 1, MinScore: &least}).Question(false)
	if err != nil {
		return err
	}
	o.Cover, o.Likely, o.Measures = true, threshold.LikelyCopy, false
	o.Select = func(_ index.Content, at index.Occurrence) bool { return !s.isOwn(at) }
	found, err := h.Search(ctx, d, o)
	if err != nil {
		return err
	}
	j := s.judge(a, found, d)
	for i := range found.Hits {
		for file, part := range byFile(&found.Hits[i]) {
			j.Path = file
			findings, weaker := j.Split(&part)
			for i := range findings {
				f := &findings[i]
				hit := s.hitOfFinding(h, f)
				if k := slices.IndexFunc(part.Matches, func(m answer.Match) bool { return m.Question == f.Heaviest().File && m.New != nil }); k >= 0 {
					hit.Lines = part.Matches[k].New.Lines.String()
				}
				a.Hits = append(a.Hits, hit)
			}
			a.weaker += len(weaker)
		}
	}
	a.rankChanges(limit)
	return nil
}

// others returns how many of the index's documents are not of the working folder alone: those that
// are searched. It returns an error if there is none.
func (s *Server) others(ctx context.Context, h *serve.Held, contents int) (int, error) {
	own, err := serve.Keep(ctx, h, "documents of "+s.path, s.ownDocuments)
	if err == nil && own == contents {
		err = errors.New("nothing to search: all indexed documents are in the working folder: index the code that changes may come from, or start the server in a folder without it")
	}
	return contents - own, err
}

// ownDocuments counts the documents that are in the working folder only.
func (s *Server) ownDocuments(ctx context.Context, h *serve.Held) (n int, err error) {
	state, err := h.Index.State()
	if err != nil {
		return 0, err
	}
	defer state.Close()
	own := map[string]bool{}
	err = index.EachRoot(ctx, state, func(collection, root string) error {
		if !(index.Occurrence{Root: root}).Below(s.path) && !(index.Occurrence{Root: s.path}).Below(root) {
			return nil
		}
		return state.Occurrences(ctx, index.Where{Collection: collection, Root: root}, func(o index.Occurrence) error {
			if s.isOwn(o) {
				own[o.Content] = true
			}
			return nil
		})
	})
	for ids := range slices.Chunk(slices.Sorted(maps.Keys(own)), 1000) {
		if err != nil {
			return 0, err
		}
		var described []index.Described
		described, err = state.Describe(ctx, ids)
		for _, d := range described {
			if s.areOwn(d.Occurrences) {
				n++
			}
		}
	}
	return n, err
}

// byFile yields a hit for each file of a diff that shares a part with the document. Fingerprints of
// documents without a source have no file.
func byFile(found *answer.Hit) iter.Seq2[string, answer.Hit] {
	of := map[string][]answer.Match{}
	for _, m := range found.Matches {
		file := ""
		if m.New != nil {
			file = m.New.Path
		}
		of[file] = append(of[file], m)
	}
	if found.HashesOnly {
		of[""] = nil
	}
	return func(yield func(string, answer.Hit) bool) {
		for _, file := range slices.Sorted(maps.Keys(of)) {
			part := *found
			part.Matches = of[file]
			if !yield(file, part) {
				return
			}
		}
	}
}

// rankChanges ranks the findings in changes by verdict, and then by score.
func (a *Answer) rankChanges(limit int) {
	slices.SortStableFunc(a.Hits, func(x, y Hit) int {
		return cmp.Or(cmp.Compare(ranks[x.verdict], ranks[y.verdict]), cmp.Compare(y.Score, x.Score))
	})
	if a.weaker > 0 {
		a.Notes = append(a.Notes, fmt.Sprintf("%s below the minimum score: find_origin with one file lists them", terminal.Plural(a.weaker, "likely copy is", "likely copies are")))
	}
	a.rank(limit)
}

// sinceBase scans the lines that the folder adds to a revision.
func (s *Server) sinceBase(ctx context.Context, h *serve.Held, a *Answer, base string, limit int) error {
	r, err := scan.Run(ctx, h.Index, scan.Options{Tree: s.path, Since: base})
	if err != nil {
		return err
	}
	a.Tokens = r.Totals.Tokens
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Class == scan.Copy || f.Class == scan.Common {
			a.Hits = append(a.Hits, s.hitOfFinding(h, f))
		}
	}
	a.weaker = r.Totals.Weaker
	a.Notes = append(a.Notes, warning.Texts(warning.In(option.Assistant, r.Warnings))...)
	a.Notes = append(a.Notes, scans.NotRead(r)...)
	copied := slices.ContainsFunc(a.Hits, func(h Hit) bool { return h.verdict == Copied })
	if err := r.Incomplete(copied); err != nil {
		a.incomplete = option.ErrorIn(err, option.Assistant)
		note := a.incomplete
		for i, u := range r.Unread[:min(len(r.Unread), mostNamed)] {
			note += cmp.Or(map[int]string{0: ": "}[i], "; ") + terminal.Safe(u.Path) + ": " + terminal.Safe(u.Error)
		}
		if len(r.Unread) > mostNamed {
			note += "; ..."
		}
		a.Notes = append(a.Notes, note)
	}
	if a.unchanged = a.incomplete == "" && r.Totals.Lines == r.Totals.Unchanged; a.unchanged {
		a.Notes = append(a.Notes, "no lines were added since the revision to the files that are read")
	}
	a.rankChanges(limit)
	return nil
}

// mostNamed is how many unread files a note names: an answer is short.
const mostNamed = 3

// hitOfFinding returns a finding with its heaviest match.
func (s *Server) hitOfFinding(h *serve.Held, f *scan.Finding) Hit {
	hit := s.hitAt(h, f.Origin.Content, f.Origin.HitContent, []index.Occurrence{f.Origin.Occurrence})
	m := f.Heaviest()
	hit.File, hit.Kind, hit.Score, hit.Sure = f.File, f.Kind, report.TwoDecimals(f.Score), report.TwoDecimals(f.Probability)
	hit.at(h, f.Origin.Content, m.File, m.Origin, m.DF, len(f.Matches)-1)
	hit.verdict, hit.why = verdictOfClass(f.Class), f.Why
	return hit
}
