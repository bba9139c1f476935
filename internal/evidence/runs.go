package evidence

import (
	"math"
	"slices"
	"sort"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
	"github.com/chaffinch-search/chaffinch/query"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// The containment of a candidate shows how much of a question it has, but not where. A long
// document has a little of everything: a fifth of the fingerprints, say, but nowhere three in a
// row. Alignment finds nothing in it. So the promise of a candidate is the promise of its runs: the
// parts of the question in which it has most of the fingerprints.

// lacking is how much a lacking fingerprint counts against those around it. An edited copy lacks
// some in the middle of a run.
const lacking = 0.25

// printed is a fingerprint of a question, in the order of its tokens.
type printed struct {
	term   int // of the question's; -1 if it is none
	token  int
	weight float64 // in rare tokens: its part of the weight of the question
	alone  float64 // the weight if the question had it once, if it is in material that the question has several times
	again  bool    // the question has this material before
}

// runsOf are the fingerprints of a question.
type runsOf [analyzer.Representations]prints

// prints are the fingerprints of a representation.
type prints struct {
	all        []printed
	duplicates bool // some are in material that the question has several times
	tokens     int  // of the question
}

// newRunsOf returns the fingerprints of the question. The fingerprints of each representation have
// the whole weight, because a renamed copy has the fingerprints of one. A term that is repeated
// weighs by the root of how often: see [termParts].
func (p *prover) newRunsOf() *runsOf {
	places := make(map[query.Term]int, len(p.terms))
	for i, t := range p.terms {
		places[query.Term{Representation: t.Representation, Hash: t.Hash}] = i
	}
	p.countRepeats() // sets several
	counts := make([]int, len(p.terms))
	var all runsOf
	for r, prints := range p.question.analysis.Fingerprints {
		these := make([]printed, len(prints))
		several := p.several[r]
		sum := 0.0
		for i, f := range prints {
			these[i] = printed{term: -1, token: int(f.Token)}
			if at, ok := places[termOf(r, f)]; ok {
				these[i].term = at
				counts[at]++
			}
		}
		for _, t := range these {
			if t.term >= 0 {
				sum += p.terms[t.term].IDF / math.Sqrt(float64(counts[t.term]))
			}
		}
		for i := range these {
			t := &these[i]
			if t.term < 0 || sum == 0 {
				continue
			}
			alone := p.terms[t.term].IDF * p.weight / sum
			t.weight = alone / math.Sqrt(float64(counts[t.term]))
			if several.are != nil && several.are[i] {
				t.alone, t.again = alone, several.again[i]
			}
		}
		all[r].all, all[r].duplicates, all[r].tokens = these, several.are != nil, p.question.Document.Own()
	}
	return &all
}

// inDuplicate is how many repeated fingerprints in a row are a duplicate: some 30 tokens.
const inDuplicate = 4

// duplicates are fingerprints in rows that a question has several times, by representation.
type duplicates [analyzer.Representations]struct {
	are, again []bool // which are, and which of them the question has before; nil if none is
}

// in reports whether some of them are in a span of the question's tokens.
func (d *duplicates) in(n *analyzer.Analysis, s analyzer.Span) bool {
	for r, prints := range n.Fingerprints {
		from := sort.Search(len(prints), func(i int) bool { return int(prints[i].Token) >= s.From })
		to := sort.Search(len(prints), func(i int) bool { return int(prints[i].Token) >= s.To })
		if d[r].are != nil && slices.Contains(d[r].are[from:to], true) {
			return true
		}
	}
	return false
}

// duplicatesOf returns the duplicates of a question; repeats counts all its terms.
func duplicatesOf(n *analyzer.Analysis, repeats map[query.Term]int) (all duplicates) {
	for r, prints := range n.Fingerprints {
		found, firsts := &all[r], map[[inDuplicate]uint64]int{}
		repeated := 0 // in a row
		for i, f := range prints {
			if repeated++; repeats[termOf(r, f)] < 2 {
				repeated = 0
			}
			if repeated < inDuplicate {
				continue
			}
			var row [inDuplicate]uint64
			from := i + 1 - inDuplicate
			for at := range row {
				row[at] = prints[from+at].Hash
			}
			first, known := firsts[row]
			if !known {
				firsts[row] = from
				continue
			}
			if found.are == nil {
				found.are, found.again = make([]bool, len(prints)), make([]bool, len(prints))
			}
			for at := range row {
				found.are[first+at], found.are[from+at], found.again[from+at] = true, true, true
			}
		}
	}
	return all
}

// termOf returns the term of a fingerprint.
func termOf(r int, f winnow.Fingerprint) query.Term {
	return query.Term{Representation: analyzer.Representation(r), Hash: f.Hash & winnow.TermMask}
}

// explained returns the weight that a hit's runs explain. It takes the representation where the
// weight is greater.
func (q *runsOf) explained(h query.Hit, terms int) (most float64) {
	matched := make([]bool, terms)
	for _, at := range h.Matched {
		matched[at] = true
	}
	for r, prints := range q {
		found, tokens := runs(prints.all, matched), prints.tokens
		if prints.duplicates {
			tokens -= tokens * raise(found, prints.all, matched, analyzer.Representation(r)) / len(prints.all)
		}
		most = max(most, align.Explained(found, tokens))
	}
	return most
}

// raise raises the weights of runs that have some of several duplicates. Alignment counts the
// repeats in a match only. It returns how many fingerprints of duplicates the question has before.
func raise(found []align.Part, prints []printed, matched []bool, r analyzer.Representation) (again int) {
	counts := make([]int, len(matched))
	for i := range found {
		from, _ := slices.BinarySearchFunc(prints, found[i].A.From, func(p printed, token int) int { return p.token - token })
		to, duplicates := from, 0
		for ; to < len(prints) && prints[to].token < found[i].A.To; to++ {
			if p := prints[to]; p.alone > 0 && matched[p.term] {
				counts[p.term]++
				duplicates++
			}
		}
		weight := 0.0
		for _, p := range prints[from:to] {
			switch {
			case duplicates < inDuplicate: // chance
			case p.term < 0 || !matched[p.term]:
				weight -= lacking * p.weight
			case p.alone == 0:
				weight += p.weight
			case r == analyzer.Structure:
				weight += p.alone / float64(counts[p.term])
			default:
				weight += p.alone / math.Sqrt(float64(counts[p.term]))
			}
		}
		found[i].Weight = max(found[i].Weight, weight)
		for _, p := range prints[from:to] {
			if p.term < 0 {
				continue
			}
			if counts[p.term] = 0; p.again && matched[p.term] && duplicates >= inDuplicate {
				again++
			}
		}
	}
	return again
}

// run is a part of a question, by the weights' sums at both ends.
type run struct {
	token, end  int
	before, sum float64
	earlier     int // the last run before it whose sum before is less; -1 if there is none
}

// runs returns the maximal runs of matching fingerprints with their weights. From a weight others'
// weight in it is subtracted. The method is of Ruzzo and Tompa ("A linear time algorithm for
// finding all maximal scoring subsequences", 1999).
func runs(prints []printed, matched []bool) []align.Part {
	var found []run
	sum := 0.0
	for _, p := range prints {
		if p.term < 0 || !matched[p.term] {
			sum -= lacking * p.weight
			continue
		}
		next := run{token: p.token, end: p.token + 1, before: sum, sum: sum + p.weight}
		sum = next.sum
		for {
			at := len(found) - 1
			for at >= 0 && found[at].before >= next.before {
				at = found[at].earlier
			}
			next.earlier = at
			if at < 0 || found[at].sum >= next.sum {
				found = append(found, next)
				break
			}
			next.token, next.before = found[at].token, found[at].before
			found = found[:at]
		}
	}
	parts := make([]align.Part, len(found))
	for i, r := range found {
		place := analyzer.Span{From: r.token, To: r.end}
		parts[i] = align.Part{A: place, B: place, Weight: r.sum - r.before}
	}
	return parts
}
