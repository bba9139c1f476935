package evidence

import (
	"cmp"
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query"
)

// A history has many versions of a file, nearly alike, which would fill an answer. So the versions
// of a path make one hit: the hit of the version which came first among those that share most with
// the question.

// history is the versions of a path among the candidates, those that share most first.
type history struct{ versions []candidate }

// pathOf returns the path that the content is a version of. It is the path of its first occurrence.
// It is empty if the content is also at a place that has one version, or nowhere.
func pathOf(occurrences []index.Occurrence) string {
	if len(occurrences) == 0 {
		return ""
	}
	first := firstIn(occurrences)
	if slices.ContainsFunc(occurrences, func(o index.Occurrence) bool { return o.Revision == "" }) {
		return ""
	}
	first.Revision = ""
	return first.Place()
}

// firstIn returns the occurrence that came first.
func firstIn(all []index.Occurrence) index.Occurrence {
	return slices.MinFunc(all, index.Occurrence.CompareTime)
}

func (c candidate) first() index.Occurrence { return firstIn(c.occurrences) }

// fold returns the candidates without further versions of the same paths, which it keeps.
func (r *ranking) fold(candidates []candidate) []candidate {
	return slices.DeleteFunc(candidates, func(c candidate) bool {
		path := pathOf(c.occurrences)
		if path == "" {
			return false
		}
		h := r.histories[path]
		if h == nil {
			h = new(history)
			r.histories[path] = h
		}
		h.versions = append(h.versions, c)
		return len(h.versions) > 1
	})
}

// moreVersions reports whether further versions may share as much as the best ones. The last
// version found does.
func (r *ranking) moreVersions(last query.Hit) bool {
	for _, h := range r.histories {
		if h.versions[0].found.Score-sameShare > last.Score {
			return false
		}
	}
	return len(r.histories) > 0
}

// sameShare is how much less a version may share and still count as equal.
const sameShare = 1e-6

// holding returns the versions that share as much as the first, earliest first.
func (h *history) holding() []candidate {
	most := h.versions[0].found.Score
	for _, v := range h.versions {
		most = max(most, v.found.Score)
	}
	holding := slices.DeleteFunc(slices.Clone(h.versions), func(c candidate) bool { return c.found.Score < most-sameShare })
	document.SortByTime(holding, candidate.first)
	return holding
}

// A version that holds the question shares as much with it as any other by the index. But few
// fingerprints are selected of a short question, so versions that do not hold it may share as much.

const (
	mostHistories = 10 // whose versions are tried, those first that share most
	mostTried     = 16 // versions of a path
)

// otherVersions aligns further versions if a hit proves less than the index promised. They share as
// many fingerprints. The best version replaces the hit.
func (p *prover) otherVersions(ctx context.Context, hits []hit) error {
	var weak []int
	for i, h := range hits {
		if h.Aligned && h.weight < p.promise(h.found)*enoughProved && p.historyOf(h) != nil {
			weak = append(weak, i)
		}
	}
	slices.SortStableFunc(weak, func(i, j int) int { return cmp.Compare(hits[j].found.Score, hits[i].found.Score) })
	for _, i := range weak[:min(len(weak), mostHistories)] {
		proved, err := p.prove(ctx, spread(p.historyOf(hits[i]).holding(), mostTried))
		if err != nil {
			return err
		}
		for _, h := range proved {
			if !h.Aligned || h.weight <= hits[i].weight {
				h.release()
				continue
			}
			hits[i].release()
			h.Group, h.Others = hits[i].Group, hits[i].Others
			hits[i] = h
		}
	}
	return nil
}

// enoughProved is the share of the promised weight with which no other version is tried.
const enoughProved = 0.5

// historyOf returns the versions of the path of a hit. It returns nil if it has no others.
func (r *ranking) historyOf(h hit) *history {
	if history := r.histories[pathOf(h.Occurrences)]; history != nil && len(history.versions) > 1 {
		return history
	}
	return nil
}

// spread returns at most n of the versions. These are the first, the last, and some between them at
// equal distances.
func spread(versions []candidate, n int) []candidate {
	if len(versions) <= n {
		return versions
	}
	some := make([]candidate, n)
	for i := range some {
		some[i] = versions[i*(len(versions)-1)/(n-1)]
	}
	return some
}

// firstVersions replaces each hit by its path's first version that holds the same. It counts the
// others.
func (p *prover) firstVersions(ctx context.Context, hits []hit) error {
	for i := range hits {
		path := pathOf(hits[i].Occurrences)
		h := p.histories[path]
		if path == "" || h == nil {
			continue
		}
		holding := h.holding()
		first, err := p.firstOf(ctx, hits[i], holding)
		if err != nil {
			return err
		}
		order.Short(first.Occurrences, index.Occurrence.CompareTime)
		first.Group, first.Others = hits[i].Group, hits[i].Others
		hits[i] = first
		hits[i].Versions = max(0, len(holding)-1)
		hits[i].LaterVersions = laterThan(first.Content, holding)
	}
	return nil
}

// mostLater is how many later versions of a hit are listed.
const mostLater = 20

// laterThan returns the versions after the version of a content, the earliest first.
func laterThan(id string, versions []candidate) (later []answer.Version) {
	at := slices.IndexFunc(versions, func(c candidate) bool { return c.content.ID == id })
	after := versions[at+1:]
	for _, c := range after[:min(len(after), mostLater)] {
		first := c.first()
		later = append(later, answer.Version{Content: c.content.ID, Revision: first.Revision, Date: first.Date, Author: first.Author})
	}
	return later
}

// firstOf returns the first version with as much evidence as the hit. The last version's evidence
// suffices, too. Versions are ordered by date. Fingerprints cannot decide, since few are selected
// of a short question. Text that is added to a file stays for a time, so halving finds the version
// where it appears.
func (p *prover) firstOf(ctx context.Context, best hit, versions []candidate) (hit, error) {
	bad, good := -1, slices.IndexFunc(versions, func(c candidate) bool { return c.content.ID == best.Content })
	try := func(at int) error {
		proved, err := p.prove(ctx, versions[at:at+1])
		switch {
		case err != nil:
			return err
		case proved[0].Aligned && proved[0].weight >= best.weight*threshold.AsMuch:
			best, good = proved[0], at
		default:
			bad = at
		}
		return nil
	}
	if last := len(versions) - 1; good != last {
		proved, err := p.prove(ctx, versions[last:])
		if err != nil {
			return best, err
		}
		if proved[0].Aligned && proved[0].weight*threshold.AsMuch > best.weight {
			best, good = proved[0], last
		}
	}
	for next := 0; good > bad+1; next = (bad + good) / 2 {
		if err := try(next); err != nil {
			return best, err
		}
	}
	// A commit of another branch may have it earlier, and some between these may not have it.
	for _, c := range spread(versions[:max(bad, 0)], mostTried) {
		proved, err := p.prove(ctx, []candidate{c})
		if err != nil {
			return best, err
		}
		if proved[0].Aligned && proved[0].weight >= best.weight*threshold.AsMuch {
			return proved[0], nil
		}
	}
	return best, nil
}

// mostFolded bounds how deep versions of the same files are followed.
const mostFolded = 4096
