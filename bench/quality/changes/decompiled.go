package changes

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode"

	"github.com/chaffinch-search/chaffinch/analyzer/lex"
)

// decompiled writes a file as a decompiler would: the loops are others, assignments are spelled
// out, ifs are inverted, comments and layout are gone, and the names of variables are numbered.
func decompiled(rng *rand.Rand, s *source, m *material) []string {
	return inOrder(rng, s, m, 3, alone(loopsRewritten), alone(branchesSwapped), alone(assignmentsSpelledOut),
		alone(variablesNumbered), alone(relaid))
}

// assignmentsSpelledOut writes x += y and x++ as x = x + y and x = x + 1.
func assignmentsSpelledOut(_ *rand.Rand, f *file) (string, bool) {
	changed := false
	f.eachLine(func(l *line) {
		tokens := l.tokens
		if len(tokens) > 1 && tokens[len(tokens)-1].text == ";" {
			tokens = tokens[:len(tokens)-1]
		}
		if text := spelledOut(l, tokens); text != "" {
			l.text = l.text[:tokens[0].from] + text + l.text[tokens[len(tokens)-1].to:]
			changed = true
		}
	})
	return f.String(), changed
}

// spelledOut returns the assignment that the tokens are short for, "" if they are not short for
// one.
func spelledOut(l *line, tokens []token) string {
	for i, t := range tokens {
		target := textOfTokens(l, tokens[:i])
		switch operator, short := strings.CutSuffix(t.text, "="); {
		case t.kind != lex.Operator || i == 0:
		case (t.text == "++" || t.text == "--") && i == len(tokens)-1:
			return fmt.Sprintf("%s = %s %s 1", target, target, t.text[:1])
		case short && operator != "" && !comparing[t.text] && strings.Contains("+ - * / % & | ^ << >> || &&", operator):
			value := textOfTokens(l, tokens[i+1:])
			if len(tokens) > i+2 {
				value = "(" + value + ")"
			}
			return fmt.Sprintf("%s = %s %s %s", target, target, operator, value)
		case !strings.Contains(". -> [ ] ( )", t.text):
			return ""
		}
	}
	return ""
}

// variablesNumbered renames the variables that are assigned or declared in functions: var1, var2.
func variablesNumbered(_ *rand.Rand, f *file) (string, bool) {
	names := map[string]string{}
	f.eachBlock(func(of *node, p *part, block *[]*node) {
		if of == nil || !f.syntax.holdsStatements(of, p) {
			return
		}
		for _, n := range *block {
			if n.isLeaf() {
				number(names, n, f.lang.Name == "PHP")
			}
		}
	})
	before := ""
	return f.replaceTokens(func(t token) string {
		member := before == "." || before == "->"
		before = t.text
		if t.kind == lex.Identifier && names[t.text] != "" && !member {
			return names[t.text]
		}
		return t.text
	}), len(names) > 0
}

// number gives numbers to the names that a statement sets.
func number(names map[string]string, n *node, dollar bool) {
	set := defined(n)
	for _, t := range n.tokens() {
		if !set[t.text] || names[t.text] != "" || unicode.IsUpper(rune(t.text[0])) || t.text == "self" ||
			dollar && (t.text[0] != '$' || t.text == "$this") {
			continue
		}
		name := fmt.Sprintf("var%d", len(names)+1)
		if dollar {
			name = "$" + name
		}
		names[t.text] = name
	}
}
