package cluster

import (
	"cmp"
	"slices"
)

// place is a hash and a document whose sketch holds it.
type place struct {
	hash     uint64
	document int
}

// places holds the places of all documents, sorted by hash. The places of document d that make
// candidates are steps[first[d]:first[d+1]].
type places struct {
	all    []place // ascending by hash, then by document
	steps  []int
	first  []int
	common []int // by document: number of its hashes in too many sketches
}

// newPlaces expands the sketches of the documents. A hash makes candidates if two to most
// documents hold it.
func newPlaces(sketches []Sketch, documents []int, most int) *places {
	total := 0
	for _, d := range documents {
		total += len(sketches[d].hashes)
	}
	p := &places{
		all:   make([]place, 0, total),
		first: make([]int, len(sketches)+1), common: make([]int, len(sketches)),
	}
	for _, d := range documents {
		for _, h := range sketches[d].hashes {
			p.all = append(p.all, place{h, d})
		}
	}
	slices.SortFunc(p.all, func(a, b place) int {
		if c := cmp.Compare(a.hash, b.hash); c != 0 {
			return c
		}
		return cmp.Compare(a.document, b.document)
	})
	p.eachHash(func(from, to int) {
		for _, at := range p.all[from:to] {
			switch {
			case to-from > most:
				p.common[at.document]++
			case to-from > 1:
				p.first[at.document+1]++
			}
		}
	})
	for d := 1; d < len(p.first); d++ {
		p.first[d] += p.first[d-1]
	}
	p.steps = make([]int, p.first[len(p.first)-1])
	next := slices.Clone(p.first)
	p.eachHash(func(from, to int) {
		if to-from == 1 || to-from > most {
			return
		}
		for i := from; i < to; i++ {
			d := p.all[i].document
			p.steps[next[d]] = i
			next[d]++
		}
	})
	return p
}

// eachHash calls f with the range of the places of every hash.
func (p *places) eachHash(f func(from, to int)) {
	for from := 0; from < len(p.all); {
		to := from + 1
		for to < len(p.all) && p.all[to].hash == p.all[from].hash {
			to++
		}
		f(from, to)
		from = to
	}
}

// count finds later documents that share hashes with d, except common hashes. It adds the numbers
// of shared hashes to counts, appends the documents to met, and returns met.
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
