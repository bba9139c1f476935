// Package rows measures bit rows beside the index: signatures of documents, as BitFunnel has them
// (Goodwin et al., SIGIR 2017, sections 3 and 4).
//
//	chaffinch --index GO index "$(go env GOROOT)/src"
//	go -C bench run ./speed rows GO "$(go env GOROOT)/src"
//
// A term sets a bit of a document in each of its k rows, which it shares with other terms, so that
// a share d of the bits of a row is set. A document matches a term if all k bits are set; it is a
// candidate of a question if it matches four terms. Rows hold the same terms and documents as the
// index. Documents are divided into shards by their number of terms, from one power of two to the
// next.
//
// For questions of three lengths the command prints the median time of finding candidates in rows
// and in the index, the documents that are candidates by chance, the documents that share fewer
// terms and can be no candidates, and how often the document of the question matches most terms.
package rows

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"math/bits"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/chaffinch-search/chaffinch"
	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/detect"
	"github.com/chaffinch-search/chaffinch/bench/internal/cli"
	"github.com/chaffinch-search/chaffinch/bench/internal/metric"
	"github.com/chaffinch-search/chaffinch/bench/internal/snippet"
	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/disk"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/blevequery"
)

// least is the number of terms that a candidate shares with a question.
const least = 4

// plan says how many rows a term has.
type plan struct {
	name    string
	density float64
	rows    func(share float64) int // by the share of the documents that have the term
	guarded bool                    // one more row of an eighth of the length is read first
}

// plans are the usual design, by the rule of the paper: noise is a tenth of the signal; and cheaper
// ones, which rely on the number of terms of a question.
func plans() []plan {
	fixed := func(k int) func(float64) int { return func(float64) int { return k } }
	byShare := func(share float64) int { return max(1, int(math.Ceil(math.Log(share/10)/math.Log(.1)))) }
	return []plan{
		{"noise a tenth", .1, byShare, false},
		{"noise a tenth, guarded", .1, func(share float64) int { return max(1, byShare(share)-1) }, true},
		{"two rows", .1, fixed(2), false},
		{"seven dense rows", .5, fixed(7), false},
	}
}

// Run measures rows of the terms of an index.
func Run(ctx context.Context, args []string, stdout, _ io.Writer) error {
	f := cli.Flags()
	n := f.Int("questions", 100, "questions of each length")
	seed := f.Uint64("seed", 1, "choose other questions")
	if err := cli.Parse(f, args, "INDEX", "FOLDER"); err != nil {
		return err
	}
	x, err := chaffinch.Open(ctx, f.Arg(0), index.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer x.Close()
	s, err := x.Snapshot()
	if err != nil {
		return err
	}
	defer s.Close()
	c, err := read(ctx, s)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%d documents, %d terms, %d postings\n\n", len(c.documents), len(c.lists), c.postings)
	var asked [][]question
	for _, lines := range []int{10, 100, 1000} {
		cut, err := snippet.Cut(f.Arg(1), *n, lines, *seed)
		if err != nil {
			return err
		}
		of, err := c.ask(ctx, x.Analyzer(), s, cut)
		if err != nil {
			return err
		}
		asked = append(asked, of)
	}
	t := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "rows\tMB\tbits a posting\tterms\tms\tindex ms\tby chance\tshare fewer\tfirst\tfirst by the index")
	for _, p := range plans() {
		shards, size := c.build(p)
		for _, questions := range asked {
			m := c.measure(p, shards, questions)
			fmt.Fprintf(t, "%s\t%.2f\t%.1f\t%.0f\t%.3f\t%.3f\t%.1f\t%.1f\t%.2f\t%.2f\n", p.name, float64(size)/8e6,
				float64(size)/float64(c.postings), m.terms, m.rows, m.index, m.chance, m.fewer, m.first, m.indexFirst)
		}
	}
	return t.Flush()
}

// collection is what an index holds: the documents, and the documents of each term.
type collection struct {
	documents [][]uint64 // their terms
	number    map[string]int32
	lists     map[uint64][]int32
	postings  int
}

