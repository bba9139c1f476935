package index

import (
	"encoding/binary"
	"errors"
)

// Records are written in few bytes, because there are two for every file: numbers as varints, texts
// behind their length.

func appendText(dst []byte, s string) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(s)))
	return append(dst, s...)
}

var errRecord = errors.New("its record is damaged")

// unpacker reads a record. After a failure all is 0 or empty.
type unpacker struct {
	rest []byte
	err  error
}

func (u *unpacker) uint() uint64 {
	v, n := binary.Uvarint(u.rest)
	return v &^ u.skip(n)
}

// atMost reads a number; one that is larger is a failure.
func (u *unpacker) atMost(most uint64) uint64 {
	v := u.uint()
	if v > most {
		u.rest, u.err = nil, errRecord
		return 0
	}
	return v
}

func (u *unpacker) int() int64 {
	v, n := binary.Varint(u.rest)
	return v &^ int64(u.skip(n))
}

// skip passes n bytes over; where n is not positive it notes the failure, and returns ones.
func (u *unpacker) skip(n int) uint64 {
	if n <= 0 || n > len(u.rest) {
		u.rest, u.err = nil, errRecord
		return ^uint64(0)
	}
	u.rest = u.rest[n:]
	return 0
}

func (u *unpacker) bytes(n uint64) []byte {
	if n > uint64(len(u.rest)) {
		u.rest, u.err = nil, errRecord
		return nil
	}
	b := u.rest[:n]
	u.rest = u.rest[n:]
	return b
}

func (u *unpacker) text() string { return string(u.bytes(u.uint())) }

// end returns the failure, if only that there is more than was read.
func (u *unpacker) end() error {
	if u.err == nil && len(u.rest) > 0 {
		u.err = errRecord
	}
	return u.err
}
