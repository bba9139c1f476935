package lex

import (
	"bytes"
	"encoding/binary"

	"github.com/chaffinch-search/chaffinch/analyzer/internal/language"
)

// The form delimited: from an opening to a closing mark, with escapes, nesting and doubled marks.

func (s *scanner) delimitedEnd(dst []Token, sp *spanProgram, _, i int) int {
	switch {
	case len(sp.closing) == 0 && sp.Flags&language.ToEnd != 0:
		return len(s.src)
	case len(sp.closing) == 0 && sp.Escape == 0:
		return s.toLineEnd(sp, i)
	case sp.kind == 0 && sp.Flags&^language.RestOfLine == language.Multi && sp.Escape == 0:
		return s.commentEnd(sp, i)
	case sp.raw && s.budget >= 0:
		if n := bytes.IndexByte(s.src[i:], sp.closing[0]); n >= 0 {
			return i + n + 1
		}
		return s.unclosed(sp, i)
	}
	return s.bodyEnd(dst, sp, i)
}

// toLineEnd returns the end of a span that ends with the line of i.
func (s *scanner) toLineEnd(sp *spanProgram, i int) int {
	end := s.lineEnd(i)
	for sp.Flags&language.Spliced != 0 && end > i && s.src[end-1] == '\\' && end < len(s.src) {
		i = s.escaped(end - 1)
		end = s.lineEnd(i)
	}
	for _, mark := range s.lineEnds {
		if n := bytes.Index(s.src[i:end], mark); n >= 0 {
			end = i + n
		}
	}
	if end == len(s.src) {
		return s.suspend(sp)
	}
	return end
}

// lineEnd returns the end of the line of i, before a carriage return.
func (s *scanner) lineEnd(i int) int {
	n := bytes.IndexByte(s.src[i:], '\n')
	if n < 0 {
		return len(s.src)
	}
	if n == 0 {
		return i
	}
	return s.beforeReturn(i + n)
}

// beforeReturn returns the end of a line whose line feed is at i. A carriage return before it is
// not part of the line.
func (s *scanner) beforeReturn(i int) int {
	if i > 0 && s.src[i-1] == '\r' {
		return i - 1
	}
	return i
}

// commentEnd finds the end of a simple comment with bytes.Index, which is fast.
func (s *scanner) commentEnd(sp *spanProgram, i int) int {
	n := bytes.Index(s.src[i:], sp.closing)
	if n < 0 {
		return s.suspend(sp)
	}
	return s.closed(sp, i+n+len(sp.closing))
}

// closed returns the end of a span whose Close ends at i. Flags of the span may move it.
func (s *scanner) closed(sp *spanProgram, i int) int {
	if sp.Flags&language.Greedy != 0 {
		for i < len(s.src) && s.src[i] == s.src[i-1] {
			i++
		}
	}
	if sp.Flags&language.UpTo != 0 {
		return i - len(sp.closing)
	}
	if sp.Flags&language.RestOfLine != 0 {
		return s.lineEnd(i)
	}
	if sp.Flags&language.Suffix != 0 {
		for i < len(s.src) && s.flags[s.src[i]]&flagWord != 0 {
			i++
		}
	}
	return i
}

// bodyEnd finds the end of a span with escapes, nesting, doubled marks or interpolations.
func (s *scanner) bodyEnd(dst []Token, sp *spanProgram, body int) int {
	if sp.holdsCode && s.level == 0 {
		s.literals.begin()
	}
	if sp.Flags&language.Multi != 0 && sp.kind != 0 && s.budget < 0 {
		return body
	}
	depth, code := 1, true
	for i := body; ; {
		if i = sp.nextStop(s.src, i); i == len(s.src) {
			return s.unclosed(sp, body)
		}
		c := s.src[i]
		switch {
		case c == sp.Escape && sp.Escape != 0 && !sp.opensCode(s.src[i:]):
			if sp.Flags&language.Doubtful != 0 && !s.escapesClose(sp, i) {
				i++
				continue
			}
			if i = s.escaped(i); sp.Flags&language.Skips != 0 {
				i = s.skipped(sp, i)
			}
		case len(sp.closing) > 0 && startsWith(s.src[i:], sp.closing):
			i += len(sp.closing)
			if sp.Flags&language.Doubled != 0 && startsWith(s.src[i:], sp.closing) {
				i += len(sp.closing)
				continue
			}
			if sp.Flags&language.NotClosing != 0 && i < len(s.src) && sp.tag[s.src[i]] {
				i++
				continue
			}
			if depth--; depth == 0 {
				return s.closed(sp, i)
			}
		case sp.Flags&language.Nest != 0 && startsWith(s.src[i:], sp.deeper):
			depth++
			i += len(sp.deeper)
		case c == '\n' && sp.Flags&language.Multi == 0:
			if sp.Flags&language.Continues != 0 && s.continuesString(sp, i) {
				i = s.afterComments(i + 1)
				continue
			}
			if sp.Flags&language.Closes != 0 {
				return s.fail(body, i)
			}
			return s.beforeReturn(i)
		case (c == '"' || c == '{') && sp.Flags&language.Quotes != 0:
			i = s.hiddenEnd(i)
		case c == '\n' && sp.Flags&language.Indented != 0 && i+1 < len(s.src) && !isBlank(s.src[i+1]):
			s.fail(body, i)
			return body
		default:
			i, code = s.interpolated(dst, sp, i, code)
		}
	}
}

