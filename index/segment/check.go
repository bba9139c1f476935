package segment

import (
	"context"
	"fmt"
)

// Check reads the whole segment. It verifies all checksums before it decodes anything. It returns
// an error if a checksum is wrong, if something cannot be decoded, or if a field does not hold as
// many terms and postings as the table says. It returns ctx's error when ctx is done.
func (s *File) Check(ctx context.Context) error {
	defer s.Sequential()()
	if err := s.pages.verifyAll(ctx); err != nil {
		return err
	}
	if err := s.part.check(ctx); err != nil {
		return fmt.Errorf("segment %s: %w", s.path, err)
	}
	return nil
}

// check decodes all fields and stored values.
func (p *part) check(ctx context.Context) error {
	for _, name := range p.names {
		if err := p.fields[name].check(ctx); err != nil {
			return fmt.Errorf("field %s: %w", name, err)
		}
	}
	for at := range p.stored.dirLen() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if _, err := p.stored.read(at); err != nil {
			return fmt.Errorf("stored values: %w", err)
		}
	}
	return nil
}

// check decodes all terms and their lists. Decoded terms and documents are always in ascending
// order, because the codes have no other values.
func (f *field) check(ctx context.Context) error {
	var found counts
	var docs []uint32
	err := newReader(f).each(0, 1<<hashBits, func(_ uint64, l *list) (err error) {
		if found.terms%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		docs, err = f.appendDocs(docs[:0], l)
		found.terms++
		found.postings += uint64(len(docs))
		return err
	})
	if err == nil && found != f.counts {
		err = fmt.Errorf("it holds %d terms and %d postings, the table says %d and %d",
			found.terms, found.postings, f.terms, f.counts.postings)
	}
	return err
}
