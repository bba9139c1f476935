package parts

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// Some macros of C stand for one punctuation mark, nothing, or one of their arguments. Examples are
// #define BEGIN {, #define Z, #define Z(x), #define ID(x) x. Without its marks, or with meaningless
// names between all others, a program shares no run of tokens with its copy. So a name is read as
// the mark, is dropped, or is left out around its argument, from its definition to its #undef.
// Arguments of a macro for nothing are dropped, too. Other macros are names: renaming them changes
// nothing in structure.
//
// Which branch of an #if is compiled is unknown, unless its condition is constant by its text. So a
// macro that one branch defines as nothing is dropped, whatever the other branches define, unless
// the text would not be C without it: x = ; or f(, y). If that happens often, the branches that
// define such macros are never compiled, and define nothing.

// macroMarks are the marks that such a macro may stand for.
const macroMarks = "{}()[];,"

// The hashes of words and marks.
var (
	hashOfDefine, hashOfUndef  = xxhash.Sum64String("define"), xxhash.Sum64String("undef")
	hashOfIfdef, hashOfIfndef  = xxhash.Sum64String("ifdef"), xxhash.Sum64String("ifndef")
	hashOfIf, hashOfEndif      = xxhash.Sum64String("if"), xxhash.Sum64String("endif")
	hashOfElse, hashOfElif     = xxhash.Sum64String("else"), xxhash.Sum64String("elif")
	hashOfDefined, hashOfParen = xxhash.Sum64String("defined"), xxhash.Sum64String("(")
	hashOfClose, hashOfComma   = xxhash.Sum64String(")"), xxhash.Sum64String(",")
	hashOfPaste, hashOfDots    = xxhash.Sum64String("##"), xxhash.Sum64String("...")
	hashOfVariadic             = xxhash.Sum64String("__VA_ARGS__")
	hashOfStringize            = xxhash.Sum64String("#")
	hashOfPush, hashOfPop      = xxhash.Sum64String("push_macro"), xxhash.Sum64String("pop_macro")
)

// defineOf returns the hash of the language's word that defines macros, or 0.
func defineOf(l *lex.Language) uint64 {
	switch l.Name {
	case "C", "C++", "Objective-C", "Objective-C++", "Cuda":
		return hashOfDefine
	}
	return 0
}

const (
	mostBody  = 16 // tokens of a definition that is read
	mostSteps = 64 // tokens of definitions that are read to tell what one name comes to
)

// macro is a definition whose text may come to nothing, a mark, or an argument.
type macro struct {
	body   []lex.Token // its text
	params []lex.Token // the parameters, with the commas between them
	call   bool        // has a list of parameters
	branch int         // the number of the branch of an #if that has the definition, 0 outside of all
	none   bool        // no definition: push_macro has saved that
}

// sense is the expansion of a macro.
type sense uint8

const (
	aName    sense = iota // anything else
	nothing               // with its arguments
	aMark                 // one token of macroMarks
	argument              // the arguments from..to
	pasted                // the name that two arguments make
)

// meaning is the sense of a name at a place.
type meaning struct {
	sense    sense
	call     bool // only before parentheses
	mark     []byte
	from, to int // of the arguments, to excluded
}

// meant is a meaning that holds until the next change of the known names.
type meant struct {
	meaning
	changes int
}

// macros are the definitions of a source.
type macros struct {
	src     []byte
	tokens  []lex.Token
	marks   []string            // of directives
	kept    int                 // tokens before the present one that are left; those up to it are stale
	known   map[uint64]macro    // by the hash of the name
	pushed  map[uint64][]macro  // by push_macro
	meant   map[uint64]meant    // what known ones came to when last looked up
	changes int                 // of the known names
	steps   int                 // of the present question
	filter  hashFilter          // of each name that was ever known
	at      branches            // around the token
	unlike  map[uint64]struct{} // conditional names without which the text would not be C; nil before readUnlike
	allDead bool                // no definition in an open branch counts
}

// hashFilter tells most hashes that are not in a set: it has a bit of each one that is.
type hashFilter [16]uint64

func (f *hashFilter) add(hash uint64) { f[hash/64%uint64(len(f))] |= 1 << (hash % 64) }

func (f *hashFilter) mayHave(hash uint64) bool { return f[hash/64%uint64(len(f))]&(1<<(hash%64)) != 0 }

