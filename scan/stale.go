package scan

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
)

// A decision without a finding may be about a copy that is gone. Or this scan cannot see the copy,
// such as one from another index. Only the first is stale. A key has the texts of both sides, so
// the file alone shows whether a verbatim copy is still there, but not a renamed one.

// noteDecided notes how much of a file's decided material is in its text: nothing of a renamed
// copy.
func (s *scanner) noteDecided(d chaffinch.Document) {
	if !s.IsWhole() {
		return
	}
	if s.share == nil {
		s.share, s.decided = map[*Decision]float64{}, map[string][]*Decision{}
		for i := range s.Decisions {
			base := path.Base(s.Decisions[i].File)
			s.decided[base] = append(s.decided[base], &s.Decisions[i])
		}
	}
	file, last := s.path(d), len(s.report.Files)-1
	decided := s.decided[path.Base(file)]
	if len(decided) == 0 || last < 0 || s.report.Files[last].Path != file {
		return
	}
	name, runs := s.report.decidedName(file), map[uint32]bool{}
	for _, decision := range decided {
		if path.Clean(decision.File) != name {
			continue
		}
		if len(runs) == 0 {
			for _, h := range runsOf(tokensOf(languageOf(s.report.Files[last].Language), corpus.Decode(d.Source).UTF8)) {
				runs[h] = true
			}
		}
		for _, text := range decision.Matches {
			k, _ := parseKey(text)
			in := 0
			for _, h := range k.hashes {
				if runs[h] {
					in++
				}
			}
			s.share[decision] = max(s.share[decision], float64(in)/float64(max(1, len(k.hashes))))
		}
	}
}

// settle divides decisions without findings into stale ones and unseen ones.
func (s *scanner) settle(ctx context.Context, unused []*Decision) error {
	r := s.report
	if !s.IsWhole() || len(unused) == 0 {
		return nil
	}
	origins, err := s.origins(ctx)
	if err != nil {
		return err
	}
	var found keySet[bool]
	for _, f := range r.Findings {
		for _, m := range f.Matches {
			found.add(m.Key, true)
		}
	}
	isRight := len(unused) < len(s.Decisions) || len(origins) > 0 // the index, for some decision
	for _, d := range unused {
		_, larger := found.find(d.Matches[0]) // the copy grew
		share, wasRead := s.share[d]
		there := share >= threshold.SameMatch && !larger || share == 0 && s.x.Settings().HashOnly
		switch {
		case !r.covers(d.File):
		case d.Origin != "" && !origins[d.Origin], d.Origin == "" && !isRight, s.isUnread(d, wasRead), wasRead && there:
			r.Unseen = append(r.Unseen, *d)
		default:
			r.Stale = append(r.Stale, *d)
		}
	}
	return nil
}

// origins returns the decided origins that the index has, as [Origin.Place] names them.
func (s *scanner) origins(ctx context.Context) (map[string]bool, error) {
	decided, all := map[string]bool{}, map[string]bool{}
	for _, d := range s.Decisions {
		decided[d.Origin] = d.Origin != ""
	}
	err := s.state.Occurrences(ctx, index.Where{}, func(o index.Occurrence) error {
		if place := (Origin{Occurrence: o}).Place(); decided[place] && s.outside(index.Content{}, o) {
			all[place] = true
		}
		return ctx.Err()
	})
	return all, err
}

// isUnread reports whether a decision's file exists, but was not read whole. An origin of it
// counts, too.
func (s *scanner) isUnread(d *Decision, wasRead bool) bool {
	switch {
	case wasRead:
		return slices.ContainsFunc(s.report.Gone, func(g Gone) bool { return s.report.decidedName(g.Path) == path.Clean(d.File) })
	case d.File == "" || document.IsAddress(s.report.base):
		return false
	}
	_, err := os.Lstat(s.report.placeOf(d.File))
	return !errors.Is(err, fs.ErrNotExist)
}
