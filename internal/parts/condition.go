package parts

import (
	"strconv"
	"strings"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// The condition of an #if is constant if it has only numbers, ! && || == != and parentheses.
// Whether a name is defined is unknown: the compiler may define it.

// condition evaluates the tokens of a condition from the front.
type condition struct {
	src     []byte
	tokens  []lex.Token // that are left
	unknown bool
}

// condition returns the value of the condition of the #if whose word is the token. ok is false if
// it is not constant by its text, or long.
func (m *macros) condition(word int) (value, ok bool) {
	end := word + 1
	for ; !m.isEnd(end); end++ {
		if end-word > mostBody {
			return false, false
		}
	}
	c := condition{src: m.src, tokens: m.tokens[word+1 : end]}
	n := c.or()
	return n != 0, !c.unknown && len(c.tokens) == 0
}

// next reports whether the next token is the operator, and takes it.
func (c *condition) next(operator string) bool {
	if len(c.tokens) == 0 || string(c.src[c.tokens[0].Start:c.tokens[0].End]) != operator {
		return false
	}
	c.tokens = c.tokens[1:]
	return true
}

func (c *condition) or() uint64 {
	n := c.and()
	for c.next("||") {
		n = number(c.and() != 0 || n != 0)
	}
	return n
}

func (c *condition) and() uint64 {
	n := c.equal()
	for c.next("&&") {
		n = number(c.equal() != 0 && n != 0)
	}
	return n
}

func (c *condition) equal() uint64 {
	n := c.one()
	for {
		switch {
		case c.next("=="):
			n = number(n == c.one())
		case c.next("!="):
			n = number(n != c.one())
		default:
			return n
		}
	}
}

// one returns the value of a number, of a negation, or of parentheses.
func (c *condition) one() (n uint64) {
	switch {
	case c.next("!"):
		return number(c.one() == 0)
	case c.next("("):
		n = c.or()
		c.unknown = c.unknown || !c.next(")")
		return n
	case c.next("true"):
		return 1
	case c.next("false"):
		return 0
	case len(c.tokens) == 0:
		c.unknown = true
		return 0
	}
	t := c.tokens[0]
	n, err := strconv.ParseUint(strings.TrimRight(string(c.src[t.Start:t.End]), "uUlL"), 0, 64)
	c.unknown, c.tokens = c.unknown || err != nil, c.tokens[1:]
	return n
}

func number(is bool) uint64 {
	if is {
		return 1
	}
	return 0
}
