package parts

import (
	"bytes"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Macros of C that stand for one punctuation mark, or for nothing: #define BEGIN {, #define Z, #define Z(x). Without
// its marks, or with meaningless names between all others, a program shares no run of tokens with its copy. So a name is
// read as the mark, or is no token, from its definition on. Arguments of a macro for nothing are no tokens, either.
// Other macros are names: renaming them changes nothing in structure.
//
// A macro that the file also defines as more than nothing stays a name. Often one branch of an #if defines a
// debugging macro, and the other branch defines it as nothing. Other files then use its name without a definition.
// Definitions in branches that are never compiled (#if 0, #else of #if 1) do not count.

// macroMarks are the marks that such a macro may stand for.
const macroMarks = "{}()[];,"

// The hashes of the words after which the name of a macro is not expanded.
var (
	hashOfDefine, hashOfUndef  = xxhash.Sum64String("define"), xxhash.Sum64String("undef")
	hashOfIfdef, hashOfIfndef  = xxhash.Sum64String("ifdef"), xxhash.Sum64String("ifndef")
	hashOfIf, hashOfEndif      = xxhash.Sum64String("if"), xxhash.Sum64String("endif")
	hashOfElse, hashOfElif     = xxhash.Sum64String("else"), xxhash.Sum64String("elif")
	hashOfDefined, hashOfParen = xxhash.Sum64String("defined"), xxhash.Sum64String("(")
)

// defineOf returns the hash of the word that defines a macro in the language, or 0 if it has none.
func defineOf(l *lex.Language) uint64 {
	switch l.Name {
	case "C", "C++", "Objective-C", "Objective-C++", "Cuda":
		return hashOfDefine
	}
	return 0
}

// macro is what a name stands for: the mark, or nothing if that is nil.
type macro struct {
	mark []byte
	call bool // expanded only before parentheses, with them
}

// macros are the definitions of a source.
type macros struct {
	src    []byte
	tokens []lex.Token
	known  map[uint64]macro    // by the hash of the name
	filter uint64              // has the bit hash%64 of each name that was ever known
	others map[uint64]struct{} // the names that are also defined as more; nil until one is expanded
}

// expandMacros replaces or removes the names that stand for marks or nothing in the tokens of a source, from the
// token that defines the first of them.
func (into *Lexed) expandMacros(src []byte, from int) {
	if from == 0 {
		return
	}
	m := macros{src: src, tokens: into.Tokens}
	tokens, kept := into.Tokens, from
	var calls []call
	depth := 0 // of the parentheses since the first of the calls
	var dead branches
	for i := range from {
		dead.take(&m, i)
	}
	for i := from; i < len(tokens); i++ {
		t := tokens[i]
		dead.take(&m, i)
		switch {
		case t.Hash == hashOfDefine || t.Hash == hashOfUndef:
			if !dead.now() {
				m.take(i)
			}
		case m.filter&(1<<(t.Hash%64)) != 0:
			found, ok := m.expands(i)
			switch {
			case ok && found.mark != nil:
				into.setMark(&t, found.mark)
			case ok && found.call:
				if len(calls) == 0 {
					depth = 0
				}
				calls = append(calls, call{depth, kept})
			case ok:
				continue
			}
		}
		if len(calls) > 0 && t.Kind == lex.Operator && t.End-t.Start == 1 {
			switch src[t.Start] {
			case '(':
				depth++
			case ')':
				depth--
				if last := calls[len(calls)-1]; depth == last.depth {
					kept, calls = last.kept, calls[:len(calls)-1]
					continue
				}
			case '#': // a directive: branches of an #if may not be balanced
				calls = calls[:0]
			}
		}
		tokens[kept] = t
		kept++
	}
	into.Tokens = tokens[:kept]
}

// call is a call of a macro for nothing: the depth of the parentheses before it, and the number of tokens kept.
type call struct{ depth, kept int }

// take notes the definition of a name, or its end, if the word at the token begins one.
func (m *macros) take(i int) {
	if !m.names(i) {
		return
	}
	name := m.tokens[i+1].Hash
	defined, ok := m.definition(i)
	if !ok {
		delete(m.known, name)
		return
	}
	if m.known == nil {
		m.known = map[uint64]macro{}
	}
	m.known[name] = defined
	m.filter |= 1 << (name % 64)
}

// definition returns what the directive with its word at the token defines; ok is false if that is neither a mark nor
// nothing.
func (m *macros) definition(i int) (defined macro, ok bool) {
	if m.tokens[i].Hash != hashOfDefine || !m.names(i) {
		return macro{}, false
	}
	name, value := m.tokens[i+1], i+2
	if value < len(m.tokens) && m.tokens[value].Start == name.End && m.src[name.End] == '(' {
		for m.src[m.tokens[value].Start] != ')' {
			if value++; m.isEnd(value) {
				return macro{}, false
			}
		}
		value++
		defined.call = true
	}
	for at := value; !m.isEnd(at); at++ {
		first := m.tokens[at]
		if at == value && !defined.call && name.Kind == lex.Identifier && first.Start > name.End && first.End-first.Start == 1 &&
			strings.IndexByte(macroMarks, m.src[first.Start]) >= 0 && m.isEnd(at+1) {
			return macro{mark: m.src[first.Start:first.End]}, true
		}
		if nothing, ok := m.known[first.Hash]; !ok || nothing.call || nothing.mark != nil {
			return macro{}, false
		}
	}
	return defined, true
}

// names reports whether the token is the word of a directive, with a name after it.
func (m *macros) names(i int) bool {
	if i == 0 || m.isEnd(i+1) {
		return false
	}
	name := m.tokens[i+1].Kind
	return (name == lex.Identifier || name == lex.Keyword) && m.isDirective(i)
}

// isDirective reports whether the token is the word of a directive.
func (m *macros) isDirective(i int) bool {
	if i == 0 {
		return false
	}
	before := m.src[:m.tokens[i-1].End]
	return bytes.HasSuffix(before, []byte("#")) || bytes.HasSuffix(before, []byte("%:")) || bytes.HasSuffix(before, []byte("??="))
}

// isEnd reports whether the directive that has the token before that one has ended.
func (m *macros) isEnd(i int) bool {
	return i >= len(m.tokens) || hasBreak(m.src[m.tokens[i-1].End:m.tokens[i].Start])
}

// hasBreak reports whether a line ends in the text between two tokens. Lines that \ continues do not, and comments are a blank.
func hasBreak(text []byte) bool {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\n':
			return true
		case text[i] == '\\':
			rest := text[i+1:]
			i += len(rest) - len(bytes.TrimPrefix(bytes.TrimPrefix(rest, []byte("\r")), []byte("\n")))
		case bytes.HasPrefix(text[i:], []byte("/*")):
			n := bytes.Index(text[i+2:], []byte("*/"))
			if n < 0 {
				return false
			}
			i += n + 3
		}
	}
	return false
}

