package analyzer

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The scan loop.
//
// Lexing is what everything in this project waits for, so it is one pass over the bytes, driven by a
// table of 256 classes per language, without regular expressions and without an allocation per token.
// Every step moves forward. The one thing that could look at bytes again and again is a form that opens
// and never closes; what such searches cost is drawn from a budget proportional to the source, and once
// that is spent, forms that do not close on their line are not tried any more (see scanner.fail). So
// the time is linear for any input.
//
// Nothing is an error: control bytes and broken UTF-8 are skipped, and what does not close is cut short
// as described at type span. Rejected: a generated automaton per language (the special forms are no
// regular languages, and a row of data is easier to get right), and regular expressions (20 to 100
// times slower).

// maxSource is how much of a source is read; offsets have 32 bits. The rest is cut off.
const maxSource = math.MaxUint32

// bytesPerToken is a low estimate, used to make room for tokens at once.
const bytesPerToken = 6

// Lex appends the tokens of src to dst and returns it. Tokens rise strictly and do not overlap; comments,
// white space, control bytes and broken UTF-8 belong to none, everything else to one. It never fails,
// allocates nothing but room in dst, and keeps no reference to src. Of a source of 4 GiB or more, only
// the first 4 GiB are read.
func (l *Language) Lex(dst []Token, src []byte) []Token {
	if len(src) > maxSource {
		src = src[:maxSource]
	}
	dst = slices.Grow(dst, len(src)/bytesPerToken)
	if l.row == nil {
		return appendWords(dst, src, 0)
	}
	s := newScanner(l.compiled(), src, 0, len(dst))
	if s.outside != nil {
		return s.aroundIslands(dst)
	}
	return s.from(dst, 0)
}

// lexPart lexes src from offset i on, as a part of a source of another language.
func (l *Language) lexPart(dst []Token, src []byte, i int) []Token {
	if l.row == nil {
		return appendWords(dst, src, i)
	}
	s := newScanner(l.compiled(), src, i, len(dst))
	return s.from(dst, i)
}

// scanner is the state of one pass. It lives on the stack.
type scanner struct {
	*program
	src  []byte
	base int // len(dst) at the beginning: tokens before it are another source's

	budget  int  // what searches that come to nothing may still cost, in bytes
	level   int  // how deep in interpolations; 0 while tokens are made
	kind    Kind // of the span found last
	bodies  [maxBodies]body
	pending int // how many bodies wait for the end of the line
}

// maxBodies is how many heredocs one line may open; further ones are taken for operators.
const maxBodies = 8

// body is the text of a heredoc that is to come.
type body struct{ start, end int }

// budgetPerByte bounds the bytes looked at in vain, as a multiple of the source.
const budgetPerByte = 4

// newScanner returns a scanner for src from offset from on; base is the number of tokens there already.
func newScanner(p *program, src []byte, from, base int) scanner {
	return scanner{program: p, src: src, base: base, budget: budgetPerByte*(len(src)-from) + 64}
}

// from lexes the source from offset i on.
func (s *scanner) from(dst []Token, i int) []Token {
	if s.markup {
		return s.text(dst, i)
	}
	return s.code(dst, i)
}

// code is the loop.
func (s *scanner) code(dst []Token, i int) []Token {
	src, p := s.src, s.program
	for i < len(src) {
		c := src[i]
		cl := p.class[c]
		if cl == classSpan {
			if sp, end := s.spanAt(dst, i); sp != nil {
				dst, i = s.emitSpan(dst, sp, i, end)
				continue
			}
			cl = p.base[c]
		}
		start := i
		switch cl {
		case classBlank:
			i++
			for i < len(src) && src[i] == ' ' {
				i++
			}
		case className:
			i++
			for i < len(src) && p.flags[src[i]]&flagName != 0 {
				i++
			}
			if i < len(src) && p.flags[src[i]]&flagNameStop != 0 {
				i = s.nameTail(i)
			}
			dst, i = s.name(dst, start, i)
		case classMark:
			i++
			dst = append(dst, Token{byteHash[c], uint32(start), uint32(i), Operator})
		case classMarks:
			var hash uint64
			i, hash = p.mark(src, i)
			dst = append(dst, Token{hash, uint32(start), uint32(i), Operator})
		case classDigit:
			i = p.number(src, i)
			dst = append(dst, Token{p.textHash(src[start:i]), uint32(start), uint32(i), Number})
		case classSkip:
			i++
		case classNewline:
			i++
			if s.pending > 0 {
				dst, i = s.flushBodies(dst, i)
			}
		default:
			dst, i = s.rare(dst, i, cl)
		}
	}
	return dst
}

