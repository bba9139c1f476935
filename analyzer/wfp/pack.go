package wfp

import (
	"encoding/binary"
	"errors"
	"math"
)

// Pack encodes the fingerprints of a content. The code is the sum, and for each fingerprint the
// difference to the previous line as a varint and the hash in 4 bytes, little-endian. Lines must
// ascend, as in [Prints].
func Pack(s Sum, prints []Print) []byte {
	b := make([]byte, len(s), len(s)+6*len(prints))
	copy(b, s[:])
	line := uint32(0)
	for _, p := range prints {
		b = binary.AppendUvarint(b, uint64(p.Line-line))
		b = binary.LittleEndian.AppendUint32(b, p.Hash)
		line = p.Line
	}
	return b
}

var errPacked = errors.New("damaged SCANOSS fingerprints")

// Unpack decodes the output of Pack.
func Unpack(b []byte) (s Sum, prints []Print, err error) {
	if len(b) < len(s) {
		return s, nil, errPacked
	}
	b = b[copy(s[:], b):]
	prints = make([]Print, 0, len(b)/5)
	for line := uint64(0); len(b) > 0; {
		lines, n := binary.Uvarint(b)
		if n < 1 || len(b) < n+4 || lines > math.MaxUint32-line {
			return s, nil, errPacked
		}
		line += lines
		prints = append(prints, Print{binary.LittleEndian.Uint32(b[n:]), uint32(line)})
		b = b[n+4:]
	}
	return s, prints, nil
}
