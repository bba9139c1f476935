package corpus

import "strings"

// A glob is a wildmatch pattern of git, compiled. Two levels match with the same algorithm:
// elements of a path against elements of the glob, where `**` matches any number of elements, and
// the bytes of one element, where `*` matches any number of bytes. After a mismatch only the last
// star is extended: an earlier one could not help, because the last star can match whatever is
// between. So the time is bounded by the product of the lengths, whatever the pattern.
//
// Wildmatch differs in details from the globs of Go's libraries:
//
//   - It compares bytes: `?` does not match é, which has two.
//   - `**` spans folders only if it is a whole element. Otherwise it is a `*`.
//   - At the end, and before an escaped slash, `**` matches one element or more, elsewhere also
//     none.
//   - Brackets have POSIX classes and escapes, and never match a slash.
//   - A malformed pattern matches nothing.
type glob []globElement

// globElement is the text between two slashes of a glob. If folders is true it is `**` and has no
// tokens.
type globElement struct {
	folders bool
	tokens  []globToken
}

// globToken matches one byte, or any number of bytes if star is true.
type globToken struct {
	star    bool
	literal byte
	set     *byteSet // nil for a literal
}

var anyByte = new(byteSet).inverted()

// compileGlob compiles a pattern. It reports whether the pattern can match anything.
func compileGlob(s string) (glob, bool) {
	g := glob{{}}
	for i := 0; i < len(s); {
		e := &g[len(g)-1]
		switch s[i] {
		case '/':
			g = append(g, globElement{})
			i++
		case '*':
			n := len(s[i:]) - len(strings.TrimLeft(s[i:], "*"))
			if whole := n > 1 && len(e.tokens) == 0 && (i == 0 || s[i-1] == '/') && endsElement(s[i+n:]); whole {
				g = g.withFolders(i > 0 && i+n == len(s) || strings.HasPrefix(s[i+n:], `\`))
			} else {
				e.tokens = append(e.tokens, globToken{star: true})
			}
			i += n
		case '?':
			e.tokens = append(e.tokens, globToken{set: anyByte})
			i++
		case '[':
			set, n, ok := parseBracket(s[i:])
			if !ok {
				return nil, false
			}
			e.tokens = append(e.tokens, globToken{set: set})
			i += n
		case '\\':
			if i++; i == len(s) {
				return nil, false
			}
			if s[i] == '/' {
				continue // escaped or not, it ends the element
			}
			fallthrough
		default:
			e.tokens = append(e.tokens, globToken{literal: s[i]})
			i++
		}
	}
	return g, true
}

// endsElement reports whether an element of the glob ends where s begins.
func endsElement(s string) bool {
	return s == "" || s[0] == '/' || strings.HasPrefix(s, `\/`)
}

// withFolders turns the last element, which is empty, into `**`. If it must match at least one
// element, a `*` precedes it.
func (g glob) withFolders(some bool) glob {
	last := &g[len(g)-1]
	if some {
		last.tokens = []globToken{{star: true}}
		return append(g, globElement{folders: true})
	}
	last.folders = true
	return g
}

// match reports whether the glob matches a path with slashes.
func (g glob) match(path string) bool {
	i, at := 0, 0          // the next element of the glob, and of the path
	folders, from := -1, 0 // the last `**`, and the element of the path up to which it matches
	for at <= len(path) {
		end := elementEnd(path, at)
		switch {
		case i < len(g) && g[i].folders:
			folders, from = i, at
			i++
		case i < len(g) && g[i].match(path[at:end]):
			i, at = i+1, end+1
		case folders < 0:
			return false
		default:
			from = elementEnd(path, from) + 1
			i, at = folders+1, from
		}
	}
	for i < len(g) && g[i].folders {
		i++
	}
	return i == len(g)
}

// elementEnd returns the offset of the next slash from at on, or the path's length.
func elementEnd(path string, at int) int {
	if n := strings.IndexByte(path[at:], '/'); n >= 0 {
		return at + n
	}
	return len(path)
}

// match reports whether the tokens match a name.
func (e globElement) match(name string) bool {
	i, at := 0, 0
	star, from := -1, 0
	for at < len(name) {
		switch {
		case i < len(e.tokens) && e.tokens[i].star:
			star, from = i, at
			i++
		case i < len(e.tokens) && e.tokens[i].match(name[at]):
			i, at = i+1, at+1
		case star < 0:
			return false
		default:
			from++
			i, at = star+1, from
		}
	}
	for i < len(e.tokens) && e.tokens[i].star {
		i++
	}
	return i == len(e.tokens)
}

func (t globToken) match(c byte) bool {
	if t.set != nil {
		return t.set.has(c)
	}
	return c == t.literal
}

// byteSet is the set of bytes that a bracket expression matches.
type byteSet [4]uint64

func (set *byteSet) add(c byte)      { set[c>>6] |= 1 << (c & 63) }
func (set *byteSet) has(c byte) bool { return set[c>>6]>>(c&63)&1 == 1 }

func (set *byteSet) inverted() *byteSet {
	return &byteSet{^set[0], ^set[1], ^set[2], ^set[3]}
}

// parseBracket reads the bracket expression at the start of s. It returns its length, and false if
// it does not end or has an unknown class.
func parseBracket(s string) (set *byteSet, n int, ok bool) {
	set = new(byteSet)
	i := 1
	negated := i < len(s) && (s[i] == '!' || s[i] == '^')
	if negated {
		i++
	}
	for first := true; first || i < len(s) && s[i] != ']'; first = false {
		m, ok := set.addItem(s[i:])
		if !ok {
			return nil, 0, false
		}
		i += m
	}
	if i >= len(s) {
		return nil, 0, false
	}
	if negated {
		set = set.inverted()
	}
	return set, i + 1, true
}

// addItem adds the class, range or byte at s's start, and returns its length. A `]` is a byte here,
// because the caller ends the expression.
func (set *byteSet) addItem(s string) (n int, ok bool) {
	if strings.HasPrefix(s, "[:") {
		if end := strings.IndexByte(s[2:], ']'); end > 0 && s[2+end-1] == ':' {
			return end + 3, set.addClass(s[2 : 2+end-1])
		}
	}
	lo, n, ok := bracketByte(s)
	if !ok {
		return 0, false
	}
	set.add(lo)
	if len(s) < n+2 || s[n] != '-' || s[n+1] == ']' {
		return n, true
	}
	hi, m, ok := bracketByte(s[n+1:])
	if !ok {
		return 0, false
	}
	for c := int(lo); c <= int(hi); c++ {
		set.add(byte(c))
	}
	return n + 1 + m, true
}

// bracketByte returns the byte at s's start, perhaps escaped, and its length.
func bracketByte(s string) (c byte, n int, ok bool) {
	switch {
	case s == "":
		return 0, 0, false
	case s[0] != '\\':
		return s[0], 1, true
	case len(s) == 1:
		return 0, 0, false
	}
	return s[1], 2, true
}

// classes are the POSIX classes in the C locale.
var classes = map[string]func(c byte) bool{
	"alnum":  func(c byte) bool { return isAlpha(c) || isDigit(c) },
	"alpha":  isAlpha,
	"blank":  func(c byte) bool { return c == ' ' || c == '\t' },
	"cntrl":  func(c byte) bool { return c < ' ' || c == 0x7f },
	"digit":  isDigit,
	"graph":  isGraph,
	"lower":  isLower,
	"print":  func(c byte) bool { return c == ' ' || isGraph(c) },
	"punct":  func(c byte) bool { return isGraph(c) && !isAlpha(c) && !isDigit(c) },
	"space":  func(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }, // as git has it
	"upper":  isUpper,
	"xdigit": func(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' },
}

func isLower(c byte) bool { return c >= 'a' && c <= 'z' }
func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isAlpha(c byte) bool { return isLower(c) || isUpper(c) }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isGraph(c byte) bool { return c > ' ' && c < 0x7f }

// addClass adds a class by its name and reports whether there is such a class.
func (set *byteSet) addClass(name string) bool {
	in, ok := classes[name]
	if !ok {
		return false
	}
	for c := range 256 {
		if in(byte(c)) {
			set.add(byte(c))
		}
	}
	return true
}
