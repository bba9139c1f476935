package corpus

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Patterns have the syntax of gitignore(5). Git's engine for them, wildmatch, differs from the
// globs of Go's libraries in a dozen small ways, and the libraries made for ignore files in more
// (negation out of order, no backtracking after `**`, regular expressions, panics on malformed
// lines). So a line is taken apart here, into flags, a literal beginning and a canonical glob in
// which nothing is left to differ; only the matching of that glob is left to doublestar. A property
// test holds the result against git itself. What was found on the way:
//
//   - Git compares bytes, doublestar runes: `?` must not match a whole é. Both sides are therefore widened, each byte to
//     the rune of its value.
//   - Bracket expressions become plain sets, in which `!`, `]`, `-`, classes like [:digit:] and escapes are resolved,
//     and which never hold a slash.
//   - `a/**` does not match a, so it becomes `a/**/*`.
//   - `**` spans folders only between slashes, is else a `*`; but git strips the literal beginning first, so that in
//     `/foo**/bar` it does stand at a start. So do we. What is left of a path may then be empty, and is for
//     `/foo**/*` a match.
//   - A malformed line never matches.
//
// Not imitated: in `**\/b`, with an escaped slash, `**` matches one folder or more for git and none
// or more here. core.ignoreCase is not honoured: results must not depend on the machine.

// verdict is what rules say of a path.
type verdict uint8

const (
	undecided verdict = iota // no rule matches
	match                    // the last rule that matches is a plain one
	unmatch                  // the last rule that matches begins with !
)

// or returns whether v is a match, or for want of a verdict what is given.
func (v verdict) or(otherwise bool) bool {
	if v == undecided {
		return otherwise
	}
	return v == match
}

// rules are patterns, of which the last that matches decides.
type rules []rule

// match returns the verdict on a path that is relative to where the rules come from.
func (rs rules) match(path string, dir bool) verdict {
	if len(rs) == 0 {
		return undecided
	}
	name := path[strings.LastIndexByte(path, '/')+1:]
	for i := len(rs) - 1; i >= 0; i-- {
		if !rs[i].match(path, name, dir) {
			continue
		}
		if rs[i].negated {
			return unmatch
		}
		return match
	}
	return undecided
}

// shape says how a rule is matched.
type shape uint8

const (
	literalShape shape = iota // the text is literal
	suffixShape               // the text is the literal that follows a `*`
	globShape                 // the literal is followed by the glob
)

// rule is one line of an ignore file.
type rule struct {
	negated  bool
	dirOnly  bool
	anywhere bool // no slash: matched against the name, not the path
	shape    shape
	literal  string // widened
	glob     string // widened, canonical, for doublestar
	nothing  bool   // the glob also matches the empty string
}

func (r *rule) match(path, name string, dir bool) bool {
	if r.dirOnly && !dir {
		return false
	}
	if r.anywhere {
		path = name
	}
	switch r.shape {
	case literalShape:
		return path == r.literal
	case suffixShape:
		return strings.HasSuffix(path, r.literal)
	}
	rest, ok := strings.CutPrefix(path, r.literal)
	if rest == "" {
		return ok && r.nothing
	}
	return ok && doublestar.MatchUnvalidated(r.glob, rest)
}

// parseFile returns the rules of an ignore file.
func parseFile(data []byte) rules {
	var rs rules
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	for len(data) > 0 {
		var line []byte
		line, data, _ = bytes.Cut(data, []byte("\n"))
		if r, ok := parseLine(string(bytes.TrimSuffix(line, []byte("\r")))); ok {
			rs = append(rs, r)
		}
	}
	return rs
}

// parsePatterns returns the rules of patterns from the options. Unlike a line of a file, one that
// can match nothing is an error: the user is there to be told.
func parsePatterns(patterns []string) (rules, error) {
	var rs rules
	for _, p := range patterns {
		r, ok := parseLine(p)
		if !ok {
			return nil, fmt.Errorf("%q can match nothing; quote brackets and backslashes with a backslash, as in .gitignore", p)
		}
		rs = append(rs, r)
	}
	return rs, nil
}