// rare reads what starts with a byte of one of the less frequent classes.
func (s *scanner) rare(dst []Token, i int, cl class) ([]Token, int) {
	src := s.src
	switch cl {
	case classDot:
		if i+1 < len(src) && s.flags[src[i+1]]&flagDigit != 0 && !s.followsDot(i) {
			return s.emitNumber(dst, i, s.number(src, i))
		}
		if s.flags[src[i]]&flagName != 0 {
			return s.name(dst, i, s.nameEnd(i+1))
		}
	case classTick:
		if end := tickNumber(src, i); end > 0 {
			return s.emitNumber(dst, i, end)
		}
	case classSign, classDash:
		if i+1 < len(src) && s.flags[src[i+1]]&flagDigit != 0 && !s.touchesValue(dst, i) {
			return s.emitNumber(dst, i, s.number(src, i+1))
		}
		if cl == classDash {
			return s.name(dst, i, s.nameEnd(i+1))
		}
	case classLead:
		if end := s.leadName(i); end > 0 {
			return s.name(dst, i, end)
		}
	case classRun:
		end := i + 1
		for end < len(src) && s.flags[src[end]]&flagRun != 0 && !(s.class[src[end]] == classSpan && s.commentAt(end)) {
			end++
		}
		return s.emit(dst, i, end, Operator), end
	case classHigh:
		return s.high(dst, i)
	}
	end, hash := s.mark(src, i)
	return append(dst, Token{hash, uint32(i), uint32(end), Operator}), end
}

// emit appends a token with the hash of its text.
func (s *scanner) emit(dst []Token, start, end int, kind Kind) []Token {
	return append(dst, Token{hashText(s.src[start:end]), uint32(start), uint32(end), kind})
}

func (s *scanner) emitNumber(dst []Token, start, end int) ([]Token, int) {
	return append(dst, Token{s.textHash(s.src[start:end]), uint32(start), uint32(end), Number}), end
}

// mark returns the end and the hash of the longest operator at i.
func (p *program) mark(src []byte, i int) (end int, hash uint64) {
	r := p.opFirst[src[i]]
	if r.from < r.to {
		text := load8(src, i)
		if p.fold {
			text = lower8(text)
		}
		for k := r.from; k < r.to; k++ {
			o := &p.operators[k]
			if end := i + o.size; text&o.mask == o.text && end <= len(src) && !(o.word && p.isWordAt(src, end)) {
				return end, o.hash
			}
		}
	}
	return i + 1, byteHash[src[i]]
}

// load8 returns the eight bytes from i on as a little-endian number, with zeros behind the end.
func load8(src []byte, i int) uint64 {
	if i+8 <= len(src) {
		return binary.LittleEndian.Uint64(src[i:])
	}
	var text uint64
	for k := len(src) - 1; k >= i; k-- {
		text = text<<8 | uint64(src[k])
	}
	return text
}

// lower8 returns eight bytes with the letters A to Z in lower case.
func lower8(text uint64) uint64 {
	var out uint64
	for k := 0; k < 64; k += 8 {
		out |= uint64(lower(byte(text>>k))) << k
	}
	return out
}

// name emits the name from start to end: a keyword, an identifier, or the span that it opens.
func (s *scanner) name(dst []Token, start, end int) ([]Token, int) {
	text := s.src[start:end]
	var hash uint64
	if s.fold {
		hash = hashFolded(text)
	} else {
		hash = hashText(text)
	}
	kind := s.nameKind
	if w := s.words.find(hash); w != nil {
		if w.mark&markSpan != 0 {
			if sp, to := s.wordSpanAt(dst, w, start, end); sp != nil {
				return s.emitSpan(dst, sp, start, to)
			}
		}
		if w.mark&markKeyword != 0 {
			kind = Keyword
		}
	}
	if s.odd && kind != Keyword {
		if kind = s.oddKind(start, end); kind == Word {
			return appendWords(dst, s.src[:end], start), end
		}
	}
	return append(dst, Token{hash, uint32(start), uint32(end), kind}), end
}

