package cluster

import (
	"context"

	"github.com/chaffinch-search/chaffinch/query/internal/disjoint"
	"github.com/chaffinch-search/chaffinch/query/internal/interruptible"
)

// Average linkage of sparse scores.
//
// The rule is UPGMA (Sokal and Michener, "A statistical method for evaluating systematic relationships", 1958), for
// scores instead of distances: join the two clusters with the best mean score of their pairs, until no mean reaches
// the threshold. The textbook's matrix of all pairs is n squared; here only clusters with an edge in between have an
// entry, a link, which holds the sum of their scores. Two clusters are joined by moving the links of the one that has
// fewer to the other. Of k links that move, either half become one with a link that is there, which happens to E links
// at the most, or the other side, which has k or more, grows by half: so there are O(E log E) moves.
//
// Joining changes the means of every link of the larger side too, because a mean is divided by the sizes. They are not
// touched: a sum that stays while the sizes grow means less, so what the queue says of such a link is too high and
// never too low. It is found when it comes to the top, and queued again with what is true. Where a sum grows, the link
// was moved, and is queued at once. So the top of the queue, if it is true, is the best pair there is.
//
// What that costs: a pair of sizes p and q is queued again only while its mean reaches the threshold t. With scores of
// at most 1, that takes t p q edges between the two. Let these share the cost: each then pays 1/(t p q), for a product
// p q that is another each time, so an edge never pays more than (1 + 2 ln n)/t.

// link is what stands between two clusters that have an edge in between.
type link struct {
	a, b  int // the clusters
	sum   float64
	asked int // how often it was queued: only the last candidate is in force
}

// average is the state between two joins. A cluster is named by the thing whose neighbours it took over.
type average struct {
	threshold float64
	sets      *disjoint.Sets
	links     []link
	queue     queue
	near      []map[int]int // by cluster: its links, by the other one
	size      []int         // by cluster, in things
	first     []int         // by cluster: its first member
}

// Average returns the groups of n things that average linkage finds: the two clusters whose pairs have the best mean
// score are joined, again and again, while that mean is at least the threshold. A pair without an edge counts 0. Of
// equally good pairs of clusters the one with the lower first members comes first. The mean over all pairs of a group
// ([Means]) is at least the threshold, too, but for rounding.
//
// Only clusters with an edge in between are joined, so a threshold of 0 or less groups what [Single] does. Scores of at
// most 1 are queued O(E (log E + log n / threshold)) times at the most, each in O(log E) time; other scores, as if the
// threshold were divided by the largest. Memory is about 400 bytes an edge, as BenchmarkAverage resides. edges is only
// read.
func Average(n int, edges []Edge, threshold float64) [][]int {
	groups, _ := AverageContext(context.Background(), n, edges, threshold)
	return groups
}

// AverageContext is [Average], and returns ctx's error when it is done before.
func AverageContext(ctx context.Context, n int, edges []Edge, threshold float64) ([][]int, error) {
	edges, err := canonical(ctx, n, edges)
	if err != nil {
		return nil, err
	}
	a, err := newAverage(ctx, n, edges, threshold)
	if err != nil {
		return nil, err
	}
	for steps := 0; len(a.queue) > 0; steps++ {
		if steps%betweenLooks == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		a.step()
	}
	return a.sets.GroupsContext(ctx)
}

// betweenLooks is how many steps are taken, each some microseconds, before the context is looked at again.
const betweenLooks = 256

// newAverage queues all edges. The error is ctx's.
func newAverage(ctx context.Context, n int, edges []Edge, threshold float64) (*average, error) {
	n = max(n, 0)
	a := &average{
		threshold: threshold, sets: disjoint.New(n), links: make([]link, len(edges)),
		near: make([]map[int]int, n), size: make([]int, n), first: make([]int, n),
	}
	for x := range n {
		if err := interruptible.Look(ctx, x); err != nil {
			return nil, err
		}
		a.near[x], a.size[x], a.first[x] = make(map[int]int), 1, x
	}
	for i, e := range edges {
		if err := interruptible.Look(ctx, i); err != nil {
			return nil, err
		}
		a.links[i] = link{a: e.A, b: e.B, sum: e.Score}
		a.near[e.A][e.B], a.near[e.B][e.A] = i, i
		a.ask(i)
	}
	return a, nil
}

func (a *average) mean(l *link) float64 {
	return l.sum / (float64(a.size[l.a]) * float64(a.size[l.b]))
}

// ask queues a link as it is now, if it is good enough, and puts what was queued of it before out of force.
func (a *average) ask(i int) {
	l := &a.links[i]
	l.asked++
	if mean := a.mean(l); mean >= a.threshold {
		lo, hi := a.first[l.a], a.first[l.b]
		a.queue.push(candidate{mean, min(lo, hi), max(lo, hi), i, l.asked})
	}
}

// step takes the top of the queue and joins its clusters, or corrects it.
func (a *average) step() {
	c := a.queue.pop()
	l := &a.links[c.link]
	switch {
	case c.asked != l.asked: // it was queued again, or is gone
	case c.mean != a.mean(l):
		a.ask(c.link)
	default:
		a.join(l.a, l.b)
	}
}

// join makes one cluster of two and moves the links of the one that has fewer.
func (a *average) join(to, from int) {
	if len(a.near[to]) < len(a.near[from]) {
		to, from = from, to
	}
	a.sets.Join(to, from)
	a.size[to] += a.size[from]
	a.first[to] = min(a.first[to], a.first[from])
	a.drop(a.near[to][from])
	for other, i := range a.near[from] {
		a.move(i, other, from, to)
	}
	a.near[from] = nil
}

// drop takes a link away, between clusters that are one now.
func (a *average) drop(i int) {
	l := &a.links[i]
	delete(a.near[l.a], l.b)
	delete(a.near[l.b], l.a)
	l.asked++
}

// move makes a link between other and from one between other and to, or adds it to the one that is there.
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
