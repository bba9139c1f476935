package changes

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// opener are the tokens that end the head of a block.
var opener = words("{ : do then")

// branchesSwapped exchanges the blocks of every if and its else, and negates the condition.
func branchesSwapped(_ *rand.Rand, f *file) (string, bool) {
	changed := false
	f.eachBlock(func(_ *node, _ *part, block *[]*node) {
		for _, n := range *block {
			if hasElse(n) && f.syntax.negate(n) {
				n.parts[0].block, n.parts[1].block = n.parts[1].block, n.parts[0].block
				changed = true
			}
		}
	})
	return f.String(), changed
}

// hasElse reports whether the statement is an if with an else and nothing more.
func hasElse(n *node) bool {
	if n.first() != "if" || len(n.parts) < 2 || len(n.parts) > 3 || !balanced(n.tokens()) {
		return false
	}
	if n.parts[1].block == nil || n.parts[0].block == nil {
		return false
	}
	switch middle := joined(n.parts[1].lines); middle {
	case "} else {":
		return len(n.parts) == 3 && joined(n.parts[2].lines) == "}"
	case "else", "else :":
		return len(n.parts) == 2 || joined(n.parts[2].lines) == "end"
	}
	return false
}

// joined returns the tokens of the lines with spaces between.
func joined(lines []line) string {
	var all []string
	for _, l := range lines {
		for _, t := range l.tokens {
			all = append(all, t.text)
		}
	}
	return strings.Join(all, " ")
}

// negate negates the condition of an if.
func (s *syntax) negate(n *node) bool {
	l := n.head()
	head := l.headTokens()
	if len(head) < 2 || l.has(words("; := let")) {
		return false
	}
	condition := head[1:]
	if !balanced(condition) || s.bracketed && !inParentheses(condition) {
		return false
	}
	from, to := condition[0].from, condition[len(condition)-1].to
	if strings.HasPrefix(s.negated, "unless") { // it takes the place of the if
		l.text = l.text[:l.tokens[0].from] + fmt.Sprintf(s.negated, l.text[from:to]) + l.text[to:]
		return true
	}
	l.text = l.text[:from] + fmt.Sprintf(s.negated, l.text[from:to]) + l.text[to:]
	return true
}

// inParentheses reports whether the first bracket is closed by the last token.
func inParentheses(tokens []token) bool {
	return tokens[0].text == "(" && tokens[len(tokens)-1].text == ")" && closeOf(tokens) == len(tokens)-1
}

// closeOf returns the place of the token that closes the first one; the last if there is none.
func closeOf(tokens []token) int {
	var b brackets
	for i, t := range tokens {
		if b.read([]token{t}); len(b.marks) == 0 {
			return i
		}
	}
	return len(tokens) - 1
}
