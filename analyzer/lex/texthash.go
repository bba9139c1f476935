package lex

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/cespare/xxhash/v2"
)

// The hash of a token's text: XXH64 with seed 0.
//
// Most tokens are shorter than 32 bytes. For these XXH64 is a few multiplications, and the call
// into the assembly of package xxhash costs as much as the hash. So hashText computes short hashes
// itself (XXH64 specification, github.com/Cyan4973/xxHash, doc/xxhash_spec.md, steps 1 and 4 to 6).
// A test compares it with package xxhash for all lengths.

const (
	prime1 uint64 = 11400714785074694791
	prime2 uint64 = 14029467366897019727
	prime3 uint64 = 1609587929392839161
	prime4 uint64 = 9650029242287828579
	prime5 uint64 = 2870177450012600261
)

// shortText is the minimum length for which XXH64 uses four lanes. hashText then calls package
// xxhash.
const shortText = 32

// hashText returns the XXH64 of text.
func hashText(text []byte) uint64 {
	if len(text) >= shortText {
		return xxhash.Sum64(text)
	}
	h := prime5 + uint64(len(text))
	for len(text) >= 8 {
		k := bits.RotateLeft64(binary.LittleEndian.Uint64(text)*prime2, 31) * prime1
		h = bits.RotateLeft64(h^k, 27)*prime1 + prime4
		text = text[8:]
	}
	if len(text) >= 4 {
		h ^= uint64(binary.LittleEndian.Uint32(text)) * prime1
		h = bits.RotateLeft64(h, 23)*prime2 + prime3
		text = text[4:]
	}
	for _, b := range text {
		h = bits.RotateLeft64(h^uint64(b)*prime5, 11) * prime1
	}
	return avalanche(h)
}

// UnixBreaks returns the text with \n for each \r\n, as strings are hashed. It may return text
// itself.
func UnixBreaks(text []byte) []byte {
	if bytes.IndexByte(text, '\r') < 0 {
		return text
	}
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
}

// hashWithin returns the XXH64 of the first n bytes of text, where n < shortText. text must have at
// least n+8 bytes.
func hashWithin(text []byte, n int) uint64 {
	h := prime5 + uint64(n)
	for ; n >= 8; n -= 8 {
		h = hashEight(h, binary.LittleEndian.Uint64(text))
		text = text[8:]
	}
	return avalanche(hashRest(h, binary.LittleEndian.Uint64(text), n))
}

// hashEight adds eight bytes to the hash.
func hashEight(h, text uint64) uint64 {
	return bits.RotateLeft64(h^bits.RotateLeft64(text*prime2, 31)*prime1, 27)*prime1 + prime4
}

// hashRest adds the first n bytes of text to the hash, where n < 8. A processor cannot predict n,
// so all steps are computed and then selected.
func hashRest(h, text uint64, n int) uint64 {
	four := bits.RotateLeft64(h^uint64(uint32(text))*prime1, 23)*prime2 + prime3
	behind := text >> 32
	if n&4 != 0 {
		h, text = four, behind
	}
	one := hashByte(h, text)
	two := hashByte(one, text>>8)
	three := hashByte(two, text>>16)
	if n&3 > 0 {
		h = one
	}
	if n&3 > 1 {
		h = two
	}
	if n&3 > 2 {
		h = three
	}
	return h
}

// hashByte adds the lowest byte of text to the hash.
func hashByte(h, text uint64) uint64 {
	return bits.RotateLeft64(h^uint64(byte(text))*prime5, 11) * prime1
}

func avalanche(h uint64) uint64 {
	h ^= h >> 33
	h *= prime2
	h ^= h >> 29
	h *= prime3
	return h ^ h>>32
}

// byteHash holds the hash of every text of one byte. The hash of such an operator is a look-up.
var byteHash = func() (table [256]uint64) {
	for b := range table {
		table[b] = hashText([]byte{byte(b)})
	}
	return table
}()

// foldBuffer is the number of bytes of folded text that are hashed at once. Nearly every name fits,
// and the buffer stays on the stack.
const foldBuffer = 128

// hashFolded returns the XXH64 of text with the letters A to Z in lower case, without allocating.
func hashFolded(text []byte) uint64 {
	var buffer [foldBuffer]byte
	if len(text) <= foldBuffer {
		return hashText(buffer[:foldInto(&buffer, text)])
	}
	var digest xxhash.Digest
	digest.Reset()
	for len(text) > 0 {
		n := foldInto(&buffer, text)
		digest.Write(buffer[:n]) // never returns an error
		text = text[n:]
	}
	return digest.Sum64()
}

// foldInto writes text into buffer in lower case and returns the bytes written. It writes as much
// as fits.
func foldInto(buffer *[foldBuffer]byte, text []byte) int {
	n := min(len(text), foldBuffer)
	for i, b := range text[:n] {
		buffer[i] = lower(b)
	}
	return n
}

// lower returns b in lower case if it is an ASCII letter.
func lower(b byte) byte {
	if b-'A' < 26 {
		return b | 0x20
	}
	return b
}
