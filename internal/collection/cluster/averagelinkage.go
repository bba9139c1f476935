package cluster

import "context"

// Average linkage of sparse scores.
//
// The rule is UPGMA (Sokal and Michener, "A statistical method for evaluating systematic
// relationships", 1958), for scores instead of distances: join the two clusters with the best mean
// score of their pairs, until no mean reaches the threshold. The textbook's matrix of all pairs has
// n squared entries. Here only clusters with an edge between them have an entry, a link, which
// holds the sum of their scores. Two clusters are joined by moving the links of the one with fewer
// links to the other. Of k links that move, either half merge with an existing link, which happens
// at most E times, or the other side, which has k or more, grows by half. So there are O(E log E)
// moves.
//
// Joining changes the means of the links of the larger side too, because a mean is divided by the
// sizes. These links are not updated: an unchanged sum has a lower mean as the sizes grow, so the
// queue may overestimate such a link and never underestimates it. When the link comes to the top,
// its mean is computed again, and it is queued again. If a sum grows, the link was moved and is
// queued at once. So the top of the queue, if its mean is still right, is the best pair.
//
// Cost: a pair of sizes p and q is queued again only while its mean reaches the threshold t. With
// scores of at most 1, that takes t p q edges between the two. Let these share the cost: each pays
// 1/(t p q), for a product p q that differs each time, so an edge never pays more than
// (1 + 2 ln n)/t.

// link holds the scores between two clusters that have an edge between them.
type link struct {
	a, b   int // the clusters
	sum    float64
	queued int // how often it was queued: only its last join is valid
}

// average is the state between two joins. A cluster is identified by one of its items, whose
// entries in near, size and first describe the cluster.
type average struct {
	threshold float64
	sets      *disjointSets
	links     []link
	queue     queue
	near      []map[int]int // by cluster: its links, by the other cluster
	size      []int         // by cluster: number of items
	first     []int         // by cluster: its first member
}

// Average groups n items by average linkage. It repeatedly joins the two clusters whose pairs have
// the best mean score, while that mean is at least the threshold. A pair without an edge counts 0.
// Among equal means, the pair with the lower first members is joined first. The mean over all pairs
// of a group is also at least the threshold, up to rounding.
//
// joined are groups of items whose only edges within the group are to its first item. Each item is
// joined to the first at the start, if that edge reaches the threshold.
//
// Only clusters with an edge between them are joined, so a threshold of 0 or less groups like
// [Single]. Scores of at most 1 are queued O(E (log E + log n / threshold)) times, each in O(log E)
// time; for larger scores, divide the threshold by the largest. Memory is about 400 bytes per edge,
// as BenchmarkAverage measures. edges is not changed. It checks ctx every 256 steps and returns its
// error.
func Average(ctx context.Context, n int, edges []Edge, threshold float64, joined [][]int) ([][]int, error) {
	a := newAverage(n, canonical(n, edges), threshold)
	for _, group := range joined {
		a.joinAll(group)
	}
	for steps := 0; len(a.queue) > 0; steps++ {
		if steps%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		a.step()
	}
	return a.sets.groups(), nil
}

// newAverage queues all edges, which must be canonical.
func newAverage(n int, edges []Edge, threshold float64) *average {
	n = max(n, 0)
	a := &average{
		threshold: threshold, sets: newSets(n), links: make([]link, len(edges)),
		near: make([]map[int]int, n), size: make([]int, n), first: make([]int, n),
	}
	for x := range n {
		a.near[x], a.size[x], a.first[x] = make(map[int]int), 1, x
	}
	for i, e := range edges {
		a.links[i] = link{a: e.A, b: e.B, sum: e.Score}
		a.near[e.A][e.B], a.near[e.B][e.A] = i, i
		a.push(i)
	}
	return a
}

// joinAll joins the items of the group to the first one.
func (a *average) joinAll(group []int) {
	whole := group[0]
	for _, item := range group[1:] {
		if i, linked := a.near[whole][item]; linked && a.links[i].sum >= a.threshold {
			whole = a.join(whole, item)
		}
	}
}

func (a *average) mean(l *link) float64 {
	return l.sum / (float64(a.size[l.a]) * float64(a.size[l.b]))
}

// push queues a link with its current mean, if that reaches the threshold. Earlier joins of
// the link become invalid.
func (a *average) push(i int) {
	l := &a.links[i]
	l.queued++
	if mean := a.mean(l); mean >= a.threshold {
		lo, hi := a.first[l.a], a.first[l.b]
		a.queue.push(join{mean, min(lo, hi), max(lo, hi), i, l.queued})
	}
}

// step joins the clusters at the queue's top, or queues them again. It queues them with their
// current mean.
func (a *average) step() {
	c := a.queue.pop()
	l := &a.links[c.link]
	switch {
	case c.queued != l.queued: // queued again since, or dropped
	case c.mean != a.mean(l):
		a.push(c.link)
	default:
		a.join(l.a, l.b)
	}
}

// join merges two clusters and moves the links of the one with fewer links. It returns the item
// that identifies the cluster.
func (a *average) join(to, from int) int {
	if len(a.near[to]) < len(a.near[from]) {
		to, from = from, to
	}
	a.sets.join(to, from)
	a.size[to] += a.size[from]
	a.first[to] = min(a.first[to], a.first[from])
	a.drop(a.near[to][from])
	for other, i := range a.near[from] {
		a.move(i, other, from, to)
	}
	a.near[from] = nil
	return to
}

// drop removes a link between clusters that were merged.
func (a *average) drop(i int) {
	l := &a.links[i]
	delete(a.near[l.a], l.b)
	delete(a.near[l.b], l.a)
	l.queued++
}

// move moves a link of other from from to to. It adds it to their existing link.
func (a *average) move(i, other, from, to int) {
	delete(a.near[other], from)
	if there, ok := a.near[to][other]; ok {
		a.links[there].sum += a.links[i].sum
		a.links[i].queued++
		a.push(there)
		return
	}
	a.near[to][other], a.near[other][to] = i, i
	a.links[i].a, a.links[i].b = to, other
	a.push(i)
}