// oddKind returns the kind of a name where that depends on more than its text.
func (s *scanner) oddKind(start, end int) Kind {
	switch {
	case s.headKind != 0 && s.headsLine(start, end):
		return s.headKind
	case s.flags[s.src[start]]&flagWord == 0 && s.src[start] < 0x80:
		return s.leadKind
	}
	return s.nameKind
}

// headsLine reports whether the name from start to end is the first of its line or follows a label,
// and is no label and no assignment itself.
func (s *scanner) headsLine(start, end int) bool {
	before := s.skipBlanksBack(start)
	if before > 0 && s.src[before-1] != '\n' && s.src[before-1] != ':' {
		return false
	}
	after := s.skipBlanks(end)
	return after == len(s.src) || s.src[after] != ':' && s.src[after] != '='
}

// skipBlanks returns the first offset from i on that holds no blank. Line breaks are no blanks here.
func (s *scanner) skipBlanks(i int) int {
	for i < len(s.src) && s.src[i] != '\n' && isBlank(s.src[i]) {
		i++
	}
	return i
}

// skipBlanksBack returns the offset behind the last byte before i that is no blank.
func (s *scanner) skipBlanksBack(i int) int {
	for i > 0 && s.src[i-1] != '\n' && isBlank(s.src[i-1]) {
		i--
	}
	return i
}

