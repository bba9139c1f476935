package hashfile

import (
	"encoding/binary"
	"math/bits"

	"github.com/chaffinch-search/chaffinch/analyzer/winnow"
)

// The distinct terms of a document ascend, so their gaps are coded. They are in Rice's code with a
// parameter r that follows from their number, as gap>>r zeros, a one, and the lowest r bits of the
// gap. A term takes about 1.5 bits more than r, which is 31 for a document of 500 terms. Bits fill
// bytes from the lowest on.

// parameter returns r for n terms.
func parameter(n int) uint { return uint(max(0, winnow.TermBits-bits.Len(uint(n)))) }

// appendTerms appends the number of hashes and the upper bits of each. They ascend, and are
// distinct in these bits.
func appendTerms(dst []byte, hashes []uint64) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(hashes)))
	r := parameter(len(hashes))
	var acc uint64
	var n uint
	put := func(v uint64, width uint) { // of at most 56 bits
		for acc |= v << n; width > 0; {
			take := min(width, 8-n)
			n += take
			width -= take
			if n == 8 {
				dst = append(dst, byte(acc))
				acc, n = acc>>8, 0
			}
		}
	}
	next := uint64(0)
	for _, h := range hashes {
		gap := h>>(64-winnow.TermBits) - next
		next += gap + 1
		zeros := gap >> r
		for ; zeros > 40; zeros -= 40 {
			put(0, 40)
		}
		put(1<<zeros, uint(zeros)+1)
		put(gap&(1<<r-1), r)
	}
	if n > 0 {
		dst = append(dst, byte(acc))
	}
	return dst
}

// readTerms decodes what appendTerms appended and returns the rest. Its memory is bounded by the
// size of data.
func readTerms(data []byte) (hashes []uint64, rest []byte, err error) {
	count, used := binary.Uvarint(data)
	if used <= 0 {
		return nil, nil, damaged("the number of its fingerprints")
	}
	data = data[used:]
	if count > uint64(8*len(data)) {
		return nil, nil, damaged("too few fingerprints")
	}
	r := parameter(int(count))
	if count*uint64(r+1) > uint64(8*len(data)) {
		return nil, nil, damaged("too few fingerprints")
	}
	hashes = make([]uint64, 0, count)
	pos, end := uint(0), uint(8*len(data))
	next := uint64(0)
	for range count {
		zeros := uint64(0)
		for pos < end && data[pos>>3]>>(pos&7)&1 == 0 {
			pos++
			zeros++
		}
		if pos++; pos+r > end || zeros > 1<<winnow.TermBits>>r {
			return nil, nil, damaged("a fingerprint")
		}
		gap := zeros << r
		for i := uint(0); i < r; {
			take := min(r-i, 8-pos&7)
			gap |= uint64(data[pos>>3]>>(pos&7)&(1<<take-1)) << i
			i += take
			pos += take
		}
		if next += gap; next >= 1<<winnow.TermBits {
			return nil, nil, damaged("a fingerprint")
		}
		hashes = append(hashes, next<<(64-winnow.TermBits))
		next++
	}
	whole := (pos + 7) >> 3
	if pos&7 != 0 && data[whole-1]>>(pos&7) != 0 {
		return nil, nil, damaged("bits after the fingerprints")
	}
	return hashes, data[whole:], nil
}
