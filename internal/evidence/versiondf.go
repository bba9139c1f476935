package evidence

import (
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/query"
)

// The df of a fingerprint counts contents, and each version of a file is one. A file of 400 versions, or of twelve releases,
// would make all of its lines idioms, which prove little. So the evidence counts the versions of a file as one document: it
// searches until it has found the versions that share much with the question, which say what fingerprints they
// have. It needs nothing of the index but its answers. Versions that it does not find count as documents.

// versionCount counts how often a fingerprint occurs in a file's further versions. The fingerprint belongs to the question.
type versionCount struct {
	folders   unversioned
	counted   map[string]bool      // contents, by id
	numbers   map[string]int       // of lineages
	histories bool                 // whether one is of a history, which may have any number of versions
	versions  int                  // beyond the first one of each lineage
	lineages  map[query.Term][]int // those that have a term
	further   map[query.Term]int   // versions with a term beyond the first one of each lineage
}

func (p *prover) newVersionCount() *versionCount {
	return &versionCount{folders: p.folders, counted: map[string]bool{}, numbers: map[string]int{}, lineages: map[query.Term][]int{}, further: map[query.Term]int{}}
}

// add counts the hits of a search, which are described.
func (c *versionCount) add(found []query.Hit, terms []query.TermStats, described []index.Described) {
	for i, h := range found {
		if c.counted[h.ID] {
			continue
		}
		c.counted[h.ID] = true
		numbers, known := c.numbersOf(described[i].Occurrences)
		if known {
			c.versions++
		}
		for _, at := range h.Matched {
			t := terms[at].Term
			all := c.lineages[t]
			if slices.ContainsFunc(numbers, func(n int) bool { return slices.Contains(all, n) }) {
				c.further[t]++
			}
			for _, n := range numbers {
				if !slices.Contains(all, n) {
					all = append(all, n)
				}
			}
			c.lineages[t] = all
		}
	}
}

// numbersOf returns the lineages of a content, and whether one was known before.
func (c *versionCount) numbersOf(occurrences []index.Occurrence) (numbers []int, known bool) {
	for _, key := range lineagesOf(occurrences, c.folders) {
		number, before := c.numbers[key]
		if !before {
			number = len(c.numbers)
			c.numbers[key] = number
		}
		numbers, known = append(numbers, number), known || before
	}
	c.histories = c.histories || pathOf(occurrences) != ""
	return numbers, known
}

// correct returns the terms with their df and idf among n documents. The order stays.
func (c *versionCount) correct(terms []query.TermStats, n int) []query.TermStats {
	terms = slices.Clone(terms)
	for i := range terms {
		t := &terms[i]
		t.DF = max(0, t.DF-c.further[t.Term])
		t.IDF = query.IDF(n, t.DF)
	}
	return terms
}

// leastOfVersions is down to which share of the best score versions are counted. The scores are the
// index's. What shares less has few of the fingerprints of the best match.
const leastOfVersions = 1.0 / 4

// countVersions weighs the question anew if there are versions of files among the candidates. It returns the last
// search, which may be deeper than the one given, how deep it is, and the candidates of the windows.
func (p *prover) countVersions(ctx context.Context, found *query.Result) (deepest *query.Result, depth int, inWindows []query.Hit, err error) {
	if depth = p.request.depth(); p.request.Whole { // of whole documents, the versions of both sides would have to be counted
		return found, depth, nil, nil
	}
	c := p.newVersionCount()
	for {
		if err := p.count(ctx, c, found.Hits, found.Terms); err != nil {
			return nil, 0, nil, err
		}
		if n := len(found.Hits); !c.histories && c.versions == 0 || depth < 1 || n < depth || depth >= mostFolded ||
			found.Hits[n-1].Score < leastOfVersions*found.Hits[0].Score {
			break
		}
		depth = min(4*depth, mostFolded)
		if found, err = p.search(ctx, p.request, p.question.vector, depth); err != nil {
			return nil, 0, nil, err
		}
	}
	inWindows, counted, err := p.fromWindows(ctx)
	if err == nil {
		err = p.count(ctx, c, counted, found.Terms)
	}
	if left := p.state.Contents() - c.versions; c.versions > 0 {
		p.weigh(c.correct(found.Terms, left), left)
	}
	return found, depth, inWindows, err
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
	q.Rarity = p.rarity(&q.analysis, terms, n, p.request.use())
	q.weighNothing()
	p.terms, p.documents, p.weight, p.runs = terms, n, q.Rarity.Sum(all(q.Document)), nil
}
