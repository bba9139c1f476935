package corpus

import "strings"

// byteSet is what a bracket expression matches.
type byteSet [256]bool

// parseBracket reads the bracket expression at the start of s, by the rules of git's wildmatch. It returns how long it
// is, and false if it does not end or matches nothing.
func parseBracket(s string) (set byteSet, n int, ok bool) {
	i := 1
	negated := i < len(s) && (s[i] == '!' || s[i] == '^')
	if negated {
		i++
	}
	for first := true; first || i < len(s) && s[i] != ']'; first = false {
		m, ok := set.addItem(s[i:])
		if !ok {
			return set, 0, false
		}
		i += m
	}
	if i >= len(s) {
		return set, 0, false
	}
	return set.finish(negated), i + 1, true
}

// addItem adds the class, range or byte at the start of s, and returns its length. A `]` is a byte here: the caller has
// looked.
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
	set[lo] = true
	if len(s) < n+2 || s[n] != '-' || s[n+1] == ']' {
		return n, true
	}
	hi, m, ok := bracketByte(s[n+1:])
	if !ok {
		return 0, false
	}
	for c := int(lo); c <= int(hi); c++ {
		set[c] = true
	}
	return n + 1 + m, true
}

// bracketByte returns the byte at the start of s, which may be quoted, and its length in s.
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

// classes are the POSIX classes, in the C locale.
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
	"space":  func(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' },
	"upper":  isUpper,
	"xdigit": func(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' },
}

func isLower(c byte) bool { return c >= 'a' && c <= 'z' }
func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isAlpha(c byte) bool { return isLower(c) || isUpper(c) }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isGraph(c byte) bool { return c > ' ' && c < 0x7f }

// addClass adds a class by its name. An unknown one makes the pattern malformed.
func (set *byteSet) addClass(name string) bool {
	in, ok := classes[name]
	if !ok {
		return false
	}
	for c := range set {
		if in(byte(c)) {
			set[c] = true
		}
	}
	return true
}

// finish inverts the set if asked to, and takes out what no element of a path holds.
func (set byteSet) finish(negated bool) byteSet {
	if negated {
		for c := range set {
			set[c] = !set[c]
		}
	}
	set[0], set['/'] = false, false
	return set
}

// write appends the set as a class of ascending ranges, in which all that could mean something is quoted. An empty set
// becomes a class of NUL, which no path holds.
func (set *byteSet) write(b *strings.Builder) {
	b.WriteByte('[')
	empty := true
	for lo := 0; lo < len(set); lo++ {
		if !set[lo] {
			continue
		}
		hi := lo
		for hi+1 < len(set) && set[hi+1] {
			hi++
		}
		writeClassByte(b, byte(lo))
		if hi > lo {
			b.WriteByte('-')
			writeClassByte(b, byte(hi))
		}
		lo, empty = hi, false
	}
	if empty {
		b.WriteByte(0)
	}
	b.WriteByte(']')
}

func writeClassByte(b *strings.Builder, c byte) {
	if !isAlpha(c) && !isDigit(c) && c < 0x80 {
		b.WriteByte('\\')
	}
	b.WriteRune(rune(c))
}