// words has the words of directives that take reads.
var words = func() (f hashFilter) {
	for _, hash := range []uint64{
		hashOfDefine, hashOfUndef, hashOfPush, hashOfPop,
		hashOfIf, hashOfIfdef, hashOfIfndef, hashOfElse, hashOfElif, hashOfEndif,
	} {
		f.add(hash)
	}
	return f
}()

// firstMacro returns the token that defines the first macro for a punctuation mark or for nothing.
// It returns 0 if there is none. Strings of C hold no code.
func firstMacro(l *lex.Language, src []byte, tokens []lex.Token) int {
	define := defineOf(l)
	if define == 0 {
		return 0
	}
	m := macros{src: src, tokens: tokens}
	for i := range tokens {
		if tokens[i].Hash == define {
			if d, ok := m.definition(i); ok && m.comes(d) {
				return i
			}
		}
	}
	return 0
}

// expandMacros replaces or removes the names of such macros in the tokens of a source. first is the
// first token that defines one, 0 if there is none.
func (into *Lexed) expandMacros(src []byte, first int) {
	if first == 0 {
		return
	}
	m := macros{src: src, tokens: into.Tokens}
	tokens, kept := into.Tokens, first
	var calls callStack
	for i := range first {
		m.take(i)
	}
	for i := first; i < len(tokens); i++ {
		t := tokens[i]
		m.take(i)
		if m.filter.mayHave(t.Hash) {
			m.kept = kept
			found := m.expands(i)
			called := found.sense != aName && found.call && i+1 < len(tokens) && tokens[i+1].Hash == hashOfParen
			switch {
			case found.sense == aName || found.call && !called:
			case found.sense == aMark:
				into.setMark(&t, found.mark)
			case found.sense == pasted:
				if name, ok := m.pastes(i); ok && name.sense == aMark {
					into.setMark(&t, name.mark)
					i += 5
				} else if ok && name.sense == nothing && !name.call {
					i += 5
					continue
				}
			case found.sense == argument:
				calls.open(found, kept)
				i++ // the parenthesis
				continue
			case found.call:
				calls.open(found, kept)
			default:
				continue
			}
		}
		if len(calls.all) > 0 && t.Kind == lex.Operator && t.End-t.Start == 1 {
			if src[t.Start] == '#' { // a directive: branches of an #if may not be balanced
				calls = callStack{}
			} else if drop, back := calls.take(src[t.Start], kept); drop {
				kept = back
				continue
			}
		}
		if calls.unselected > 0 {
			continue
		}
		tokens[kept] = t
		kept++
	}
	into.Tokens = tokens[:kept]
}

// callStack holds the calls of macros around a token. The macros stand for nothing or for an
// argument.
type callStack struct {
	all        []call
	depth      int // of the parentheses since the first call
	unselected int // the calls whose argument here is not selected
}

// call is a call of a macro. It has the depth of the parentheses before it, the number of tokens
// kept before it, and the argument that it is in.
type call struct {
	meaning
	depth, kept, at int
}

func (c *call) selects() bool { return c.sense != argument || c.from <= c.at && c.at < c.to }

// open begins a call. The parenthesis of a call for an argument is taken in at once.
func (s *callStack) open(found meaning, kept int) {
	if len(s.all) == 0 {
		s.depth = 0
	}
	c := call{meaning: found, depth: s.depth, kept: kept}
	if found.sense == argument {
		s.depth++
	}
	if !c.selects() {
		s.unselected++
	}
	s.all = append(s.all, c)
}

// take takes in a mark. It reports whether the mark is dropped, and how many tokens are kept then.
func (s *callStack) take(mark byte, kept int) (drop bool, back int) {
	last := &s.all[len(s.all)-1]
	switch mark {
	case '(':
		s.depth++
	case ',':
		if last.sense != argument || s.depth != last.depth+1 {
			break
		}
		before := last.selects()
		last.at++
		after := last.selects()
		if before && !after {
			s.unselected++
		} else if !before && after {
			s.unselected--
		}
		return !before || !after, kept
	case ')':
		s.depth--
		if s.depth != last.depth {
			break
		}
		if !last.selects() {
			s.unselected--
		}
		if last.sense == nothing {
			kept = last.kept
		}
		s.all = s.all[:len(s.all)-1]
		return true, kept
	}
	return false, 0
}

