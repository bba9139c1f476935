package lex

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// The fast path of the scan loop.
//
// Nine of ten tokens are names, or marks and digits of one byte, perhaps after a few blanks. Two
// things make them expensive. The first is branches that a processor cannot predict, each as
// expensive as some twenty instructions: the length of a name, and whether it is a keyword. The
// second is latency: work on the next token needs its offset.
//
// So the unpredictable is computed from eight bytes at once, without a loop over bytes and with
// short dependency chains. Blanks can be predicted, so they are a branch. Two look-ups identify
// bytes that are always a token of their own. Operators of several bytes and simple strings are
// also read here. scanner.next reads everything else. A test checks that the tokens equal the
// tokens of next alone.

// lookahead is the number of bytes that the fast path may read ahead: blanks, a name, and eight
// more.
const lookahead = 8 + longName + 8

// longName is the minimum length of names that scanner.next reads.
const longName = 32

// fastPath appends tokens that begin from offset i to offset last, while dst has capacity. Without
// blanks at last, only these. last is at least lookahead before the end of the source. fastPath
// returns the offset of the first text that scanner.next must read.
func (s *scanner) fastPath(dst []Token, i, last int) ([]Token, int) {
	src, p := s.src, s.program
	at, buf := uint(len(dst)), dst[:cap(dst)]
	for i <= last && at < uint(len(buf)) {
		ahead := (*[lookahead]byte)(src[i : i+lookahead : i+lookahead])
		blanks, c := 0, ahead[0]
		if c <= ' ' {
			blanks, c = 1, ahead[1]
			if c <= ' ' {
				ink := noBlankIn(eight(ahead, 0))
				if ink == 0 {
					i += 8
					continue
				}
				blanks = bytesBefore(ink)
				c = ahead[blanks]
			}
			i += blanks
		}
		if p.alone[c]&p.ahead[ahead[blanks+1]] == 0 {
			buf[at] = Token{byteHash[c], uint32(i), uint32(i + 1), p.aloneKind[c], 0}
			at++
			i++
			continue
		}
		if !p.fastName[c] {
			end, hash, kind := s.markOrQuoted(i)
			if end == 0 {
				break
			}
			buf[at] = Token{hash, uint32(i), uint32(end), kind, 0}
			at++
			i = end
			continue
		}
		n, hash := p.nameAhead(ahead, blanks)
		if n == longName || p.flags[src[i+n]]&flagNameStop != 0 {
			break
		}
		mark, kind := p.words.marks(hash), uint32(p.nameKind)
		if mark&uint32(markSpan) != 0 {
			break
		}
		if mark&uint32(markKeyword) != 0 {
			kind = uint32(Keyword)
		}
		buf[at] = Token{hash, uint32(i), uint32(i + n), Kind(kind), 0}
		at++
		i += n
	}
	return buf[:at], i
}

// markOrQuoted returns end, hash and kind of the operator or simple string at i. The end is 0 if
// there is neither, or if the string holds an escape, a line break or what may be code.
func (s *scanner) markOrQuoted(i int) (end int, hash uint64, kind Kind) {
	c := s.src[i]
	if s.class[c] == classMarks {
		end, hash = s.mark(s.src, i)
		return end, hash, Operator
	}
	sp := s.quotes[c]
	if sp == nil || sp.stop[s.src[i+1]] || sp.When != 0 && i > 0 && (s.src[i-1] >= 0x80 || s.flags[s.src[i-1]]&flagWord != 0) {
		return 0, 0, 0
	}
	if sp.code && s.mayBeCode(i) {
		return 0, 0, 0
	}
	end = sp.nextStop(s.src, i+1)
	if end == len(s.src) || s.src[end] != c {
		return 0, 0, 0
	}
	if sp.Flags&language.Multi != 0 && (s.budget < 0 || bytes.IndexByte(s.src[i:end], '\n') >= 0) {
		return 0, 0, 0
	}
	if hasHigh(s.src[i:end]) && firstJoining(s.src[i:end]) >= 0 {
		return 0, 0, 0
	}
	return end + 1, s.hash(i, end+1), sp.kind
}

// nameAhead returns length and hash of the name at i. i is at most 7, or longName. Most names end
// in the first eight bytes, most others in the next eight.
func (p *program) nameAhead(ahead *[lookahead]byte, i int) (n int, hash uint64) {
	first := eight(ahead, i)
	if others := noNameIn(first, p.nameByte); others != 0 {
		n = bytesBefore(others)
		return n, avalanche(hashRest(prime5+uint64(n), first, n))
	}
	second := eight(ahead, i+8)
	if others := noNameIn(second, p.nameByte); others != 0 {
		n = bytesBefore(others)
		return 8 + n, avalanche(hashRest(hashEight(prime5+8+uint64(n), first), second, n))
	}
	for n = 16; n < longName; n += 8 {
		if others := noNameIn(eight(ahead, i+n), p.nameByte); others != 0 {
			n += bytesBefore(others)
			return n, hashWithin(ahead[i:], n)
		}
	}
	return longName, 0
}

// The following functions take eight bytes as one number, the first byte lowest. They test a byte
// by the carry of an addition into its highest bit (Lamport, "Multiple byte processing with
// full-word instructions", 1975). Carries into the next byte need no mask: only the first match
// counts, the bytes before it are too small to carry, and later matches are ignored.

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// eight returns the eight bytes at i.
func eight(ahead *[lookahead]byte, i int) uint64 { return binary.LittleEndian.Uint64(ahead[i : i+8]) }

// bytesBefore returns how many bytes there are before the first marked one.
func bytesBefore(marks uint64) int { return bits.TrailingZeros64(marks) / 8 }

// noBlankIn marks the highest bit of the first byte that is neither a blank nor a control
// character. It marks none before it.
func noBlankIn(text uint64) uint64 {
	return (text + ones*(0x7F-' ') | text) & highs
}

// noNameIn marks the highest bit of the first byte that cannot be in a name. Letters, digits, _ and
// the byte that more repeats eight times can. It marks none before it.
func noNameIn(text, more uint64) uint64 {
	folded := text | ones*0x20
	noLetter := (ones*(0x7F+'a') - folded) | (folded + ones*(0x7F-'z'))
	noDigit := (ones*(0x7F+'0') - text) | (text + ones*(0x7F-'9'))
	other := ((text ^ ones*'_') + ones*0x7F) & ((text ^ more) + ones*0x7F)
	return (noLetter&noDigit&other | text) & highs
}

// zeroBytes marks the highest bit of the first zero byte, and none before it.
func zeroBytes(text uint64) uint64 { return (text - ones) &^ text & highs }
