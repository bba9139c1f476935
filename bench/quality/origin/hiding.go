package origin

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

// marks are the ways in which a language writes comments and long strings. In a string the snippet
// stands for %s.
type marks struct {
	languages, line, block string
	long                   string
	never                  string // what the snippet must not hold to be in such a string; "\\" stands for escapes
}

var allMarks = []marks{
	{"Go", "// ", "/* */", "var s = `%s`\n", "`"},
	{"Python", "# ", `""" """`, "s = r'''\n%s'''\n", "'''"},
	{"JavaScript TypeScript", "// ", "/* */", "const s = String.raw`%s`;\n", "` ${"},
	{"Java Kotlin Scala Swift", "// ", "/* */", "var s = \"\"\"\n%s\"\"\";\n", `""" \`},
	{"Rust", "// ", "/* */", "const S: &str = r##\"\n%s\"##;\n", `"##`},
	{"C++", "// ", "/* */", "const char s[] = R\"x(\n%s)x\";\n", `)x"`},
	{"C#", "// ", "/* */", "var s = \"\"\"\n%s\"\"\";\n", `"""`},
	{"C", "// ", "/* */", "", ""},
	{"PHP", "// ", "/* */", "$s = <<<'END'\n%sEND;\n", "END"},
	{"Ruby Shell Perl", "# ", "", "cat <<'END'\n%sEND\n", "END"},
	{"R CMake Makefile Tcl", "# ", "", "", ""},
	{"Lua SQL Haskell", "-- ", "", "", ""},
}

// marksOf returns the marks of the language.
func marksOf(l *lex.Language) (marks, bool) {
	i := slices.IndexFunc(allMarks, func(m marks) bool { return slices.Contains(strings.Fields(m.languages), l.Name) })
	if i < 0 {
		return marks{}, false
	}
	return allMarks[i], true
}

// hide puts the snippet into the middle of one of the hosts, as a comment or a string.
func hide(l level, rng *rand.Rand, s *snippet, hosts []*host) []byte {
	middle := hidden(l, rng, s)
	if len(hosts) == 0 || middle == nil {
		return nil
	}
	order := rng.Perm(len(hosts))
	for _, i := range order[:min(embedAttempts, len(order))] {
		h := hosts[i]
		for _, at := range middleBorders(splitLines(h.content)) {
			out := slices.Concat(h.content[:at], middle, h.content[at:])
			if hides(s.lang.Lex(nil, out), h.tokens, at, len(middle)) {
				return out
			}
		}
	}
	return nil
}

// hidden returns the snippet as a comment or a string, or nil.
func hidden(l level, rng *rand.Rand, s *snippet) []byte {
	m, ok := marksOf(s.lang)
	var text bytes.Buffer
	writeLine(&text, s.source)
	if l == quoted {
		for never := range strings.FieldsSeq(m.never) {
			ok = ok && !bytes.Contains(s.source, []byte(never))
		}
		if !ok || m.long == "" {
			return nil
		}
		return fmt.Appendf(nil, m.long, text.Bytes())
	}
	open, end, _ := strings.Cut(m.block, " ")
	switch {
	case !ok:
		return nil
	case end != "" && rng.IntN(2) == 0 && !bytes.Contains(s.source, []byte(end)):
		return fmt.Appendf(nil, "%s\n%s%s\n", open, text.Bytes(), end)
	}
	var out []byte
	for _, line := range splitLines(text.Bytes()) {
		out = append(append(out, m.line...), line...)
	}
	return out
}

// hides reports whether whole are the tokens of the host, with at most some of a string from byte
// at on.
func hides(whole, host []lex.Token, at, length int) bool {
	const most = 8 // name = "..."
	n := 0
	for n < len(host) && int(host[n].End) <= at {
		n++
	}
	more := len(whole) - len(host)
	if more < 0 || more > most {
		return false
	}
	for _, t := range whole[n : n+more] {
		if int(t.Start) < at || int(t.End) > at+length {
			return false
		}
	}
	return code.SameTokens(whole[:n], host[:n]) && code.SameTokens(whole[n+more:], host[n:])
}
