package segment

import (
	"errors"
	"fmt"
	"hash/crc32"
)

// check reads everything. all is the number of documents of the segment.
func (p *part) check(all uint64) error {
	if sum := crc32.Checksum(p.raw, castagnoli); sum != p.sum {
		return errors.New("the checksum of the fingerprints is wrong")
	}
	if uint64(p.all) != all {
		return fmt.Errorf("it holds %d documents, and fingerprints of %d", all, p.all)
	}
	for _, name := range p.names {
		if err := p.fields[name].check(); err != nil {
			return fmt.Errorf("field %s: %w", name, err)
		}
	}
	return nil
}

func (f *field) check() error {
	var seen counts
	var docs []uint32
	last := uint64(0)
	err := newReader(f).each(0, 1<<hashBits, func(hash uint64, l list) (err error) {
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
		err = fmt.Errorf("it holds %d terms and %d postings, and should hold %d and %d",
			seen.terms, seen.postings, f.terms, f.counts.postings)
	}
	return err
}
