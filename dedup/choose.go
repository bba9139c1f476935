package dedup

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/chaffinch-search/chaffinch/index/document"
	"github.com/chaffinch-search/chaffinch/internal/corpus"
)

// Run tells which documents of the sources are kept. A source is a folder, a file, an archive, a
// repository, or JSON lines. It checks ctx once per document.
func Run(ctx context.Context, paths []string, o Options) (_ *Report, err error) {
	start := time.Now()
	if err := o.Check(); err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, errNoSource
	}
	for _, path := range paths {
		if kind, _ := corpus.AddressKind(path); kind.Stream && o.Kept != nil {
			return nil, errTwice
		}
	}
	o = o.filled()
	defer corpus.Release()
	file, err := newScratch()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.close()) }()
	r := &reader{options: o, scratch: file, skipped: map[document.Reason]int{}, contents: map[[sha256.Size]byte]*content{}}
	r.passages, err = newReferences(ctx, o, r.skip)
	if err == nil {
		err = r.all(ctx, o.Against, true)
	}
	if err == nil {
		err = r.all(ctx, paths, false)
	}
	if err != nil {
		return nil, err
	}
	if r.passages != nil && r.passages.read == 0 {
		return nil, errNoReference
	}
	if len(r.entries) == 0 {
		return nil, errNoDocument
	}
	c := chooser{
		options: o, scratch: file, kept: newKept(o.Measure, o.Threshold, len(r.entries)), entries: r.entries,
		decided: map[*content]decision{}, groups: map[int32][]Dropped{}, same: map[uint64]int32{},
	}
	if err := c.all(ctx); err != nil {
		return nil, err
	}
	report := c.report()
	report.Skipped = r.skipped
	if r.passages != nil {
		report.References, report.ShortReferences = r.passages.read, r.passages.short
	}
	if o.Kept != nil {
		if err := writeKept(ctx, paths, o, r.entries); err != nil {
			return nil, err
		}
	}
	report.Stats.Microseconds = time.Since(start).Microseconds()
	return report, nil
}

// decision names the document that keeps a content, or the kept one that it is similar to.
type decision struct {
	by         int32
	similarity float64 // 0 for a content that is kept
	shared     int
}

// chooser decides which documents are kept.
type chooser struct {
	options      Options
	scratch      *scratch
	entries      []*entry
	kept         *kept
	decided      map[*content]decision
	groups       map[int32][]Dropped // by kept document
	same         map[uint64]int32    // the first kept document by the hash of its set
	compared     int
	ours, theirs []uint32 // scratch
}

// all decides all documents, in the order of the rules.
func (c *chooser) all(ctx context.Context) error {
	order := make([]int32, len(c.entries))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return c.compare(c.entries[a], c.entries[b]) })
	for _, i := range order {
		if err := cmp.Or(ctx.Err(), c.decide(i)); err != nil {
			return err
		}
	}
	return nil
}

// compare returns a negative number if a is kept rather than b.
func (c *chooser) compare(a, b *entry) int {
	if by := trueFirst(a.against, b.against); by != 0 {
		return by
	}
	rules := c.options.Prefer
	if c.options.Measure == Containment {
		rules = append([]string{Largest}, rules...)
	}
	for _, rule := range rules {
		by := 0
		switch rule {
		case Licensed:
			by = trueFirst(a.isLicensed(), b.isLicensed())
		case Oldest:
			by = cmp.Or(trueFirst(!a.date().IsZero(), !b.date().IsZero()), a.date().Compare(b.date()))
		case Largest:
			by = cmp.Compare(b.content.words, a.content.words)
		}
		if by != 0 {
			return by
		}
	}
	return 0
}

// isLicensed reports whether the source states a licence of the document.
func (e *entry) isLicensed() bool { return e.origin != nil && e.origin.License != "" }

// date returns the date that the source states, or zero.
func (e *entry) date() (date time.Time) {
	if e.origin != nil {
		date = e.origin.Date
	}
	return date
}

// decide decides a document.
func (c *chooser) decide(i int32) error {
	e := c.entries[i]
	if e.content.passage != nil && !e.against {
		e.dropped = true
		return nil
	}
	if d, ok := c.decided[e.content]; ok {
		if !e.against {
			c.drop(d, e, d.similarity == 0)
		}
		return nil
	}
	keys, err := c.keysOf(e)
	if err != nil {
		return err
	}
	d := decision{by: i}
	if !e.against {
		if d, err = c.mostSimilar(i, keys); err != nil {
			return err
		}
	}
	c.decided[e.content] = d
	if d.similarity > 0 {
		c.drop(d, e, false)
		return nil
	}
	c.kept.add(i, keys)
	if _, ok := c.same[e.content.hash]; !ok && e.content.set.n > 0 {
		c.same[e.content.hash] = i
	}
	return nil
}