// isBlank reports whether b is ASCII white space.
func isBlank(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' }

// nameEnd returns the end of the name whose bytes before i are known.
func (s *scanner) nameEnd(i int) int {
	for i < len(s.src) && s.flags[s.src[i]]&flagName != 0 {
		i++
	}
	if i < len(s.src) && s.flags[s.src[i]]&flagNameStop != 0 {
		return s.nameTail(i)
	}
	return i
}

// nameTail goes on with a name at i, where a rune beyond ASCII or a byte of NameEnd stands.
func (s *scanner) nameTail(i int) int {
	for i < len(s.src) {
		c := s.src[i]
		switch {
		case s.flags[c]&flagName != 0:
			i++
		case c >= 0x80:
			r, size := utf8.DecodeRune(s.src[i:])
			if !isWordRune(r) {
				return i
			}
			i += size
		case s.flags[c]&flagNameEnd != 0 && (i+1 == len(s.src) || s.src[i+1] != '='):
			return i + 1
		default:
			return i
		}
	}
	return i
}

// leadName returns the end of a name that starts with the byte of NameLead at i, or 0.
func (s *scanner) leadName(i int) int {
	from := i + 1
	if s.src[i] == s.specialLead && from < len(s.src) && s.special[s.src[from]] {
		return s.specialEnd(from)
	}
	if s.leadLetters {
		return s.lettersEnd(from)
	}
	if from < len(s.src) && s.src[from] == s.src[i] && s.doubled[s.src[i]] {
		from++
	}
	if !s.startsName(from) {
		return 0
	}
	if s.leadPlain {
		return s.wordEnd(from)
	}
	return s.nameEnd(from)
}

// wordEnd returns the end of the letters, digits, marks and _ from i on.
func (s *scanner) wordEnd(i int) int {
	for i < len(s.src) {
		if c := s.src[i]; c < utf8.RuneSelf {
			if s.flags[c]&flagWord == 0 {
				return i
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(s.src[i:])
		if !isWordRune(r) {
			return i
		}
		i += size
	}
	return i
}

// startsName reports whether a letter or _ stands at i.
func (s *scanner) startsName(i int) bool {
	if i >= len(s.src) {
		return false
	}
	if c := s.src[i]; c < 0x80 {
		return s.flags[c]&flagWord != 0 && s.flags[c]&flagDigit == 0
	}
	r, _ := utf8.DecodeRune(s.src[i:])
	return unicode.IsLetter(r)
}

// lettersEnd returns the end of the letters and further name bytes from i on, without digits and _; 0 if
// there are none.
func (s *scanner) lettersEnd(i int) int {
	end := i
	for end < len(s.src) && s.flags[s.src[end]]&(flagName|flagDigit) == flagName && s.src[end] != '_' {
		end++
	}
	if end == i {
		return 0
	}
	return end
}

// specialEnd returns the end of the special variable whose byte of NameSpecial stands at i.
func (s *scanner) specialEnd(i int) int {
	if !s.isDigitAt(s.src, i) {
		return i + 1
	}
	for s.isDigitAt(s.src, i) {
		i++
	}
	return i
}

// high reads what starts with a byte beyond ASCII: a name, an operator, or nothing.
func (s *scanner) high(dst []Token, i int) ([]Token, int) {
	r, size := utf8.DecodeRune(s.src[i:])
	switch {
	case r == utf8.RuneError && size <= 1:
		return dst, i + 1
	case isWordRune(r):
		return s.name(dst, i, s.nameEnd(i+size))
	case unicode.IsSpace(r) || !unicode.IsGraphic(r):
		return dst, i + size
	}
	return s.emit(dst, i, i+size, Operator), i + size
}

// isWordRune reports whether r may be part of a name or word: a letter, digit or mark.
func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r)
}

// followsDot reports whether the byte before i is a dot: 1..5 holds no .5.
func (s *scanner) followsDot(i int) bool { return i > 0 && s.src[i-1] == '.' }

// number returns the end of the number at i, where a digit stands or a dot before a digit.
func (p *program) number(src []byte, i int) int {
	hex := i+1 < len(src) && src[i] == '0' && src[i+1]|0x20 == 'x'
	dot, based, from := false, false, i
	for i < len(src) {
		c := src[i]
		switch {
		case p.flags[c]&flagDigit != 0:
			i++
		case p.flags[c]&flagWord != 0:
			if p.numbers&juxtaposed != 0 && p.startsFactor(src, i, from) {
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
		case c == '#' && p.numbers&hashBase != 0 && (based || p.isWordAt(src, i+1)):
			if based {
				return i + 1
			}
			based = true
			i++
		case c == '/' && p.numbers&ratio != 0 && !hex && p.isDigitAt(src, i+1):
			i++
		case c == '\'' && p.numbers&tickBase != 0 && tickNumber(src, i) > 0:
			return tickNumber(src, i)
		default:
			return i
		}
	}
	return i
}

// startsFactor reports whether the letter at i starts a name, behind the number that starts at from: it is
// neither an exponent nor part of a number with a base.
func (p *program) startsFactor(src []byte, i, from int) bool {
	if src[from] == '0' && from+1 < len(src) && strings.IndexByte("xXbBoO", src[from+1]) >= 0 {
		return false
	}
	if p.exponents[src[i]] || p.flags[src[i]]&flagSep != 0 {
		return !p.isDigitAt(src, i+1) && !p.signedExponent(src, i+1, src[i], false)
	}
	return true
}

// isWordAt reports whether a letter, digit or _ stands at i.
func (p *program) isWordAt(src []byte, i int) bool {
	return i < len(src) && p.flags[src[i]]&flagWord != 0
}

// signedExponent reports whether a sign at i belongs to the number, because the letter c before it is an exponent's.
func (p *program) signedExponent(src []byte, i int, c byte, hex bool) bool {
	if hex && c|0x20 != 'p' || !hex && !p.exponents[c] {
		return false
	}
	return i+1 < len(src) && (src[i] == '+' || src[i] == '-') && p.flags[src[i+1]]&flagDigit != 0
}

// dotInNumber reports whether the dot at i belongs to the number.
func (p *program) dotInNumber(src []byte, i int, hex bool) bool {
	if i+1 == len(src) {
		return p.numbers&trailingDot != 0
	}
	next := src[i+1]
	switch {
	case p.flags[next]&flagDigit != 0:
		return true
	case next == '.':
		return false
	case p.numbers&trailingDot != 0:
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

// isTickDigit reports whether b is a digit of a Verilog number: hexadecimal, unknown, or a separator.
func isTickDigit(b byte) bool {
	l := lower(b)
	return b >= '0' && b <= '9' || l >= 'a' && l <= 'f' || l == 'x' || l == 'z' || b == '?' || b == '_'
}
