package units

import (
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/internal/parts"
)

// With [Options.Named], files are compared only with the named ones. So a doubtful file that is not
// named is read in several ways only if it may share code with one that is. That shows without a
// lexer: files with the same code share [shapes], even if it is quoted, numbered, cut or edited.

// shapes are series that files with the same code share, in whatever language they are read.
type shapes struct {
	letters map[uint64]bool // series of letters up to the end of a word
	signs   map[uint64]bool // series of brackets and like signs, which stay if names are changed
}

const (
	lettersOfShape = 32
	signsOfShape   = 16 // as many as a uint64 holds
	variedSigns    = 3  // the least different signs of a series: calls in any language have two
	sharedSigns    = 4  // the least series of signs that two files share
	// smallText is the size below which a copy may be shorter than a series.
	smallText = 1 << 10
	// mostShapes bounds the memory. Files with more share some with most others.
	mostShapes = 1 << 18
)

// note notes the shapes of a file, if it is named.
func (w *worker) note(f *File, text []byte) {
	if w.o.Named == nil || !w.o.Named(f.Path) {
		return
	}
	s, unknown := shapes{map[uint64]bool{}, map[uint64]bool{}}, hides(f, text)
	eachShape(text, func(shape uint64) bool {
		s.letters[shape] = true
		return len(s.letters) <= mostShapes
	}, func(shape uint64) bool {
		s.signs[shape] = true
		return true
	})
	w.mu.Lock()
	defer w.mu.Unlock()
	for shape := range s.letters {
		w.named.letters[shape] = true
	}
	for shape := range s.signs {
		w.named.signs[shape] = true
	}
	w.unknown = w.unknown || unknown || len(w.named.letters) > mostShapes
}

// mayMatter reports whether it may matter how a doubtful file is read. It is named, or may share
// code with a named one.
func (l *loader) mayMatter(f *File, text []byte) bool {
	return l.o.Named == nil || l.unknown || l.o.Named(f.Path) || l.named.shared(text) || hides(f, text)
}

// hides reports whether a file may have code and no shapes of it. Only the parts of some formats
// stand in a document as they are.
func hides(f *File, text []byte) bool {
	return len(text) < smallText || slices.ContainsFunc([]*lex.Language{f.Language, parts.Looks(text)}, func(l *lex.Language) bool {
		return l != nil && l.Parted() && !slices.Contains([]string{parts.Markdown, parts.Diff, parts.Marked}, l.Name)
	})
}

// shared reports whether a text shares shapes.
func (s shapes) shared(text []byte) (is bool) {
	var signs []uint64
	eachShape(text, func(shape uint64) bool {
		is = is || s.letters[shape]
		return !is
	}, func(shape uint64) bool {
		if s.signs[shape] && !slices.Contains(signs, shape) {
			signs = append(signs, shape)
		}
		is = is || len(signs) == sharedSigns
		return !is
	})
	return is
}

// eachShape calls the functions for the series of a text, until one returns false.
func eachShape(text []byte, letters, signs func(uint64) bool) {
	var hash, series uint64
	var last [lettersOfShape]byte
	n, inWord := 0, false
	endWord := func() bool {
		ends := inWord && n >= lettersOfShape
		inWord = false
		return !ends || letters(hash)
	}
	for _, c := range text {
		if isLetter(c) {
			oldest := &last[n%lettersOfShape]
			hash = (hash-uint64(*oldest)*oldestFactor)*letterFactor + uint64(c)
			*oldest, inWord = c, true
			n++
			continue
		}
		if !endWord() {
			return
		}
		if at := strings.IndexByte("()[]{}=:;", c); at >= 0 {
			series = series<<4 | uint64(at+1)
			if isVaried(series) && !signs(series) {
				return
			}
		}
	}
	endWord()
}

const letterFactor = 0x9E3779B97F4A7C15

// oldestFactor is the factor of the oldest letter in a hash.
var oldestFactor = func() uint64 {
	product := uint64(1)
	for range lettersOfShape - 1 {
		product *= letterFactor
	}
	return product
}()

// isLetter counts the bytes of all characters beyond ASCII as letters.
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c >= utf8.RuneSelf }

// isVaried reports whether a series of signs is complete and has enough different ones.
func isVaried(series uint64) bool {
	different := uint16(0)
	for rest := series; rest > 0; rest >>= 4 {
		different |= 1 << (rest & 0xf)
	}
	return series>>(4*(signsOfShape-1)) > 0 && bits.OnesCount16(different) >= variedSigns
}
