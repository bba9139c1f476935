package align

import (
	"container/heap"
)

// runQueue is a priority queue of runs by worth. Most runs are short. Runs of the same low worth
// leave in insertion order; ties of others also have a fixed order. So the result depends on the
// documents only.
type runQueue struct {
	low  [2 * longRun]fifo // by worth
	runs []lowRun          // those in low; entry 0 is unused
	high byWorth
	top  int // no run in low has a higher worth
}

// fifo is a list of runs of one worth: its first and last index in [runQueue.runs], 0 if empty.
type fifo struct{ first, last int32 }

// lowRun is a run with the next one of the same worth.
type lowRun struct{ a, b, length, next int32 }

func (p *runQueue) put(r run) {
	if r.worth >= len(p.low) {
		heap.Push(&p.high, r)
		return
	}
	if len(p.runs) == 0 {
		p.runs = append(p.runs, lowRun{})
	}
	n := int32(len(p.runs))
	p.runs = append(p.runs, lowRun{int32(r.a), int32(r.b), int32(r.length), 0})
	q := &p.low[r.worth]
	if q.first == 0 {
		q.first = n
	} else {
		p.runs[q.last].next = n
	}
	q.last = n
	p.top = max(p.top, r.worth)
}

// take calls f for every run until none is left or f returns false. f may add runs of lower worth
// than its argument. Afterwards the queue is empty.
func (p *runQueue) take(f func(run) bool) {
	more := true
	for more && len(p.high) > 0 {
		more = f(heap.Pop(&p.high).(run))
	}
	p.high = p.high[:0]
	for ; p.top >= 0; p.top-- {
		for i := p.low[p.top].first; more && i > 0; i = p.runs[i].next {
			r := p.runs[i]
			more = f(run{int(r.a), int(r.b), int(r.length), p.top})
		}
		p.low[p.top] = fifo{}
	}
	p.top, p.runs = 0, p.runs[:0]
}

// byWorth is a heap of runs with the greatest worth on top.
type byWorth []run

func (h byWorth) Len() int { return len(h) }
func (h byWorth) Less(i, j int) bool {
	x, y := h[i], h[j]
	if x.worth != y.worth {
		return x.worth > y.worth
	}
	if x.a != y.a {
		return x.a < y.a
	}
	return x.b < y.b
}
func (h byWorth) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *byWorth) Push(x any)   { *h = append(*h, x.(run)) }
func (h *byWorth) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}
