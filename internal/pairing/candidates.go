package pairing

import (
	"cmp"
	"encoding/binary"
	"math"
	rand "math/rand/v2"
	"slices"

	"github.com/chaffinch-search/chaffinch/internal/collection/units"
	"github.com/chaffinch-search/chaffinch/internal/shares"
	"github.com/chaffinch-search/chaffinch/query/align"
)

// candidate is a pair of units that share fingerprints.
type candidate struct {
	a, b     int32   // a < b
	estimate float32 // of the score, by fingerprints
	made     bool    // both look generated or minified
	sure     bool    // surely a copy of a part, as search says
	weak     bool    // only among the best pairs of a unit
	score    float64 // proved
	facts    *facts  // of the matches; nil unless kept
}

// appendFound appends the score and, if they are kept, the facts: fields of fixed size, and the
// name of the kind.
func (k *candidate) appendFound(b []byte) []byte {
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(k.score))
	f, has := k.facts, byte(0)
	if k.sure {
		has |= foundSure
	}
	if f == nil {
		return append(b, has)
	}
	if f.proof.MayBeCommon {
		has |= foundCommon
	}
	b = append(b, has|foundFacts)
	for _, n := range []int{f.longest, f.tokens, f.once} {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	for _, x := range []float64{f.coverA, f.coverB, f.shares.ShareOfSmaller, f.shares.ShareOfLarger, f.proof.Probability} {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	return append(append(b, byte(len(f.kind))), f.kind...)
}

// foundFacts and others are bits that say which values follow a score.
const foundFacts, foundSure, foundCommon = 1, 2, 4

// takeFound reads what appendFound wrote, and returns the rest.
func (k *candidate) takeFound(b []byte) ([]byte, error) {
	if len(b) < 9 {
		return nil, errExchange
	}
	k.score = math.Float64frombits(binary.LittleEndian.Uint64(b))
	has := b[8]
	k.sure = has&foundSure > 0
	if b = b[9:]; has&foundFacts == 0 {
		return b, nil
	}
	if len(b) < factsSize+1 {
		return nil, errExchange
	}
	count := func(at int) int { return int(binary.LittleEndian.Uint32(b[at:])) }
	number := func(at int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b[at:])) }
	k.facts = &facts{
		longest: count(0), tokens: count(4), once: count(8),
		coverA: number(12), coverB: number(20), shares: shares.Shares{ShareOfSmaller: number(28), ShareOfLarger: number(36)}, proof: align.Proof{Probability: number(44), MayBeCommon: has&foundCommon > 0},
	}
	end := factsSize + 1 + int(b[factsSize])
	if len(b) < end {
		return nil, errExchange
	}
	k.facts.kind = string(b[factsSize+1 : end])
	return b[end:], nil
}

// bounds bound the memory of a comparison whose pairs are listed.
type bounds struct {
	// listed is the number of pairs that are listed if [pairs.Options.Top] is 0. kept is the number
	// of candidates then. Otherwise at least leastKept candidates are kept.
	listed, kept, leastKept int
}

// collector keeps the most promising candidates, independent of their order.
type collector struct {
	most int
	all  []candidate // up to twice as many
	last candidate   // the last one kept, once some were left out
	left int         // the number left out
}

func (c *collector) add(k candidate) {
	if c.left > 0 && comparePromise(k, c.last) > 0 {
		c.left++
		return
	}
	if c.all = append(c.all, k); len(c.all) > 2*c.most {
		c.cut()
	}
}

// cut leaves out the candidates beyond the best.
func (c *collector) cut() {
	if beyond := len(c.all) - c.most; beyond > 0 {
		first(c.all, c.most)
		c.all = c.all[:c.most]
		c.left += beyond
		c.last = slices.MaxFunc(c.all, comparePromise)
	}
}

const (
	// probe is the number of candidates that are aligned before their yield decides whether to
	// continue. A chunk follows each probe, twice as large as the one before, up to mostChunk. A
	// large chunk has more pairs of the same unit, which is then prepared once for all of them.
	probe, mostChunk = 4096, 1 << 18
	// yielding is the number of candidates that are aligned for each that reaches the minimum
	// score. If fewer reach it, the search ends. A chunk is not larger than the yield of its probe
	// allows for. After the copies come pairs that share common code only, and there may be
	// millions of them.
	yielding = 500
	// mostDoubtful is the number of aligned candidates with an estimate just below the minimum
	// score. They take a tenth of a second. More are left out.
	mostDoubtful = 1000
)

// usual are the bounds. A candidate takes 32 bytes, and as much again until all are found. A listed
// pair takes some 300 bytes.
var usual = bounds{listed: units.MostListed, kept: 10_000_000, leastKept: 1_000_000}

// keptPerListed is the number of candidates for each pair to be listed.
const keptPerListed = 5

// A sample shows how many names and literals units share without being copies. In a class of one
// task these are many.
const (
	sampledPairs = 2000
	sampledUnits = 40
)

// comparePromise orders the most promising candidate first, and candidates of two generated units
// last.
func comparePromise(x, y candidate) int {
	switch { // cmp.Or would compare all, which takes three times as long for a million candidates
	case x.made != y.made:
		return units.FalseFirst(x.made, y.made)
	case x.estimate > y.estimate:
		return -1
	case x.estimate < y.estimate:
		return 1
	case x.a != y.a:
		return int(x.a - y.a)
	}
	return int(x.b - y.b)
}

// first moves the n most promising candidates to the front, in any order: Hoare's Find, 1961.
// Pivots are random, so no input makes it slow.
func first(all []candidate, n int) {
	for 0 < n && n < len(all) {
		pivot := all[rand.IntN(len(all))]
		from, to := 0, len(all)-1
		for from <= to {
			for comparePromise(all[from], pivot) < 0 {
				from++
			}
			for comparePromise(all[to], pivot) > 0 {
				to--
			}
			if from <= to {
				all[from], all[to] = all[to], all[from]
				from, to = from+1, to-1
			}
		}
		switch {
		case n <= to+1:
			all = all[:to+1]
		case n >= from:
			all, n = all[from:], n-from
		default: // the rest is the pivot
			return
		}
	}
}

// compareScores orders proved pairs by score.
func compareScores(x, y candidate) int {
	return cmp.Or(cmp.Compare(y.score, x.score), cmp.Compare(y.estimate, x.estimate),
		cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
}

func hasMade(all []candidate) bool {
	return slices.ContainsFunc(all, func(k candidate) bool { return k.made })
}
