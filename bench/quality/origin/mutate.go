package origin

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer"
	"github.com/chaffinch-search/chaffinch/analyzer/lex"
	"github.com/chaffinch-search/chaffinch/bench/internal/code"
)

// level is how far a question is from the text it was cut from.
type level string

const (
	// verbatim: the bytes as they are.
	verbatim level = "verbatim"
	// relaid: comments and blank lines gone, other indentation, the same tokens.
	relaid level = "relaid"
	// renamed: every identifier replaced, one to one; literals, layout and comments kept.
	renamed level = "renamed"
	// edited: a tenth of the lines dropped, 15% foreign lines inserted.
	edited level = "edited"
	// embedded: the snippet, verbatim, in the middle of a foreign file of 300 to 1500 lines.
	embedded level = "embedded"
	// commented and quoted: the snippet, verbatim, as a comment or a long string in the middle of
	// such a file. Not all languages and snippets allow it.
	commented level = "comment"
	quoted    level = "string"
	// markdown, diff and notebook: the snippet, verbatim, in a document of that format.
	markdown level = "markdown"
	diff     level = "diff"
	notebook level = "notebook"
	// anywhere: other snippets, verbatim. They begin and end anywhere, at least half of them inside
	// a comment or string.
	anywhere level = "anywhere"
)

// optional reports whether a snippet may do without this level.
func (l level) optional() bool { return l == commented || l == quoted }

var allLevels = append(slices.Clone(mutations), anywhere)

// mutations are the levels with the same snippets.
var mutations = []level{verbatim, relaid, renamed, edited, embedded, commented, quoted, markdown, diff, notebook}

// mutate returns the snippet as a question of the given level. It returns nil if that would change
// its tokens, or if foreign material is missing, which comes from f.
func mutate(l level, rng *rand.Rand, s *snippet, f foreign) []byte {
	switch l {
	case relaid:
		if out, ok := code.Relaid(rng, s.lang, string(s.source)); ok && code.Closed(s.lang, []byte(out)) {
			return []byte(out)
		}
		return nil
	case renamed:
		return rename(rng, s)
	case edited:
		return edit(rng, s, f.lines(s))
	case embedded:
		return embedVerbatim(rng, s, f.hosts(s))
	case commented, quoted:
		return hide(l, rng, s, f.hosts(s))
	case markdown, diff, notebook:
		return wrap(l, rng, s)
	}
	return s.source
}

// rename replaces all identifiers of the snippet, one to one.
func rename(rng *rand.Rand, s *snippet) []byte {
	for range 3 {
		if out, ok := applyNames(s, newNames(rng, s)); ok {
			return out
		}
	}
	return nil
}

// applyNames writes the snippet with the new names. ok means that its structure is unchanged.
func applyNames(s *snippet, names map[uint64]string) (out []byte, ok bool) {
	out = code.Replaced(s.source, s.tokens, func(t lex.Token) string {
		if t.Kind != lex.Identifier {
			return ""
		}
		return names[t.Hash]
	})
	same := slices.Equal(s.piece.symbols, code.Symbols(analyzer.Structure, s.lang.Lex(nil, out)))
	return out, same && code.Closed(s.lang, out)
}

// newNames maps the hash of each identifier of the snippet to a name that is new to it. Hashes fold
// case where the language does, so all spellings of a name get one new name. Tags of here-documents
// stay, because they are also part of the literal that they end.
func newNames(rng *rand.Rand, s *snippet) map[uint64]string {
	taken := make(map[string]bool)
	for _, t := range s.tokens {
		taken[strings.ToLower(string(s.source[t.Start:t.End]))] = true
	}
	names := hereTags(s)
	for _, t := range s.tokens {
		if t.Kind != lex.Identifier || names[t.Hash] != "" {
			continue
		}
		names[t.Hash] = code.FreshName(rng, s.lang, string(s.source[t.Start:t.End]), taken)
	}
	return names
}

// hereTags maps the tags of here-documents to themselves: names after << that are also the last
// line of a string.
func hereTags(s *snippet) map[uint64]string {
	ends := make(map[string]bool)
	for _, t := range code.Whole(s.lang, s.source) {
		if text := string(s.source[t.Start:t.End]); t.Kind == lex.String {
			ends[strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])] = true
		}
	}
	tags := make(map[uint64]string)
	for i := 1; i < len(s.tokens); i++ {
		t, before := s.tokens[i], s.tokens[i-1]
		name := string(s.source[t.Start:t.End])
		if t.Kind == lex.Identifier && ends[name] && bytes.HasPrefix(s.source[before.Start:], []byte("<<")) {
			tags[t.Hash] = name
		}
	}
	return tags
}

const (
	// dropShare is the share of the lines with text that an edit drops.
	dropShare = 0.10
	// addShare is the number of foreign lines an edit adds, per line with text.
	addShare = 0.15
)

// edit drops lines of the snippet and inserts foreign lines, each at another place. No place is
// inside a token or comment.
func edit(rng *rand.Rand, s *snippet, foreignLines [][]byte) []byte {
	lines := code.Lines(s.source)
	full := 0                   // lines with text
	var droppable, places []int // lines, and borders before lines and after the last
	clean, prefix := true, []byte(nil)
	for i := 0; i <= len(lines); i++ {
		if clean {
			places = append(places, i)
		}
		if i == len(lines) {
			break
		}
		prefix = append(prefix, lines[i]...)
		before := clean
		clean = code.Closed(s.lang, prefix)
		if blank(lines[i]) {
			continue
		}
		full++
		if before && clean {
			droppable = append(droppable, i)
		}
	}
	drops, adds := share(full, dropShare), share(full, addShare)
	if len(foreignLines) == 0 || len(droppable) < drops || len(places) < adds {
		return nil
	}
	dropped := pick(rng, droppable, drops)
	added := pick(rng, places, adds)
	out := weave(rng, lines, dropped, added, foreignLines)
	if !code.Closed(s.lang, out) {
		return nil
	}
	return out
}

func share(n int, of float64) int { return int(math.Round(of * float64(n))) }

// pick returns n of the values.
func pick(rng *rand.Rand, values []int, n int) (chosen []int) {
	for _, at := range rng.Perm(len(values))[:n] {
		chosen = append(chosen, values[at])
	}
	return chosen
}

// weave writes lines without the dropped ones, a random foreign line before each border in added.
func weave(rng *rand.Rand, lines [][]byte, dropped, added []int, foreignLines [][]byte) (out []byte) {
	for i := 0; i <= len(lines); i++ {
		if slices.Contains(added, i) {
			out = append(out, ended(foreignLines[rng.IntN(len(foreignLines))])...)
		}
		if i < len(lines) && !slices.Contains(dropped, i) {
			out = append(out, ended(lines[i])...)
		}
	}
	return out
}
