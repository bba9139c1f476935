package evidence

import (
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// The df of a fingerprint counts contents, and each version of a file is one. A file of 400
// versions would make all of its lines idioms, which prove little. So the evidence counts the
// versions of a path as one document: it searches until it has found the versions that share much
// with the question, with their fingerprints. It needs only answers of the index. Versions that it
// does not find count as documents.

// versionCount counts how often a fingerprint occurs in the further versions of a path. The
// fingerprint belongs to the question.
type versionCount struct {
	counted  map[string]bool         // contents, by id
	paths    map[string]bool         // with versions
	versions int                     // beyond the first one of each path
	having   map[query.Term][]string // the paths that have a term
	further  map[query.Term]int      // versions with a term beyond the first one of each path
}

func newVersionCount() *versionCount {
	return &versionCount{counted: map[string]bool{}, paths: map[string]bool{}, having: map[query.Term][]string{}, further: map[query.Term]int{}}
}

// histories reports whether a content is of a history, which may have any number of versions.
func (c *versionCount) histories() bool { return len(c.paths) > 0 }

// add counts the hits of a search, which are described.
func (c *versionCount) add(found []query.Hit, terms []query.TermStats, described []index.Described) {
	for i, h := range found {
		path := pathOf(described[i].Occurrences)
		if c.counted[h.ID] || path == "" {
			continue
		}
		c.counted[h.ID] = true
		if c.paths[path] {
			c.versions++
		}
		c.paths[path] = true
		for _, at := range h.Matched {
			t := terms[at].Term
			if slices.Contains(c.having[t], path) {
				c.further[t]++
			} else {
				c.having[t] = append(c.having[t], path)
			}
		}
	}
}

// correct returns the terms with their df and idf among n documents. The order stays.
func (c *versionCount) correct(terms []query.TermStats, o origins, n int) []query.TermStats {
	terms = slices.Clone(terms)
	for i := range terms {
		t := &terms[i]
		t.DF = max(0, t.DF-c.further[t.Term]-o.further[t.Term])
		t.IDF = query.IDF(n, t.DF)
	}
	return terms
}

// countVersions weighs the question anew if there are versions of files among the candidates. It
// returns the last search, which may be deeper than the one given, how deep it is, and the
// candidates of the windows.
func (p *prover) countVersions(ctx context.Context, found *query.Result) (deepest *query.Result, depth int, inWindows []query.Hit, err error) {
	if depth = p.request.depth(); p.request.Whole { // of whole documents, the versions of both sides would have to be counted
		return found, depth, nil, nil
	}
	c := newVersionCount()
	for {
		if err := p.count(ctx, c, found.Hits, found.Terms); err != nil {
			return nil, 0, nil, err
		}
		if n := len(found.Hits); !c.histories() || depth < 1 || n < depth || depth >= mostFolded ||
			found.Hits[n-1].Score < threshold.CountedVersion*found.Hits[0].Score {
			break
		}
		depth = min(4*depth, mostFolded)
		if found, err = p.search(ctx, p.request, p.question.vector, depth); err != nil {
			return nil, 0, nil, err
		}
	}
	inWindows, counted, firsts, err := p.fromWindows(ctx)
	if err != nil {
		return nil, 0, nil, err
	}
	if err := p.count(ctx, c, counted, found.Terms); err != nil {
		return nil, 0, nil, err
	}
	o, err := p.countOrigins(ctx, found, firsts)
	if err != nil {
		return nil, 0, nil, err
	}
	if beyond := c.versions + o.documents; beyond > 0 {
		left := max(1, p.state.Contents()-beyond)
		p.weigh(c.correct(found.Terms, o, left), left)
	}
	return found, depth, inWindows, nil
}

// count adds the hits to c, at most mostFolded.
func (p *prover) count(ctx context.Context, c *versionCount, hits []query.Hit, terms []query.TermStats) error {
	hits = hits[:min(len(hits), mostFolded)]
	described, err := p.describe(ctx, idsOf(hits))
	if err == nil {
		c.add(hits, terms, described)
	}
	return err
}

// weigh weighs the question by the rarity of its terms among n documents.
func (p *prover) weigh(terms []query.TermStats, n int) {
	q := p.question
	q.Rarity = align.Rarity{} // a long question's old one and new one are not held at once
	q.Rarity = p.rarity(&q.analysis, terms, n, p.request.use())
	q.analysis.Trim()
	q.weighNothing()
	p.terms, p.documents, p.weight, p.runs, p.printed, p.dfs = terms, n, q.Rarity.Sum(all(q.Document)), nil, nil, nil
}
