package segment

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"sync/atomic"
)

// A file of a segment is mapped and not read when it is opened, and a question reads little of it.
// So that no answer is made of damaged bytes, every page has a checksum, which is compared before
// anything on the page is believed, once for as long as the file is open:
//
//	4 bytes   CRC-32C of a page
//
// for each page of what stands before this table, zap's part and ours. The footer has the checksum
// of the table. With n bytes of pages and table there are n/(pageSize+sumSize) of them, rounded up.
const (
	pageSize = 4096
	sumSize  = 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// pages compares the pages of a file with their checksums, from any number of goroutines. Nil is
// for what is not from a file, where there is nothing to compare.
type pages struct {
	name  string // begins errors; empty while the file is opened, which names it
	mem   []byte // what the table is about
	table []byte
	sum   uint32          // that the table should have
	seen  []atomic.Uint64 // a bit for each page that was compared
}

// openPages takes what stands before the footer of a file, and the checksum in that, and compares
// nothing yet.
func openPages(body []byte, sum uint32) (*pages, error) {
	n := (len(body) + pageSize + sumSize - 1) / (pageSize + sumSize)
	size := len(body) - n*sumSize
	if n > 0 && size <= (n-1)*pageSize {
		return nil, fmt.Errorf("its pages and their checksums do not fit together: %w", ErrDamaged)
	}
	return &pages{mem: body[:size], table: body[size:], sum: sum, seen: make([]atomic.Uint64, (n+63)/64)}, nil
}

// compareTable has to return nil before anything else is compared.
func (p *pages) compareTable() error {
	if crc32.Checksum(p.table, castagnoli) != p.sum {
		return fmt.Errorf("%sthe checksum of the checksums is wrong: %w", p.name, ErrDamaged)
	}
	return nil
}

// trust makes check take every page for one that was compared.
func (p *pages) trust() {
	for i := range p.seen {
		p.seen[i].Store(1<<64 - 1)
	}
}

// check returns an error that wraps [ErrDamaged] if a page from byte from on and before byte to is
// damaged.
func (p *pages) check(from, to uint64) error {
	if p == nil || from >= to {
		return nil
	}
	if to > uint64(len(p.mem)) {
		return ErrDamaged
	}
	for i := from / pageSize; i*pageSize < to; i++ {
		switch seen := p.seen[i/64].Load(); {
		case seen == 1<<64-1:
			i |= 63
		case seen>>(i%64)&1 == 0:
			if err := p.compare(i); err != nil {
				return err
			}
		}
	}
	return nil
}

// compare compares page i with its checksum.
func (p *pages) compare(i uint64) error {
	from := i * pageSize
	to := min(from+pageSize, uint64(len(p.mem)))
	if crc32.Checksum(p.mem[from:to], castagnoli) != binary.LittleEndian.Uint32(p.table[i*sumSize:]) {
		return fmt.Errorf("%sthe checksum of bytes %d to %d is wrong: %w", p.name, from, to-1, ErrDamaged)
	}
	p.seen[i/64].Or(1 << (i % 64))
	return nil
}

// compareAll compares all of the file, pages too that were compared before: what is mapped may have
// been read anew.
func (p *pages) compareAll(ctx context.Context) error {
	if err := p.compareTable(); err != nil {
		return err
	}
	for i := range uint64(len(p.table) / sumSize) {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := p.compare(i); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// pageSums makes the table of what is written to it.
type pageSums struct {
	table []byte
	sum   uint32 // of the page under way
	n     int    // its bytes
}

// Write implements [io.Writer]. It never fails.
func (s *pageSums) Write(b []byte) (int, error) {
	for rest := b; len(rest) > 0; {
		n := min(len(rest), pageSize-s.n)
		s.sum = crc32.Update(s.sum, castagnoli, rest[:n])
		s.n += n
		rest = rest[n:]
		if s.n == pageSize {
			s.endPage()
		}
	}
	return len(b), nil
}

func (s *pageSums) endPage() {
	if s.n > 0 {
		s.table = binary.LittleEndian.AppendUint32(s.table, s.sum)
		s.sum, s.n = 0, 0
	}
}

// writeTo writes what stands behind the pages, the table and the footer, and returns their size.
func (s *pageSums) writeTo(w io.Writer, f footer) (int, error) {
	s.endPage()
	f.sum = crc32.Checksum(s.table, castagnoli)
	return w.Write(f.append(s.table))
}