// read inverts an index in memory. A term is a hash, and in its lowest bits the representation.
func read(ctx context.Context, s *disk.Snapshot) (*collection, error) {
	c := &collection{number: map[string]int32{}, lists: map[uint64][]int32{}}
	fields := make([]string, analyzer.Representations)
	for i := range fields {
		fields[i] = analyzer.Representation(i).String()
	}
	err := blevequery.EachDocument(ctx, s.Reader(), fields, func(id string, hashes [][]uint64) error {
		var terms []uint64
		for i, of := range hashes {
			for _, h := range of {
				terms = append(terms, h|uint64(i))
			}
		}
		content, _ := disk.ContentOf(id)
		c.number[content] = int32(len(c.documents))
		for _, t := range terms {
			c.lists[t] = append(c.lists[t], int32(len(c.documents)))
		}
		c.documents = append(c.documents, terms)
		c.postings += len(terms)
		return nil
	})
	return c, err
}

// question is one with the true answers.
type question struct {
	terms  []uint64
	shared map[int32]int // documents that have any of the terms, and how many
	own    int32
	index  float64 // milliseconds that the index took to find candidates
	first  bool    // the index puts the own document first
}

func (c *collection) ask(ctx context.Context, a *analyzer.Analyzer, s *disk.Snapshot, cut []snippet.Snippet) ([]question, error) {
	var all []question
	var n analyzer.Analysis
	for _, q := range cut {
		own, ok := c.number[q.Content]
		if !ok {
			continue
		}
		a.Analyze(detect.Language(q.Path, q.Source), q.Source, &n)
		v := query.NewVector(query.Terms(&n))
		start := time.Now()
		found, err := blevequery.Search(ctx, s.Reader(), v, query.Options{Top: 20, Documents: s.Contents()})
		if err != nil {
			return nil, err
		}
		asked := question{own: own, shared: map[int32]int{}, index: float64(time.Since(start).Microseconds()) / 1000}
		if len(found.Hits) > 0 {
			content, _ := disk.ContentOf(found.Hits[0].ID)
			asked.first = content == q.Content
		}
		for _, t := range v.Terms() {
			term := t.Hash | uint64(t.Representation)
			asked.terms = append(asked.terms, term)
			for _, d := range c.lists[term] {
				asked.shared[d]++
			}
		}
		all = append(all, asked)
	}
	return all, nil
}

// shard has the rows of documents of about the same length.
type shard struct {
	documents []int32
	words     int // of a row
	rows      [][]uint64
	guards    [][]uint64 // bit b of word w is set if bit b is set in one of the words 8w to 8w+7
}

// share is the share of the documents that have a term; an unknown term counts as in one.
func (c *collection) share(term uint64) float64 {
	return max(1, float64(len(c.lists[term]))) / float64(len(c.documents))
}

// build returns the shards of a plan and the number of their bits, without the ends of words.
func (c *collection) build(p plan) ([]*shard, int) {
	byLength := map[int][]int32{}
	for d, terms := range c.documents {
		byLength[bits.Len(uint(len(terms)))] = append(byLength[bits.Len(uint(len(terms)))], int32(d))
	}
	var all []*shard
	size := 0
	for _, documents := range byLength {
		s := &shard{documents: documents, words: (len(documents) + 63) / 64}
		set, guarded := 0, 0
		for _, d := range documents {
			guarded += len(c.documents[d])
			for _, t := range c.documents[d] {
				set += p.rows(c.share(t))
			}
		}
		// A bit that n throws hit with the probability 1/m each is set with 1 - exp(-n/m).
		filled := -math.Log(1 - p.density)
		s.rows = table(set, filled, s.words, len(documents))
		if p.guarded {
			s.guards = table(guarded, filled, (s.words+7)/8, (len(documents)+7)/8)
		}
		size += len(s.rows)*len(documents) + len(s.guards)*((len(documents)+7)/8)
		for i, d := range documents {
			for _, t := range c.documents[d] {
				for _, row := range s.of(t, p.rows(c.share(t)), nil) {
					row[i/64] |= 1 << (i % 64)
				}
				if p.guarded {
					s.guard(t)[i/512] |= 1 << (i % 64)
				}
			}
		}
		all = append(all, s)
	}
	return all, size
}

