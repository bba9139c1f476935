// Package wfp computes and reads SCANOSS fingerprints. They are a winnowing of a file's letters and
// digits that clients send instead of the file.
//
// Only ASCII letters and digits count, letters in lower case. The CRC-32C of each 30 of them in a
// row is a gram. Of each 64 grams in a row the least is selected, unless it equals the gram of the
// previous window. The CRC-32C of its four bytes, the lowest first, is the hash, and its line is
// the one in which the window ends. The gram itself lies up to 93 letters and digits before.
//
// Selected grams are equal wherever the same 93 letters and digits are, so files that share a
// longer text share hashes.
package wfp

import (
	"hash/crc32"
	"math"
	"slices"
)

const (
	gram   = 30 // characters
	window = 64 // grams
)

// Print is a hash, and the last line of its window, from 1.
type Print struct {
	Hash uint32
	Line uint32
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// normal maps each byte to the character that counts, or to 0.
var normal = func() (t [256]byte) {
	for c := '0'; c <= '9'; c++ {
		t[c] = byte(c)
	}
	for c := 'a'; c <= 'z'; c++ {
		t[c], t[c-'a'+'A'] = byte(c), byte(c)
	}
	return t
}()

// A CRC is linear. So the CRC of the next gram is the previous one, plus the contribution of the
// new character, minus the contribution of the dropped one, which leaving holds. ones is the
// contribution of the initial value of a CRC.
var (
	leaving [256]uint32
	ones    = zeros(math.MaxUint32)
)

func init() {
	for c := range leaving {
		leaving[c] = zeros(castagnoli[c])
	}
}

// zeros returns the state of a CRC after a gram of zeros.
func zeros(state uint32) uint32 {
	for range gram {
		state = state>>8 ^ castagnoli[byte(state)]
	}
	return state
}

// Prints returns the fingerprints of a content in their order. Lines end at a line feed.
func Prints(content []byte) []Print {
	var (
		prints []Print
		text   [gram]byte     // the last characters, in a ring
		grams  [window]uint32 // the last ones, in a ring
		n      int            // characters before this one
		state  uint32         // of the CRC of the last ones
		least  uint32         // of the grams
		last   uint32         // least when a print was added
		line   = uint32(1)
	)
	for _, b := range content {
		if b == '\n' {
			line++
			continue
		}
		c := normal[b]
		if c == 0 {
			continue
		}
		state = state>>8 ^ castagnoli[byte(state)^c] ^ leaving[text[n%gram]]
		text[n%gram] = c
		g, at := ^(state ^ ones), n%window
		left := grams[at]
		grams[at] = g
		n++
		if n < gram+window-1 {
			continue
		}
		if n == gram+window-1 || left == least {
			least = slices.Min(grams[:])
		} else {
			least = min(least, g)
		}
		if len(prints) == 0 || least != last {
			last = least
			prints = append(prints, Print{rehash(least), line})
		}
	}
	return prints
}

// rehash returns the CRC-32C of the bytes of a gram. It spreads the selected grams evenly, because
// most of them are small.
func rehash(g uint32) uint32 {
	state := uint32(math.MaxUint32)
	for range 4 {
		state = state>>8 ^ castagnoli[byte(state)^byte(g)]
		g >>= 8
	}
	return ^state
}
