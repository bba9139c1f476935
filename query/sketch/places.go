package sketch

import (
	"cmp"
	"context"
	"slices"

	"github.com/chaffinch-search/chaffinch/query/internal/interruptible"
)

// place says that a document's sketch holds a hash.
type place struct {
	hash     uint64
	document int
}

// places are those of all documents, so that those which share a hash stand side by side. They are found from a
// document by way of steps: the places of document d that lead to others are steps[first[d]:first[d+1]].
type places struct {
	all    []place // rising by hash, then by document
	steps  []int
	first  []int
	common []int // by document: how many of its hashes are in too many
}

// newPlaces expands the sketches of the documents. A hash leads to others if it is in two to max of them. The error is
// ctx's, when it is done.
func newPlaces[S Sketch[S]](ctx context.Context, sketches []S, documents []int, max int) (*places, error) {
	total := 0
	for _, d := range documents {
		total += len(sketches[d].hashes())
	}
	p := &places{
		all: make([]place, 0, total), first: make([]int, len(sketches)+1), common: make([]int, len(sketches)),
	}
	for _, d := range documents {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, h := range sketches[d].hashes() {
			p.all = append(p.all, place{h, d})
		}
	}
	err := interruptible.Sort(ctx, p.all, func(a, b place) int {
		if c := cmp.Compare(a.hash, b.hash); c != 0 {
			return c
		}
		return cmp.Compare(a.document, b.document)
	})
	if err != nil {
		return nil, err
	}
	if err := p.index(ctx, max); err != nil {
		return nil, err
	}
	return p, nil
}

// index finds the steps of every document: how many there are, where they begin, which they are.
func (p *places) index(ctx context.Context, max int) error {
	err := p.eachHash(ctx, func(from, to int) {
		for _, at := range p.all[from:to] {
			switch {
			case to-from > max:
				p.common[at.document]++
			case to-from > 1:
				p.first[at.document+1]++
			}
		}
	})
	if err != nil {
		return err
	}
	for d := 1; d < len(p.first); d++ {
		p.first[d] += p.first[d-1]
	}
	p.steps = make([]int, p.first[len(p.first)-1])
	next := slices.Clone(p.first)
	return p.eachHash(ctx, func(from, to int) {
		if to-from == 1 || to-from > max {
			return
		}
		for i := from; i < to; i++ {
			d := p.all[i].document
			p.steps[next[d]] = i
			next[d]++
		}
	})
}

// eachHash calls f with the range of the places of every hash, until ctx is done.
func (p *places) eachHash(ctx context.Context, f func(from, to int)) error {
	for i, from := 0, 0; from < len(p.all); i++ {
		if err := interruptible.Look(ctx, i); err != nil {
			return err
		}
		to := from + 1
		for to < len(p.all) && p.all[to].hash == p.all[from].hash {
			to++
		}
		f(from, to)
		from = to
	}
	return nil
}

// count adds to counts, by document, how many hashes that are not too common the documents after d share with it. It
// appends those documents to met, each once, and returns it.
func (p *places) count(d int, counts, met []int) []int {
	for _, i := range p.steps[p.first[d]:p.first[d+1]] {
		hash := p.all[i].hash
		for i++; i < len(p.all) && p.all[i].hash == hash; i++ {
			other := p.all[i].document
			if counts[other] == 0 {
				met = append(met, other)
			}
			counts[other]++
		}
	}
	return met
}