// take takes in a token, which may be the word of a directive: of an #if, a definition, or the end
// of one.
func (m *macros) take(i int) {
	if !words.mayHave(m.tokens[i].Hash) {
		return
	}
	m.at.take(m, i)
	switch m.tokens[i].Hash {
	case hashOfDefine, hashOfUndef:
		if !m.at.dead() && m.names(i) {
			m.define(i)
		}
	case hashOfPush, hashOfPop:
		if i+2 < len(m.tokens) && m.tokens[i+1].Hash == hashOfParen && m.tokens[i+2].Kind == lex.String && !m.at.dead() {
			m.save(m.tokens[i].Hash == hashOfPush, xxhash.Sum64(bytes.Trim(m.src[m.tokens[i+2].Start:m.tokens[i+2].End], `"`)))
		}
	}
}

// define notes the definition of a name, or its end. In an open branch, an end or another text
// takes nothing from a name that was nothing before the branch.
func (m *macros) define(i int) {
	name := m.tokens[i+1].Hash
	d, ok := m.definition(i)
	old, had := m.known[name]
	if had && old.branch < m.at.branch() && !(ok && m.comes(d)) && m.comes(old) {
		return
	}
	if ok {
		m.set(name, d)
	} else if had {
		delete(m.known, name)
	} else {
		return
	}
	m.changes++
}

// means returns the sense of a definition now.
func (m *macros) means(d macro) sense {
	m.steps = 0
	return m.meaningOf(d).sense
}

// comes reports whether a definition now yields a mark, nothing, or an argument.
func (m *macros) comes(d macro) bool {
	found := m.means(d)
	return found != aName && found != pasted
}

func (m *macros) set(name uint64, d macro) {
	if m.known == nil {
		m.known, m.meant = map[uint64]macro{}, map[uint64]meant{}
	}
	d.body, d.params = slices.Clone(d.body), slices.Clone(d.params) // the tokens are moved
	m.known[name] = d
	m.filter.add(name)
}

// save is the pragma push_macro, or pop_macro.
func (m *macros) save(push bool, name uint64) {
	m.changes++
	saved := m.pushed[name]
	if push {
		d, ok := m.known[name]
		d.none = !ok
		if m.pushed == nil {
			m.pushed = map[uint64][]macro{}
		}
		m.pushed[name] = append(saved, d)
	} else if n := len(saved) - 1; n >= 0 {
		if saved[n].none {
			delete(m.known, name)
		} else {
			m.set(name, saved[n])
		}
		m.pushed[name] = saved[:n]
	}
}

// definition returns what the directive with its word at the token defines. ok is false if it is
// not one of the macros above, whatever the names in it are.
func (m *macros) definition(i int) (d macro, ok bool) {
	if m.tokens[i].Hash != hashOfDefine || !m.names(i) {
		return macro{}, false
	}
	name := m.tokens[i+1]
	d.branch = m.at.branch()
	from := i + 2
	if from < len(m.tokens) && m.tokens[from].Start == name.End && m.src[name.End] == '(' {
		at := from
		for ; m.tokens[at].Hash != hashOfClose; at++ {
			if m.isEnd(at + 1) {
				return macro{}, false
			}
		}
		d.call, d.params, from = true, m.tokens[from+1:at], at+1
	}
	to := from
	for ; !m.isEnd(to); to++ {
		if n := m.pragma(m.tokens[to:]); n > 0 && !m.isEnd(to+n-1) {
			to += n - 1
			continue
		}
		t := m.tokens[to]
		first := m.src[t.Start]
		isMark := t.End-t.Start == 1 && strings.IndexByte(macroMarks, first) >= 0
		if to-from == mostBody || t.Kind == lex.Operator && t.Hash != hashOfPaste && !isMark {
			return macro{}, false
		}
	}
	if to > from && m.tokens[from].Start == name.End { // #define A;
		return macro{}, false
	}
	d.body = m.tokens[from:to]
	return d, to == from || !isLiteral(d.body[0])
}

// isLiteral reports whether a token is neither a name nor a mark. A text that begins with such a
// token comes to no macro above.
func isLiteral(t lex.Token) bool { return t.Kind == lex.Number || t.Kind == lex.String }

// argument returns the arguments that a parameter stands for, the last excluded: all further ones
// for __VA_ARGS__.
func (d macro) argument(param uint64) (from, to int, ok bool) {
	for _, t := range d.params {
		switch t.Hash {
		case hashOfComma:
			from++
		case param:
			return from, from + 1, true
		case hashOfDots:
			if param == hashOfVariadic {
				return from, math.MaxInt, true
			}
		}
	}
	return 0, 0, false
}