// nextStop returns the offset of the first stop from i on, or the end of src. Stops are escapes,
// marks and line breaks.
func (sp *spanProgram) nextStop(src []byte, i int) int {
	for !sp.many && len(src)-i >= 8 {
		text := binary.LittleEndian.Uint64(src[i:])
		found := zeroBytes(text^sp.stops[0]) | zeroBytes(text^sp.stops[1]) |
			zeroBytes(text^sp.stops[2]) | zeroBytes(text^sp.stops[3])
		if found != 0 {
			return i + bytesBefore(found)
		}
		i += 8
	}
	for i < len(src) && !sp.stop[src[i]] {
		i++
	}
	return i
}

// opensCode reports whether the escape at the start of text opens an interpolation: \( in Swift.
func (sp *spanProgram) opensCode(text []byte) bool {
	for k := range sp.pairs {
		if open := sp.pairs[k].open; open[0] == sp.Escape && startsWith(text, open) {
			return true
		}
	}
	return false
}

// unclosed returns the end of a span that has no closing mark.
func (s *scanner) unclosed(sp *spanProgram, body int) int {
	switch {
	case sp.Flags&language.Closes != 0:
		return s.fail(body, len(s.src))
	case sp.kind == 0 && sp.Flags&language.Doubtful != 0:
		s.fail(body, len(s.src))
		return s.commentEnd(sp, body)
	}
	if sp.Flags&language.Multi == 0 || sp.kind == 0 || s.cut && s.level == 0 {
		return s.suspend(sp)
	}
	s.fail(body, len(s.src))
	return body
}

// escaped returns the offset after the escape at i and the escaped byte or line break.
func (s *scanner) escaped(i int) int {
	i += 2
	if i < len(s.src) && s.src[i-1] == '\r' && s.src[i] == '\n' {
		i++
	}
	return min(i, len(s.src))
}

// escapesClose reports whether the escape at i escapes the closing mark after it. In SQL this is
// ambiguous: a backslash is an ordinary byte in the standard and an escape in MySQL. A wrong guess
// would swap strings and code up to the end of the source. The backslash is an escape if a letter
// follows the mark (it\'s), or if all strings on the line then close: if a string ends in a
// backslash ('C:\', 'x'), the last string would stay open. A wrong guess affects this line only.
func (s *scanner) escapesClose(sp *spanProgram, i int) bool {
	next := i + 1 + len(sp.closing)
	if !startsWith(s.src[i+1:], sp.closing) || next <= s.doubtful || s.budget < 0 || s.isWordAt(s.src, next) {
		return true
	}
	end, open := s.lineEnd(i), true
	for k := next; k < end; k++ {
		switch c := s.src[k]; {
		case c == sp.Escape && open:
			k++
		case startsWith(s.src[k:], sp.closing):
			open = !open
		}
	}
	if open {
		s.fail(i, end)
		return false
	}
	s.doubtful = end
	return true
}

// delimitedOpening returns the length of the mark with further ones of documentation: /// and /*!.
func (sp *spanProgram) delimitedOpening(text []byte) int {
	rest := bytes.TrimLeft(text[len(sp.open):], string(sp.open[len(sp.open)-1:]))
	return len(text) - len(bytes.TrimPrefix(rest, []byte("!")))
}

func (sp *spanProgram) delimitedClosing(text []byte) int {
	mark := bytes.TrimPrefix(sp.closing, []byte("\n"))
	if len(sp.closing) == 0 || !bytes.HasSuffix(text, mark) {
		return 0
	}
	if bytes.LastIndex(text[:len(text)-len(mark)], sp.open) > 0 {
		return -1
	}
	return len(text) - len(bytes.TrimRight(text[:len(text)-len(mark)], string(mark[:1])))
}

func (s *scanner) delimitedRest(sp *spanProgram) (r rest) {
	if sp.Flags&(language.Multi|language.Indented) != language.Multi || len(sp.closing) == 0 {
		return r
	}
	closing := bytes.TrimPrefix(sp.closing, []byte("\n"))
	if len(closing) < len(sp.closing) && bytes.HasPrefix(s.src, closing) {
		return rest{end: s.closed(sp, len(closing)), sure: true}
	}
	distinct := sp.Open != sp.Close
	first := bytes.Index(s.src, sp.closing)
	if first < 0 || distinct && sp.Flags&language.Nest == 0 && bytes.Contains(s.src[:first], []byte(sp.Open)) {
		return r // without reading all of the source
	}
	end := s.delimitedEnd(nil, sp, 0, 0)
	if s.suspended.span != nil {
		return r
	}
	mark := bytes.LastIndex(s.src[:end], sp.closing)
	if mark < 0 || distinct && sp.Flags&language.Nest == 0 && bytes.Contains(s.src[:mark], []byte(sp.Open)) {
		return r
	}
	return rest{mark: mark, end: end, sure: distinct && sp.kind == 0 && len(closing) > 1}
}
