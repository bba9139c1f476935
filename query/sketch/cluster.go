package sketch

import (
	"context"
	"fmt"

	"github.com/chaffinch-search/chaffinch/query/internal/disjoint"
	"github.com/chaffinch-search/chaffinch/query/internal/interruptible"
)

// Clustering without looking at all pairs of documents (Broder, Glassman, Manasse and Zweig, "Syntactic clustering of
// the web", 1997, "The clustering algorithm").
//
// Most pairs of a large corpus share nothing. Every sketch is expanded to pairs of a hash and its document, these are
// sorted, and then the documents that share a hash stand side by side. The authors expand that again, to triples of two
// documents and a count, sort and merge these on disk, and join the two where the count is high enough. Here a document
// at a time looks up who stands beside it and counts in an array, so the triples never exist: what they were is the
// time that it takes, and no longer the room.
//
// A hash that d documents hold makes d(d-1)/2 triples, and a few do so by the million: what every page of a site, every
// licence header, every generated file begins with. Such a hash costs nearly all of the time and says next to nothing,
// because what everybody holds makes nobody alike; so it leads from no document to another ("Common shingles"). It
// still counts in the estimate for two documents that a rarer hash led to, which therefore is the one that anybody else
// would compute of the two sketches.
//
// Equal sketches are joined first, and one stands for all of them from there on ("Identical documents"): else a file
// with a thousand copies would make all of its own hashes common, and its copies would not be found.

// DefaultMaxShared is how many different sketches a hash may be in, if [Options] does not say.
const DefaultMaxShared = 1000

// Options say what [Cluster] joins.
type Options struct {
	// Threshold is the least estimated resemblance of two documents that are joined, over 0 and at most 1.
	Threshold float64
	// MaxShared is how many different sketches a hash may be in to lead from one to another; 0 is [DefaultMaxShared].
	// Two documents all of whose shared hashes are more common are not compared.
	MaxShared int
}

func (o Options) check() error {
	if !(o.Threshold > 0 && o.Threshold <= 1) {
		return fmt.Errorf("threshold is %v: use a resemblance over 0, at most 1", o.Threshold)
	}
	if o.MaxShared < 0 {
		return fmt.Errorf("max shared is %d: use at least 1, or 0 for %d", o.MaxShared, DefaultMaxShared)
	}
	return nil
}

// Sketch is a kind of sketch of which a corpus can be clustered: [Min] or [Mod].
type Sketch[S any] interface {
	// Resemblance estimates that of the two sets.
	Resemblance(S) Estimate

	hashes() []uint64
	// compare is a total order. Sketches that it finds equal have the same estimates with any other, and a
	// resemblance of 1 unless they are empty.
	compare(S) int
	// ceiling bounds the resemblance from above, if at most so many hashes are in both sketches; at least one is.
	ceiling(other S, shared int) float64
}

// Cluster groups documents, given by their sketches, which were all made of hashes of one kind. Two documents are
// joined whose estimated resemblance is at least the threshold, if they share a hash that is not too common, or have
// the same sketch; what a chain of such pairs connects is a group. An empty sketch resembles nothing.
//
// Groups hold indices of sketches, two or more, rising; they come the largest first, those of one size by their first
// member, and depend on the sketches only. Beside the sketches, which are only read, it takes 24 bytes for each of
// their hashes and some 80 a document. Time goes into sorting the hashes, up to MaxShared/2 steps for each, and an
// estimate for each two documents that share enough to be alike. The error says which option is out of range, or wraps
// that of ctx, which is looked at all along.
func Cluster[S Sketch[S]](ctx context.Context, sketches []S, o Options) ([][]int, error) {
	if err := o.check(); err != nil {
		return nil, fmt.Errorf("clustering sketches: %w", err)
	}
	if o.MaxShared == 0 {
		o.MaxShared = DefaultMaxShared
	}
	c := clustering[S]{sketches: sketches, threshold: o.Threshold, sets: disjoint.New(len(sketches))}
	if err := c.join(ctx, o.MaxShared); err != nil {
		return nil, fmt.Errorf("clustering %d sketches: %w", len(sketches), err)
	}
	groups, err := c.sets.GroupsContext(ctx)
	if err != nil {
		return nil, fmt.Errorf("clustering %d sketches: %w", len(sketches), err)
	}
	return groups, nil
}

type clustering[S Sketch[S]] struct {
	sketches  []S
	threshold float64
	sets      *disjoint.Sets
	places    *places
}

// join joins all that belong together.
func (c *clustering[S]) join(ctx context.Context, max int) error {
	different, err := c.joinEqual(ctx)
	if err != nil {
		return err
	}
	if c.places, err = newPlaces(ctx, c.sketches, different, max); err != nil {
		return err
	}
	return c.joinAlike(ctx)
}

// joinEqual joins documents with the same sketch and returns one of each that has a hash.
func (c *clustering[S]) joinEqual(ctx context.Context) ([]int, error) {
	documents := make([]int, 0, len(c.sketches))
	for d, s := range c.sketches {
		if len(s.hashes()) > 0 {
			documents = append(documents, d)
		}
	}
	err := interruptible.Sort(ctx, documents, func(d, e int) int { return c.sketches[d].compare(c.sketches[e]) })
	if err != nil {
		return nil, err
	}
	kept := documents[:0]
	for _, d := range documents {
		if len(kept) > 0 && c.sketches[kept[len(kept)-1]].compare(c.sketches[d]) == 0 {
			c.sets.Join(kept[len(kept)-1], d)
		} else {
			kept = append(kept, d)
		}
	}
	return kept, nil
}

// joinAlike joins every document with those after it that it shares a hash with and resembles.
func (c *clustering[S]) joinAlike(ctx context.Context) error {
	counts := make([]int, len(c.sketches))
	var met []int
	for d := range c.sketches {
		if err := ctx.Err(); err != nil {
			return err
		}
		met = c.places.count(d, counts, met[:0])
		for _, e := range met {
			c.judge(d, e, counts[e])
			counts[e] = 0
		}
	}
	return nil
}

// judge joins two documents that share so many hashes which are not too common, if they are alike. What is joined
// already need not be compared, nor what could not be alike if all common hashes that both can hold were shared.
func (c *clustering[S]) judge(d, e, shared int) {
	if c.sets.Find(d) == c.sets.Find(e) {
		return
	}
	a, b := c.sketches[d], c.sketches[e]
	most := shared + min(c.places.common[d], c.places.common[e])
	if a.ceiling(b, most) >= c.threshold && a.Resemblance(b).Value() >= c.threshold {
		c.sets.Join(d, e)
	}
}
