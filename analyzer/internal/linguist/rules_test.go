package linguist

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/go-enry/go-enry/v2/data"
	enryrule "github.com/go-enry/go-enry/v2/data/rule"
	"github.com/go-enry/go-enry/v2/regex"
)

// go-enry does not export the types of its rules, so reflection reads them. An unknown part is an
// error.

// ruleTable writes a line for each rule that can hold.
func ruleTable() (string, error) {
	var text strings.Builder
	for _, extension := range slices.Sorted(maps.Keys(data.ContentHeuristics)) {
		for _, h := range *data.ContentHeuristics[extension] {
			var c ruleFields
			if err := c.read(reflect.ValueOf(h), true); err != nil {
				return "", fmt.Errorf("reading the rules of %s: %w", extension, err)
			}
			if !c.never && !isLoose(languagesOf(h)) {
				fields := append([]string{extension, strings.Join(languagesOf(h), ",")}, c.fields...)
				text.WriteString(strings.Join(fields, "\t") + "\n")
			}
		}
	}
	return text.String(), nil
}

// looseRules are languages whose rules hold for many files in others: any function of JavaScript
// fulfils the rule of NASL. The table omits them, so they decide nothing.
var looseRules = []string{"NASL"}

func isLoose(names []string) bool { return len(names) == 1 && slices.Contains(looseRules, names[0]) }

// languagesOf returns what a rule names, as go-enry answers it.
func languagesOf(h enryrule.Heuristic) []string {
	var names []string
	for _, alias := range h.Languages() {
		if name, ok := data.LanguageByAlias(alias); ok {
			names = append(names, name)
		}
	}
	return names
}

// ruleFields holds the conditions of one rule, as fields of its line; all must hold.
type ruleFields struct {
	fields []string
	never  bool // a condition cannot hold
}

var expressionType = reflect.TypeFor[regex.EnryRegexp]()

// read adds the ruleFields of a rule, or of a part of one. want is whether an expression shall
// match.
func (c *ruleFields) read(v reflect.Value, want bool) error {
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if v.Type() == expressionType {
		return c.expression(v, want)
	}
	switch v.Type().String() {
	case "rule.always":
		return nil
	case "rule.or":
		return c.read(v.FieldByName("pattern"), want)
	case "rule.and":
		if want {
			return c.each(v.FieldByName("patterns"), want)
		}
	case "rule.not":
		return c.each(v.FieldByName("Patterns"), !want)
	}
	return fmt.Errorf("unknown part %s: look at what has changed in go-enry", v.Type())
}

// each adds the ruleFields of several parts. Expressions among them that only Ruby understands are
// nil here, and go-enry does not ask for them.
func (c *ruleFields) each(parts reflect.Value, want bool) error {
	for i := range parts.Len() {
		part := parts.Index(i).Elem()
		if part.Type() == expressionType && part.IsNil() {
			continue
		}
		if err := c.read(part, want); err != nil {
			return err
		}
	}
	return nil
}

// expression adds one. One that only Ruby understands is nil here, and matches nothing.
func (c *ruleFields) expression(v reflect.Value, want bool) error {
	if v.IsNil() {
		c.never = c.never || want
		return nil
	}
	text := v.Elem().FieldByName("expr").String()
	if _, err := regexp.Compile(text); err != nil || strings.ContainsAny(text, "\t\n") {
		return fmt.Errorf("the table cannot hold the expression %q: %w", text, err)
	}
	sign := "-"
	if want {
		sign = "+"
	}
	c.fields = append(c.fields, sign+text)
	return nil
}
