package changes

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// loopsRewritten writes every loop in another way, such as a for as a while.
func loopsRewritten(rng *rand.Rand, f *file) (string, bool) {
	names := newNamer(rng, f)
	changed := false
	f.eachBlock(func(_ *node, _ *part, block *[]*node) {
		var out []*node
		for _, n := range *block {
			before, ok := f.rewriteLoop(n, names)
			changed = changed || ok
			if before != "" {
				out = append(out, raw(before))
			}
			out = append(out, n)
		}
		*block = out
	})
	return f.String(), changed
}

// rewriteLoop rewrites the statement if it is a loop, and returns the statements to insert before
// it.
func (f *file) rewriteLoop(n *node, names *namer) (before string, ok bool) {
	l := n.head()
	head := l.headTokens()
	if len(head) == 0 || !n.hasBlock() || !balanced(n.tokens()) {
		return "", false
	}
	for _, way := range f.syntax.loops {
		holes, ok := match(strings.Fields(way.old), head)
		if !ok || !f.holds(n, way) {
			continue
		}
		fill := filler(l, holes, names)
		f.extend(n, fill(way.first), fill(way.last))
		if before = fill(way.before); before != "" {
			before = l.indent() + before + "\n"
		}
		l.text = l.text[:head[0].from] + fill(way.new) + l.text[head[len(head)-1].to:]
		return before, true
	}
	return "", false
}

// headTokens returns the tokens of the line without what opens its block.
func (l *line) headTokens() []token {
	if n := len(l.tokens); n > 0 && opener[l.last()] {
		return l.tokens[:n-1]
	}
	return l.tokens
}

// holds reports whether the loop has the brackets that more statements need.
func (f *file) holds(n *node, way loop) bool {
	if way.first == "" && way.last == "" || f.lang.Name == "Python" || f.lang.Name == "Ruby" {
		return true
	}
	last := n.parts[0].lines[len(n.parts[0].lines)-1]
	return last.last() == "{"
}

// extend puts statements at both ends of the loop's block.
func (f *file) extend(n *node, first, last string) {
	block := &n.parts[0].block
	indent := (*block)[0].head().indent()
	if first != "" {
		*block = append([]*node{raw(indent + first + "\n")}, *block...)
	}
	if last != "" {
		*block = append(*block, raw(indent+last+"\n"))
	}
}

// match matches a pattern with tokens. It returns the tokens that its capital letters stand for: as
// few as possible, with balanced brackets.
func match(pattern []string, tokens []token) (holes map[string][]token, ok bool) {
	holes = map[string][]token{}
	for len(pattern) > 0 {
		if !isHole(pattern[0]) {
			if len(tokens) == 0 || tokens[0].text != pattern[0] {
				return nil, false
			}
			pattern, tokens = pattern[1:], tokens[1:]
			continue
		}
		n := holeSize(pattern[1:], tokens)
		if n < 0 {
			return nil, false
		}
		holes[pattern[0]] = tokens[:n]
		pattern, tokens = pattern[1:], tokens[n:]
	}
	return holes, len(tokens) == 0
}

func isHole(word string) bool { return len(word) == 1 && word[0] >= 'A' && word[0] <= 'Z' }

// structural are the tokens that no hole contains outside of brackets.
var structural = words("; range { }")

// holeSize returns the number of tokens of a hole that the rest of the pattern follows. It returns
// -1 if it cannot.
func holeSize(rest []string, tokens []token) int {
	var b brackets
	last := slices.Equal(rest, []string{")"}) // of the whole list
	for n := 0; n <= len(tokens); n++ {
		outside := len(b.marks) == 0
		switch {
		case n == len(tokens):
			if len(rest) == 0 && outside && n > 0 {
				return n
			}
		case outside && follows(rest, tokens[n:]) && (!last || n == len(tokens)-1):
			return n
		case outside && structural[tokens[n].text], outside && len(rest) == 0 && tokens[n].text == "let",
			outside && tokens[n].text == ":=" && !slices.Contains(rest, ";"):
			return -1
		default:
			b.read(tokens[n : n+1])
		}
	}
	return -1
}

// follows reports whether the tokens begin with the pattern, down to its next hole.
func follows(pattern []string, tokens []token) bool {
	for i, word := range pattern {
		if isHole(word) {
			return i > 0
		}
		if i == len(tokens) || tokens[i].text != word {
			return false
		}
	}
	return len(pattern) > 0
}

// filler returns a function that puts the tokens of the holes and new names into a text. If
// nothing is left of a statement, it is empty.
func filler(l *line, holes map[string][]token, names *namer) func(text string) string {
	name := ""
	return func(text string) string {
		var b strings.Builder
		for i := 0; i < len(text); i++ {
			switch {
			case isHole(text[i:i+1]) && !inWord(text, i):
				b.WriteString(textOfTokens(l, holes[text[i:i+1]]))
			case strings.HasPrefix(text[i:], "$1"):
				if name == "" {
					name = names.fresh(names.variable())
				}
				b.WriteString(name)
				i++
			default:
				b.WriteByte(text[i])
			}
		}
		if out := b.String(); out != ";" {
			return out
		}
		return ""
	}
}

// inWord reports whether the letter has a letter next to it.
func inWord(text string, i int) bool {
	return i > 0 && letters(text[i-1:]) > 1 || letters(text[i:]) > 1
}

func textOfTokens(l *line, tokens []token) string {
	if len(tokens) == 0 {
		return ""
	}
	return l.text[tokens[0].from:tokens[len(tokens)-1].to]
}
