package pairing

import (
	"container/heap"
	"context"
	"iter"
	"slices"
)

// proof is the state of [pairing.prove].
type proof struct {
	*pairing
	all, done int // candidates
	ranked    int
	proved    []candidate // in place of candidates that were aligned: no further memory
	best      scores      // of pairs that are listed first
	facts     int         // pairs that have them
	weak      *weakPairs
	onlyWeak  bool // the last candidates are aligned for weak pairs only, and the histogram leaves them out
}

// sortedFirst is the number of candidates that are sorted at first. Often, of millions, no others
// are aligned.
const sortedFirst = 1 << 17

// byPromise returns the candidates, the most promising first, in parts of those sizes. It sorts
// some of them first, then four times as many, and so on, in place.
func byPromise(all []candidate, sizes iter.Seq[int], some int) iter.Seq[[]candidate] {
	return func(yield func([]candidate) bool) {
		sorted := 0
		for size := range sizes {
			if size = min(len(all), size); size > sorted {
				sorted = min(len(all), max(size, some))
				some *= 4
				first(all, sorted)
				slices.SortFunc(all[:sorted], comparePromise)
			}
			if size == 0 || !yield(all[:size]) {
				return
			}
			all, sorted = all[size:], sorted-size
		}
	}
}

// run aligns candidates until fewer than one of yielding are listed.
func (r *proof) run(ctx context.Context, rest []candidate, probe, yielding int) error {
	chunk := mostChunk
	for part := range byPromise(rest, sizes(probe, &chunk), sortedFirst) {
		if r.areBest(r.best, part[0]) {
			r.settled = r.all - r.done
			break
		}
		tell := func(done int) { tell(&r.o, "comparing", r.done+done, r.all) }
		if err := r.score(ctx, part, tell); err != nil {
			return err
		}
		r.done += len(part)
		tell(0)
		before := len(r.proved)
		r.keep(part)
		if r.o.MinScore == 0 {
			continue
		}
		if chunk = yielding * (len(r.proved) - before); chunk < len(part) {
			r.estimated += r.all - r.done
			break
		}
	}
	return nil
}

// keep keeps pairs that reach the minimum score, and facts for the list.
func (r *proof) keep(part []candidate) {
	for _, k := range part {
		delete(r.weak.tried, k.units())
		if !r.onlyWeak {
			r.histogram[min(bins-1, int(k.score*bins))]++
		}
		if k.score < r.o.MinScore && !k.sure || k.score == 0 {
			r.weak.add(k)
			continue
		}
		r.proved = append(r.proved, k)
		r.facts++
		if !k.made {
			r.best.push(k.score, r.ranked)
		}
	}
	if r.ranked > 0 && len(r.best) == r.ranked && r.facts > 2*r.ranked && !r.byShare() {
		r.dropFacts(r.proved, r.best[0])
		r.facts = r.ranked
	}
}

// sizes returns the numbers of candidates to align at a time. They are a probe and a chunk in turn,
// at most as large as most is then.
func sizes(probe int, most *int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for chunk := 2 * probe; yield(probe) && yield(min(chunk, *most)); chunk = min(2*chunk, mostChunk) {
		}
	}
}

// told is the number of pairs between two reports of progress. A pair of large units may take a
// second.
const told = 16

// scores are the best scores so far, a min-heap.
type scores []float64

func (s scores) Len() int { return len(s) }

func (s scores) Less(i, j int) bool { return s[i] < s[j] }

func (s scores) Swap(i, j int) { s[i], s[j] = s[j], s[i] }

// Push implements [heap.Interface].
func (s *scores) Push(x any) { *s = append(*s, x.(float64)) }

// Pop implements [heap.Interface].
func (s *scores) Pop() any {
	last := (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return last
}

// push adds a score, and keeps the best most scores; under 1 keeps none.
func (s *scores) push(score float64, most int) {
	switch {
	case most < 1:
	case len(*s) < most:
		heap.Push(s, score)
	case score > (*s)[0]:
		(*s)[0] = score
		heap.Fix(s, 0)
	}
}
