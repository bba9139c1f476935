package notice

import (
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/internal/lazyregexp"
)

// A head is read without disguises: letters of another alphabet, mathematical and full-width
// letters, and zero-width characters. A reader sees the same word.

// mixed matches a word with Latin letters and Cyrillic or Greek ones, which look alike.
var mixed = lazyregexp.New(`\pL*(?:[A-Za-z][\p{Cyrillic}\p{Greek}]|[\p{Cyrillic}\p{Greek}][A-Za-z])\pL*`)

var lookAlikes = func() map[rune]rune {
	all := map[rune]rune{}
	latin := []rune("aeopcxyisjABEKMHOPCTXISJ" + "ABEZHIKMNOPTYXoipvackntuxC")
	for i, r := range []rune("аеорсхуіѕјАВЕКМНОРСТХІЅЈ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοιρναϲκητυχϹ") {
		all[r] = latin[i]
	}
	return all
}()

// withoutWidth are runes that stand between letters unseen, or above them.
var withoutWidth = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0xad, Hi: 0xad, Stride: 1}, {Lo: 0x300, Hi: 0x36f, Stride: 1}, {Lo: 0x180e, Hi: 0x180e, Stride: 1}, {Lo: 0x200b, Hi: 0x200f, Stride: 1},
	{Lo: 0x2060, Hi: 0x2064, Stride: 1}, {Lo: 0xfe00, Hi: 0xfe0f, Stride: 1}, {Lo: 0xfeff, Hi: 0xfeff, Stride: 1},
}, R32: []unicode.Range32{{Lo: 0xe0000, Hi: 0xe01ef, Stride: 1}}}

// styled returns the letter or digit of a mathematical or full-width one; 0 of others.
func styled(r rune) rune {
	switch {
	case 0xff01 <= r && r <= 0xff5e:
		return r - 0xff01 + '!'
	case 0x1d400 <= r && r <= 0x1d6a3: // alphabets of mathematics
		return rune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[(r-0x1d400)%52])
	}
	return 0
}

// isDisguised reports whether a head has disguised letters. These are mathematical and full-width
// ones, and between Latin letters zero-width characters and letters that look alike.
func isDisguised(head []byte) bool {
	latin := func(i int) bool { return i >= 0 && i < len(head) && 'a' <= head[i]|0x20 && head[i]|0x20 <= 'z' }
	for i := 0; i < len(head); {
		if i+8 <= len(head) && binary.LittleEndian.Uint64(head[i:])&(utf8.RuneSelf*0x0101010101010101) == 0 {
			i += 8 // letters of ASCII
			continue
		}
		if head[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRune(head[i:])
		if plain := styled(r); plain|0x20 >= 'a' && plain|0x20 <= 'z' {
			return true
		}
		if before, after := latin(i-1), latin(i+size); before || after {
			if before && unicode.Is(withoutWidth, r) || lookAlikes[r] != 0 {
				return true
			}
		}
		i += size
	}
	return false
}

// undisguised returns a head in Latin letters and without zero-width characters. It returns nil if
// it has no disguise.
func undisguised(head []byte) []byte {
	if !isDisguised(head) {
		return nil
	}
	plain := strings.Map(func(r rune) rune {
		if s := styled(r); s != 0 {
			return s
		}
		if unicode.Is(withoutWidth, r) {
			return -1
		}
		return r
	}, string(head))
	return []byte(withoutLookAlikes(plain))
}

// withoutLookAlikes returns a text with Latin letters for others that look alike, in words that
// mixed matches. The expression is slow, and so it only reads words with such a letter.
func withoutLookAlikes(text string) string {
	looksAlike := func(r rune) bool { return r >= utf8.RuneSelf && lookAlikes[r] != 0 }
	if !strings.ContainsFunc(text, looksAlike) {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		rest := strings.TrimLeftFunc(text, unicode.IsLetter)
		word := text[:len(text)-len(rest)]
		if strings.ContainsFunc(word, looksAlike) && mixed.MatchString(word) {
			word = strings.Map(func(r rune) rune {
				if l := lookAlikes[r]; l != 0 {
					return l
				}
				return r
			}, word)
		}
		text = strings.TrimLeftFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) })
		b.WriteString(word)
		b.WriteString(rest[:len(rest)-len(text)])
	}
	return b.String()
}
