package segment

import (
	"cmp"
	"math/bits"
	"slices"
)

// A document with more fingerprints is in more lists, and most lists have one document. So the
// number of a document takes fewer bits the more fingerprints the document has: log2 of all
// fingerprints over its own, as a prefix code. In the Go tree that takes 10.8 bits, an equal code
// 13.4.
//
// Documents are divided into classes by their number of fingerprints, in steps of the square root
// of two. A class has a code of Huffman's, and its documents follow in a truncated binary code.

const (
	docClasses = 64
	// mostClassCode bounds the bits of the code of a class.
	mostClassCode = 12
)

// docClass returns the class of a document with n fingerprints: twice log2(n), rounded down.
func docClass(n int) byte {
	v := uint64(min(max(n, 1), 1<<31-1))
	b := bits.Len64(v) - 1
	class := 2 * b
	if v*v >= 1<<(2*b+1) {
		class++
	}
	return byte(class)
}

// classLengths returns the lengths of the codes of classes, 0 for a class without documents.
func classLengths(classes []byte) (lengths [docClasses]byte) {
	var weights [docClasses]float64
	all := 0.0
	for _, c := range classes {
		weights[c] += float64((2 + uint64(c)&1) << (c / 2))
		all += weights[c]
	}
	for least := float64(1); ; least *= 2 {
		lengths = huffman(weights)
		if slices.Max(lengths[:]) <= mostClassCode {
			return lengths
		}
		for c, w := range weights {
			if w > 0 {
				weights[c] = max(w, least)
			}
		}
	}
}

// huffman returns the lengths of Huffman's codes of the classes whose weights are not 0.
func huffman(weights [docClasses]float64) (lengths [docClasses]byte) {
	type tree struct {
		weight  float64
		classes []int
	}
	var trees []tree
	for c, w := range weights {
		if w > 0 {
			trees = append(trees, tree{w, []int{c}})
		}
	}
	for len(trees) > 1 {
		slices.SortStableFunc(trees, func(a, b tree) int { return cmp.Compare(b.weight, a.weight) })
		last := len(trees) - 1
		a, b := trees[last-1], trees[last]
		both := slices.Concat(a.classes, b.classes)
		for _, c := range both {
			lengths[c]++
		}
		trees = append(trees[:last-1], tree{a.weight + b.weight, both})
	}
	return lengths
}

// docCode is the code of the documents of a field. Without classes all numbers are equally long.
// Immutable.
type docCode struct {
	one     truncated // without classes
	classes []byte    // by document
	lengths [docClasses]byte
	class   [docClasses]classCode
	decode  []uint16 // by the next longest bits: a class, above it the length of its code
	longest uint     // bits of a code of a class
	docs    []uint32 // by class, ascending
	at      []uint32 // by document: its index in docs
}

// classCode is the code of a class.
type classCode struct {
	code  uint64 // its lowest bit first
	from  uint32 // of the class's documents in docs
	index truncated
}

// equalCode returns the code of the numbers under n.
func equalCode(n uint32) *docCode { return &docCode{one: truncatedTo(uint64(n))} }

// newDocCode returns the code of documents of these classes. valid must hold for the arguments.
func newDocCode(classes []byte, lengths [docClasses]byte) *docCode {
	c := &docCode{classes: classes, lengths: lengths, longest: uint(slices.Max(lengths[:])),
		docs: make([]uint32, len(classes)), at: make([]uint32, len(classes))}
	var sizes [docClasses]uint32
	for _, class := range classes {
		sizes[class]++
	}
	sum := uint32(0)
	var next [docClasses]uint32
	for i, n := range sizes {
		next[i] = sum
		c.class[i] = classCode{from: sum, index: truncatedTo(uint64(n))}
		sum += n
	}
	for d, class := range classes {
		c.docs[next[class]], c.at[d] = uint32(d), next[class]
		next[class]++
	}
	c.decode = make([]uint16, 1<<c.longest)
	code := uint64(0) // the next, of the longest length
	for length := uint(1); length <= c.longest; length++ {
		for i, l := range lengths {
			if uint(l) != length {
				continue
			}
			c.class[i].code = bits.Reverse64(code) >> (64 - c.longest)
			for at := c.class[i].code; at < 1<<c.longest; at += 1 << length {
				c.decode[at] = uint16(l)<<8 | uint16(i)
			}
			code += 1 << (c.longest - length)
		}
	}
	if c.longest == 0 && len(classes) > 0 {
		c.decode[0] = uint16(classes[0])
	}
	return c
}

// validClasses reports whether classes and the lengths of their codes are of a complete prefix
// code.
func validClasses(classes []byte, lengths []byte) bool {
	var found [docClasses]bool
	for _, c := range classes {
		if c >= docClasses {
			return false
		}
		found[c] = true
	}
	used, sum := 0, 0
	for c, l := range lengths {
		if l > mostClassCode || l > 0 && !found[c] {
			return false
		}
		if l > 0 {
			sum += 1 << (mostClassCode - l)
		}
		if found[c] {
			used++
			if l == 0 {
				sum += 1 << mostClassCode
			}
		}
	}
	return used == 0 || sum == 1<<mostClassCode
}

// write writes document d.
func (c *docCode) write(w *bitWriter, d uint32) {
	index, from := c.one, uint32(0)
	if c.classes != nil {
		class := c.classes[d]
		k := &c.class[class]
		w.write(k.code, uint(c.lengths[class]))
		index, from, d = k.index, k.from, c.at[d]
	}
	if index.bits > 0 {
		w.truncated(uint64(d-from), index)
	}
}

// read reads a document.
func (c *docCode) read(r *bitReader) uint32 {
	if c.classes == nil {
		if c.one.bits == 0 {
			return 0
		}
		return uint32(r.truncated(c.one))
	}
	class := c.decode[0]
	if c.longest > 0 {
		class = c.decode[r.peek()&(1<<c.longest-1)]
	}
	r.pos += uint(class >> 8)
	k := &c.class[class&0xff]
	if k.index.bits == 0 {
		return c.docs[k.from]
	}
	return c.docs[k.from+uint32(r.truncated(k.index))]
}

// gapList is the length from which short lists are interpolated. Shorter lists have the code of
// their first document, and gaps.
const gapList = 16

// short writes fewer than longList documents of n.
func (w *bitWriter) short(docs []uint32, c *docCode, n uint32) {
	if len(docs) >= gapList {
		w.interpolate(docs, 0, n-1)
		return
	}
	for i, d := range docs {
		if i == 0 {
			c.write(w, d)
			continue
		}
		gap, most := d-docs[i-1], n-1-docs[i-1]
		low := uint(bits.Len32(gap) - 1)
		w.uniform(uint64(low), uint64(bits.Len32(most)))
		w.write(uint64(gap)&(1<<low-1), low)
	}
}

// short fills docs with documents under n. The caller ensures that as many fit.
func (r *bitReader) short(docs []uint32, c *docCode, n uint32) {
	if len(docs) >= gapList {
		r.interpolate(docs, 0, n-1)
		return
	}
	for i := range docs {
		if i == 0 {
			docs[0] = c.read(r)
			continue
		}
		most := n - 1 - docs[i-1]
		low := uint(0)
		if widest := uint64(bits.Len32(most)); widest > 1 {
			low = uint(r.truncated(truncatedTo(widest)))
		}
		gap := uint32(1) << low
		if low > 0 { // nothing may be left to read
			gap |= uint32(r.read(low))
		}
		if gap > most {
			r.bad = true
			gap = min(most, 1)
		}
		docs[i] = docs[i-1] + gap
	}
}