// parseLine returns the rule of one line without its line end, and whether it can match anything.
func parseLine(s string) (rule, bool) {
	if i := strings.IndexByte(s, 0); i >= 0 {
		s = s[:i]
	}
	if strings.HasPrefix(s, "#") {
		return rule{}, false
	}
	s = trimSpaces(s)
	var r rule
	s, r.negated = strings.CutPrefix(s, "!")
	s, r.dirOnly = strings.CutSuffix(s, "/")
	r.anywhere = !strings.Contains(s, "/")
	s = strings.TrimPrefix(s, "/")
	if s == "" {
		return rule{}, false
	}
	return r, r.compile(s)
}

// compile fills in the shape from a pattern without flags. It reports whether the pattern can match
// anything.
func (r *rule) compile(s string) bool {
	wild := strings.IndexAny(s, `*?[\`)
	if wild < 0 {
		r.shape, r.literal = literalShape, widen(s)
		return true
	}
	if r.anywhere && s[0] == '*' && !strings.ContainsAny(s[1:], `*?[\`) {
		r.shape, r.literal = suffixShape, widen(s[1:])
		return true
	}
	var ok bool
	r.shape, r.literal = globShape, widen(s[:wild])
	r.glob, ok = canonical(s[wild:])
	last := strings.TrimLeft(strings.ReplaceAll(r.glob, "**/", ""), "*")
	r.nothing = last == ""
	return ok
}

// trimSpaces cuts the spaces at the end of a line that no backslash quotes.
func trimSpaces(s string) string {
	end := len(s)
	for end > 0 && s[end-1] == ' ' {
		end--
	}
	slashes := end - len(strings.TrimRight(s[:end], `\`))
	if slashes%2 == 1 && end < len(s) {
		end++
	}
	return s[:end]
}

// canonical translates a wildmatch pattern into a glob that means the same to doublestar. It
// reports whether the pattern can match anything.
func canonical(s string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(s); {
		switch s[i] {
		case '*':
			n := len(s[i:]) - len(strings.TrimLeft(s[i:], "*"))
			b.WriteString(stars(s, i, n))
			i += n
		case '?':
			b.WriteByte('?')
			i++
		case '[':
			set, n, ok := parseBracket(s[i:])
			if !ok {
				return "", false
			}
			set.write(&b)
			i += n
		case '\\':
			if i+1 == len(s) {
				return "", false
			}
			writeLiteral(&b, s[i+1])
			i += 2
		default:
			writeLiteral(&b, s[i])
			i++
		}
	}
	return b.String(), true
}

// stars translates the n stars at s[i:].
func stars(s string, i, n int) string {
	after := s[i+n:]
	start := i == 0 || s[i-1] == '/'
	end := after == "" || after[0] == '/' || strings.HasPrefix(after, `\/`)
	switch {
	case n == 1 || !start || !end:
		return "*"
	case after == "" && i > 0:
		return "**/*"
	}
	return "**"
}

// writeLiteral appends a byte that stands for itself.
func writeLiteral(b *strings.Builder, c byte) {
	if strings.IndexByte(`*?[]{}\`, c) >= 0 {
		b.WriteByte('\\')
	}
	b.WriteRune(rune(c))
}

// widen returns s with every byte turned into the rune of its value, so that a rune of the result
// is a byte of s. ASCII is returned as it is.
func widen(s string) string {
	ascii := true
	for i := 0; i < len(s) && ascii; i++ {
		ascii = s[i] < 0x80
	}
	if ascii {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

// byteSet is what a bracket expression matches.
type byteSet [256]bool

// parseBracket reads the bracket expression at the start of s, by the rules of git's wildmatch. It
// returns how long it is, and false if it does not end or matches nothing.
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

// addItem adds the class, range or byte at the start of s, and returns its length. A `]` is a byte
// here: the caller has looked.
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

// write appends the set as a class of ascending ranges, in which all that could mean something is
// quoted. An empty set becomes a class of NUL, which no path holds.
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
