package disk

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/blevesearch/bleve/v2/index/scorch"

	"github.com/chaffinch-search/chaffinch/index"
	"github.com/chaffinch-search/chaffinch/index/segment"
	"github.com/chaffinch-search/chaffinch/internal/option"
)

// A check verifies the segments, the published state, and every document. It verifies checksums and
// structure, the references between documents, and for a sample, that fingerprints match the
// source. It stops after the segments if one is damaged.

// Check reads the whole index and reports its problems. The error explains why the check could not
// be completed.
func (x *Index) Check(ctx context.Context, o index.CheckOptions) (index.CheckReport, error) {
	c := newChecker(x, o)
	err := c.run(ctx)
	return c.report, err
}

func newChecker(x *Index, o index.CheckOptions) *checker {
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	return &checker{x: x, o: o, report: index.CheckReport{Problems: []index.Problem{}}}
}

func (c *checker) run(ctx context.Context) error {
	reader, err := c.x.read()
	if err != nil {
		return err
	}
	defer reader.Close()
	c.s = &Snapshot{reader: reader}
	for _, step := range []func(context.Context) error{c.segments, c.published, c.documents, c.links, c.sources} {
		if err := step(ctx); err != nil {
			return fmt.Errorf("checking index %s: %w", c.x.path, err)
		}
		if c.untrusted {
			break
		}
	}
	slices.SortFunc(c.report.Problems, func(a, b index.Problem) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.What, b.What))
	})
	return nil
}

// checker is one check.
type checker struct {
	x         *Index
	s         *Snapshot
	o         index.CheckOptions
	report    index.CheckReport
	untrusted bool // a segment is damaged, so the rest cannot be read
	contents  map[contentID]uint8
	sample    []sampled

	broken    []string        // files of damaged segments
	lost      []index.Root    // of their contents; for a repair
	again     *index.Remedy   // completes the first update, if that is a problem
	condemned map[string]bool // ids of documents that a repair has to remove; nil for a check
	// republishes means that a repair has changed the store and will publish it.
	republishes bool
}

// condemn notes a document that a repair has to remove.
func (c *checker) condemn(documentID string) {
	if c.condemned != nil {
		c.condemned[documentID] = true
	}
}

// contentID is the id of a content, decoded.
type contentID [20]byte

// Marks of a content.
const (
	markContent    = 1 << iota // the index has it
	markOccurrence             // an occurrence names it
)

func (c *checker) problem(kind, name, what string, do index.Remedy) {
	if len(c.report.Problems) == index.MaxProblems {
		c.report.More++
		return
	}
	c.report.Problems = append(c.report.Problems, index.Problem{Kind: kind, Name: name, What: what, Do: do})
}

func (c *checker) segments(ctx context.Context) error {
	all := c.s.reader.Segments()
	for i, s := range all {
		c.o.Progress("segments", i, len(all))
		c.report.Segments++
		c.report.Bytes += s.FileSize()
		err := checkSegment(ctx, s)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			continue
		}
		c.untrusted = true
		name := segmentName(s)
		c.broken = append(c.broken, name)
		what := strings.TrimSuffix(option.ErrorIn(err, option.Bare), ": "+option.ErrorIn(segment.ErrDamaged, option.Bare))
		if _, reason, ok := strings.Cut(what, name+": "); ok {
			what = reason
		}
		c.problem(index.ProblemSegment, name, what, c.repair())
	}
	return nil
}

// published verifies the published state. It skips segments that are the same files as in the
// store.
func (c *checker) published(ctx context.Context) error {
	mark, err := c.x.partialForOthers()
	if err != nil {
		return fmt.Errorf("reading index %s: %w", c.x.path, advised(err))
	}
	if mark != nil {
		again := c.x.completion(mark)
		c.again = &again
		c.problem(index.ProblemIndex, "", index.ErrUnfinished.Error(), again)
	}
	if c.republishes {
		return ctx.Err()
	}
	b, err := c.x.dir.openPublished(ctx)
	if err != nil {
		c.problem(index.ProblemIndex, publishedDir, option.ErrorIn(err, option.Bare), c.repair())
		return ctx.Err()
	}
	if b == nil {
		return ctx.Err() // nothing is published
	}
	defer b.Close()
	reader, err := scorchReader(b)
	if err != nil {
		return err
	}
	defer reader.Close()
	own := map[string]string{}
	for _, s := range c.s.reader.Segments() {
		own[segmentName(s)] = segmentPath(s)
	}
	for _, s := range reader.Segments() {
		name := segmentName(s)
		if sameFile(own[name], segmentPath(s)) {
			continue
		}
		if err := checkSegment(ctx, s); err != nil && ctx.Err() == nil {
			c.problem(index.ProblemSegment, filepath.Join(publishedDir, name), option.ErrorIn(err, option.Bare), c.repair())
		}
	}
	return ctx.Err()
}

func checkSegment(ctx context.Context, s *scorch.SegmentSnapshot) error {
	switch f := s.Segment().(type) {
	case *segment.Broken:
		return f.Err()
	case *segment.File:
		return f.Check(ctx)
	}
	return nil // it is only in memory
}

func segmentName(s *scorch.SegmentSnapshot) string {
	if path := segmentPath(s); path != "" {
		return filepath.Base(path)
	}
	return fmt.Sprint(s.Id())
}

// segmentPath is empty for a segment in memory.
func segmentPath(s *scorch.SegmentSnapshot) string {
	if f, ok := s.Segment().(interface{ Path() string }); ok {
		return f.Path()
	}
	return ""
}

func (c *checker) repair() index.Remedy { return c.x.dir.repair() }

// links compares the contents that occurrences name with those in the index.
func (c *checker) links(ctx context.Context) error {
	missing := false
	due, err := c.s.reader.GetInternal(reviewMark)
	if err != nil {
		return err
	}
	for id, marks := range c.contents {
		switch marks {
		case markContent:
			c.report.Orphans++
			if due == nil {
				c.condemn(contentPrefix + hex.EncodeToString(id[:]))
				c.problem(index.ProblemContent, hex.EncodeToString(id[:]), "no occurrence names it", c.repair())
			}
		case markOccurrence:
			missing = true
		}
	}
	if !missing {
		return ctx.Err()
	}
	return c.s.EachOccurrence("", func(o index.Occurrence) error {
		var id contentID
		if _, err := hex.Decode(id[:], []byte(o.Content)); err == nil && c.contents[id]&markContent == 0 {
			c.condemn(occurrenceID(o))
			c.problem(index.ProblemOccurrence, o.File(), "the index does not hold its content "+o.Content, c.againFile(o))
		}
		return ctx.Err()
	})
}

// againFile returns how to index a file again.
func (c *checker) againFile(o index.Occurrence) index.Remedy {
	r := c.x.againFrom(index.Root{Collection: o.Collection, Path: o.Root})
	r.Kind, r.Files = index.RemedyFile, []string{o.File()}
	return r
}