// expands returns what the name at a token stands for there; ok is false if it is a name.
func (m *macros) expands(i int) (found macro, ok bool) {
	t := m.tokens[i]
	if found, ok = m.known[t.Hash]; !ok || t.Kind != lex.Identifier && (t.Kind != lex.Keyword || found.mark != nil) {
		return found, false
	}
	if found.call && (i+1 == len(m.tokens) || m.src[m.tokens[i+1].Start] != '(') {
		return found, false
	}
	before := m.tokens[i-1].Hash
	if before == hashOfParen && i > 1 {
		before = m.tokens[i-2].Hash
	}
	switch before {
	case hashOfIfdef, hashOfIfndef, hashOfDefine, hashOfUndef, hashOfDefined:
		return found, false
	}
	if found.mark != nil {
		return found, true
	}
	if m.others == nil {
		m.readOthers()
	}
	_, other := m.others[t.Hash]
	return found, !other
}

// readOthers sets the names that a definition gives a value.
func (m *macros) readOthers() {
	all := macros{src: m.src, tokens: m.tokens}
	m.others = map[uint64]struct{}{}
	var dead branches
	for i := range m.tokens {
		dead.take(m, i)
		if m.tokens[i].Hash != hashOfDefine || dead.now() || !all.names(i) {
			continue
		}
		all.take(i)
		name := m.tokens[i+1].Hash
		if found, ok := all.known[name]; !ok || found.mark != nil {
			m.others[name] = struct{}{}
		}
	}
}

// branch says whether the numbers of an #if decide a branch.
type branch uint8

const (
	openBranch  branch = iota // may be compiled
	deadBranch                // of #if 0
	aliveBranch               // of #if 1: the others of it are dead
	afterAlive
)

// branches are those around a token, the outermost first. What is in a dead one defines nothing.
type branches []branch

// now reports whether the token is in a dead branch.
func (b branches) now() bool { return slices.Contains(b, deadBranch) || slices.Contains(b, afterAlive) }

// take takes in a token: the word of a directive may begin or end a branch.
func (b *branches) take(m *macros, i int) {
	hash := m.tokens[i].Hash
	switch hash {
	case hashOfIf, hashOfIfdef, hashOfIfndef, hashOfElse, hashOfElif, hashOfEndif:
	default:
		return
	}
	if !m.isDirective(i) {
		return
	}
	last := len(*b) - 1
	switch hash {
	case hashOfIf:
		next := openBranch
		if !m.isEnd(i+1) && m.isEnd(i+2) {
			switch string(m.src[m.tokens[i+1].Start:m.tokens[i+1].End]) {
			case "0":
				next = deadBranch
			case "1":
				next = aliveBranch
			}
		}
		*b = append(*b, next)
	case hashOfIfdef, hashOfIfndef:
		*b = append(*b, openBranch)
	case hashOfElse, hashOfElif:
		if last >= 0 {
			switch (*b)[last] {
			case deadBranch:
				(*b)[last] = openBranch
			case aliveBranch:
				(*b)[last] = afterAlive
			}
		}
	case hashOfEndif:
		if last >= 0 {
			*b = (*b)[:last]
		}
	}
}

// setMark makes the token one of the mark.
func (into *Lexed) setMark(t *lex.Token, mark []byte) {
	if into.Texts == nil {
		into.Texts = map[uint32][]byte{}
	}
	into.Texts[t.Start] = mark
	t.Hash, t.Kind = xxhash.Sum64(mark), lex.Operator
}
