package segment

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"sync/atomic"
)

// The table of page checksums follows both parts of a file:
//
//	4 bytes   CRC-32C of a page
//
// for each page. The footer has the checksum of the table. n bytes of pages and table together have
// n/(pageSize+sumSize) pages, rounded up. A question reads few pages, so a page is verified before
// its first use, once while the file is open.
const (
	pageSize = 4096
	sumSize  = 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// pages verifies the pages of a file. It is safe for concurrent use. A nil *pages verifies nothing;
// it is for data that is not from a file.
type pages struct {
	name  string // prefix of errors; empty while the file is opened, whose error names it
	mem   []byte // the bytes that the table covers
	table []byte
	sum   uint32          // expected checksum of the table
	seen  []atomic.Uint64 // a bit for each verified page
}

// openPages divides body, the bytes before the footer of a file, into pages and table. sum is the
// checksum in the footer. Nothing is verified yet.
func openPages(body []byte, sum uint32) (*pages, error) {
	n := (len(body) + pageSize + sumSize - 1) / (pageSize + sumSize)
	size := len(body) - n*sumSize
	if n > 0 && size <= (n-1)*pageSize {
		return nil, fmt.Errorf("the number of pages does not match the number of checksums: %w", ErrDamaged)
	}
	seen := make([]atomic.Uint64, (n+63)/64)
	return &pages{mem: body[:size], table: body[size:], sum: sum, seen: seen}, nil
}

// verifyTable must return nil before pages are verified.
func (p *pages) verifyTable() error {
	if crc32.Checksum(p.table, castagnoli) != p.sum {
		return fmt.Errorf("%sthe checksum of the checksums is wrong: %w", p.name, ErrDamaged)
	}
	return nil
}

// trust marks every page as verified.
func (p *pages) trust() {
	for i := range p.seen {
		p.seen[i].Store(1<<64 - 1)
	}
}

// verify returns an error if a page with a byte of mem[from:to] is damaged. It wraps [ErrDamaged].
func (p *pages) verify(from, to uint64) error {
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
			if err := p.verifyPage(i); err != nil {
				return err
			}
		}
	}
	return nil
}

// verifyPage verifies page i, even if it was verified before.
func (p *pages) verifyPage(i uint64) error {
	from := i * pageSize
	to := min(from+pageSize, uint64(len(p.mem)))
	want := binary.LittleEndian.Uint32(p.table[i*sumSize:])
	if crc32.Checksum(p.mem[from:to], castagnoli) != want {
		return fmt.Errorf("%sthe checksum of bytes %d to %d is wrong: %w",
			p.name, from, to-1, ErrDamaged)
	}
	p.seen[i/64].Or(1 << (i % 64))
	return nil
}

// verifyAll verifies the whole file, even pages that were verified before. The system may have read
// them from disk again.
func (p *pages) verifyAll(ctx context.Context) error {
	if err := p.verifyTable(); err != nil {
		return err
	}
	for i := range uint64(len(p.table) / sumSize) {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := p.verifyPage(i); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// pageSums computes the table of page checksums of the bytes written to it.
type pageSums struct {
	table []byte
	sum   uint32 // of the current page
	n     int    // bytes of the current page
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

// writeTo writes the table and the footer, and returns their size.
func (s *pageSums) writeTo(w io.Writer, f footer) (int, error) {
	s.endPage()
	f.sum = crc32.Checksum(s.table, castagnoli)
	return w.Write(f.append(s.table))
}
