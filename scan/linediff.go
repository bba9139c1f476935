package scan

import (
	"bytes"
	"slices"
	"sort"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/answer"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
	"github.com/chaffinch-search/chaffinch/internal/textlines"
)

// joinedOver bounds the unchanged lines between changed lines that are searched together.
const joinedOver = 3

// newLines returns the lines of the new file that the old one lacks, in ranges. Lines count in the
// decoded texts. It is a patience diff: lines that occur once in both texts, in the same order,
// divide the texts; between two of these, only equal lines at both ends are the same. Line ends do
// not matter. Adversarial input could divide once per line, so divisions go deepest levels deep:
// the time grows with the length of the texts, and the rest counts as new.
func newLines(old, changed []byte) (ranges []answer.Lines) {
	d := lineDiff{old: linesOf(corpus.Decode(old).UTF8), now: linesOf(corpus.Decode(changed).UTF8)}
	d.isNew = make([]bool, len(d.now))
	d.compare(0, len(d.old), 0, len(d.now), deepest)
	for i, isNew := range d.isNew {
		switch n := len(ranges); {
		case !isNew:
		case n > 0 && i+1-ranges[n-1].To <= joinedOver+1:
			ranges[n-1].To = i + 1
		default:
			ranges = append(ranges, answer.Lines{From: i + 1, To: i + 1})
		}
	}
	return ranges
}

// joinedOverComments joins ranges between which no line has a token. Otherwise a copy could be
// searched in pieces that are too short: an earlier commit may have brought the comments between
// them. In prose every word is a token.
func joinedOverComments(ranges []answer.Lines, language string, source []byte) []answer.Lines {
	l, ok := lex.Lookup(language)
	text := corpus.Decode(source)
	if !ok || len(ranges) < 2 || text.Converted() {
		return ranges
	}
	hasToken := make([]int, ranges[len(ranges)-1].To+1) // by line; then the sum up to it
	lines := textlines.Of(text.UTF8)
	for _, t := range l.Lex(nil, text.UTF8) {
		line, last := lines.At(int(t.Start)), lines.At(int(t.End))
		if line >= len(hasToken) {
			break
		}
		for ; line <= min(last, len(hasToken)-1); line++ {
			hasToken[line] = 1
		}
	}
	for i := 1; i < len(hasToken); i++ {
		hasToken[i] += hasToken[i-1]
	}
	joined := ranges[:1]
	for _, r := range ranges[1:] {
		if last := &joined[len(joined)-1]; hasToken[r.From-1] == hasToken[last.To] {
			last.To = r.To
		} else {
			joined = append(joined, r)
		}
	}
	return joined
}

// deepest is how often a part is divided again. Edits of real files need three or four levels.
const deepest = 16

// linesOf returns the lines without their ends.
func linesOf(text []byte) (all []string) {
	for line := range bytes.Lines(text) {
		all = append(all, string(bytes.TrimRight(line, "\r\n")))
	}
	return all
}

type lineDiff struct {
	old, now []string
	isNew    []bool // by line of now
}

// compare marks the new lines of two ranges, which are divided at most levels deep.
func (d *lineDiff) compare(fromOld, toOld, from, to, levels int) {
	for fromOld < toOld && from < to && d.old[fromOld] == d.now[from] {
		fromOld, from = fromOld+1, from+1
	}
	for fromOld < toOld && from < to && d.old[toOld-1] == d.now[to-1] {
		toOld, to = toOld-1, to-1
	}
	if from == to {
		return
	}
	var anchors [][2]int
	if levels > 0 {
		anchors = d.anchors(fromOld, toOld, from, to)
	}
	for _, a := range anchors {
		d.compare(fromOld, a[0], from, a[1], levels-1)
		fromOld, from = a[0]+1, a[1]+1
	}
	if len(anchors) > 0 {
		d.compare(fromOld, toOld, from, to, levels-1)
		return
	}
	for i := from; i < to; i++ {
		d.isNew[i] = true
	}
}

// anchors returns the most lines that occur once in both ranges, in order. It returns the lines as
// indexes into both.
func (d *lineDiff) anchors(fromOld, toOld, from, to int) [][2]int {
	type places struct{ inOld, inNow, old, now int }
	at := map[string]*places{}
	of := func(line string) *places {
		if at[line] == nil {
			at[line] = &places{}
		}
		return at[line]
	}
	for i := fromOld; i < toOld; i++ {
		p := of(d.old[i])
		p.inOld, p.old = p.inOld+1, i
	}
	for i := from; i < to; i++ {
		p := of(d.now[i])
		p.inNow, p.now = p.inNow+1, i
	}
	var unique [][2]int // by their place in the new text
	for i := from; i < to; i++ {
		if p := at[d.now[i]]; p.inOld == 1 && p.inNow == 1 {
			unique = append(unique, [2]int{p.old, p.now})
		}
	}
	return longestRising(unique)
}

// longestRising returns a longest part of the pairs whose first numbers rise.
func longestRising(pairs [][2]int) [][2]int {
	var ends []int // by length: the pair with the smallest number that ends a part of that length
	before := make([]int, len(pairs))
	for i, p := range pairs {
		n := sort.Search(len(ends), func(n int) bool { return pairs[ends[n]][0] >= p[0] })
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	var rising [][2]int
	if len(ends) > 0 {
		for i := ends[len(ends)-1]; i >= 0; i = before[i] {
			rising = append(rising, pairs[i])
		}
	}
	slices.Reverse(rising)
	return rising
}
