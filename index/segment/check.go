package segment

import (
	"context"
	"errors"
	"fmt"
)

// check decodes everything. all is the number of documents of zap's part.
func (p *part) check(ctx context.Context, all uint64) error {
	if uint64(p.all) != all {
		return fmt.Errorf("zap's part has %d documents, the fingerprints have %d", all, p.all)
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
