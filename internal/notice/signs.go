package notice

import (
	"bytes"
	"slices"
)

// signs are in every head that says something of a licence, in any case. Most heads have none, and are not read further:
// so every file is searched for them, by the algorithm of Wu and Manber, which looks at a fourth of the bytes.
var signs = []string{
	"icens", "icenc", "ermission ", "edistribut", "opyleft", "arrant", "opyrighted", "ublic domain", "ights reserved", "onfidential", "roprietary",
	"reative commons", "ommercial use", "rade secret", "ot for distribution", "istribution of this file", "isclaims all copyright",
	"o whatever you want", "ranted to ",
}

// shortSigns are in capitals, too short for the algorithm, and rare.
var shortSigns = [][]byte{[]byte("GPL"), []byte("CC0"), []byte("CC-BY")}

// signLength is how many bytes of each sign are looked for first.
const signLength = 5

// signTable has, for the hash of two bytes, how far the search may go on, and which signs have them at signLength.
type signTable struct {
	shift [1 << 12]uint8
	ends  map[uint16][]string
}

func pairHash(a, b byte) uint16 { return (uint16(a|0x20)<<5 ^ uint16(b|0x20)) & (1<<12 - 1) }

var signsBy = func() *signTable {
	t := &signTable{ends: map[uint16][]string{}}
	for i := range t.shift {
		t.shift[i] = signLength - 1
	}
	for _, s := range signs {
		for j := 1; j < signLength; j++ {
			h := pairHash(s[j-1], s[j])
			t.shift[h] = min(t.shift[h], uint8(signLength-1-j))
			if j == signLength-1 {
				t.ends[h] = append(t.ends[h], s)
			}
		}
	}
	return t
}()

// signsIn returns where a head has signs, in order.
func signsIn(head []byte) (all []int) {
	t := signsBy
	for i := signLength - 1; i < len(head); {
		h := pairHash(head[i-1], head[i])
		if n := t.shift[h]; n > 0 {
			i += int(n)
			continue
		}
		for _, s := range t.ends[h] {
			if at := i - signLength + 1; hasFold(head[at:], s) {
				all = append(all, at)
			}
		}
		i++
	}
	for _, sign := range shortSigns {
		for at := 0; ; at += len(sign) {
			i := bytes.Index(head[at:], sign)
			if i < 0 {
				break
			}
			at += i
			all = append(all, at)
		}
	}
	slices.Sort(all)
	return all
}

// hasFold reports whether a text begins with another one, which has small letters.
func hasFold(text []byte, want string) bool {
	if len(text) < len(want) {
		return false
	}
	for i := range len(want) {
		if text[i]|0x20 != want[i] {
			return false
		}
	}
	return true
}
