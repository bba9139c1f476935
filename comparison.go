package chaffinch

import (
	"context"
	"errors"
	"sync"

	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/internal/collection/units"
)

// comparison is a result in the making, and then its [Sources].
type comparison struct {
	*Result
	units *units.Units
	later *pairing      // finds the matches of pairs, if they are found later
	state index.State   // nil if not from an index
	unit  []*units.Unit // by index in the result, once the matches are found later
}

// Source returns the bytes of a content.
func (c *comparison) Source(content string) ([]byte, error) { return c.units.Source(content) }

// FindMatches aligns the pairs.
func (c *comparison) FindMatches(ctx context.Context, some []Pair, edits bool, tell func()) error {
	var mu sync.Mutex
	return units.Each(ctx, len(some), func(ctx context.Context, i int) error {
		p := &some[i]
		d, err := c.later.align(ctx, c.unit[p.A.Unit], c.unit[p.B.Unit], true, edits)
		p.Matches = append(p.Matches, d.matches...)
		mu.Lock()
		defer mu.Unlock()
		tell()
		return err
	})
}

// findLater lets the matches of pairs be found by FindMatches.
func (c *comparison) findLater(p *pairing) {
	c.later, c.LaterMatches, c.WithEdits = p, true, p.o.Edits
	for _, u := range p.units {
		if len(u.Files) > 0 {
			c.unit = append(c.unit, u)
		}
	}
}

// Close releases the contents that are held in memory, those of archives, and the snapshot of an index.
func (c *comparison) Close() error {
	var err error
	if c.units != nil {
		err = c.units.Close()
	}
	if c.state != nil {
		err = errors.Join(err, c.state.Close())
	}
	return err
}

func pairsOf(n int) int { return n * (n - 1) / 2 }

// bins is the number of bins of the histogram.
const bins = 100

// begin fills in the fields that are known once the units are read.
func (c *comparison) begin(o PairsOptions, by units.By) {
	c.Unit, c.MinScore, c.Guarantee = by.String(), o.MinScore, o.Settings.Guarantee()
	c.Sort = o.Sort
	c.Linkage, c.LinkScore = o.Linkage, o.LinkScore
	if c.Linkage == linkSingle {
		c.LinkScore = max(c.LinkScore, o.MinScore)
	}
	c.Units, c.Pairs, c.Identical, c.Clusters = []Unit{}, []Pair{}, [][]int{}, []Cluster{}
	c.Unread = make([]Unread, len(c.units.Unread))
	for i, u := range c.units.Unread {
		c.Unread[i] = Unread(u)
	}
	c.Histogram, c.Skipped, c.Warnings = make([]int, bins), c.units.Skipped, c.units.Warnings
}

// addUnits lists the units that have files, and the groups of copies among them.
func (c *comparison) addUnits(copies [][]int) {
	contents := map[string]bool{}
	for _, u := range c.units.All {
		if len(u.Files) == 0 {
			continue
		}
		shown := Unit{Name: u.Name, Files: []File{}, Looks: looks(u.Looks), Submission: u.Submission, Old: u.Old, Rest: u.Rest, Author: u.Author, Label: u.Label, Date: u.Date}
		for _, f := range u.Files {
			shown.Tokens += f.Tokens
			shown.Boilerplate += f.Boilerplate()
			contents[f.Content] = true
			shown.Files = append(shown.Files, File{
				Path: f.Path, Content: f.Content, Language: f.Language.Name, Lines: f.Lines, Tokens: f.Tokens, Looks: looks(f.Looks), Origin: f.Origin,
				Boilerplate: []answer.Span{},
			})
			c.Stats.Files++
		}
		c.Units = append(c.Units, shown)
	}
	number := numbers(c.units.All)
	for _, same := range copies {
		var group []int
		for _, n := range same {
			group = append(group, number[n])
		}
		c.Identical = append(c.Identical, group)
	}
	var every []int // without the second parts of submissions
	for n, u := range c.Units {
		if u.Submission == "" {
			every = append(every, n)
		}
	}
	c.Stats.Contents, c.Stats.Comparable = len(contents), int64(c.PairsWithin(every))
}

// addHistogram adds the scores of the aligned pairs and of identical units.
func (c *comparison) addHistogram(scores [bins]int) {
	copy(c.Histogram, scores[:])
	for _, same := range c.Identical {
		c.Histogram[bins-1] += c.PairsWithin(same)
	}
}