// table returns as many rows as bits need, that are set with the density of filled.
func table(set int, filled float64, words, length int) [][]uint64 {
	rows := make([][]uint64, int(math.Ceil(float64(set)/filled/float64(length))))
	for i := range rows {
		rows[i] = make([]uint64, words)
	}
	return rows
}

// of appends the k rows of a term.
func (s *shard) of(term uint64, k int, rows [][]uint64) [][]uint64 {
	for i := range k {
		rows = append(rows, s.rows[mix(term, i)%uint64(len(s.rows))])
	}
	return rows
}

func (s *shard) guard(term uint64) []uint64 {
	return s.guards[mix(term, -1)%uint64(len(s.guards))]
}

// mix is the finisher of MurmurHash3 (Appleby 2011).
func mix(term uint64, i int) uint64 {
	h := term + uint64(i+2)*0x9e3779b97f4a7c15
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// count adds one to the counters of the documents that match a term.
func (s *shard) count(rows [][]uint64, guard []uint64, counters []uint16) {
	if guard == nil {
		for w := range s.words {
			s.countWord(rows, w, ^uint64(0), counters)
		}
		return
	}
	for g, mask := range guard {
		if mask == 0 {
			continue
		}
		for w := 8 * g; w < min(8*g+8, s.words); w++ {
			s.countWord(rows, w, mask, counters)
		}
	}
}

func (s *shard) countWord(rows [][]uint64, w int, matched uint64, counters []uint16) {
	for _, row := range rows {
		if matched &= row[w]; matched == 0 {
			return
		}
	}
	for ; matched != 0; matched &= matched - 1 {
		counters[64*w+bits.TrailingZeros64(matched)]++
	}
}

// measured holds means, and the medians of times in milliseconds.
type measured struct {
	terms, rows, index float64
	chance, fewer      float64 // documents of a question
	first, indexFirst  float64 // shares of the questions
}

func (c *collection) measure(p plan, shards []*shard, questions []question) measured {
	var m measured
	var byRows, byIndex []float64
	for _, q := range questions {
		start := time.Now()
		found := c.candidates(p, shards, q.terms)
		byRows = append(byRows, float64(time.Since(start).Microseconds())/1000)
		byIndex = append(byIndex, q.index)
		each := 1 / float64(len(questions))
		m.terms += each * float64(len(q.terms))
		best := slices.MaxFunc(append(found, counted{}), func(a, b counted) int { return cmp.Compare(a.terms, b.terms) })
		for _, f := range found {
			if q.shared[f.document] < least {
				m.chance += each
			}
			if f.document == q.own && f.terms == best.terms {
				m.first += each
			}
		}
		for _, terms := range q.shared {
			if terms < least {
				m.fewer += each
			}
		}
		if q.first {
			m.indexFirst += each
		}
	}
	m.rows, m.index = metric.Quantile(byRows, .5), metric.Quantile(byIndex, .5)
	return m
}

// counted is a candidate with the number of terms that it matches.
type counted struct {
	document int32
	terms    uint16
}

func (c *collection) candidates(p plan, shards []*shard, terms []uint64) []counted {
	var found []counted
	var rows [][]uint64
	k := make([]int, len(terms))
	for i, t := range terms {
		k[i] = p.rows(c.share(t))
	}
	for _, s := range shards {
		counters := make([]uint16, 64*s.words)
		for i, t := range terms {
			var guard []uint64
			if p.guarded {
				guard = s.guard(t)
			}
			rows = s.of(t, k[i], rows[:0])
			s.count(rows, guard, counters)
		}
		for i, n := range counters[:len(s.documents)] {
			if n >= least {
				found = append(found, counted{s.documents[i], n})
			}
		}
	}
	return found
}
