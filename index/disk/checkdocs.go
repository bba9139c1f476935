package disk

import (
	"context"
	"encoding/hex"
	"fmt"
	"github.com/chaffinch-search/chaffinch/index"
	"slices"
	"strings"
)

// documents reads every document, looks it up by its id, and counts it by kind.
func (c *checker) documents(ctx context.Context) error {
	c.contents = map[contentID]uint8{}
	all := c.s.reader.Segments()
	total, done := 0, 0
	for _, s := range all {
		total += int(s.LiveSize())
	}
	for i, s := range all {
		b := idBatch{checker: c}
		for n := range uint64(s.FullSize()) {
			if deleted := s.Deleted(); deleted != nil && deleted.Contains(uint32(n)) {
				continue
			}
			if done%1024 == 0 {
				c.o.Progress("documents", done, total)
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			done++
			id, stored, err := readStored(s.Segment(), n)
			if err != nil {
				return fmt.Errorf("reading document %d of segment %s: %w", n, segmentName(s), err)
			}
			c.document(i, n, id, stored)
			if err := b.add(id); err != nil {
				return err
			}
		}
		if err := b.flush(); err != nil {
			return err
		}
	}
	return c.counts()
}

// document reads the record of the n-th document of segment i.
func (c *checker) document(i int, n uint64, id string, stored storedValues) {
	var err error
	switch {
	case strings.HasPrefix(id, contentPrefix):
		c.report.Contents++
		err = c.content(site{i, n}, id[len(contentPrefix):], stored)
	case strings.HasPrefix(id, occurrencePrefix):
		err = c.occurrence(id, stored)
	case strings.HasPrefix(id, boilerplatePrefix):
		c.report.Boilerplate++
		err = c.boilerplate(id, stored)
	default:
		err = fmt.Errorf("document %q: invalid document id", id)
	}
	if err != nil {
		c.condemn(id)
		c.problem(index.ProblemDocument, id, err.Error(), c.repair())
	}
}

func (c *checker) content(at site, id string, stored storedValues) error {
	var key contentID
	if n, err := hex.Decode(key[:], []byte(id)); err != nil || n != len(key) || len(id) != 2*len(key) {
		return fmt.Errorf("content %q: invalid id", id)
	}
	if c.contents[key]&markContent != 0 {
		return fmt.Errorf("content %s: the index has it twice", id)
	}
	c.contents[key] |= markContent
	read := index.Content{ID: id}
	if err := read.SetRecord(stored.record); err != nil {
		return fmt.Errorf("content %s: %w", id, err)
	}
	c.choose(sampled{read, at})
	if (stored.wfp != nil) != c.x.settings.Scanoss {
		return fmt.Errorf("content %s: SCANOSS fingerprints are stored: %v, settings say %v", id, stored.wfp != nil, c.x.settings.Scanoss)
	}
	if stored.source == nil {
		if c.x.settings.Store {
			return fmt.Errorf("content %s: its source is not stored", id)
		}
		return nil
	}
	c.report.Stored++
	source, err := index.Document{Content: read, Packed: stored.source}.Source()
	if err == nil && int64(len(source)) != read.Size {
		err = fmt.Errorf("content %s: size is %d bytes, record says %d", id, len(source), read.Size)
	}
	return err
}

func (c *checker) occurrence(id string, stored storedValues) error {
	o, err := parseOccurrence(id, stored.record)
	if err != nil {
		return err
	}
	if o.Skipped != "" {
		c.report.Skipped++
		return nil
	}
	c.report.Occurrences++
	var key contentID
	if n, err := hex.Decode(key[:], []byte(o.Content)); err != nil || n != len(key) {
		return fmt.Errorf("occurrence %q: it names no content", o.Path)
	}
	c.contents[key] |= markOccurrence
	return nil
}

func (c *checker) boilerplate(id string, stored storedValues) error {
	b, err := storedBoilerplate(id, stored)
	if err != nil {
		return err
	}
	c.report.Stored++
	_, err = b.Source()
	return err
}

// counts compares each kind's number of documents with the number that a search finds.
func (c *checker) counts() error {
	for _, k := range []struct {
		kind string
		n    int
	}{
		{kindContent, c.report.Contents}, {kindOccurrence, c.report.Occurrences},
		{kindSkipped, c.report.Skipped}, {kindBoilerplate, c.report.Boilerplate},
	} {
		df, err := c.s.DF(fieldKind, k.kind)
		if err != nil {
			return err
		}
		if df != k.n {
			c.problem(index.ProblemDocument, k.kind, fmt.Sprintf("the index has %d of this kind, and a search finds %d", k.n, df), c.repair())
		}
	}
	return nil
}

// idBatch collects ids of documents, to look them up together.
type idBatch struct {
	*checker
	ids []string
}

func (b *idBatch) add(id string) error {
	if b.ids = append(b.ids, id); len(b.ids) < 1024 {
		return nil
	}
	return b.flush()
}

// flush looks up the ids in all segments. Each must be found once.
func (b *idBatch) flush() error {
	n, err := b.find(b.ids)
	if err != nil || n == len(b.ids) {
		b.ids = b.ids[:0]
		return err
	}
	for _, id := range b.ids {
		n, err := b.find([]string{id})
		if err != nil {
			return err
		}
		if n != 1 {
			b.condemn(id)
			b.problem(index.ProblemDocument, id, fmt.Sprintf("it is found %d times by its id, not once", n), b.repair())
		}
	}
	b.ids = b.ids[:0]
	return nil
}

func (b *idBatch) find(ids []string) (n int, err error) {
	for _, s := range b.s.reader.Segments() {
		found, err := s.DocNumbers(ids)
		if err != nil {
			return 0, err
		}
		n += int(found.GetCardinality())
	}
	return n, nil
}

// sampleSize is the number of contents that are lexed again.
const sampleSize = 64

// site is the place of a document: its segment, and its number there.
type site struct {
	segment int
	doc     uint64
}

// sampled is a content of the sample.
type sampled struct {
	index.Content
	site
}

// choose adds the content to the sample if its id is one of the smallest. Ids are hashes, so the
// sample is random, and the same in every check.
func (c *checker) choose(s sampled) {
	at, _ := slices.BinarySearchFunc(c.sample, s.ID, func(other sampled, id string) int {
		return strings.Compare(other.ID, id)
	})
	if at == sampleSize {
		return
	}
	c.sample = slices.Insert(c.sample, at, s)
	c.sample = c.sample[:min(len(c.sample), sampleSize)]
}