// has reports whether the macro has the parameter.
func (d macro) has(param uint64) bool {
	_, _, ok := d.argument(param)
	return ok
}

// meaningOf returns the current expansion of a definition.
func (m *macros) meaningOf(d macro) meaning {
	none := meaning{}
	body := d.body
	if d.call {
		for len(body) > 2 && body[0].Hash == hashOfParen && body[len(body)-1].Hash == hashOfClose {
			body = body[1 : len(body)-1]
		}
		if len(body) == 1 {
			if from, to, ok := d.argument(body[0].Hash); ok {
				return meaning{sense: argument, call: true, from: from, to: to}
			}
		}
		if len(body) == 3 && len(d.params) == 3 && body[0].Hash == d.params[0].Hash && body[1].Hash == hashOfPaste && body[2].Hash == d.params[2].Hash {
			return meaning{sense: pasted, call: true}
		}
	}
	found := meaning{sense: nothing, call: d.call}
	for i := 0; i < len(body); i++ {
		if m.steps++; m.steps > mostSteps {
			return none
		}
		t := body[i]
		is := none
		if n := m.pragma(body[i:]); n > 0 {
			i += n - 1
			continue
		}
		if t.Hash == hashOfPragma && i+1 == len(body) && !d.call { // #define P _Pragma
			return meaning{sense: nothing, call: true}
		}
		if t.Kind == lex.Operator && t.End-t.Start == 1 {
			is = meaning{sense: aMark, mark: m.src[t.Start:t.End]}
		} else if named, ok := m.known[t.Hash]; ok && !d.has(t.Hash) {
			is = m.meaningOf(named)
		}
		if is.call {
			if i+1 == len(body) && is.sense == nothing && !d.call {
				return is
			}
			if i+1 == len(body) || body[i+1].Hash != hashOfParen {
				return none
			}
			n := closingParen(body[i+1:])
			if n < 0 {
				return none
			}
			is = m.called(is, body[i+2:i+1+n])
			i += n + 1
		}
		switch {
		case is.sense == nothing && !is.call:
		case is.sense == aMark && found.sense == nothing && !d.call:
			found = is
		default:
			return none
		}
	}
	return found
}

// called returns the expansion of a call of a macro with the meaning.
func (m *macros) called(is meaning, arguments []lex.Token) meaning {
	switch {
	case is.sense == nothing:
		return meaning{sense: nothing}
	case is.sense == pasted && len(arguments) == 3:
		return m.named(arguments[0], arguments[2])
	case is.sense == argument && len(arguments) == 1 && is.from == 0:
		if named, ok := m.known[arguments[0].Hash]; ok {
			return m.meaningOf(named)
		}
	}
	return meaning{}
}