// drop drops a document in favour of another one.
func (c *chooser) drop(d decision, e *entry, identical bool) {
	dropped := Dropped{Document: e.document(), Identical: identical, Similarity: d.similarity, Shared: d.shared}
	if identical {
		dropped.Similarity = 1
	}
	c.groups[d.by] = append(c.groups[d.by], dropped)
	e.dropped = true
}

// keysOf returns the keys of a document.
func (c *chooser) keysOf(e *entry) ([]uint32, error) {
	n := c.kept.keys
	if c.options.Measure == Containment {
		n = e.content.set.n
	}
	set, err := c.scratch.read(e.content.set, n, nil)
	return c.kept.keysOf(set), err
}

// mostSimilar returns the kept document that a document is most similar to. If none is similar
// enough, it returns the document itself.
func (c *chooser) mostSimilar(i int32, keys []uint32) (best decision, err error) {
	best.by = i
	a, whole := c.entries[i].content.set, false
	like := c.kept.like(keys)
	if same, ok := c.same[c.entries[i].content.hash]; ok { // as likely as not the same set
		like = append([]int32{same}, like...)
	}
	for _, other := range like[:min(mostCompared, len(like))] {
		b := c.entries[other].content.set
		if c.options.Measure == Jaccard && float64(min(a.n, b.n))/float64(max(a.n, b.n)) < c.options.Threshold {
			continue
		}
		least := max(c.options.Threshold, math.Nextafter(best.similarity, 2))
		if !whole {
			if c.ours, err = c.scratch.read(a, a.n, c.ours); err != nil {
				return best, err
			}
			whole = true
		}
		c.compared++
		if c.options.Measure == Jaccard && b.n > 2*beginning {
			if c.theirs, err = c.scratch.read(b, beginning, c.theirs); err != nil {
				return best, err
			}
			if hopeless(c.ours[:min(beginning, a.n)], c.theirs, least) {
				continue
			}
		}
		if c.theirs, err = c.scratch.read(b, b.n, c.theirs); err != nil {
			return best, err
		}
		n := common(c.ours, c.theirs)
		similarity := float64(n) / float64(a.n)
		if c.options.Measure == Jaccard {
			similarity = jaccard(n, a.n, b.n)
		}
		if similarity >= least {
			best = decision{other, similarity, n}
			if similarity == 1 {
				break
			}
		}
	}
	return best, nil
}

// mostCompared bounds the kept documents that one is compared with: those with the most keys in
// common. Pages of one template are similar, but not enough.
const mostCompared = 512

// beginning is how many numbers of two sets tell whether the rest is worth reading.
const beginning = 256

// report returns what was decided.
func (c *chooser) report() *Report {
	r := &Report{
		Measure: c.options.Measure, Threshold: c.options.Threshold, Shingle: c.options.Shingle,
		Groups: []Group{}, Passages: []Passage{}, Stats: Stats{Compared: c.compared},
	}
	for _, e := range c.entries {
		if e.against {
			continue
		}
		d := e.document()
		r.All.add(&d)
		if e.content.passage != nil {
			p := *e.content.passage
			p.Document = d
			r.Passages = append(r.Passages, p)
			r.InReferences.add(&d)
		}
	}
	for by, group := range c.groups {
		slices.SortStableFunc(group, func(a, b Dropped) int {
			return cmp.Or(trueFirst(a.Identical, b.Identical), cmp.Compare(b.Similarity, a.Similarity), cmp.Compare(a.Path, b.Path))
		})
		for i := range group {
			total := &r.Similar
			if group[i].Identical {
				total = &r.Identical
			}
			total.add(&group[i].Document)
		}
		r.Groups = append(r.Groups, Group{Kept: c.entries[by].document(), Against: c.entries[by].against, Dropped: group})
	}
	slices.SortFunc(r.Groups, func(a, b Group) int {
		return cmp.Or(cmp.Compare(words(b.Dropped), words(a.Dropped)), cmp.Compare(a.Kept.Path, b.Kept.Path))
	})
	r.Kept = r.All
	for _, t := range []Total{r.Identical, r.Similar, r.InReferences} {
		r.Kept.Documents -= t.Documents
		r.Kept.Bytes -= t.Bytes
		r.Kept.Words -= t.Words
	}
	return r
}

// trueFirst returns a negative number if only a is true. It returns a positive one if only b is.
func trueFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// words counts the words of dropped documents.
func words(all []Dropped) (n int) {
	for i := range all {
		n += all[i].Words
	}
	return n
}
