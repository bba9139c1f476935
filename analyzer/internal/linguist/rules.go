package linguist

import (
	_ "embed"
	"regexp"
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

type condition struct {
	expression *regexp.Regexp
	want       bool
}

// compiled caches the rules of extensions: []rule by string.
var compiled sync.Map

// ByRules returns the languages that the rules for the name's last extension find in a content, or
// nil.
func ByRules(name string, content []byte) []string {
	for _, r := range rulesOf(extensionOf(name)) {
		if r.holds(content) {
			return append([]string(nil), r.languages...)
		}
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

func (r *rule) holds(content []byte) bool {
	for _, c := range r.conditions {
		if c.expression.Match(content) != c.want {
			return false
		}
	}
	return true
}

// rulesOf returns the rules of an extension; the first call compiles them.
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

// newRule compiles a rule. Its expressions are valid, because the test that writes the table
// compiles them.
func newRule(languages string, conditions []string) rule {
	var r rule
	if languages != "" {
		r.languages = strings.Split(languages, ",")
	}
	for _, c := range conditions {
		r.conditions = append(r.conditions, condition{regexp.MustCompile(c[1:]), c[0] == '+'})
	}
	return r
}
