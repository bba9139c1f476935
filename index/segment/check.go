package segment

import (
	"context"
	"errors"
	"fmt"
)

// Check reads the whole segment. It returns an error if a checksum is wrong, or if terms or
// documents are out of order. It returns ctx's error when ctx is done. All checksums are verified
// before anything is decoded.
func (s *File) Check(ctx context.Context) error {
	if err := s.pages.verifyAll(ctx); err != nil {
		return err
	}
	if err := s.part.check(ctx, s.Count()); err != nil {
		return fmt.Errorf("segment %s: %w", s.path, err)
	}
	return nil
}

// check decodes everything. all is the number of documents of zap's part.
func (p *part) check(ctx context.Context, all uint64) error {
	if uint64(p.docs) != all {
		return fmt.Errorf("zap's part has %d documents, the fingerprints have %d", all, p.docs)
	}
	for _, name := range p.names {
		if err := p.fields[name].check(ctx); err != nil {
			return fmt.Errorf("field %s: %w", name, err)
		}
	}
	return nil
}

func (f *field) check(ctx context.Context) error {
	var seen counts
	var docs []uint32
	last := uint64(0)
	err := newReader(f).each(0, 1<<hashBits, func(hash uint64, l *list) (err error) {
		if seen.terms%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if seen.terms > 0 && hash <= last {
			return errors.New("terms are not in order")
		}
		last = hash
		if docs, err = f.appendDocs(docs[:0], l); err != nil {
			return err
		}
		for i := 1; i < len(docs); i++ {
			if docs[i] <= docs[i-1] {
				return errors.New("documents of a term are not in order")
			}
		}
		seen.terms++
		seen.postings += uint64(len(docs))
		return nil
	})
	if err == nil && seen != f.counts {
		err = fmt.Errorf("it has %d terms and %d postings instead of %d and %d",
			seen.terms, seen.postings, f.terms, f.counts.postings)
	}
	return err
}
