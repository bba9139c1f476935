package lex

import (
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// Numbers, and the form NumberMark. One loop reads the number forms of all languages and the forms
// of language.NumberForm.

// followsDot reports whether a dot precedes i: 1..5 does not hold .5.
func (s *scanner) followsDot(i int) bool { return i > 0 && s.src[i-1] == '.' }

// number returns the end of the number at i. It starts with a digit, or with a dot before a digit.
func (p *program) number(src []byte, i int) int {
	hex := i+1 < len(src) && src[i] == '0' && src[i+1]|0x20 == 'x'
	dot, based, from := false, false, i
	for i < len(src) {
		c := src[i]
		switch {
		case p.flags[c]&flagDigit != 0:
			i++
		case p.flags[c]&flagWord != 0:
			if p.numbers&language.Juxtaposed != 0 && p.startsFactor(src, i, from) {
				return i
			}
			i++
			if p.signedExponent(src, i, c, hex) {
				i++
			}
		case c == '.' && !dot && p.dotInNumber(src, i, hex):
			dot = true
			i++
		case p.flags[c]&flagSep != 0 && p.isWordAt(src, i+1):
			i++
		case c == '#' && p.numbers&language.HashBase != 0 && (based || p.isWordAt(src, i+1)):
			if based {
				return i + 1
			}
			based = true
			i++
		case c == '/' && p.numbers&language.Ratio != 0 && !hex && p.isDigitAt(src, i+1):
			i++
		case c == '\'' && p.numbers&language.TickBase != 0 && tickNumber(src, i) > 0:
			return tickNumber(src, i)
		default:
			return i
		}
	}
	return i
}

// startsFactor reports whether the letter at i starts a name after a number: 2x. A letter of an
// exponent or of a number with a base does not.
func (p *program) startsFactor(src []byte, i, from int) bool {
	if src[from] == '0' && from+1 < len(src) && strings.IndexByte("xXbBoO", src[from+1]) >= 0 {
		return false
	}
	if p.exponents[src[i]] || p.flags[src[i]]&flagSep != 0 {
		return !p.isDigitAt(src, i+1) && !p.signedExponent(src, i+1, src[i], false)
	}
	return true
}

// isWordAt reports whether a letter, digit or _ is at i.
func (p *program) isWordAt(src []byte, i int) bool {
	return i < len(src) && p.flags[src[i]]&flagWord != 0
}

// signedExponent reports whether the sign at i belongs to a number. The letter c before it then
// marks an exponent.
func (p *program) signedExponent(src []byte, i int, c byte, hex bool) bool {
	if hex && c|0x20 != 'p' || !hex && !p.exponents[c] {
		return false
	}
	return i+1 < len(src) && (src[i] == '+' || src[i] == '-') && p.flags[src[i+1]]&flagDigit != 0
}

// dotInNumber reports whether the dot at i belongs to the number.
func (p *program) dotInNumber(src []byte, i int, hex bool) bool {
	if i+1 == len(src) {
		return p.numbers&language.TrailingDot != 0
	}
	next := src[i+1]
	switch {
	case p.flags[next]&flagDigit != 0:
		return true
	case next == '.':
		return false
	case p.numbers&language.TrailingDot != 0:
		return p.flags[next]&flagWord == 0 || !p.dotOperator(src, i)
	case hex:
		return lower(next) >= 'a' && lower(next) <= 'f' || lower(next) == 'p'
	}
	return p.exponents[next] && (p.isDigitAt(src, i+2) || p.signedExponent(src, i+2, next, false))
}

// dotOperator reports whether an operator of several bytes starts with the dot at i.
func (p *program) dotOperator(src []byte, i int) bool {
	end, _ := p.mark(src, i)
	return end > i+1
}

func (p *program) isDigitAt(src []byte, i int) bool {
	return i < len(src) && p.flags[src[i]]&flagDigit != 0
}

// tickNumber returns the end of 'b1010, 'sd12 or '0 at i, or 0.
func tickNumber(src []byte, i int) int {
	i++
	if i < len(src) && src[i]|0x20 == 's' {
		i++
	}
	if i >= len(src) {
		return 0
	}
	switch src[i] | 0x20 {
	case 'b', 'o', 'd', 'h':
		for i++; i < len(src) && src[i] == ' '; i++ {
		}
	case '0' | 0x20, '1' | 0x20, 'x', 'z':
		return i + 1
	default:
		return 0
	}
	start := i
	for i < len(src) && isTickDigit(src[i]) {
		i++
	}
	if i == start {
		return 0
	}
	return i
}

// isTickDigit reports whether b is a digit of a Verilog number: hexadecimal, unknown, or a
// separator.
func isTickDigit(b byte) bool {
	l := lower(b)
	return b >= '0' && b <= '9' || l >= 'a' && l <= 'f' || l == 'x' || l == 'z' || b == '?' || b == '_'
}

// numberMarkEnd is the end of the form number-mark.
func (s *scanner) numberMarkEnd(_ []Token, _ *spanProgram, _, i int) int {
	start := i
	for i < len(s.src) && s.flags[s.src[i]]&flagWord != 0 {
		i++
	}
	if i == start {
		return 0
	}
	return i
}
