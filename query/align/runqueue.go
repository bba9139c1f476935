package align

import (
	"container/heap"
)

// runQueue is a priority queue of runs by worth. Most runs are short. Runs of the same low worth
// leave in insertion order; ties of others also have a fixed order. So the result depends on the
// documents only.
type runQueue struct {
	runs   []lowRun           // of low worth, in insertion order
	counts [2 * longRun]int32 // of runs, by worth
	sorted []lowRun           // memory of take
	high   byWorth
	late   bool              // take has sorted the runs
	low    [2 * longRun]fifo // by worth: runs that were added later
	added  []lateRun         // those in low; entry 0 is unused
}

// lowRun is a run of low worth.
type lowRun struct{ a, b, length, worth int32 }

// fifo is a list of runs of one worth: its first and last index in [runQueue.added], 0 if empty.
type fifo struct{ first, last int32 }

// lateRun is a run with the next one of the same worth.
type lateRun struct {
	lowRun
	next int32
}

func (r lowRun) run() run { return run{int(r.a), int(r.b), int(r.length), int(r.worth)} }

func (p *runQueue) put(r run) {
	if r.worth >= len(p.low) {
		heap.Push(&p.high, r)
		return
	}
	short := lowRun{int32(r.a), int32(r.b), int32(r.length), int32(r.worth)}
	if !p.late {
		p.runs = append(p.runs, short)
		p.counts[r.worth]++
		return
	}
	if len(p.added) == 0 {
		p.added = append(p.added, lateRun{})
	}
	n := int32(len(p.added))
	p.added = append(p.added, lateRun{lowRun: short})
	q := &p.low[r.worth]
	if q.first == 0 {
		q.first = n
	} else {
		p.added[q.last].next = n
	}
	q.last = n
}

// take calls f for every run until none is left or f returns false. f may add runs of lower worth
// than its argument. It leaves out runs of low worth for which omit is true. Afterwards the
// queue is empty.
func (p *runQueue) take(omit func(lowRun) bool, f func(run) bool) {
	more := true
	for more && len(p.high) > 0 {
		more = f(heap.Pop(&p.high).(run))
	}
	end := len(p.runs)
	if more {
		p.sort()
	}
	p.late = true
	for worth := len(p.low) - 1; worth >= 0 && more; worth-- {
		begin := end - int(p.counts[worth])
		for i := begin; i < end && more; i++ {
			if r := p.sorted[i]; !omit(r) {
				more = f(r.run())
			}
		}
		end = begin
		for i := p.low[worth].first; i > 0 && more; i = p.added[i].next {
			if r := p.added[i].lowRun; !omit(r) {
				more = f(r.run())
			}
		}
	}
	*p = runQueue{runs: p.runs[:0], sorted: p.sorted, high: p.high[:0], added: p.added[:0]}
}

// sort sets sorted: the runs by worth, then in insertion order.
func (p *runQueue) sort() {
	if cap(p.sorted) < len(p.runs) {
		p.sorted = make([]lowRun, cap(p.runs))
	}
	p.sorted = p.sorted[:len(p.runs)]
	var next [2 * longRun]int32
	sum := int32(0)
	for worth, n := range p.counts {
		next[worth] = sum
		sum += n
	}
	for _, r := range p.runs {
		p.sorted[next[r.worth]] = r
		next[r.worth]++
	}
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
