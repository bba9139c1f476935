package origin

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

// foreign is material from held-out files that mutations mix with snippets. The index holds hardly
// any of it.
type foreign map[*lex.Language]*pool

// pool is the foreign material of one language.
type pool struct {
	files []lineFile
	hosts []*host
}

// lineFile is a file whose lines are inserted into edited snippets.
type lineFile struct {
	name  string
	lines [][]byte
}

// host is a file that snippets are embedded in.
type host struct {
	*source
	piece *piece
}

const (
	// maxForeign is the number of held-out files that foreign material is taken from.
	maxForeign                 = 3000
	hostMinLines, hostMaxLines = 300, 1500
	// maxHosts is how many hosts a language has at most.
	maxHosts = 60
	// maxLineFiles is from how many files of a language lines are taken, and linesPerFile how many.
	maxLineFiles, linesPerFile = 60, 60
	// lineMinTokens keeps lone brackets from counting as foreign lines.
	lineMinTokens = 4
	// hostOverlap is the share of a host's exact grams that one indexed file may hold. A host is
	// so much longer than the snippet that a copy of a tenth of it would be the better answer.
	hostOverlap = 0.01
)

// gather takes foreign material from held-out documents. Hosts that share more than hostOverlap
// with the indexed documents are left out.
func gather(held, indexed []listed) (foreign, error) {
	f := foreign{}
	for _, d := range held[:min(len(held), maxForeign)] {
		src, err := d.readCode()
		if err != nil {
			return nil, err
		}
		if src != nil {
			f.add(src)
		}
	}
	var pieces []*piece
	for _, p := range f {
		for _, h := range p.hosts {
			pieces = append(pieces, h.piece)
		}
	}
	if err := findHolders(pieces, indexed, analyzer.Exact); err != nil {
		return nil, fmt.Errorf("looking for the foreign material: %w", err)
	}
	for _, p := range f {
		p.hosts = slices.DeleteFunc(p.hosts, func(h *host) bool { return h.piece.overlap > hostOverlap })
	}
	return f, nil
}

// add takes the lines that are still needed from a held-out source.
func (f foreign) add(src *source) {
	p := f[src.lang]
	if p == nil {
		p = &pool{}
		f[src.lang] = p
	}
	lines := code.Lines(src.content)
	if len(p.files) < maxLineFiles {
		p.files = append(p.files, lineFile{src.name, insertable(src.lang, lines)})
	}
	fits := len(lines) >= hostMinLines && len(lines) <= hostMaxLines && code.Closed(src.lang, src.content)
	if fits && len(p.hosts) < maxHosts && len(src.tokens) >= hostMinLines {
		p.hosts = append(p.hosts, &host{src, &piece{symbols: code.Symbols(analyzer.Exact, src.tokens)}})
	}
}

// insertable returns lines from all over a file that can be inserted anywhere: they have some
// tokens and close what they open.
func insertable(lang *lex.Language, lines [][]byte) (good [][]byte) {
	for step, i := max(len(lines)/linesPerFile, 1), 0; i < len(lines); i += step {
		if len(lang.Lex(nil, lines[i])) >= lineMinTokens && code.Closed(lang, lines[i]) {
			good = append(good, lines[i])
		}
	}
	return good
}

// lines returns the lines foreign to the snippet.
func (f foreign) lines(s *snippet) (all [][]byte) {
	if p := f[s.lang]; p != nil {
		for _, file := range p.files {
			if file.name != s.file {
				all = append(all, file.lines...)
			}
		}
	}
	return all
}

// hosts returns the hosts foreign to the snippet.
func (f foreign) hosts(s *snippet) []*host {
	if f[s.lang] == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(f[s.lang].hosts), func(h *host) bool { return h.name == s.file })
}

// embedAttempts is how many places of how many hosts are tried.
const embedAttempts = 6

// embed puts a text into the middle of one of the hosts, preferably at a blank line. fits reports
// whether whole are the tokens of the host with the tokens of the text at a byte.
func embed(rng *rand.Rand, s *snippet, hosts []*host, text []byte, fits func(whole, host []lex.Token, at int) bool) []byte {
	order := rng.Perm(len(hosts))
	for _, i := range order[:min(embedAttempts, len(order))] {
		h := hosts[i]
		for _, at := range middleBorders(code.Lines(h.content)) {
			out := slices.Concat(h.content[:at], text, h.content[at:])
			if fits(s.lang.Lex(nil, out), h.tokens, at) {
				return out
			}
		}
	}
	return nil
}

// middleBorders returns offsets of line starts in the middle third, best first: after blank lines
// before others, then the nearest to the middle.
func middleBorders(lines [][]byte) []int {
	offsets := lineOffsets(lines)
	n := len(lines)
	var borders []int
	for i := n / 3; i < n-n/3; i++ {
		borders = append(borders, i)
	}
	cost := func(i int) int {
		distance := max(i-n/2, n/2-i)
		if i > 0 && blank(lines[i-1]) {
			return distance
		}
		return distance + n
	}
	slices.SortFunc(borders, func(a, b int) int { return cmp.Or(cost(a)-cost(b), a-b) })
	borders = borders[:min(embedAttempts, len(borders))]
	for i, line := range borders {
		borders[i] = offsets[line]
	}
	return borders
}

// around reports whether whole are the tokens of the host, with others from byte at on. It returns
// the others.
func around(whole, host []lex.Token, at int) (others []lex.Token, ok bool) {
	n, more := 0, len(whole)-len(host)
	for n < len(host) && int(host[n].End) <= at {
		n++
	}
	if more < 0 || !code.SameTokens(whole[:n], host[:n]) || !code.SameTokens(whole[n+more:], host[n:]) {
		return nil, false
	}
	return whole[n : n+more], true
}

// embedVerbatim embeds the snippet as it is.
func embedVerbatim(rng *rand.Rand, s *snippet, hosts []*host) []byte {
	return embed(rng, s, hosts, ended(s.source), func(whole, host []lex.Token, at int) bool {
		others, ok := around(whole, host, at)
		return ok && code.SameTokens(others, s.tokens)
	})
}

// hide embeds the snippet as a comment or a string.
func hide(l level, rng *rand.Rand, s *snippet, hosts []*host) []byte {
	text := hidden(l, rng, s)
	if text == nil {
		return nil
	}
	const most = 8 // name = "..."
	return embed(rng, s, hosts, text, func(whole, host []lex.Token, at int) bool {
		others, ok := around(whole, host, at)
		return ok && len(others) <= most && !slices.ContainsFunc(others, func(t lex.Token) bool {
			return int(t.Start) < at || int(t.End) > at+len(text)
		})
	})
}

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

// hidden returns the snippet as a comment or a string, or nil.
func hidden(l level, rng *rand.Rand, s *snippet) []byte {
	i := slices.IndexFunc(allMarks, func(m marks) bool { return slices.Contains(strings.Fields(m.languages), s.lang.Name) })
	if i < 0 {
		return nil
	}
	m, text := allMarks[i], ended(s.source)
	if l == quoted {
		for never := range strings.FieldsSeq(m.never) {
			if bytes.Contains(s.source, []byte(never)) {
				return nil
			}
		}
		if m.long == "" {
			return nil
		}
		return fmt.Appendf(nil, m.long, text)
	}
	open, end, _ := strings.Cut(m.block, " ")
	if end != "" && rng.IntN(2) == 0 && !bytes.Contains(s.source, []byte(end)) {
		return fmt.Appendf(nil, "%s\n%s%s\n", open, text, end)
	}
	var out []byte
	for _, line := range code.Lines(text) {
		out = append(append(out, m.line...), line...)
	}
	return out
}
