package cluster

// join is a pair of clusters that may be joined, with its queued values.
type join struct {
	mean   float64
	lo, hi int // first members of the two, lo < hi
	link   int
	queued int // the value of link.queued then
}

// before is the order in which pairs are joined. It is total: no two valid joins have the same
// members.
func (c *join) before(d *join) bool {
	switch {
	case c.mean != d.mean:
		return c.mean > d.mean
	case c.lo != d.lo:
		return c.lo < d.lo
	default:
		return c.hi < d.hi
	}
}

// queue is a binary heap of joins, the next one on top. container/heap would allocate for each.
type queue []join

func (q *queue) push(c join) {
	*q = append(*q, c)
	h := *q
	for i := len(h) - 1; i > 0 && h[i].before(&h[(i-1)/2]); i = (i - 1) / 2 {
		h[i], h[(i-1)/2] = h[(i-1)/2], h[i]
	}
}

// pop removes the next join. The queue must not be empty.
func (q *queue) pop() join {
	h := *q
	top, last := h[0], len(h)-1
	h[0] = h[last]
	h = h[:last]
	*q = h
	for i := 0; ; {
		next := i
		for child := 2*i + 1; child <= 2*i+2 && child < last; child++ {
			if h[child].before(&h[next]) {
				next = child
			}
		}
		if next == i {
			return top
		}
		h[i], h[next] = h[next], h[i]
		i = next
	}
}
