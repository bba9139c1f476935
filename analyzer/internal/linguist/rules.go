package linguist

import (
	"bytes"
	_ "embed"
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"
)

// rules has a line for each rule: an extension, the rule's languages, separated by commas, and its
// conditions, one a field. A condition is + and an expression that must match, or - and one that
// must not. The first rule of an extension that holds decides. The table omits rules with
// expressions that package regexp does not accept, which never hold in go-enry, and loose rules.
//
//go:embed data/rules.txt
var rules string

// rule assigns one of the languages to a content if all conditions hold.
type rule struct {
	languages  []string
	conditions []condition
}

// condition is an expression that must match, or must not. Each match has one of the literals, in
// lower case; nil if there are none. A search for them is much faster than one for the expression.
type condition struct {
	expression func() *regexp.Regexp
	literals   []string
	want       bool
}

// compiled caches the rules of extensions: []rule by string.
var compiled sync.Map

// ByRules returns the languages that the rules for the name's last extension find in a content, or
// nil.
func ByRules(name string, content []byte) []string {
	return ByRulesIf(name, content, func([]string) bool { return true })
}

// ByRulesIf returns the result of ByRules if wanted accepts it, or nil. It tries wanted rules
// first.
func ByRulesIf(name string, content []byte, wanted func(languages []string) bool) []string {
	all := rulesOf(extensionOf(name))
	lower := lowerASCII(content)
	for i, r := range all {
		if !wanted(r.languages) || !r.holds(content, lower) {
			continue
		}
		for _, before := range all[:i] {
			if !wanted(before.languages) && before.holds(content, lower) {
				return nil
			}
		}
		return append([]string(nil), r.languages...)
	}
	return nil
}

// Ruled returns the languages that the rules for the name's last extension may find.
func Ruled(name string) []string {
	var all []string
	for _, r := range rulesOf(extensionOf(name)) {
		all = append(all, r.languages...)
	}
	return all
}

// lowerASCII returns a function that returns content in lower case, or nil if not all is ASCII.
// Expressions that ignore case match other characters there, such as the sign of Kelvin for k.
func lowerASCII(content []byte) func() []byte {
	return sync.OnceValue(func() []byte {
		lower := make([]byte, len(content))
		for i, b := range content {
			if b >= 0x80 {
				return nil
			}
			if 'A' <= b && b <= 'Z' {
				b += 'a' - 'A'
			}
			lower[i] = b
		}
		return lower
	})
}

func (r *rule) holds(content []byte, lower func() []byte) bool {
	for _, c := range r.conditions {
		if c.matches(content, lower) != c.want {
			return false
		}
	}
	return true
}

func (c *condition) matches(content []byte, lower func() []byte) bool {
	if c.literals != nil {
		if text := lower(); text != nil && !containsAny(text, c.literals) {
			return false
		}
	}
	return c.expression().Match(content)
}

func containsAny(text []byte, literals []string) bool {
	for _, l := range literals {
		if bytes.Contains(text, []byte(l)) {
			return true
		}
	}
	return false
}

// rulesOf returns the rules of an extension.
func rulesOf(extension string) []rule {
	if known, ok := compiled.Load(extension); ok {
		return known.([]rule)
	}
	var all []rule
	for at := lowerBound(rules, extension); at < len(rules); {
		line := lineAt(rules, at)
		fields := strings.Split(line, "\t")
		if fields[0] != extension {
			break
		}
		all = append(all, newRule(fields[1], fields[2:]))
		at += len(line) + 1
	}
	if all != nil {
		compiled.Store(extension, all)
	}
	return all
}

// newRule reads a rule. Its expressions are valid, because the test that writes the table compiles
// them; the first match of each compiles it.
func newRule(languages string, conditions []string) rule {
	var r rule
	if languages != "" {
		r.languages = strings.Split(languages, ",")
	}
	for _, c := range conditions {
		text := c[1:]
		r.conditions = append(r.conditions, condition{
			expression: sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) }),
			literals:   literalsOf(text),
			want:       c[0] == '+',
		})
	}
	return r
}

// shortLiteral is the minimum length of a literal that is worth a search.
const shortLiteral = 2

// literalsOf returns literals in lower case. Each text that an expression matches in ASCII has one
// of them. The result is nil if there are none, or if one is too short.
func literalsOf(expression string) []string {
	parsed, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil
	}
	return required(parsed)
}

func required(e *syntax.Regexp) []string {
	switch e.Op {
	case syntax.OpLiteral:
		if text := strings.ToLower(string(e.Rune)); len(text) >= shortLiteral {
			return []string{text}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return required(e.Sub[0])
	case syntax.OpConcat:
		var best []string
		for _, part := range e.Sub {
			if of := required(part); best == nil || of != nil && shortest(of) > shortest(best) {
				best = of
			}
		}
		return best
	case syntax.OpAlternate:
		var all []string
		for _, part := range e.Sub {
			of := required(part)
			if of == nil {
				return nil
			}
			all = append(all, of...)
		}
		return all
	}
	return nil
}

func shortest(literals []string) int {
	n := len(literals[0])
	for _, l := range literals {
		n = min(n, len(l))
	}
	return n
}