// closingParen returns the place of the parenthesis that closes the first token, or -1.
func closingParen(tokens []lex.Token) int {
	depth := 0
	for i, t := range tokens {
		switch t.Hash {
		case hashOfParen:
			depth++
		case hashOfClose:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// named returns the expansion of the name that two tokens make.
func (m *macros) named(a, b lex.Token) meaning {
	var h xxhash.Digest
	h.Reset()
	h.Write(m.src[a.Start:a.End])
	h.Write(m.src[b.Start:b.End])
	if d, ok := m.known[h.Sum64()]; ok {
		return m.meaningOf(d)
	}
	return meaning{}
}

// pastes returns the expansion of the call of a pasting macro at a token: NAME ( A , B ).
func (m *macros) pastes(i int) (found meaning, ok bool) {
	if i+5 >= len(m.tokens) || m.tokens[i+3].Hash != hashOfComma || m.tokens[i+5].Hash != hashOfClose {
		return found, false
	}
	m.steps = 0
	return m.named(m.tokens[i+2], m.tokens[i+4]), true
}

// names reports whether the token is a directive's word with a name after it.
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
	return slices.ContainsFunc(directiveMarks, func(mark string) bool { return bytes.HasSuffix(before, []byte(mark)) })
}

// directiveMarks begin a directive, #, its digraph and its trigraph.
var directiveMarks = []string{"#", "%:", "??="}

// isEnd reports whether the directive that has the token before that one has ended.
func (m *macros) isEnd(i int) bool {
	return i >= len(m.tokens) || hasBreak(m.src[m.tokens[i-1].End:m.tokens[i].Start])
}

// hasBreak reports whether a line ends in the text between two tokens. Lines that \ continues do
// not, and comments are a blank.
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

// expands returns the expansion of the name at a token.
func (m *macros) expands(i int) meaning {
	t := m.tokens[i]
	d, ok := m.known[t.Hash]
	if !ok || t.Kind != lex.Identifier && t.Kind != lex.Keyword || i == 0 {
		return meaning{}
	}
	before := m.tokens[i-1].Hash
	if before == hashOfParen && i > 1 {
		before = m.tokens[i-2].Hash
	}
	switch before {
	case hashOfIfdef, hashOfIfndef, hashOfDefine, hashOfUndef, hashOfDefined:
		return meaning{}
	}
	known, ok := m.meant[t.Hash]
	if !ok || known.changes != m.changes {
		m.steps = 0
		known = meant{m.meaningOf(d), m.changes}
		m.meant[t.Hash] = known
	}
	found := known.meaning
	if found.sense == aName || t.Kind == lex.Keyword && found.sense == aMark {
		return meaning{}
	}
	if d.branch != 0 {
		if m.unlike == nil {
			m.readUnlike(i)
		}
		if _, unlike := m.unlike[t.Hash]; unlike || m.allDead {
			return meaning{}
		}
	}
	return found
}

// readUnlike finds the names that an open branch defines as nothing or as a mark. Without these
// definitions the text would not be C. If a quarter of the uses of such names are so, all of them
// are names. It reads the tokens kept before the present one, and the others from there on.
func (m *macros) readUnlike(present int) {
	m.unlike = map[uint64]struct{}{}
	all := macros{src: m.src, tokens: slices.Concat(m.tokens[:m.kept], m.tokens[present:])}
	names := map[uint64]string{} // and the mark, or ""
	for i := range all.tokens {
		all.take(i)
		if all.tokens[i].Hash == hashOfDefine && all.names(i) {
			name := all.tokens[i+1].Hash
			if d, ok := all.known[name]; ok && d.branch != 0 && !d.call && all.comes(d) {
				names[name] = string(all.meaningOf(d).mark)
			}
		}
	}
	uses, holes, before := 0, 0, ""
	var run []uint64 // names since the token before, which is an operator if its text is not ""
	for i := 0; i < len(all.tokens); i++ {
		t := &all.tokens[i]
		mark, is := names[t.Hash]
		if all.isDirective(i) {
			for i++; !all.isEnd(i); i++ {
			}
			i--
			run, before, mark = run[:0], "", ""
			continue
		}
		if is {
			run = append(run, t.Hash)
			uses++
		} else if mark = ""; t.Kind == lex.Operator {
			mark = string(m.src[t.Start:t.End])
		}
		if (!is || mark != "") && len(run) > 0 && isHole(before, mark) {
			holes++
			if len(run) == 1 {
				m.unlike[run[0]] = struct{}{}
			}
		}
		if is && mark == "" {
			continue
		}
		if before = mark; !is {
			run = run[:0]
		}
	}
	m.allDead = 4*holes > uses
}

// wants are the operators after which an operand comes. joins are those before which one stands,
// and ends are the marks.
var (
	wants = strings.Fields("= + - / % | ^ ! ~ < <= >= == != && || . -> += -= *= /= %= |= &= ^= << >> <<= >>= , (")
	ends  = strings.Fields(") ; ] } ,")
	binds = strings.Fields("= == != <= >= / % | || && ^ . -> += -= *= /= %= |= &= ^= << <<= >>=")
)

// isHole reports whether the text would not be C if these two operators were neighbours.
func isHole(before, after string) bool {
	switch {
	case slices.Contains(binds, after):
		return slices.Contains(wants, before) || before == ";" || before == "{" || before == "}"
	case slices.Contains(ends, after):
		return slices.Contains(wants, before) && !(before == "(" && after == ")")
	}
	return false
}

// setMark makes the token one of the mark.
func (into *Lexed) setMark(t *lex.Token, mark []byte) {
	if into.Texts == nil {
		into.Texts = map[uint32][]byte{}
	}
	into.Texts[t.Start] = mark
	t.Hash, t.Kind = xxhash.Sum64(mark), lex.Operator
}
