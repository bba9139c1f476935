package cluster

import "context"

// Average linkage of sparse scores.
//
// The rule is UPGMA (Sokal and Michener, "A statistical method for evaluating systematic
// relationships", 1958), for scores instead of distances: join the two clusters with the best mean
// score of their pairs, until no mean reaches the threshold. The textbook's matrix of all pairs has
// n squared entries. Here only clusters with an edge between them have an entry, a link, which
// holds the sum of their scores. Two clusters are joined by moving the links of the one that has
// fewer to the other. Of k links that move, either half merge with an existing link, which happens
// at most E times, or the other side, which has k or more, grows by half. So there are O(E log E)
// moves.
//
// Joining changes the means of the links of the larger side too, because a mean is divided by the
// sizes. These links are left as they are: a sum that stays while the sizes grow has a lower mean,
// so the queue may overestimate such a link and never underestimates it. When the link comes to the
// top, its mean is computed again, and it is queued again. Where a sum grows, the link was moved
// and is queued at once. So the top of the queue, if its mean is still right, is the best pair.
//
// Cost: a pair of sizes p and q is queued again only while its mean reaches the threshold t. With
// scores of at most 1, that takes t p q edges between the two. Let these share the cost: each pays
// 1/(t p q), for a product p q that differs each time, so an edge never pays more than
// (1 + 2 ln n)/t.

// link holds the scores between two clusters that have an edge between them.
type link struct {
	a, b  int // the clusters
	sum   float64
	asked int // how often it was queued: only its last join is valid
}

// average is the state between two joins. A cluster is named by the thing whose neighbours it took
// over.
type average struct {
	threshold float64
	sets      *disjointSets
	links     []link
	queue     queue
	near      []map[int]int // by cluster: its links, by the other cluster
	size      []int         // by cluster, in things
	first     []int         // by cluster: its first member
}

// Average returns the groups of n things that average linkage finds. It joins the two clusters
// whose pairs have the best mean score, again and again, while that mean is at least the threshold.
// A pair without an edge counts 0. Of equally good pairs of clusters the one with the lower first
// members comes first. The mean over all pairs of a group is at least the threshold, too, up to
// rounding.
//
// Only clusters with an edge between them are joined, so a threshold of 0 or less groups like
// [Single]. Scores of at most 1 are queued O(E (log E + log n / threshold)) times, each in O(log E)
// time; other scores, as if the threshold were divided by the largest. Memory is about 400 bytes an
// edge, as BenchmarkAverage measures. edges is only read. The error is that of ctx, which is looked
// at every 256 steps.
func Average(ctx context.Context, n int, edges []Edge, threshold float64) ([][]int, error) {
	a := newAverage(n, canonical(n, edges), threshold)
	for steps := 0; len(a.queue) > 0; steps++ {
		if steps%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		a.step()
	}
	return a.sets.groups(), nil
}

// newAverage queues all edges, which are canonical.
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
		a.ask(i)
	}
	return a
}

func (a *average) mean(l *link) float64 {
	return l.sum / (float64(a.size[l.a]) * float64(a.size[l.b]))
}

// ask queues a link with its current mean, if that reaches the threshold. Earlier joins of the
// link become invalid.
func (a *average) ask(i int) {
	l := &a.links[i]
	l.asked++
	if mean := a.mean(l); mean >= a.threshold {
		lo, hi := a.first[l.a], a.first[l.b]
		a.queue.push(join{mean, min(lo, hi), max(lo, hi), i, l.asked})
	}
}

// step takes the top of the queue and joins its clusters, or queues it again with its current mean.
func (a *average) step() {
	c := a.queue.pop()
	l := &a.links[c.link]
	switch {
	case c.asked != l.asked: // queued again since, or dropped
	case c.mean != a.mean(l):
		a.ask(c.link)
	default:
		a.join(l.a, l.b)
	}
}

// join makes one cluster of two, and moves the links of the one that has fewer.
func (a *average) join(to, from int) {
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
}

// drop removes a link between clusters that have become one.
func (a *average) drop(i int) {
	l := &a.links[i]
	delete(a.near[l.a], l.b)
	delete(a.near[l.b], l.a)
	l.asked++
}

// move turns a link between other and from into one between other and to, or adds it to the link
// that these already have.
func (a *average) move(i, other, from, to int) {
	delete(a.near[other], from)
	if there, ok := a.near[to][other]; ok {
		a.links[there].sum += a.links[i].sum
		a.links[i].asked++
		a.ask(there)
		return
	}
	a.near[to][other], a.near[other][to] = i, i
	a.links[i].a, a.links[i].b = to, other
	a.ask(i)
}
