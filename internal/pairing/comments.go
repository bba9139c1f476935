package pairing

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"sync"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/collection/candidates"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/order"
	"github.com/chaffinch-search/chaffinch/internal/threshold"
	"github.com/chaffinch-search/chaffinch/pairs"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// Comments that few units have are evidence beside the score. Nobody writes the same remark with
// the same slip twice by chance, however the code around it was changed. Fingerprints of comments
// propose pairs, as for code; their words are then aligned, and the words in fingerprints
// that many units have do not count.

const (
	// mostCommentPairs bounds the listed pairs that reach the minimum score, and likewise the
	// others. mostShownComments bounds the comments of a pair.
	mostCommentPairs, mostShownComments = 50, 20
	// mostCommented is the number of bytes of files whose comments are kept for further pairs.
	mostCommented = 32 << 20
)

// analyses are the scratch memory of addComments.
var analyses = sync.Pool{New: func() any { return new(analyzer.Analysis) }}

// addComments adds the fingerprints of the comments of a file.
func (p prints) addComments(unit int, text []byte, n *analyzer.Analysis, no units.NoEvidence) {
	c := analyses.Get().(*analyzer.Analysis)
	defer analyses.Put(c)
	n.Comments(text, no.Boilerplate, c)
	p.analyzer.Fingerprint(lex.Prose, c)
	p.comments.Add(unit, c)
}

// sameComments returns the pairs of units whose comments share rare words. proved are the pairs
// that reach the minimum score.
func (p *pairing) sameComments(ctx context.Context, proved []candidate) ([]pairs.CommentPair, error) {
	scores := map[[2]int]float64{}
	for _, k := range proved {
		scores[[2]int{int(k.a), int(k.b)}] = k.score
	}
	var found [2][]candidates.Candidate // those that do not reach the minimum score, and the others
	err := p.comments.Candidates(ctx, 0, func(c candidates.Candidate) error {
		if p.comparable(c.A, c.B) {
			reaches := 0
			if scores[[2]int{c.A, c.B}] > 0 {
				reaches = 1
			}
			found[reaches] = append(found[reaches], c)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var chosen []candidates.Candidate
	for _, some := range found {
		order.Short(some, func(x, y candidates.Candidate) int {
			return cmp.Or(cmp.Compare(y.Shared, x.Shared), x.A-y.A, x.B-y.B)
		})
		chosen = append(chosen, some[:min(len(some), mostCommentPairs)]...)
	}
	all := make([]pairs.CommentPair, len(chosen))
	files := commentedFiles{p: p, known: map[*units.File]*commented{}}
	err = units.Each(ctx, len(chosen), func(ctx context.Context, i int) (err error) {
		all[i], err = p.commentPair(ctx, &files, chosen[i].A, chosen[i].B)
		all[i].Score = scores[[2]int{chosen[i].A, chosen[i].B}]
		return err
	})
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(c pairs.CommentPair) bool { return c.Words == 0 })
	sort.SliceStable(all, func(i, j int) bool { return all[i].Words > all[j].Words })
	return all, nil
}

// commented are the comments of a file.
type commented struct {
	words  *align.Document
	prints []winnow.Fingerprint
	rare   map[uint64]bool // those that few units have
}

// commentedFiles keeps the comments of files that were read last.
type commentedFiles struct {
	p     *pairing
	mu    sync.Mutex
	known map[*units.File]*commented
	bytes int
}

// comments returns the comments of the files of a unit, in order. The comments of a file without a
// rare fingerprint are nil.
func (c *commentedFiles) comments(ctx context.Context, u *units.Unit) ([]*commented, error) {
	all := make([]*commented, len(u.Files))
	for i, f := range u.Files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		all[i] = c.get(f)
	}
	return all, nil
}

func (c *commentedFiles) get(f *units.File) *commented {
	c.mu.Lock()
	known, ok := c.known[f]
	c.mu.Unlock()
	if ok {
		return known
	}
	words, prints := c.p.files.Comments(f)
	size := 0
	if rare := c.p.rare(prints); len(rare) > 0 {
		known, size = &commented{words, prints, rare}, len(words.Source())
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bytes += size; c.bytes > mostCommented {
		clear(c.known)
		c.bytes = size
	}
	c.known[f] = known
	return known
}

// commentPair compares the comments of two units. Each file is aligned with the files that share a
// rare fingerprint.
func (p *pairing) commentPair(ctx context.Context, files *commentedFiles, a, b int) (pairs.CommentPair, error) {
	pair := pairs.CommentPair{
		A: pairs.CommentSide{Unit: p.number[a], Name: p.units[a].Name}, B: pairs.CommentSide{Unit: p.number[b], Name: p.units[b].Name},
	}
	of, err := files.comments(ctx, p.units[a])
	if err != nil {
		return pair, err
	}
	with, err := files.comments(ctx, p.units[b])
	if err != nil {
		return pair, err
	}
	for i, x := range of {
		for j, y := range with {
			if x == nil || y == nil || !slices.ContainsFunc(x.prints, func(f winnow.Fingerprint) bool { return y.rare[f.Hash] }) {
				continue
			}
			for _, m := range align.Align(x.words, y.words) {
				rare := p.rareWords(x.prints, y.rare, m)
				if rare < threshold.RareWords {
					continue
				}
				pair.Words += rare
				s := answer.NewSharedComment(x.words, y.words, m)
				s.A.File, s.A.Path = i, p.units[a].Files[i].Path
				s.B.File, s.B.Path = j, p.units[b].Files[j].Path
				pair.Comments = append(pair.Comments, s)
			}
		}
	}
	if len(pair.Comments) > mostShownComments {
		var words []int
		for i := range pair.Comments {
			words = append(words, pair.Comments[i].Words)
		}
		slices.Sort(words)
		least := words[len(words)-mostShownComments]
		pair.Comments = slices.DeleteFunc(pair.Comments, func(c answer.SharedComment) bool { return c.Words < least })
		pair.Comments = pair.Comments[:mostShownComments]
	}
	return pair, nil
}

// rare returns the fingerprints that few units have.
func (p *pairing) rare(prints []winnow.Fingerprint) map[uint64]bool {
	rare := map[uint64]bool{}
	most := threshold.Commenters(p.comments.Documents())
	for _, f := range prints {
		if p.comments.DF(analyzer.Exact, f.Hash) <= most {
			rare[f.Hash] = true
		}
	}
	return rare
}

// rareWords counts the words of a match that are in a rare fingerprint of both sides.
func (p *pairing) rareWords(prints []winnow.Fingerprint, rare map[uint64]bool, m align.Match) (n int) {
	k := p.o.Settings.Text.K
	at := 0
	for _, t := range m.Tiles {
		from, to := t.A, t.A+t.Length
		for at < len(prints) && int(prints[at].Token) < from {
			at++
		}
		end := from
		for ; at < len(prints) && int(prints[at].Token)+k <= to; at++ {
			if rare[prints[at].Hash] {
				first := max(end, int(prints[at].Token))
				end = max(end, int(prints[at].Token)+k)
				n += end - first
			}
		}
	}
	return n
}
