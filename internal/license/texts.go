package license

import (
	"bytes"
	"slices"
	"sync"
)

// Texts is a set of texts of three bytes or more, which are looked for in one pass. It is made when
// it is first used.
type Texts struct {
	texts  []string
	once   sync.Once
	filter [1 << textsBits / 64]uint64 // a bit for the hash of the first three bytes of each text
	by     map[uint32][]string         // by these bytes
}

const textsBits = 12

// NewTexts returns the set of the texts.
func NewTexts(texts ...string) *Texts { return &Texts{texts: texts} }

func (t *Texts) build() {
	t.by = map[uint32][]string{}
	for _, s := range t.texts {
		three := uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16
		t.filter[textsBit(three)/64] |= 1 << (textsBit(three) % 64)
		t.by[three] = append(t.by[three], s)
	}
}

// textsBit hashes three bytes to a bit of the filter.
func textsBit(three uint32) uint32 { return three * 0x9e3779b1 >> (32 - textsBits) }

// In reports whether one of the texts is in another text.
func (t *Texts) In(text []byte) bool {
	t.once.Do(t.build)
	if len(text) < 3 {
		return false
	}
	three := uint32(text[0])<<8 | uint32(text[1])<<16
	for i, b := range text[2:] {
		three = three>>8 | uint32(b)<<16
		if bit := textsBit(three); t.filter[bit/64]&(1<<(bit%64)) == 0 {
			continue
		}
		if slices.ContainsFunc(t.by[three], func(s string) bool { return bytes.HasPrefix(text[i:], []byte(s)) }) {
			return true
		}
	}
	return false
}
